import HTTPCacheSemantics
import HTTPTranscript

/// The tool: start here. Arguments in, exit status out; all else comes with the context.
public enum Tool {
    public static let version = "0.1.0"

    /// Runs one command.
    ///
    /// What answers the question goes to standard output at once and whole; counts and errors go to standard error.
    /// A closed pipe ends quietly with ``ExitStatus/answered``.
    public static func run(_ arguments: [String], in context: ToolContext) -> ExitStatus {
        let command = arguments.first.flatMap(Command.init(rawValue:))
        let name = command.map { "httpcache \($0.rawValue)" } ?? "httpcache"
        let context = command == .proxy ? context.withNotesInTime() : context
        do {
            let output = try output(of: arguments, command, context)
            return try deliver(output, context)
        } catch let error as FileError where error.isClosedPipe && error.path.isEmpty {
            return .answered
        } catch {
            // A closed standard error leaves the status to speak for itself.
            try? context.writeErrors(Array((line(for: error, name: name) + "\n").utf8))
            return .notAsked
        }
    }

    private static func output(
        of arguments: [String], _ command: Command?, _ context: ToolContext
    ) throws -> CommandOutput {
        guard let command else { return try general(arguments) }
        var parsed = try ArgumentParser.parse(Array(arguments.dropFirst()), for: command)
        if parsed.has(.shortHelp) { return CommandOutput(HelpText.short(command)) }
        if parsed.has(.help) { return CommandOutput(HelpText.long(command)) }
        if parsed.has(.version) { return CommandOutput(versionLine) }
        if OptionTable.options(of: command).contains(where: { $0.name == .noConfig }) {
            parsed = try ConfigurationFile.applied(to: parsed, context)
        }
        switch command {
        case .explain: return try ExplainCommand(parsed, context).run()
        case .check: return try CheckCommand(parsed, context).run()
        case .har: return try ArchiveCommand(parsed, context).run()
        case .lint: return try LintCommand(parsed, context).run()
        case .decide: return try DecideCommand.run(parsed, context)
        case .date: return try DateCommand(parsed, context).run()
        case .store: return try StoreCommand(parsed, context).run()
        case .completions: return try CompletionsCommand(parsed, context).run()
        case .rule: return try RuleCommand(parsed, context).run()
        case .proxy: return try ProxyCommand(parsed, context).run()
        case .fetch: return try FetchCommand(parsed, context).run()
        }
    }

    private static var versionLine: String { "httpcache \(version)\n" }

    /// What stands in the place of a command.
    private static func general(_ arguments: [String]) throws -> CommandOutput {
        guard let word = arguments.first else {
            return CommandOutput("", notes: HelpText.general, status: .notAsked)
        }
        switch word {
        case "-h": return CommandOutput(HelpText.general)
        case "--help": return CommandOutput(HelpText.generalLong)
        case "-V", "--version": return CommandOutput(versionLine)
        case _ where word.hasPrefix("-"):
            throw ToolError("unknown option \(ShownBytes.text(word)); a command comes first: httpcache -h names them")
        default:
            throw ToolError(
                "unknown command \(ShownBytes.quoted(word))"
                    + NearName.suggestion(for: word, among: Command.allCases.map(\.rawValue)))
        }
    }

    private static func deliver(_ output: CommandOutput, _ context: ToolContext) throws -> ExitStatus {
        // A reader of standard output that goes away must not take the reports with it.
        for report in output.reports { try FileAccess.replace(report.path, with: Array(report.text.utf8)) }
        if !output.text.isEmpty { try context.writeOutput(Array(output.text.utf8)) }
        if !output.notes.isEmpty { try? context.writeErrors(Array(output.notes.utf8)) }
        return output.status
    }

    /// What goes to standard error.
    static func line(for error: any Error, name: String) -> String {
        switch error {
        case let error as ToolError: return error.isComplete ? error.message : "\(name): \(error.message)"
        case let error as FileError:
            let path = error.path.isEmpty ? "standard stream" : ShownBytes.text(error.path)
            return "\(name): \(path): \(error.reason)"
        case let error as TranscriptError: return shown(error)
        case let error as HARError: return shown(error)
        default: return "\(name): \(error)"
        }
    }

    /// `path:line:column: error: $.json.path, byte N: message`, fit for a terminal.
    static func shown(_ error: HARError) -> String { ShownBytes.text(error.description) }

    /// `path:line:column: error: message`, fit for a terminal.
    static func shown(_ error: TranscriptError) -> String {
        "\(ShownBytes.text(error.path)):\(error.line):\(error.column): error: \(error.message)"
    }
}

/// What a command has to say.
struct CommandOutput: Sendable {
    struct File: Sendable {
        let path: String
        let text: String
    }

    /// For standard output.
    var text: String
    /// For standard error.
    var notes = ""
    var reports: [File] = []
    var status = ExitStatus.answered

    init(_ text: String, notes: String = "", reports: [File] = [], status: ExitStatus = .answered) {
        self.text = text
        self.notes = notes
        self.reports = reports
        self.status = status
    }
}
