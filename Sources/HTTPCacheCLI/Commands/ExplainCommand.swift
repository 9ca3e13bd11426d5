import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript

/// `httpcache explain`: what a cache does with a message, and why.
struct ExplainCommand {
    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        if arguments.operands.count > 1 {
            throw ToolError("one input at a time, not also \(ShownBytes.quoted(arguments.operands[1]))")
        }
        let options = try PolicyArguments.options(arguments)
        let clock = try ClockArguments(arguments, now: context.now())
        let target = try targetArgument()
        let only = try onlyArgument()
        let reports = try ReportArguments(arguments)
        guard let file = try InputReader(context: context).read(arguments.operands.first) else {
            return CommandOutput("", notes: HelpText.short(.explain), status: .notAsked)
        }
        let exchanges = try exchanges(in: file, target: target, only: only)
        if exchanges.count > 1, clock.namesExchange {
            throw ToolError("--sent and --received speak of one exchange, and there are \(exchanges.count): see --only")
        }
        let report = try ExplainReport(exchanges, in: file, caches, options, clock)
        let palette = Palette(arguments, context)
        return CommandOutput(
            text(of: report, as: reports.format, palette),
            reports: reports.files.map { wanted in
                CommandOutput.File(path: wanted.path, text: text(of: report, as: wanted.format, palette.withoutColor))
            })
    }

    private func text(of report: ExplainReport, as format: ReportArguments.Format, _ palette: Palette) -> String {
        switch format {
        case .text: report.text(palette, isQuiet: arguments.has(.quiet), isVerbose: arguments.has(.verbose))
        case .json: report.json.indented() + "\n"
        }
    }

    /// The caches to explain, the one whose report comes first in front.
    private var caches: [CachePolicy.CacheKind] {
        switch arguments[.cache] {
        case "shared": [.shared]
        case "private": [.private]
        case "both": [.shared, .private]
        // A browser's cache is a private one, and SDURLCache one for a single application.
        default: ["browser", "sdurlcache"].contains(arguments[.profile]) ? [.private] : [.shared, .private]
        }
    }

    private func targetArgument() throws(ToolError) -> TargetURI? {
        guard let text = arguments[.url] else { return nil }
        do {
            return try TargetURI(text)
        } catch {
            throw ToolError("--url: \(ShownBytes.quoted(text)) is no URL: \(error)")
        }
    }

    private func onlyArgument() throws(ToolError) -> Int? {
        guard let text = arguments[.only] else { return nil }
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text), number > 0 else {
            throw ToolError("--only: \(ShownBytes.quoted(text)) is no number from 1 on")
        }
        return number
    }

    private func exchanges(in file: SourceFile, target: TargetURI?, only: Int?) throws -> [ReadExchange] {
        let capture = try Capture.read(file, as: try kind(of: file))
        if target != nil, only == nil, capture.exchanges.count(where: { $0.request != nil }) > 1 {
            throw ToolError("--url names one target, and there are several requests: see --only")
        }
        let all = try ExchangeReader(capture, target: target).read()
        guard let only else { return all }
        guard only <= capture.exchanges.count else {
            throw ToolError("--only: there is no exchange \(only), only \(capture.exchanges.count)")
        }
        let selected = all.filter { $0.number == only }
        if selected.isEmpty { throw ToolError("--only: exchange \(only) has no final response to explain") }
        return selected
    }

    /// What `--from` says; nil for what the first bytes tell.
    private func kind(of file: SourceFile) throws -> InputKind? {
        let kinds: [String: InputKind] = [
            "transcript": .verbose, "response": .response, "exchange": .exchange, "har": .har,
        ]
        let named = arguments[.from].flatMap { kinds[$0] }
        let kind = try named ?? InputKind.detect(file)
        switch kind {
        case .fixture:
            throw TranscriptError(
                "this reads as a fixture: check takes those, explain takes what curl -sv or curl -i prints", in: file,
                at: 0)
        case .har:
            throw TranscriptError("explain does not read HAR; take one exchange from it", in: file, at: 0)
        case .verbose, .response, .exchange: return named
        }
    }
}
