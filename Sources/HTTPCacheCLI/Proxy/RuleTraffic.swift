import HTTPCacheProxy
import HTTPCacheSemantics
import HTTPTranscript

/// Holds what passes against the `on` blocks of rule files, as `check --rules` holds a HAR of it.
///
/// What is judged is what the client sent and got; answers of the proxy's own are no traffic of the origin's and are
/// left out.
struct RuleTraffic {
    private var checks: [RuleCheck]
    private var exchanges = 0

    /// Nil without `--rules`.
    init?(_ arguments: Arguments, _ policy: CachePolicy) throws {
        guard arguments.has(.rules) else { return nil }
        checks = try arguments.all(.rules).map { path in
            let bytes = try FileAccess.read(path, limit: SourceFile.maximumTextSize + 1)
            let transcript = try Transcript.read(SourceFile(path: path, bytes: bytes))
            guard !transcript.onBlocks.isEmpty else { throw ToolError("\(ShownBytes.text(path)): no `on` block") }
            return try RuleCheck(transcript, policy, keepsMarks: false) { _ in true }
        }
    }

    mutating func take(_ exchange: ProxiedExchange) throws {
        guard let target = exchange.target, exchange.verdict != nil else { return }
        exchanges += 1
        let number = exchanges
        let observed = ObservedExchange(
            request: RequestHead(method: exchange.method, target: target, fields: exchange.requestFields),
            response: ResponseHead(status: exchange.status, fields: exchange.responseFields),
            requestTime: exchange.requestTime, responseTime: exchange.responseTime)
        for index in checks.indices {
            _ = try checks[index].take(observed, stopsAtFailure: false) {
                try Self.messages(exchange, target, number)
            }
        }
    }

    func output(_ arguments: Arguments, _ context: ToolContext, _ reports: ReportArguments) -> CommandOutput {
        var tally = CheckTally()
        tally.exchanges = exchanges
        let files = checks.map { FileResult(file: $0.file, cases: $0.reports) }
        for file in files { tally.add(file) }
        let errors = checks.flatMap(\.unmatched).map { Tool.shown($0) }
        var output = CheckReport(files: files, tally: tally, errors: errors).output(arguments, context, reports)
        // One line after those of the exchanges.
        if reports.format == .json { output.text = CheckJSON.value(of: files, tally).compact() + "\n" }
        return output
    }

    /// The heads in the form of `curl -v`, for a report to point at.
    private static func messages(
        _ exchange: ProxiedExchange, _ target: TargetURI, _ number: Int
    ) throws -> (ReadExchange, SourceFile)? {
        var text = Array("> \(exchange.method.name) \(target) HTTP/1.1\n".utf8)
        func append(_ mark: String, _ fields: FieldSection) {
            for line in fields.lines {
                text += Array(mark.utf8) + line.name + Array(": ".utf8) + line.value + [0x0A]
            }
            text += Array(mark.utf8) + [0x0A]
        }
        append("> ", exchange.requestFields)
        text += "< HTTP/1.1 \(exchange.status)\n".utf8
        append("< ", exchange.responseFields)
        let file = SourceFile(path: "exchange \(number) of the traffic", bytes: text)
        let read = try ExchangeReader(try Capture.read(file, as: .verbose), target: target).read()
        return read.first.map { ($0, file) }
    }
}
