import HTTPCacheSemantics

/// A timeline as signs: `o` generated, `r` arrived, `N` now, `s` stale from here on; `=` is past, `-` is still fresh,
/// `~` may be served while it is validated, `!` may stand in for an error, `.` is stale.
struct TimelineDrawing: Sendable, Hashable {
    let secondsPerColumn: Int
    let bar: String
    /// The lines under the bar, each label at its column.
    let labels: [String]

    /// The widest bar.
    static let maximumColumns = 64

    private static let scales: [Int] =
        [1, 2, 5, 10, 15, 30] + [1, 2, 5, 10, 15, 30].map { $0 * 60 } + [1, 2, 3, 6, 12].map { $0 * 3_600 }
        + [1, 2, 7, 14, 30, 60, 90, 180, 365].map { $0 * 86_400 }

    /// Nil where freshness plays no part or all of it is over at once.
    init?(_ timeline: Timeline) {
        guard let fresh = timeline.freshUntil else { return nil }
        let span = max(fresh, timeline.now, timeline.whileRevalidateUntil ?? 0, timeline.ifErrorUntil ?? 0)
        guard span > 0, fresh > 0 || timeline.whileRevalidateUntil != nil || timeline.ifErrorUntil != nil else {
            return nil
        }
        let scale = Self.scale(for: span)
        secondsPerColumn = scale
        bar = Self.bar(timeline, fresh: fresh, columns: span / scale + 1, scale)
        labels = Self.labels(timeline, fresh: fresh, scale)
    }

    private static func scale(for span: Int) -> Int {
        if let scale = scales.first(where: { span / $0 < maximumColumns }) { return scale }
        // Beyond two years a column: whole years.
        let year = 365 * 86_400
        return (span / maximumColumns / year + 1) * year
    }

    private static func bar(_ timeline: Timeline, fresh: Int, columns: Int, _ scale: Int) -> String {
        var signs = (0..<columns).map { column -> Character in
            let start = column * scale
            if start < fresh { return start <= timeline.now ? "=" : "-" }
            if let end = timeline.whileRevalidateUntil, start <= end { return "~" }
            if let end = timeline.ifErrorUntil, start <= end { return "!" }
            return "."
        }
        signs[0] = "o"
        for (age, sign) in [(fresh, Character("s")), (timeline.arrived, "r"), (timeline.now, "N")]
        where age / scale < columns {
            signs[age / scale] = sign
        }
        return String(signs)
    }

    private static func labels(_ timeline: Timeline, fresh: Int, _ scale: Int) -> [String] {
        func time(_ age: Int) -> String { DurationText.rounded(age, to: scale) }
        var stale = "stale \(time(fresh))"
        if let end = timeline.whileRevalidateUntil { stale += ", while-revalidate to \(time(end))" }
        if let end = timeline.ifErrorUntil { stale += ", if-error to \(time(end))" }
        var events: [(age: Int, text: String)] = [(0, "generated"), (timeline.arrived, "arrived")]
        if timeline.arrived != timeline.now {
            events[1].text += " \(time(timeline.arrived))"
            events.append((timeline.now, "now \(time(timeline.now))"))
        } else {
            events[1].text += ", now \(time(timeline.now))"
        }
        events.append((fresh, stale))
        var pending: [(column: Int, text: String)] = []
        for (age, text) in events.sorted(by: { $0.age < $1.age }) {
            let column = age / scale
            if let last = pending.last, last.column == column {
                pending[pending.count - 1].text = last.text + ", " + text
            } else {
                pending.append((column, text))
            }
        }
        return layOut(pending)
    }

    /// Labels from right to left; one that would run into the next waits for a further line, with a `|` above it.
    private static func layOut(_ labels: [(column: Int, text: String)]) -> [String] {
        var pending = labels
        var lines: [String] = []
        while !pending.isEmpty {
            var placed: [(column: Int, text: String)] = []
            var waiting: [(column: Int, text: String)] = []
            for label in pending.reversed() {
                let end = label.column + label.text.count
                if let next = placed.last, end + 1 > next.column {
                    waiting.append(label)
                    placed.append((label.column, "|"))
                } else {
                    placed.append(label)
                }
            }
            var line = ""
            for (column, text) in placed.reversed() {
                line += String(repeating: " ", count: max(0, column - line.count)) + text
            }
            lines.append(line)
            pending = waiting.reversed()
        }
        return lines
    }
}
