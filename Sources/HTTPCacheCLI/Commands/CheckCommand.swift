import HTTPCacheSemantics
import HTTPTranscript

/// `httpcache check`: collects fixtures, has them run, and reports.
///
/// A file that cannot be read does not keep the others from being run; the exit status is 2 then.
struct CheckCommand {
    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        if arguments.has(.record) { return try RecordCommand(arguments, context).run() }
        if arguments.has(.rules) { return try RuleCheckCommand(arguments, context).run() }
        if arguments.isNamed(.url) || arguments.isNamed(.from) {
            throw ToolError("--url and --from speak of captures and HARs: see --rules and --record")
        }
        let settings = try CheckSettings(arguments)
        let reports = try ReportArguments(arguments)
        let operands = arguments.operands.isEmpty && !context.isInputTerminal ? ["-"] : arguments.operands
        guard !operands.isEmpty else { return CommandOutput("", notes: HelpText.short(.check), status: .notAsked) }
        var errors: [String] = []
        var transcripts: [Transcript] = []
        for path in try FixtureFiles.collect(operands) {
            do {
                transcripts.append(try Transcript.read(file(path)))
            } catch let error as TranscriptError {
                errors.append(Tool.shown(error))
            }
        }
        let selected = transcripts.reduce(0) { $0 + $1.cases.count(where: isSelected) }
        if selected == 0, errors.isEmpty { throw ToolError("no case\(filterWords) in what was named") }
        if arguments.has(.list) {
            return CommandOutput(
                list(transcripts), notes: errors.map { $0 + "\n" }.joined(),
                status: errors.isEmpty ? .answered : .notAsked)
        }
        if arguments.has(.matrix) {
            return try MatrixReport(transcripts, settings, isSelected).output(arguments, context, errors)
        }
        return try report(transcripts, settings, reports, errors)
    }

    private func file(_ path: String) throws -> SourceFile {
        let limit = SourceFile.maximumTextSize + 1
        if path == "-" { return SourceFile(path: StandardInput.name, bytes: try context.readInput(limit)) }
        return SourceFile(path: path, bytes: try FileAccess.read(path, limit: limit))
    }

    private func report(
        _ transcripts: [Transcript], _ settings: CheckSettings, _ reports: ReportArguments, _ earlier: [String]
    ) throws -> CommandOutput {
        var errors = earlier
        var results: [FileResult] = []
        var tally = CheckTally()
        for transcript in transcripts where transcript.cases.contains(where: isSelected) {
            do {
                let result = FileResult(
                    file: transcript.file, cases: try CaseReport.running(transcript, settings, isSelected))
                results.append(result)
                tally.add(result)
                if settings.stopsAtFailure, tally.failed > 0 { break }
            } catch let error as TranscriptError {
                errors.append(Tool.shown(error))
            }
        }
        return CheckReport(files: results, tally: tally, errors: errors).output(arguments, context, reports)
    }

    private func isSelected(_ one: Case) -> Bool {
        guard let text = arguments[.filter] else { return true }
        return one.id.value.contains(text)
    }

    private var filterWords: String {
        arguments[.filter].map { " whose id contains \(ShownBytes.quoted($0))" } ?? ""
    }

    private func list(_ transcripts: [Transcript]) -> String {
        transcripts.map { transcript in
            transcript.cases.filter(isSelected).map { one in
                let line = transcript.file.position(of: one.id.range.start).line
                return "\(ShownBytes.text(transcript.file.path)):\(line): \(ShownBytes.text(one.id.value))\n"
            }.joined()
        }.joined()
    }
}
