public import HTTPCacheSemantics

/// What became of one expectation.
public struct ExpectationResult: Sendable, Hashable {
    public let expectation: Expectation
    public let holds: Bool
    /// What is the case, in words that complete "is … , expected": such as `lifetime is 60s`.
    public let actual: String
    /// What was wanted, such as `>= 31536000s (365d)`.
    public let wanted: String
    /// By how much a number misses; nil otherwise.
    public let gap: String?
    /// The deciding rule of the verdict that was asked; nil where there is none.
    public let rule: Rule?
    /// Where the bytes stand that the rule rests on.
    public let evidence: [SourceRange]
    /// The request that the expectation speaks of, and when it was sent.
    public let request: SourceRange?
    public let requestTime: TimeSpan
    /// Of the stored response that it speaks of, at its time; nil where it holds or nothing is stored.
    public let timeline: Timeline?
}

/// What became of one case.
public struct CaseResult: Sendable, Hashable {
    public enum Status: Sendable, Hashable {
        case passed
        /// An expectation does not hold, or the origin was asked where the case does not say so, or the other way.
        case failed
        /// A case that this one needs did not pass; the id is that case's.
        case notJudged(needs: String)
    }

    /// The case went another way than its messages say.
    public struct Derailment: Sendable, Hashable {
        public let message: String
        public let range: SourceRange
    }

    public let id: String
    public let kind: CaseKind
    public let status: Status
    public let expectations: [ExpectationResult]
    public let derailment: Derailment?
    /// Where the id stands.
    public let range: SourceRange

    public var failures: [ExpectationResult] { expectations.filter { !$0.holds } }
}

/// What became of a file.
public struct TranscriptResult: Sendable {
    public let file: SourceFile
    public let cases: [CaseResult]
}
