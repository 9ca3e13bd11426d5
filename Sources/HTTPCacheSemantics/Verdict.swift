/// A decision and the rules behind it.
public struct Verdict<Decision: Sendable & Hashable>: Sendable, Hashable {
    /// What was decided.
    public let decision: Decision
    /// The rule that settled it.
    public let deciding: Rule
    /// Every rule that was weighed, the deciding one included.
    public let rules: RuleSet

    /// Makes a verdict; the deciding rule need not be among those that were weighed.
    @inlinable @inline(__always)
    public init(_ decision: Decision, because deciding: Rule, weighing rules: RuleSet = RuleSet()) {
        var rules = rules
        rules.insert(deciding)
        self.decision = decision
        self.deciding = deciding
        self.rules = rules
    }
}
