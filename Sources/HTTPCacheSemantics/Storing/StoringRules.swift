/// A set of rules of storing. They come first among all rules, so that one word holds them; a test holds them to it.
struct StoringRules: Sendable, Hashable {
    private(set) var bits: UInt32 = 0

    init() {}

    /// Adds a rule that holds, without a branch.
    @inline(always)
    mutating func insert(_ rule: Rule, if holds: Bool) { bits |= (holds ? 1 : 0) &<< UInt32(rule.number) }

    @inline(always)
    mutating func remove(_ rule: Rule) { bits &= ~(1 &<< UInt32(rule.number)) }

    @inline(always)
    func contains(_ rule: Rule) -> Bool { bits & 1 &<< UInt32(rule.number) != 0 }

    @inline(always)
    var isEmpty: Bool { bits == 0 }

    @inline(always)
    func union(_ other: StoringRules) -> StoringRules {
        var result = self
        result.bits |= other.bits
        return result
    }

    /// The member that stands first among `Rule`'s cases.
    @inline(always)
    var first: Rule? { isEmpty ? nil : Rule(number: UInt8(truncatingIfNeeded: bits.trailingZeroBitCount)) }
}

extension StoringRules {
    /// What in a response allows a cache to store it: s-maxage a shared one, `private` a private one, the rest any.
    init(permitting has: ResponseDirectives.Flags, _ status: StatusCode, hasExpires: Bool) {
        insert(.storeSMaxAge, if: has.contains(.sMaxAge))
        insert(.storeMaxAge, if: has.contains(.maxAge))
        insert(.storeExpires, if: hasExpires)
        insert(.storePrivateResponse, if: !has.isDisjoint(with: [.private, .privateFields]))
        insert(.storePublic, if: has.contains(.public))
        insert(.storeHeuristic, if: status.isHeuristicallyCacheable)
    }
}

extension RuleSet {
    @inline(always)
    init(_ rules: StoringRules) { self.init(low: UInt64(rules.bits)) }
}
