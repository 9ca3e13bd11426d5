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
        let target = try InputKindArgument.target(arguments)
        let only = try Self.only(arguments)
        let reports = try ReportArguments(arguments)
        guard let operand = arguments.operands.first ?? (context.isInputTerminal ? nil : "-") else {
            return CommandOutput("", notes: HelpText.short(.explain), status: .notAsked)
        }
        var error: HARError?
        let file: SourceFile
        let exchanges: [ReadExchange]
        switch try OpenedInput(operand, from: arguments[.from], context) {
        case .archive(var reader):
            if target != nil { throw ToolError("--url: a HAR names the target of each request itself") }
            (exchanges, file, error) = try entries(of: &reader, only: only)
        case .file(let input):
            file = input
            exchanges = try self.exchanges(in: file, target: target, only: only)
        }
        if exchanges.count > 1, clock.namesExchange {
            throw ToolError("--sent and --received speak of one exchange, and there are \(exchanges.count): see --only")
        }
        let report = try ExplainReport(exchanges, in: file, caches, options, clock)
        let palette = Palette(arguments, context)
        return CommandOutput(
            text(of: report, as: reports.format, palette), notes: error.map { Tool.shown($0) + "\n" } ?? "",
            reports: reports.files.map { wanted in
                CommandOutput.File(path: wanted.path, text: text(of: report, as: wanted.format, palette.withoutColor))
            }, status: error == nil ? .answered : .notAsked)
    }

    private func text(of report: ExplainReport, as format: ReportArguments.Format, _ palette: Palette) -> String {
        switch format {
        case .text: report.text(palette, isQuiet: arguments.has(.quiet), isVerbose: arguments.has(.verbose))
        case .json: report.json.indented() + "\n"
        case .html: report.page
        case .markdown: report.markdown
        case .junit, .sarif, .github, .tap, .xcode: ""
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

    /// The number that `--only` names; nil without it.
    static func only(_ arguments: Arguments) throws(ToolError) -> Int? {
        guard let text = arguments[.only] else { return nil }
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text), number > 0 else {
            throw ToolError("--only: \(ShownBytes.quoted(text)) is no number from 1 on")
        }
        return number
    }

    /// The entries that have an exchange, or the one that `--only` names.
    private func entries(
        of reader: inout HARReader, only: Int?
    ) throws -> ([ReadExchange], SourceFile, HARError?) {
        var heads = HARHeads(path: reader.path)
        var found: [(HAREntry, ObservedExchange, HARHeads.Messages)] = []
        var count = 0
        let error = try reader.forEach(keepsGoing: arguments.has(.keepGoing)) { entry, reader in
            count = entry.number
            guard only == nil || only == entry.number else { return true }
            if let exchange = entry.exchange, let messages = try reader.writeHeads(to: &heads) {
                found.append((entry, exchange, messages))
            }
            return only == nil
        }
        if let only, only > count { throw ToolError("--only: there is no exchange \(only), only \(count)") }
        if found.isEmpty, error == nil {
            let which = only.map { "exchange \($0) has" } ?? "\(ShownBytes.text(reader.path)) has"
            throw ToolError("\(which) no response to explain")
        }
        let file = heads.file
        return (found.map { ReadExchange($0.0, $0.1, $0.2, in: file) }, file, error)
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
        let named = try InputKindArgument.kind(arguments)
        let kind = try named ?? InputKind.detect(file)
        switch kind {
        case .fixture:
            throw TranscriptError(
                "this reads as a fixture: check takes those, explain takes what curl -sv or curl -i prints", in: file,
                at: 0)
        case .har, .verbose, .response, .exchange: return named
        }
    }
}
