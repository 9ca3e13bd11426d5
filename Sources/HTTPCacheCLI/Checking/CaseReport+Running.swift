import HTTPCacheLint
import HTTPCacheSemantics
import HTTPTranscript

extension TranscriptRunner {
    /// A runner whose `lint` subjects ask this module's linter, for all kinds of caches.
    static func linting(_ settings: CheckSettings) -> TranscriptRunner {
        var runner = TranscriptRunner(policy: CachePolicy(settings.cache ?? .shared, options: settings.options))
        runner.lint = Linter(options: settings.options).codes
        runner.findingCodes = Linter.knownCodes
        return runner
    }
}

extension CaseReport {
    /// Runs the selected cases of a file over the simulated clock.
    static func running(
        _ transcript: Transcript, _ settings: CheckSettings, _ isSelected: (Case) -> Bool
    ) throws -> [CaseReport] {
        let runner = TranscriptRunner.linting(settings)
        let selected = Set(transcript.cases.filter(isSelected).map(\.id.value))
        let reports = try runner.run(transcript, where: isSelected).cases.filter { selected.contains($0.id) }
            .map(CaseReport.init)
        guard settings.stopsAtFailure, let failed = reports.firstIndex(where: { $0.outcome == .failed }) else {
            return reports
        }
        return Array(reports[...failed])
    }

    private init(_ result: CaseResult) {
        let outcome: Outcome =
            switch (result.status, result.kind) {
            case (.notJudged(let needs), _): .notJudged(because: needs)
            case (let status, .check): .recorded(status == .passed)
            case (.passed, _): .passed
            case (.failed, .required): .failed
            case (.failed, .optional): .warned
            }
        var failures = result.failures.map(ExpectationFailure.init)
        if let derailment = result.derailment {
            failures.append(ExpectationFailure(derailment.message, because: nil, at: derailment.range))
        }
        self.init(
            id: result.id, range: result.range, outcome: outcome,
            expectations: result.expectations.count + (result.derailment == nil ? 0 : 1),
            failures: failures)
    }
}

extension ExpectationFailure {
    fileprivate init(_ result: ExpectationResult) {
        let label = result.rule.map(Self.label(of:))
        self.init(
            "\(result.actual), expected \(result.wanted)", because: result.rule, at: result.expectation.subjectRange,
            label: result.gap ?? "",
            context: result.request.map {
                ($0.start, "at \(DurationText.clock(microseconds: result.requestTime.microseconds))")
            },
            evidence: result.evidence.map { Evidence($0, label ?? "", result.rule?.citation) },
            timeline: result.timeline)
    }
}
