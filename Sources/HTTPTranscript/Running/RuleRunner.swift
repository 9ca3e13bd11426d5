public import HTTPCacheSemantics
import HTTPDate

/// Holds exchanges from elsewhere against the `on` blocks of a file.
///
/// Every exchange is judged by itself, as if nothing else were stored. Before the first `@` line of a block, what is
/// asked of a decision is asked at the moment of arrival; after `@ +T`, so long after it. `store`, `lifetime`, `age`
/// and `has` speak of the response, whether or not it is stored; a 304 stands for the response that it brings up to
/// date.
public struct RuleRunner: Sendable {
    /// An `on` block, ready to be held against exchanges.
    public struct Block: Sendable {
        /// The block as it was read.
        public let block: OnBlock
        /// What its settings make of the runner's policy.
        public let policy: CachePolicy
        let glob: PathGlob
        let origin: String?
    }

    /// The file of the blocks, which their ranges count in.
    public let file: SourceFile
    /// In the order of the file.
    public let blocks: [Block]
    private let lint: (@Sendable (TranscriptRunner.LintSubject) -> Set<String>)?

    /// Prepares the blocks of a file. Throws for a name that is not known, for a path that is none, and for `lint`
    /// where no linter is given. `findingCodes` are those that the linter has; nil for any.
    public init(
        _ transcript: Transcript, policy: CachePolicy = CachePolicy(.shared),
        lint: (@Sendable (TranscriptRunner.LintSubject) -> Set<String>)? = nil, findingCodes: Set<String>? = nil
    ) throws(TranscriptError) {
        file = transcript.file
        self.lint = lint
        if lint == nil { for block in transcript.onBlocks { try Self.refuseLint(block, in: transcript.file) } }
        try transcript.validate(
            isRule: { Rule(code: $0) != nil }, isFinding: { findingCodes?.contains($0) ?? true },
            isProfile: { CacheOptions.profile(named: $0) != nil })
        var blocks: [Block] = []
        for block in transcript.onBlocks {
            blocks.append(try Self.prepared(block, policy, in: transcript.file))
        }
        self.blocks = blocks
    }

    private static func refuseLint(_ block: OnBlock, in file: SourceFile) throws(TranscriptError) {
        for case .expectation(let expectation) in block.steps.map(\.action) {
            guard case .lint = expectation.subject else { continue }
            throw TranscriptError(
                "`lint` cannot be asked here: no linter is at hand", in: file, at: expectation.subjectRange.start)
        }
    }

    private static func prepared(
        _ block: OnBlock, _ policy: CachePolicy, in file: SourceFile
    ) throws(TranscriptError) -> Block {
        guard let glob = PathGlob(block.pathGlob.value) else {
            throw TranscriptError("no path of a URI", in: file, at: block.pathGlob.range.start)
        }
        var origin: String?
        if let written = block.origin {
            let text = "\(written.value.scheme.rawValue)://\(written.value.authority)/"
            guard let target = try? TargetURI(text) else {
                throw TranscriptError("no origin of a URI", in: file, at: written.range.start)
            }
            origin = target.origin
        }
        do {
            return Block(block: block, policy: try block.settings.policy(over: policy), glob: glob, origin: origin)
        } catch {
            throw TranscriptError(error.message, in: file, at: error.offset)
        }
    }

    /// What became of each expectation of a block, in order; nil where the block does not speak of the exchange.
    public func results(of block: Block, for exchange: ObservedExchange) -> [RuleResult]? {
        guard block.matches(exchange) else { return nil }
        var course = RuleCourse(file: file, policy: block.policy, exchange: exchange, lint: lint)
        var results: [RuleResult] = []
        for step in block.block.steps {
            switch step.action {
            case .clock(.afterArrival(let span)): course.time = span
            case .expectation(let expectation): results.append(course.result(of: expectation))
            case .clock, .request, .answer: break
            }
        }
        return results
    }
}

extension RuleRunner.Block {
    /// Whether method, origin, path, query and status are those that the block names.
    public func matches(_ exchange: ObservedExchange) -> Bool {
        if let method = block.method, method.value != exchange.request.method.name { return false }
        if let status = block.status, status.value != exchange.response.status.value { return false }
        if let origin, origin != exchange.request.target.origin { return false }
        return glob.matches(exchange.request.target)
    }
}

/// What became of one expectation of an `on` block for one exchange.
public struct RuleResult: Sendable {
    /// The claim.
    public let expectation: Expectation
    /// Whether it holds, `not` taken into account.
    public let holds: Bool
    /// What is the case.
    public let actual: String
    /// What was wanted.
    public let wanted: String
    /// By how much a number misses; nil otherwise.
    public let gap: String?
    /// The deciding rule; nil where there is none.
    public let rule: Rule?
    /// The rule whose bytes show best why: of what is never stored, the one that says so.
    public let shown: Rule?
    /// After arrival.
    public let time: TimeSpan
    /// Of the response, at that time; nil where the expectation holds or the response is not stored.
    public let timeline: Timeline?
}
