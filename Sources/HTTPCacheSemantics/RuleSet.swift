/// A set of rules, as two machine words.
public struct RuleSet: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// No rules.
    public init() {}

    /// These rules.
    public init(_ rules: Rule...) {
        self.init()
        for rule in rules { insert(rule) }
    }

    @inline(always)
    init(_ rule: Rule) { add(rule) }

    @inline(always)
    init(low: UInt64) { self.low = low }

    /// Adds a rule; nothing changes where it is a member already.
    public mutating func insert(_ rule: Rule) { add(rule) }

    /// Without a branch; of a rule that is known beforehand, without any work.
    @inline(always)
    mutating func add(_ rule: Rule) {
        let bit = UInt64(1) &<< UInt64(rule.number & 63)
        let isHigh = UInt64(rule.number &>> 6)
        low |= bit & (isHigh &- 1)
        high |= bit & (0 &- isHigh)
    }

    /// The member that stands first among `Rule`'s cases.
    var first: Rule? {
        if low != 0 { return Rule(number: UInt8(truncatingIfNeeded: low.trailingZeroBitCount)) }
        return high == 0 ? nil : Rule(number: UInt8(truncatingIfNeeded: 64 &+ high.trailingZeroBitCount))
    }

    /// Whether the rule is a member.
    public func contains(_ rule: Rule) -> Bool {
        let bit = UInt64(1) << UInt64(rule.rawValue & 63)
        return (rule.rawValue < 64 ? low : high) & bit != 0
    }

    /// The members of both.
    public func union(_ other: RuleSet) -> RuleSet { joined(other) }

    @inline(always)
    func joined(_ other: RuleSet) -> RuleSet {
        var result = self
        result.low |= other.low
        result.high |= other.high
        return result
    }
}

extension Rule {
    /// The raw value, without the look-up that its getter makes.
    @inline(always)
    var number: UInt8 { unsafeBitCast(self, to: UInt8.self) }

    /// The rule of a number that came from one, so that there is nothing to check; a test does so for every rule.
    @inline(always)
    init(number: UInt8) { self = unsafeBitCast(number, to: Rule.self) }
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
