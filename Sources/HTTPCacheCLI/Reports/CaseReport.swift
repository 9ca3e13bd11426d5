public import HTTPCacheLint
public import HTTPCacheSemantics
public import HTTPTranscript

/// What the command line sets for a run of fixtures.
public struct CheckSettings: Sendable, Hashable {
    /// Whose rules hold where a case does not say; nil for shared.
    public var cache: CachePolicy.CacheKind?
    /// The choices that hold where a case does not say.
    public var options: CacheOptions
    /// Whether to stop after the first case that fails.
    public var stopsAtFailure: Bool

    public init(
        cache: CachePolicy.CacheKind? = nil, options: CacheOptions = .rfc9111, stopsAtFailure: Bool = false
    ) {
        self.cache = cache
        self.options = options
        self.stopsAtFailure = stopsAtFailure
    }
}

extension CheckSettings {
    init(_ arguments: Arguments) throws(ToolError) {
        let kind: CachePolicy.CacheKind?
        switch arguments[.cache] {
        case "both": throw ToolError("--cache both is for explain; check runs a case for one kind of cache")
        case let word?: kind = CachePolicy.CacheKind(rawValue: word)
        case nil: kind = nil
        }
        self.init(
            cache: kind, options: try PolicyArguments.options(arguments), stopsAtFailure: arguments.has(.failFast))
    }
}

/// What came of one case.
public struct CaseReport: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        case passed
        case failed
        /// An optional case does not hold.
        case warned
        /// A `check` case: the answer.
        case recorded(Bool)
        /// A case that it needs did not pass; no pass.
        case notJudged(because: String)
        /// A message about which there are notes alone.
        case noted
    }

    public let id: String
    /// Where the id stands.
    public let range: SourceRange
    public let outcome: Outcome
    /// How many expectations were weighed.
    public let expectations: Int
    public let failures: [ExpectationFailure]
    /// How many failures more there are than are kept.
    public let omitted: Int

    public init(
        id: String, range: SourceRange, outcome: Outcome, expectations: Int, failures: [ExpectationFailure] = [],
        omitted: Int = 0
    ) {
        self.id = id
        self.range = range
        self.outcome = outcome
        self.expectations = expectations
        self.failures = failures
        self.omitted = omitted
    }
}

/// One expectation that does not hold.
public struct ExpectationFailure: Sendable, Hashable {
    /// Bytes that the actual decision rests on, and what they are.
    public struct Evidence: Sendable, Hashable {
        public let range: SourceRange
        /// Such as `the lifetime comes from here`.
        public let label: String
        /// Where that is written; nil for none.
        public let citation: Citation?

        public init(_ range: SourceRange, _ label: String, _ citation: Citation?) {
            self.range = range
            self.label = label
            self.citation = citation
        }
    }

    /// One line: what is, and what was expected. Text of the fixture in it is escaped by the report.
    public let message: String
    /// The rule that decided; nil where none did.
    public let rule: ReportCode?
    /// The bytes of the expectation that do not hold.
    public let range: SourceRange
    /// By how much, such as `364d short`; may be empty.
    public let label: String
    /// The first byte of the request or response that it speaks of, and the clock there, such as `at 0s`.
    public let context: (offset: Int, clock: String)?
    public let evidence: [Evidence]
    /// The request that it is about, where the case does not say that; fit for a terminal.
    public let subject: String?
    /// Where context and evidence stand; nil where that is the file of the expectation.
    public let source: SourceFile?
    /// The timeline of the response that it speaks of; nil where there is none.
    public let timeline: Timeline?
    /// How bad it is; nil where the outcome of its case says that.
    public let level: HTTPCacheLint.Finding.Level?

    public init(
        _ message: String, because rule: Rule?, at range: SourceRange, label: String = "",
        context: (offset: Int, clock: String)? = nil, evidence: [Evidence] = [], subject: String? = nil,
        source: SourceFile? = nil, timeline: Timeline? = nil
    ) {
        self.message = message
        self.rule = rule.map { .rule($0) }
        self.range = range
        self.label = label
        self.context = context
        self.evidence = evidence
        self.subject = subject
        self.source = source
        self.timeline = timeline
        level = nil
    }

    /// What a linter found in these bytes.
    init(_ finding: HTTPCacheLint.Finding, at range: SourceRange) {
        message = finding.message
        rule = .finding(finding.code)
        self.range = range
        label = ""
        context = nil
        evidence = []
        subject = nil
        source = nil
        timeline = nil
        level = finding.level
    }

    /// The message, with the request that it is about before it.
    var headline: String { (subject.map { $0 + ": " } ?? "") + ShownBytes.text(message) }

    /// What the bytes are that a rule rests on.
    static func label(of rule: Rule) -> String {
        rule.code.hasPrefix("lifetime.") ? "the lifetime comes from here" : "decided by this"
    }

    public static func == (a: Self, b: Self) -> Bool {
        a.message == b.message && a.rule == b.rule && a.range == b.range && a.label == b.label
            && a.context?.offset == b.context?.offset && a.context?.clock == b.context?.clock
            && a.evidence == b.evidence && a.subject == b.subject && a.source?.path == b.source?.path
            && a.timeline == b.timeline && a.level == b.level
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(message)
        hasher.combine(range)
    }
}

/// The results of one fixture file.
struct FileResult: Sendable {
    let file: SourceFile
    let cases: [CaseReport]
}

/// How many of what there were.
struct CheckTally: Sendable, Hashable {
    var files = 0
    var cases = 0
    var passed = 0
    var failed = 0
    var warned = 0
    var recorded = 0
    var notJudged = 0
    var expectations = 0
    var failedExpectations = 0
    /// How many the rules were held against; nil where cases were run.
    var exchanges: Int?

    mutating func add(_ result: FileResult) {
        files += 1
        for one in result.cases {
            cases += 1
            expectations += one.expectations
            failedExpectations += one.failures.count + one.omitted
            switch one.outcome {
            case .passed, .noted: passed += 1
            case .failed: failed += 1
            case .warned: warned += 1
            case .recorded: recorded += 1
            case .notJudged: notJudged += 1
            }
        }
    }

    /// `3 cases in 1 file: 2 passed, 1 failed (1 of 9 expectations)`
    var text: String {
        let counted = ArchiveTable.counted
        var parts = ["\(passed) passed"]
        if failed > 0 {
            parts.append("\(failed) failed (\(failedExpectations) of \(counted(expectations, "expectation")))")
        }
        if warned > 0 { parts.append("\(warned) warned") }
        if recorded > 0 { parts.append("\(recorded) recorded") }
        if notJudged > 0 { parts.append("\(notJudged) not judged") }
        let what =
            exchanges.map { "\(counted(cases, "rule")) over \(counted($0, "exchange"))" }
            ?? "\(counted(cases, "case")) in \(counted(files, "file"))"
        return what + ": " + parts.joined(separator: ", ")
    }
}

/// What a report says of a run as a whole.
struct RunSummary: Sendable, Hashable {
    /// Such as `httpcache check`.
    let name: String
    /// One line.
    let counts: String
    let isGood: Bool
}

extension CheckTally {
    func summary(errors: [String]) -> RunSummary {
        RunSummary(name: "httpcache check", counts: text, isGood: failed + notJudged == 0 && errors.isEmpty)
    }
}
