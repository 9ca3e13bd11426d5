/// A set of rules, as two machine words.
public struct RuleSet: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// No rules.
    public init() {}

    /// These rules.
    @inlinable public init(_ rules: Rule...) {
        self.init()
        for rule in rules { insert(rule) }
    }

    /// Adds a rule; nothing changes where it is a member already.
    @inline(__always)
    public mutating func insert(_ rule: Rule) { insert(rule, if: true) }

    /// Adds a rule that holds; without a branch, so that a long list of conditions costs none.
    @inline(__always)
    mutating func insert(_ rule: Rule, if holds: Bool) {
        let bit = UInt64(holds ? 1 : 0) &<< UInt64(rule.rawValue & 63)
        low |= rule.rawValue < 64 ? bit : 0
        high |= rule.rawValue < 64 ? 0 : bit
    }

    /// The member that stands first among `Rule`'s cases.
    @inline(__always)
    var first: Rule? {
        if low != 0 { return Self.rule(low.trailingZeroBitCount) }
        return high == 0 ? nil : Self.rule(64 &+ high.trailingZeroBitCount)
    }

    /// The rule whose bit this is. No bit is ever set but that of a rule, so there is nothing to check; a test does so for
    /// every rule.
    @inline(__always)
    private static func rule(_ bit: Int) -> Rule { unsafeBitCast(UInt8(truncatingIfNeeded: bit), to: Rule.self) }

    /// Whether the rule is a member.
    public func contains(_ rule: Rule) -> Bool {
        let bit = UInt64(1) << UInt64(rule.rawValue & 63)
        return (rule.rawValue < 64 ? low : high) & bit != 0
    }

    /// The members of both.
    public func union(_ other: RuleSet) -> RuleSet {
        var result = self
        result.low |= other.low
        result.high |= other.high
        return result
    }
}

extension RuleSet {
    /// The members in the order of `Rule`'s cases.
    public var members: [Rule] {
        var result: [Rule] = []
        result.reserveCapacity(low.nonzeroBitCount + high.nonzeroBitCount)
        var rest = self
        while let rule = rest.first {
            result.append(rule)
            if rest.low != 0 { rest.low &= rest.low - 1 } else { rest.high &= rest.high - 1 }
        }
        return result
    }
}
