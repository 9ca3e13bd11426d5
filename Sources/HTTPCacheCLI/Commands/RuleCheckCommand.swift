import HTTPCacheSemantics
import HTTPTranscript

/// `httpcache check --rules`: holds HARs, captures and fixtures against the `on` blocks of rule files.
struct RuleCheckCommand {
    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        let settings = try CheckSettings(arguments)
        let reports = try ReportArguments(arguments)
        var checks = try arguments.all(.rules).map { try check($0, settings) }
        if arguments.has(.list) { return list(checks) }
        let operands = arguments.operands.isEmpty && !context.isInputTerminal ? ["-"] : arguments.operands
        guard !operands.isEmpty else { return CommandOutput("", notes: HelpText.short(.check), status: .notAsked) }
        var errors: [String] = []
        var exchanges = 0
        var goesOn = true
        for operand in operands where goesOn {
            let exchangesBefore = exchanges
            let error = try forEachExchange(of: operand) { exchange, read in
                exchanges += 1
                for index in checks.indices where goesOn {
                    goesOn = try checks[index].take(exchange, stopsAtFailure: settings.stopsAtFailure, read)
                }
                return goesOn
            }
            if let error {
                errors.append(Tool.shown(error))
            } else if exchanges == exchangesBefore {
                errors.append("\(ShownBytes.text(operand)): error: no exchange in this input")
            }
        }
        if goesOn { errors += checks.flatMap(\.unmatched).map { Tool.shown($0) } }
        if arguments.has(.matrix) {
            return try RuleMatrix(checks: checks, isSelected: isSelected).output(arguments, context, errors)
        }
        var tally = CheckTally()
        tally.exchanges = exchanges
        let files = checks.map { FileResult(file: $0.file, cases: $0.reports) }
        for file in files { tally.add(file) }
        return CheckReport(files: files, tally: tally, errors: errors).output(arguments, context, reports)
    }

    private func check(_ path: String, _ settings: CheckSettings) throws -> RuleCheck {
        let bytes = try FileAccess.read(path, limit: SourceFile.maximumTextSize + 1)
        let transcript = try Transcript.read(SourceFile(path: path, bytes: bytes))
        let blocks = transcript.onBlocks.filter(isSelected)
        if blocks.isEmpty {
            let words = arguments[.filter].map { " whose text contains \(ShownBytes.quoted($0))" } ?? ""
            throw ToolError("\(ShownBytes.text(path)): no `on` block\(words)")
        }
        return try RuleCheck(
            transcript, CachePolicy(settings.cache ?? .shared, options: settings.options),
            keepsMarks: arguments.has(.matrix), where: isSelected)
    }

    private func isSelected(_ block: OnBlock) -> Bool {
        arguments[.filter].map { block.id.value.contains($0) } ?? true
    }

    private func list(_ checks: [RuleCheck]) -> CommandOutput {
        let lines = checks.flatMap { check in
            check.runner.blocks.map(\.block).filter(isSelected).map { block in
                let line = check.file.position(of: block.id.range.start).line
                return "\(ShownBytes.text(check.file.path)):\(line): on \(ShownBytes.text(block.id.value))\n"
            }
        }
        return CommandOutput(lines.joined())
    }

    // MARK: Inputs

    private typealias Read = () throws -> (ReadExchange, SourceFile)?

    /// Hands on every exchange of an input; returns the error after which only what stands before it was handed on.
    private func forEachExchange(
        of operand: String, _ body: (ObservedExchange, Read) throws -> Bool
    ) throws -> HARError? {
        switch try OpenedInput(operand, from: arguments[.from], context) {
        case .archive(var archive):
            return try archive.forEach(keepsGoing: arguments.has(.keepGoing)) { entry, reader in
                guard let exchange = entry.exchange else { return true }
                return try body(exchange) {
                    var heads = HARHeads(path: reader.path)
                    guard let messages = try reader.writeHeads(to: &heads) else { return nil }
                    let file = heads.file
                    return (ReadExchange(entry, exchange, messages, in: file), file)
                }
            }
        case .file(let file):
            for exchange in try exchanges(in: file) {
                if try !body(exchange.observed, { (exchange, file) }) { break }
            }
            return nil
        }
    }

    private func exchanges(in file: SourceFile) throws -> [ReadExchange] {
        let named = try InputKindArgument.kind(arguments)
        if try named ?? InputKind.detect(file) == .fixture {
            return try FixtureExchangeReader(transcript: try Transcript.read(file)).read()
        }
        let target = try InputKindArgument.target(arguments)
        return try ExchangeReader(try Capture.read(file, as: named), target: target).read()
    }
}

/// `--from` and `--url`.
enum InputKindArgument {
    /// The kind of capture that `--from` names; nil for what the first bytes tell.
    static func kind(_ arguments: Arguments) throws -> InputKind? {
        let kinds: [String: InputKind] = [
            "transcript": .verbose, "response": .response, "exchange": .exchange, "har": .har,
        ]
        return arguments[.from].flatMap { kinds[$0] }
    }

    static func target(_ arguments: Arguments) throws(ToolError) -> TargetURI? {
        guard let text = arguments[.url] else { return nil }
        do {
            return try TargetURI(text)
        } catch {
            throw ToolError("--url: \(ShownBytes.quoted(text)) is no URL: \(error)")
        }
    }
}
