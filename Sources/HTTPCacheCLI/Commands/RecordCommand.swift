import HTTPDate
import HTTPTranscript

/// `httpcache check --record`: writes a capture's messages as a case.
///
/// What a cache should do is for a person to say: where expectations belong there are `# TODO` lines, so that no answer
/// of this tool becomes its own expectation.
struct RecordCommand {
    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    func run() throws -> CommandOutput {
        for name in [Option.Name.rules, .matrix, .list, .filter, .failFast, .report, .format]
        where arguments.isNamed(name) {
            throw ToolError("--record writes a case and runs none; it goes without --\(name.rawValue)")
        }
        if arguments.operands.count > 1 {
            throw ToolError("one capture at a time, not also \(ShownBytes.quoted(arguments.operands[1]))")
        }
        guard let operand = arguments.operands.first ?? (context.isInputTerminal ? nil : "-") else {
            return CommandOutput("", notes: HelpText.short(.check), status: .notAsked)
        }
        switch try OpenedInput(operand, from: arguments[.from], context) {
        case .archive(var reader):
            var heads = HARHeads(path: reader.path)
            var entries: [(HAREntry, ObservedExchange, HARHeads.Messages)] = []
            let error = try reader.forEach(keepsGoing: arguments.has(.keepGoing)) { entry, reader in
                if let exchange = entry.exchange, let messages = try reader.writeHeads(to: &heads) {
                    entries.append((entry, exchange, messages))
                }
                return true
            }
            let file = heads.file
            let exchanges = entries.map { ReadExchange($0.0, $0.1, $0.2, in: file) }
            return try output(exchanges, in: file, errors: error.map { Tool.shown($0) + "\n" } ?? "")
        case .file(let file):
            let named = try InputKindArgument.kind(arguments)
            if try named ?? InputKind.detect(file) == .fixture {
                throw TranscriptError("this is a fixture already; --record takes a capture", in: file, at: 0)
            }
            let capture = try Capture.read(file, as: named)
            let exchanges = try ExchangeReader(capture, target: InputKindArgument.target(arguments)).read()
            return try output(exchanges, in: file, errors: "")
        }
    }

    private func output(_ exchanges: [ReadExchange], in file: SourceFile, errors: String) throws -> CommandOutput {
        if exchanges.isEmpty { throw ToolError("\(ShownBytes.text(file.path)): no exchange in this input") }
        if let unknown = exchanges.first(where: { !$0.isTargetKnown }) {
            throw TranscriptError(
                "the request is not in this input: name its target with --url", in: file, at: unknown.start)
        }
        let recording = Recording(exchanges: exchanges, file: file)
        return CommandOutput(recording.text, notes: errors, status: errors.isEmpty ? .answered : .notAsked)
    }
}
