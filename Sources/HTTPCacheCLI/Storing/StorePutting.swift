import DiskStore
import HTTPCacheSemantics
import HTTPTranscript

/// `httpcache store put DIR [FILE | -]`: stores what the policy allows of the exchanges in an input.
struct StorePutting {
    /// The largest body that `--body-from` reads, in bytes.
    private static let maximumBody = 1 << 30

    let arguments: Arguments
    let context: ToolContext

    init(_ arguments: Arguments, _ context: ToolContext) {
        self.arguments = arguments
        self.context = context
    }

    /// Prints the key of each response when it is committed; status 1 where one may not be stored.
    func run(_ path: String, _ operands: [String]) throws -> CommandOutput {
        try StoreCommand.refuse(operands, beyond: 1)
        let options = try PolicyArguments.options(arguments)
        let clock = try ClockArguments(arguments, now: context.now())
        guard let operand = operands.first ?? (context.isInputTerminal ? nil : "-") else {
            return CommandOutput("", notes: HelpText.short(.store), status: .notAsked)
        }
        let target = try InputKindArgument.target(arguments)
        guard case .file(let file) = try OpenedInput(operand, from: nil, context) else {
            throw ToolError("\(ShownBytes.text(operand)): put does not read a HAR; take one exchange from it")
        }
        let exchanges = try ExchangeReader(Capture.read(file), target: target).read()
        if let unknown = exchanges.first(where: { !$0.isTargetKnown }) {
            throw TranscriptError("no request names the target: see --url", in: file, at: unknown.start)
        }
        if arguments[.bodyFrom] != nil, exchanges.count > 1 {
            throw ToolError("--body-from is the body of one exchange, and there are \(exchanges.count)")
        }
        let policy = CachePolicy(arguments[.cache] == "private" ? .private : .shared, options: options)
        let store = try DiskStore(at: path, options: DiskStore.Options(capacity: .max))
        defer { store.close() }
        var notes = ""
        for exchange in exchanges {
            let body = try body(of: exchange, in: file)
            let times = try clock.clock(of: exchange)
            let verdict = try store.store(
                exchange.response, to: exchange.request, body: body.span, requestTime: times.sent,
                responseTime: times.received, isComplete: exchange.content.isComplete, under: policy)
            if verdict.decision == .store {
                let stored = policy.stored(
                    exchange.response, to: exchange.request, requestTime: times.sent, responseTime: times.received,
                    content: exchange.content)
                let key = StoreKey(ResponseKey(CacheKey(for: exchange.request)), VariantID(of: stored))
                try context.writeOutput(Array("\(key.name.text)  \(exchange.request.target)\n".utf8))
            } else {
                notes +=
                    "not stored: \(exchange.request.target): \(verdict.deciding.summary) "
                    + "(\(verdict.deciding.code), \(verdict.deciding.citation))\n"
            }
        }
        return CommandOutput("", notes: notes, status: notes.isEmpty ? .answered : .no)
    }

    private func body(of exchange: ReadExchange, in file: SourceFile) throws -> [UInt8] {
        if let path = arguments[.bodyFrom] {
            let bytes = try FileAccess.read(path, limit: Self.maximumBody + 1)
            guard bytes.count <= Self.maximumBody else {
                throw ToolError("--body-from: \(ShownBytes.text(path)) is longer than \(Self.maximumBody) bytes")
            }
            return bytes
        }
        return exchange.responseMessage.raw.content.expand(in: file, at: Instant(Settings.defaultClock)).bytes
    }
}
