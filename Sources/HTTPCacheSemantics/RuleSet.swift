/// A set of rules, as two machine words.
public struct RuleSet: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    public init() {}

    @inlinable public init(_ rules: Rule...) {
        self.init()
        for rule in rules { insert(rule) }
    }

    @inline(__always)
    public mutating func insert(_ rule: Rule) {
        let bit = UInt64(1) << UInt64(rule.rawValue & 63)
        if rule.rawValue < 64 { low |= bit } else { high |= bit }
    }

    /// Adds a rule that holds; in one step, so that a long list of conditions costs no branches.
    @inline(__always)
    mutating func insert(_ rule: Rule, if holds: Bool) {
        let bit = UInt64(holds ? 1 : 0) << UInt64(rule.rawValue & 63)
        if rule.rawValue < 64 { low |= bit } else { high |= bit }
    }

    /// The member that stands first among `Rule`'s cases.
    @inline(__always)
    var first: Rule? {
        if low != 0 { return Rule(rawValue: UInt8(truncatingIfNeeded: low.trailingZeroBitCount)) }
        return high == 0 ? nil : Rule(rawValue: UInt8(truncatingIfNeeded: 64 + high.trailingZeroBitCount))
    }

    public func contains(_ rule: Rule) -> Bool {
        let bit = UInt64(1) << UInt64(rule.rawValue & 63)
        return (rule.rawValue < 64 ? low : high) & bit != 0
    }

    public func union(_ other: RuleSet) -> RuleSet {
        var result = self
        result.low |= other.low
        result.high |= other.high
        return result
    }
}

extension RuleSet {
    /// The members in the order of `Rule`'s cases.
    public var members: [Rule] { Rule.allCases.filter(contains) }
}
