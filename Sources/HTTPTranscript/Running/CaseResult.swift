public import HTTPCacheSemantics

/// What became of one expectation.
public struct ExpectationResult: Sendable, Hashable {
    /// The claim.
    public let expectation: Expectation
    /// Whether it holds, `not` taken into account.
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
    /// The start line of the request that the expectation speaks of.
    public let request: SourceRange?
    /// When that request was sent, counted from the case's clock.
    public let requestTime: TimeSpan
    /// Of the stored response that it speaks of, at its time; nil where it holds or nothing is stored.
    public let timeline: Timeline?
}

/// What became of one case.
public struct CaseResult: Sendable, Hashable {
    /// How a case ended.
    public enum Status: Sendable, Hashable {
        /// Every expectation holds, and the case went as its messages say.
        case passed
        /// An expectation does not hold, or the origin was asked where the case does not say so, or the other way.
        case failed
        /// A case that this one needs did not pass; the id is that case's.
        case notJudged(needs: String)
    }

    /// The case went another way than its messages say.
    public struct Derailment: Sendable, Hashable {
        /// What went another way, in a sentence.
        public let message: String
        /// The message at which that showed.
        public let range: SourceRange
    }

    /// The case's id.
    public let id: String
    /// What it means that the case fails.
    public let kind: CaseKind
    /// How the case ended.
    public let status: Status
    /// In the order of the file; those after a derailment are not judged.
    public let expectations: [ExpectationResult]
    /// Where the case went another way than its messages say; nil where it did not.
    public let derailment: Derailment?
    /// Where the id stands.
    public let range: SourceRange

    /// The expectations that do not hold.
    public var failures: [ExpectationResult] { expectations.filter { !$0.holds } }
}

/// What became of a file.
public struct TranscriptResult: Sendable {
    /// The file that every range counts in.
    public let file: SourceFile
    /// In the order of the file; those that were not selected, and that no selected one needs, are left out.
    public let cases: [CaseResult]
}
