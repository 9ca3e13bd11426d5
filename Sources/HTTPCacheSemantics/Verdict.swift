/// A decision and the rules behind it.
public struct Verdict<Decision: Sendable & Hashable>: Sendable, Hashable {
    /// What was decided.
    public let decision: Decision
    /// The rule that settled it.
    public let deciding: Rule
    /// What was weighed; of several rules the deciding one need not be named again.
    let weighed: RuleSet

    /// Makes a verdict for which one rule was weighed: the deciding one.
    public init(_ decision: Decision, because deciding: Rule) {
        self.init(decision, because: deciding, weighing: RuleSet(deciding))
    }

    /// Makes a verdict; the deciding rule need not be among those that were weighed.
    public init(_ decision: Decision, because deciding: Rule, weighing rules: RuleSet) {
        self.decision = decision
        self.deciding = deciding
        self.weighed = rules
    }

    /// Every rule that was weighed, the deciding one included.
    public var rules: RuleSet { allRules }

    @inline(always)
    var allRules: RuleSet {
        var rules = weighed
        rules.add(deciding)
        return rules
    }
}

extension Verdict {
    public static func == (a: Verdict, b: Verdict) -> Bool {
        a.decision == b.decision && a.deciding == b.deciding && a.rules == b.rules
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(decision)
        hasher.combine(deciding)
        hasher.combine(rules)
    }
}
