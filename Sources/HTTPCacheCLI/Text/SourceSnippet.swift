import HTTPTranscript

/// Bytes of a source to be marked, and what is said of them.
struct SourceMark: Sendable, Hashable {
    let range: SourceRange
    /// Already fit for a terminal; may be empty.
    let label: String
    /// Marked `^` when true, `-` when false.
    var isPrimary = true
    /// What stands at the right margin, such as a citation.
    var note: String?
}

/// Source lines with their numbers in a gutter and the marked bytes underlined.
///
///     9 | < cache-control: public, max-age=600
///       |                          ^^^^^^^^^^^ first choice of a shared cache
///
/// Bytes that are not printable ASCII are shown escaped, and the marks count as many columns. Of a line longer than
/// ``maximumWidth`` only the surroundings of the mark are shown.
struct SourceSnippet: Sendable {
    let file: SourceFile
    let palette: Palette
    /// The column before the bar's space: line numbers end there.
    let gutter: Int
    /// Where notes stand.
    var noteColumn = 72

    /// How many columns of a source line are shown.
    static let maximumWidth = 120

    /// `--> path:line:column` of a byte.
    func location(of offset: Int) -> TextLine {
        var line = TextLine(palette)
        line.moveTo(gutter)
        line.append("--> ", .quiet)
        line.append(Self.location(of: offset, in: file))
        return line
    }

    static func location(of offset: Int, in file: SourceFile) -> String {
        let position = file.position(of: offset)
        return "\(ShownBytes.text(file.path)):\(position.line):\(position.column)"
    }

    /// The source lines that the marks stand in, in the order of the marks, each followed by its marks.
    ///
    /// Marks of one line come together unless the line is too long to show both. A mark that goes over several lines
    /// goes on in each of them, with its label at the last.
    func lines(_ marks: [SourceMark], numbered: Bool = true) -> [TextLine] {
        var result: [TextLine] = []
        var pending = marks.flatMap(onePerLine)
        while let first = pending.first {
            let excerpt = Excerpt(file: file, line: file.line(of: first.range.start), around: first.range)
            result.append(source(excerpt, numbered: numbered))
            let isTogether = { (mark: SourceMark) in excerpt.shows(mark.range) || mark == first }
            result += pending.filter(isTogether).map { underline($0, in: excerpt) }
            pending.removeAll(where: isTogether)
        }
        return result
    }

    /// A line without a mark; `number` left out where the line is only context.
    func context(_ offset: Int, numbered: Bool, note: String? = nil) -> TextLine {
        let line = file.line(of: offset)
        var text = source(
            Excerpt(file: file, line: line, around: SourceRange(line.start, line.start)), numbered: numbered)
        if let note {
            text.moveTo(gutter + 46, atLeast: 2)
            text.append(note)
        }
        return text
    }

    /// A line of the gutter that begins with `=` in place of a bar.
    func remark(_ text: String) -> TextLine {
        var line = TextLine(palette)
        line.moveTo(gutter + 1)
        line.append("= ", .quiet)
        line.append(text)
        return line
    }

    private func onePerLine(_ mark: SourceMark) -> [SourceMark] {
        var pieces: [SourceMark] = []
        var start = mark.range.start
        while true {
            let line = file.line(of: start)
            let isLast = mark.range.end <= line.end || line.end + 1 >= file.bytes.count
            let piece = SourceRange(start, isLast ? mark.range.end : line.end)
            if !piece.isEmpty || isLast {
                pieces.append(
                    SourceMark(
                        range: piece, label: isLast ? mark.label : "", isPrimary: mark.isPrimary,
                        note: isLast ? mark.note : nil))
            }
            if isLast { return pieces }
            start = line.end
            while start < mark.range.end, file.bytes[start] == 0x0D || file.bytes[start] == 0x0A { start += 1 }
        }
    }

    private func source(_ excerpt: Excerpt, numbered: Bool) -> TextLine {
        var line = TextLine(palette)
        let number = numbered ? String(file.position(of: excerpt.line.start).line) : ""
        line.moveTo(max(0, gutter - number.count))
        line.append(number, .quiet)
        line.moveTo(gutter + 1)
        line.append("| ", .quiet)
        line.append(excerpt.text(palette))
        return line
    }

    private func underline(_ mark: SourceMark, in excerpt: Excerpt) -> TextLine {
        let columns = excerpt.columns(of: mark.range, palette)
        var line = TextLine(palette)
        line.moveTo(gutter + 1)
        line.append("| ", .quiet)
        line.moveTo(gutter + 3 + columns.lowerBound)
        let role: TextRole = mark.isPrimary ? .primaryMark : .secondaryMark
        let count = max(1, columns.count)
        line.append(String(repeating: mark.isPrimary ? "^" : "-", count: count), role)
        if !mark.label.isEmpty { line.append(" " + mark.label, role) }
        if let note = mark.note {
            line.moveTo(noteColumn, atLeast: 3)
            line.append(note, .quiet)
        }
        return line
    }
}

/// The part of a source line that is shown.
private struct Excerpt {
    let file: SourceFile
    let line: SourceRange
    private let shown: SourceRange

    /// All of the line where it fits, else what stands around the range.
    init(file: SourceFile, line: SourceRange, around range: SourceRange) {
        self.file = file
        self.line = line
        let limit = SourceSnippet.maximumWidth
        var start = line.start
        if file.bytes(in: line).prefix(limit + 1).reduce(0, { $0 + ShownBytes.width($1) }) > limit {
            // A third of the room goes to what stands before.
            var before = 0
            start = min(max(range.start, line.start), line.end)
            while start > line.start, before + ShownBytes.width(file.bytes[start - 1]) <= limit / 3 {
                start -= 1
                before += ShownBytes.width(file.bytes[start])
            }
        }
        var end = start
        var width = 0
        while end < line.end, width + ShownBytes.width(file.bytes[end]) <= limit {
            width += ShownBytes.width(file.bytes[end])
            end += 1
        }
        shown = SourceRange(start, end)
    }

    private func leadingSign(_ palette: Palette) -> String {
        shown.start > line.start ? palette.spelled("…") : ""
    }

    func text(_ palette: Palette) -> String {
        leadingSign(palette) + ShownBytes.text(file.bytes(in: shown)) + (shown.end < line.end ? "…" : "")
    }

    /// Whether some of the range, or the place of an empty one, can be seen.
    func shows(_ range: SourceRange) -> Bool {
        guard line.start <= range.start, range.end <= line.end else { return false }
        if range.isEmpty { return shown.start...shown.end ~= range.start }
        return range.start < shown.end && range.end > shown.start
    }

    /// The columns of a range within the shown text.
    func columns(of range: SourceRange, _ palette: Palette) -> Range<Int> {
        let start = min(max(range.start, shown.start), shown.end)
        let end = min(max(range.end, start), shown.end)
        let width = { (part: SourceRange) in file.bytes(in: part).reduce(0) { $0 + ShownBytes.width($1) } }
        let first = leadingSign(palette).count + width(SourceRange(shown.start, start))
        return first..<(first + width(SourceRange(start, end)))
    }
}
