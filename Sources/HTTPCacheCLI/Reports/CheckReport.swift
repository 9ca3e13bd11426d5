import HTTPCacheLint
import HTTPCacheSemantics
import HTTPTranscript

/// What came of a run, to be written in one form or another.
struct CheckReport: Sendable {
    let files: [FileResult]
    let tally: CheckTally
    /// What could not be asked, one a line: no report is to look like a pass then.
    var errors: [String] = []

    /// Standard output, reports, counts and status of a run.
    func output(_ arguments: Arguments, _ context: ToolContext, _ reports: ReportArguments) -> CommandOutput {
        let palette = Palette(arguments, context)
        let counts = arguments.has(.quiet) ? "" : tally.text + "\n"
        return CommandOutput(
            text(as: reports.format, palette, arguments), notes: errors.map { $0 + "\n" }.joined() + counts,
            reports: reports.files.map { wanted in
                CommandOutput.File(
                    path: wanted.path, text: text(as: wanted.format, palette.withoutColor, arguments))
            },
            status: errors.isEmpty ? status(failingOn: arguments[.failOn] ?? "error") : .notAsked)
    }

    private func status(failingOn level: String) -> ExitStatus {
        switch level {
        case "never": .answered
        case "warning": tally.failed + tally.notJudged + tally.warned > 0 ? .no : .answered
        default: tally.failed + tally.notJudged > 0 ? .no : .answered
        }
    }

    private func text(as format: ReportArguments.Format, _ palette: Palette, _ arguments: Arguments) -> String {
        switch format {
        case .text:
            CheckText(palette: palette, isVerbose: arguments.has(.verbose), isQuiet: arguments.has(.quiet))
                .text(of: files)
        case .json: CheckJSON.value(of: files, tally).indented() + "\n"
        case .junit: JUnitReport.text(of: files, errors)
        case .sarif: SARIFReport(findings: files.flatMap(Finding.findings), errors: errors).value.indented() + "\n"
        case .github: GitHubReport.text(of: files.flatMap(Finding.findings), errors)
        case .markdown: MarkdownReport.text(of: files, tally.summary(errors: errors), errors)
        case .tap: TAPReport.text(of: files, errors)
        case .xcode: XcodeReport.text(of: files.flatMap(Finding.findings), errors)
        case .html: CheckHTML(files: files, summary: tally.summary(errors: errors), errors: errors).page
        }
    }
}

/// Something that a report points at: what does not hold, or what is lost.
struct Finding: Sendable {
    enum Level: String, Sendable {
        case error, warning
        /// What is recorded, and neither good nor bad.
        case note
    }

    struct Place: Sendable {
        let file: SourceFile
        let range: SourceRange
        let label: String
    }

    let level: Level
    /// The code of the rule; nil where none decided.
    let code: String?
    /// The case, or the request.
    let title: String
    /// One line, fit for a terminal.
    let message: String
    /// Nil where it is about no bytes.
    let place: Place?
    let related: [Place]
    /// What makes it the same finding in another run.
    let fingerprint: String
    /// The file that a finding without a place is about.
    var input: String?
}

extension HTTPCacheLint.Finding.Level {
    var reported: Finding.Level {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .note
        }
    }
}

extension Finding {
    /// Every failure of a file, in order.
    static func findings(of result: FileResult) -> [Finding] {
        result.cases.flatMap { one -> [Finding] in
            let level: Level
            switch one.outcome {
            case .passed: return []
            case .recorded: return []
            case .failed: level = .error
            case .warned: level = .warning
            case .noted: level = .note
            case .notJudged(let reason):
                return [
                    Finding(
                        level: .error, code: nil, title: one.id,
                        message: "not judged: it needs \(ShownBytes.text(reason)), which did not pass",
                        place: Place(file: result.file, range: one.range, label: ""), related: [], fingerprint: one.id)
                ]
            }
            return one.failures.map { failure in
                let source = failure.source ?? result.file
                var claim = String(decoding: result.file.bytes(in: failure.range), as: UTF8.self)
                if failure.level != nil, let rule = failure.rule { claim = rule.code + "\n" + claim }
                return Finding(
                    level: failure.level?.reported ?? level, code: failure.rule?.code, title: one.id,
                    message: failure.headline,
                    place: Place(file: result.file, range: failure.range, label: failure.label),
                    related: failure.evidence.map { Place(file: source, range: $0.range, label: $0.label) },
                    fingerprint: one.id + "\n" + (failure.subject.map { $0 + "\n" } ?? "") + claim)
            }
        }
    }
}
