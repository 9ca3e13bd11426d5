import HTTPCacheLint
import HTTPCacheSemantics
import HTTPTranscript

/// Holds exchanges against the `on` blocks of one file, one after the other, and keeps what came of it.
struct RuleCheck {
    let runner: RuleRunner
    private let isSelected: [Bool]
    private let keepsMarks: Bool
    private(set) var tallies: [Tally]

    /// Of one block.
    struct Tally {
        /// Exchanges that it speaks of.
        var exchanges = 0
        var expectations = 0
        var failures: [ExpectationFailure] = []
        /// Failures beyond ``RuleCheck/maximumFailures``.
        var omitted = 0
        /// For the matrix.
        var marks: [(exchange: String, holds: Bool)] = []
    }

    /// How many failures of a block are kept, so that a report over a large archive stays one.
    static let maximumFailures = 20

    init(
        _ transcript: Transcript, _ policy: CachePolicy, keepsMarks: Bool, where isSelected: (OnBlock) -> Bool
    ) throws(TranscriptError) {
        runner = try RuleRunner(
            transcript, policy: policy, lint: Linter(options: policy.options).codes, findingCodes: Linter.knownCodes)
        self.isSelected = runner.blocks.map { isSelected($0.block) }
        self.keepsMarks = keepsMarks
        tallies = runner.blocks.map { _ in Tally() }
    }

    var file: SourceFile { runner.file }

    /// Judges one exchange by every block; false as soon as one fails and `stopsAtFailure` is set.
    ///
    /// `read` finds the messages in the input; it is only asked where something fails, or for the matrix.
    mutating func take(
        _ exchange: ObservedExchange, stopsAtFailure: Bool, _ read: () throws -> (ReadExchange, SourceFile)?
    ) throws -> Bool {
        for (index, block) in runner.blocks.enumerated() where isSelected[index] {
            guard let results = runner.results(of: block, for: exchange) else { continue }
            tallies[index].exchanges += 1
            tallies[index].expectations += results.count
            let failures = results.filter { !$0.holds }
            if keepsMarks, let (messages, file) = try read() {
                let place = SourceSnippet.location(of: messages.start, in: file)
                tallies[index].marks.append(("\(place): \(messages.title)", failures.isEmpty))
            }
            if failures.isEmpty { continue }
            if tallies[index].failures.count >= Self.maximumFailures {
                tallies[index].omitted += failures.count
            } else if let (messages, file) = try read() {
                tallies[index].failures += failures.map { failure($0, block, messages, file) }
            }
            if stopsAtFailure, block.block.settings.kind?.value ?? .required == .required { return false }
        }
        return true
    }

    private func failure(
        _ result: RuleResult, _ block: RuleRunner.Block, _ exchange: ReadExchange, _ file: SourceFile
    ) -> ExpectationFailure {
        let places = FieldPlaces(file: file, exchanges: [exchange])
        let evidence = result.shown.map { rule in
            places.places(
                for: rule, block.policy, response: exchange.response, storedRequest: exchange.request,
                request: exchange.request
            ).map { place in
                ExpectationFailure.Evidence(
                    place.range, ExpectationFailure.label(of: rule), rule.citation)
            }
        }
        let clock = DurationText.clock(microseconds: result.time.microseconds)
        return ExpectationFailure(
            "\(result.actual), expected \(result.wanted)", because: result.rule,
            at: result.expectation.subjectRange, label: result.gap ?? "",
            context: (exchange.start, result.time.microseconds == 0 ? "at arrival" : "\(clock) after arrival"),
            evidence: evidence ?? [], subject: exchange.title, source: file, timeline: result.timeline)
    }

    /// What came of every block that is selected; those that speak of no exchange are left out.
    var reports: [CaseReport] {
        zip(runner.blocks, tallies).enumerated().compactMap { index, pair in
            let (block, tally) = pair
            guard isSelected[index], tally.exchanges > 0 else { return nil }
            let holds = tally.failures.isEmpty
            let outcome: CaseReport.Outcome =
                switch block.block.settings.kind?.value ?? .required {
                case .check: .recorded(holds)
                case .required: holds ? .passed : .failed
                case .optional: holds ? .passed : .warned
                }
            return CaseReport(
                id: block.block.id.value, range: block.block.id.range, outcome: outcome,
                expectations: tally.expectations, failures: tally.failures, omitted: tally.omitted)
        }
    }

    /// One line for each selected block that speaks of no exchange.
    var unmatched: [TranscriptError] {
        zip(runner.blocks, tallies).enumerated().compactMap { index, pair in
            guard isSelected[index], pair.1.exchanges == 0 else { return nil }
            return TranscriptError(
                "this `on` block matches no exchange of what was given", in: file, at: pair.0.block.id.range.start)
        }
    }
}
