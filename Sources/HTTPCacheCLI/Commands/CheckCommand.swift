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
        let settings = try settings()
        let reports = try ReportArguments(arguments)
        guard !arguments.operands.isEmpty else {
            return CommandOutput("", notes: HelpText.short(.check), status: .notAsked)
        }
        var notes = ""
        var transcripts: [Transcript] = []
        for path in try FixtureFiles.collect(arguments.operands) {
            do {
                let bytes = try FileAccess.read(path, limit: SourceFile.maximumTextSize + 1)
                transcripts.append(try Transcript.read(SourceFile(path: path, bytes: bytes)))
            } catch let error as TranscriptError {
                notes += Tool.shown(error) + "\n"
            }
        }
        let selected = transcripts.reduce(0) { $0 + $1.cases.count(where: isSelected) }
        if selected == 0, notes.isEmpty { throw ToolError("no case\(filterWords) in what was named") }
        if arguments.has(.list) {
            return CommandOutput(list(transcripts), notes: notes, status: notes.isEmpty ? .answered : .notAsked)
        }
        return try report(transcripts, settings, reports, notes)
    }

    private func report(
        _ transcripts: [Transcript], _ settings: CheckSettings, _ reports: ReportArguments, _ errors: String
    ) throws -> CommandOutput {
        var notes = errors
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
                notes += Tool.shown(error) + "\n"
            }
        }
        let hasErrors = !notes.isEmpty
        if !arguments.has(.quiet) { notes += tally.text + "\n" }
        let palette = Palette(arguments, context)
        let status: ExitStatus = hasErrors ? .notAsked : tally.failed + tally.notJudged > 0 ? .no : .answered
        return CommandOutput(
            text(of: results, tally, as: reports.format, palette), notes: notes,
            reports: reports.files.map { wanted in
                CommandOutput.File(
                    path: wanted.path, text: text(of: results, tally, as: wanted.format, palette.withoutColor))
            },
            status: status)
    }

    private func text(
        of results: [FileResult], _ tally: CheckTally, as format: ReportArguments.Format, _ palette: Palette
    ) -> String {
        switch format {
        case .text:
            CheckText(palette: palette, isVerbose: arguments.has(.verbose), isQuiet: arguments.has(.quiet))
                .text(of: results)
        case .json: CheckJSON.value(of: results, tally).indented() + "\n"
        default: ""
        }
    }

    private func settings() throws(ToolError) -> CheckSettings {
        let kind: CachePolicy.CacheKind?
        switch arguments[.cache] {
        case "both": throw ToolError("--cache both is for explain; check runs a case for one kind of cache")
        case let word?: kind = CachePolicy.CacheKind(rawValue: word)
        case nil: kind = nil
        }
        return CheckSettings(
            cache: kind, options: try PolicyArguments.options(arguments), stopsAtFailure: arguments.has(.failFast))
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
