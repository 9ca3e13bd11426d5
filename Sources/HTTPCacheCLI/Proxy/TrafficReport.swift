import HTTPCacheProxy
import HTTPTranscript

/// What is said of the exchanges that pass: lines, a HAR, and what the rules make of them.
struct TrafficReport {
    enum Lines {
        case none, text, json
    }

    private let lines: Lines
    private var recorder: ArchiveRecorder?
    private var rules: RuleTraffic?
    private var isOutputClosed = false

    init(lines: Lines, recorder: ArchiveRecorder?, rules: RuleTraffic?) {
        self.lines = lines
        self.recorder = recorder
        self.rules = rules
    }

    var wantsExchanges: Bool { lines != .none || recorder != nil || rules != nil }

    mutating func take(_ exchanges: [ProxiedExchange], _ context: ToolContext) throws {
        if lines != .none, !isOutputClosed { try write(exchanges, context) }
        for exchange in exchanges {
            try recorder?.add(exchange)
            try rules?.take(exchange)
        }
        try recorder?.flush()
    }

    private mutating func write(_ exchanges: [ProxiedExchange], _ context: ToolContext) throws(FileError) {
        var bytes: [UInt8] = []
        for exchange in exchanges {
            let line = VerdictLine(exchange)
            bytes += (lines == .json ? line.json.compact() : line.text).utf8
            bytes.append(0x0A)
        }
        do {
            try context.writeOutput(bytes)
        } catch {
            // Where nobody reads the lines any more, the proxy goes on.
            guard error.isClosedPipe else { throw error }
            isOutputClosed = true
        }
    }

    mutating func output(
        _ arguments: Arguments, _ context: ToolContext, _ reports: ReportArguments, failure: (any Error)?
    ) throws -> CommandOutput {
        try recorder?.finish()
        if let failure { throw failure }
        return rules?.output(arguments, context, reports) ?? CommandOutput("")
    }
}
