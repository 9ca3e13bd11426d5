import HTTPCacheLint
import HTTPTranscript

/// What was found, to be written in one form or another.
struct LintReport: Sendable {
    let inputs: [LintedInput]
    /// From which level on a message fails; what is less stands beside.
    let threshold: HTTPCacheLint.Finding.Level
    /// Whether `--fail-on never` keeps findings out of the exit status.
    let isForgiving: Bool
    /// What could not be asked, one a line: no report is to look like a pass then.
    let errors: [String]

    init(inputs: [LintedInput], _ arguments: Arguments, errors: [String]) {
        self.inputs = inputs
        self.errors = errors
        threshold = arguments[.failOn] == "warning" ? .warning : .error
        isForgiving = arguments[.failOn] == "never"
    }

    func text(
        as format: ReportArguments.Format, _ palette: Palette, isVerbose: Bool = false, isQuiet: Bool = false
    ) -> String {
        switch format {
        case .text: isQuiet ? lines(palette) : blocks(palette, isVerbose: isVerbose)
        case .json: LintJSON.value(of: self).indented() + "\n"
        case .junit: JUnitReport.text(of: files, errors, name: summary.name, failingFrom: threshold)
        case .sarif: SARIFReport(findings: findings, errors: errors).value.indented() + "\n"
        case .github: GitHubReport.text(of: findings, errors)
        case .markdown: MarkdownReport.text(of: files, summary, errors)
        case .tap: TAPReport.text(of: files, errors)
        case .xcode: XcodeReport.text(of: findings, errors)
        case .html: page.page
        }
    }

    // MARK: Counts

    /// How many findings of a level there are, those counted in that are not kept.
    func count(_ level: HTTPCacheLint.Finding.Level) -> Int {
        inputs.reduce(0) { sum, input in
            let kept = input.messages.reduce(0) { $0 + $1.entries.count { $0.finding.level == level } }
            return sum + kept + input.omitted.reduce(0) { $0 + ($1.key.level == level ? $1.value : 0) }
        }
    }

    /// Whether the exit status is 1.
    var isFailing: Bool { !isForgiving && hasFailures }

    private var hasFailures: Bool {
        HTTPCacheLint.Finding.Level.allCases.contains { $0 >= threshold && count($0) > 0 }
    }

    var exchanges: Int { inputs.reduce(0) { $0 + $1.exchanges } }

    /// `3 exchanges in 1 file: 1 error, 2 warnings`
    var counts: String {
        let parts = [("error", count(.error)), ("warning", count(.warning)), ("note", count(.note))]
            .filter { $0.1 > 0 }.map { ArchiveTable.counted($0.1, $0.0) }
        return ArchiveTable.counted(exchanges, "exchange") + " in " + ArchiveTable.counted(inputs.count, "file") + ": "
            + (parts.isEmpty ? "nothing found" : parts.joined(separator: ", "))
    }

    private var summary: RunSummary {
        RunSummary(name: "httpcache lint", counts: counts, isGood: !hasFailures && errors.isEmpty)
    }

    // MARK: Forms

    var page: CheckHTML { CheckHTML(files: files, summary: summary, errors: errors) }

    /// Exchanges as the reports on fixtures have cases.
    private var files: [FileResult] {
        inputs.map { input in
            FileResult(
                file: input.file,
                cases: input.messages.map { message in
                    CaseReport(
                        id: message.title, range: message.range, outcome: outcome(of: message),
                        expectations: message.entries.count,
                        failures: message.entries.map { ExpectationFailure($0.finding, at: $0.range) })
                })
        }
    }

    private func outcome(of message: LintedExchange) -> CaseReport.Outcome {
        guard let worst = message.entries.map(\.finding.level).max() else { return .passed }
        if worst >= threshold { return .failed }
        return worst == .note ? .noted : .warned
    }

    var findings: [Finding] { files.flatMap(Finding.findings) }

    private func blocks(_ palette: Palette, isVerbose: Bool) -> String {
        var block = TextBlock(palette)
        for input in inputs {
            for (code, count) in input.omitted.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                block.line("and \(count) more \(code.code) in \(ShownBytes.text(input.file.path))")
            }
        }
        let text = CheckText(palette: palette, isVerbose: isVerbose, isQuiet: false).text(of: files)
        let more = block.rendered()
        return text + (text.isEmpty || more.isEmpty ? "" : "\n") + more
    }

    /// `path:line:col: warning: message [code]`, one a finding, as compilers write it.
    private func lines(_ palette: Palette) -> String {
        var block = TextBlock(palette)
        for input in inputs {
            for entry in input.messages.flatMap(\.entries) {
                let finding = entry.finding
                block.line(
                    "\(SourceSnippet.location(of: entry.range.start, in: input.file)): \(finding.level.rawValue): "
                        + "\(ShownBytes.text(finding.message)) [\(finding.code.code)]")
            }
        }
        return block.rendered()
    }
}
