/// One line of a text report, with its pieces and their columns.
///
/// Columns count from 0; every character that the tool writes takes up one.
struct TextLine: Sendable, Hashable {
    private let palette: Palette
    private var pieces: [(text: String, role: TextRole)] = []
    private(set) var width = 0

    init(_ palette: Palette) { self.palette = palette }

    mutating func append(_ text: String, _ role: TextRole = .plain) {
        let spelled = palette.spelled(text)
        pieces.append((spelled, role))
        width += spelled.count
    }

    /// Goes on at a column; where the line is longer already, after so many spaces.
    mutating func moveTo(_ column: Int, atLeast gap: Int = 0) {
        let count = max(column - width, width == 0 ? 0 : gap)
        guard count > 0 else { return }
        pieces.append((String(repeating: " ", count: count), .plain))
        width += count
    }

    /// The line without spaces at its end and without a line end.
    func rendered() -> String {
        var kept = pieces
        while let last = kept.last {
            var trimmed = last.text[...]
            while trimmed.utf8.last == UInt8(ascii: " ") { trimmed.removeLast() }
            if trimmed.isEmpty {
                kept.removeLast()
                continue
            }
            if trimmed.utf8.count < last.text.utf8.count { kept[kept.count - 1].text = String(trimmed) }
            break
        }
        return kept.map { palette.colored($0.text, $0.role) }.joined()
    }

    static func == (a: TextLine, b: TextLine) -> Bool { a.rendered() == b.rendered() }

    func hash(into hasher: inout Hasher) { hasher.combine(rendered()) }
}

/// The lines of a text report.
struct TextBlock: Sendable {
    let palette: Palette
    private(set) var lines: [TextLine] = []

    init(_ palette: Palette) { self.palette = palette }

    mutating func append(_ line: TextLine) { lines.append(line) }

    mutating func append(_ more: [TextLine]) { lines += more }

    mutating func line(_ text: String = "", _ role: TextRole = .plain) {
        var line = TextLine(palette)
        line.append(text, role)
        lines.append(line)
    }

    /// All lines, each with its end.
    func rendered() -> String { lines.map { $0.rendered() + "\n" }.joined() }
}
