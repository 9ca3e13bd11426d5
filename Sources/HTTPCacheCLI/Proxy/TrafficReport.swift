import HTTPCacheProxy
import HTTPTranscript

/// What is said of the exchanges that pass: lines, a HAR, and what the rules make of them.
struct TrafficReport {
    enum Lines {
        case none, text, json
    }

    private let lines: Lines
    /// Where the archive goes; nil for none.
    private let archive: String?
    private var recorder: ArchiveRecorder?
    private var rules: RuleTraffic?
    private var output: LineOutput?

    init(lines: Lines, archive: String?, rules: RuleTraffic?) {
        self.lines = lines
        self.archive = archive
        self.rules = rules
    }

    var wanted: TrafficQueue.Wanted { archive != nil || rules != nil ? .records : lines != .none ? .lines : .nothing }

    /// Begins to write, once it is sure that the proxy runs; what goes wrong with the lines later is told to the queue.
    mutating func begin(_ context: ToolContext, _ queue: TrafficQueue) throws {
        if let archive { recorder = try ArchiveRecorder(archive) }
        guard lines != .none else { return }
        output = LineOutput(write: context.writeOutput) { queue.fail($0) }
    }

    mutating func take(_ exchanges: [ProxiedExchange]) throws {
        for exchange in exchanges {
            if let output {
                let line = VerdictLine(exchange)
                output.add(Array((lines == .json ? line.json.compact() : line.text).utf8) + [0x0A])
            }
            try recorder?.add(exchange)
            try rules?.take(exchange)
        }
        try recorder?.flush()
    }

    /// Ends all of it.
    mutating func finish(
        _ arguments: Arguments, _ context: ToolContext, _ reports: ReportArguments, _ queue: TrafficQueue
    ) throws -> CommandOutput {
        let written = output?.finish()
        try recorder?.finish()
        if let failure = queue.failure { throw failure }
        var result = rules?.output(arguments, context, reports) ?? CommandOutput("")
        let missing = queue.dropped
        if missing > 0, wanted == .records {
            let places = [recorder.map { _ in "the archive" }, rules.map { _ in "what the rules saw" }]
            let words = places.compactMap(\.self).joined(separator: " and ")
            result.notes += Self.note("error: \(Self.exchanges(missing)) missing from \(words): they came too fast")
            result.status = .notAsked
        }
        let unwritten = missing + (written?.dropped ?? 0)
        if lines != .none, unwritten > 0 {
            let text = "\(Self.exchanges(unwritten)) missing from standard output: it was not read in time"
            result.notes += Self.note(text)
        }
        if written?.isStalled == true, !result.text.isEmpty {
            result.notes += Self.note("error: standard output takes nothing: the report is left out")
            result.text = ""
            result.status = .notAsked
        }
        return result
    }

    private static func note(_ text: String) -> String { "httpcache proxy: \(text)\n" }

    private static func exchanges(_ count: Int) -> String { count == 1 ? "1 exchange is" : "\(count) exchanges are" }
}
