import CachingClient
import HTTPCacheSemantics
import HTTPDate

/// What `fetch` says while it works and in the end: paths for standard output, everything else for standard error.
struct FetchDisplay {
    private let urls: [TargetURI]
    private let context: ToolContext
    private let isQuiet: Bool
    private let palette: Palette
    /// Columns of the bar; nil where there is none.
    private let columns: Int?

    private var shown: [FetchBoard.Outcome?]
    private var isBarDrawn = false
    /// Bytes that had come, and when: one for each look, for the last second's sake.
    private var history: [(bytes: Int, instant: ContinuousClock.Instant)] = []

    init(_ urls: [TargetURI], _ arguments: Arguments, _ context: ToolContext) {
        self.urls = urls
        self.context = context
        isQuiet = arguments.has(.quiet)
        palette = Palette(isColored: false, isASCII: arguments.has(.ascii))
        let isDumb = context.variable("TERM") == "dumb"
        columns = isQuiet || isDumb ? nil : context.errorColumns.map { $0 > 0 ? $0 : 80 }
        shown = Array(repeating: nil, count: urls.count)
    }

    /// Says what is new since the last time.
    mutating func show(_ items: [FetchBoard.Item], at now: HTTPDate) {
        var lines = ""
        for (index, item) in items.enumerated() {
            guard let outcome = item.outcome, shown[index] == nil else { continue }
            shown[index] = outcome
            if let line = FetchWording.line(for: outcome, at: now), !isQuiet || outcome.isFailure {
                lines += "\(ShownBytes.text(urls[index].description)): \(line)\n"
            }
        }
        let bar = bar(items) ?? ""
        guard !lines.isEmpty || !bar.isEmpty || isBarDrawn else { return }
        // Back to the beginning of the line, and away with the rest of it.
        let clear = isBarDrawn ? "\r\u{1B}[K" : ""
        isBarDrawn = !bar.isEmpty
        // Progress that cannot be shown keeps nothing from being fetched.
        try? context.writeErrors(Array((clear + lines + bar).utf8))
    }

    private mutating func bar(_ items: [FetchBoard.Item]) -> String? {
        guard let columns else { return nil }
        let running = items.filter { $0.outcome == nil }.compactMap(\.progress)
        guard !running.isEmpty else { return nil }
        let bytes = items.reduce(0) { $0 + ($1.progress.map { $0.received - $0.resumedFrom } ?? 0) }
        let instant = ContinuousClock.now
        history.append((bytes, instant))
        while history.count > 2, instant - history[0].instant > .seconds(1) { history.removeFirst() }
        let elapsed = (instant - history[0].instant) / .seconds(1)
        let speed = elapsed > 0 ? Double(bytes - history[0].bytes) / elapsed : nil
        return ProgressLine.text(
            done: items.count { $0.outcome != nil }, of: items.count, running: running,
            bytesPerSecond: speed.map { $0 < 1e15 ? Int($0) : 0 }, columns: columns - 1, palette)
    }

    /// The paths in the order of the URLs, and how it went.
    var output: CommandOutput {
        var text = ""
        var counts = (fetched: 0, cached: 0, failed: 0)
        for outcome in shown {
            switch outcome {
            case .fetched(let download):
                counts.fetched += 1
                text += download.path + "\n"
            case .cached(let download):
                counts.cached += 1
                text += download.path + "\n"
            case .failed, nil: counts.failed += 1
            }
        }
        let words = [(counts.fetched, "fetched"), (counts.cached, "cached"), (counts.failed, "failed")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let notes = isQuiet ? "" : words.joined(separator: ", ") + "\n"
        return CommandOutput(text, notes: notes, status: status)
    }

    private var status: ExitStatus {
        var status = ExitStatus.answered
        for case .failed(let error)? in shown {
            if FetchWording.isOfThisMachine(error) { return .notAsked }
            status = .no
        }
        return status
    }
}

extension FetchBoard.Outcome {
    fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}
