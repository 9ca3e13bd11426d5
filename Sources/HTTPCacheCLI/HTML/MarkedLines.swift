import HTTPTranscript

/// Source lines as HTML, the bytes that matter marked and what is said of them under their line.
///
/// Bytes that are not printable ASCII are shown as `\xHH`, as in a terminal: no byte of a message becomes markup.
struct MarkedLines {
    let file: SourceFile
    let marks: [SourceMark]

    /// All lines of a range.
    func html(of range: SourceRange) -> String {
        var text = ""
        var offset = range.start
        while offset <= range.end, offset < max(1, file.bytes.count) {
            let line = file.line(of: offset)
            text += html(ofLine: line)
            // One past the line end, which is LF or CR and LF.
            var next = line.end
            while next < file.bytes.count, file.bytes[next] != 0x0A { next += 1 }
            guard next + 1 > offset else { break }
            offset = next + 1
            if offset >= range.end { break }
        }
        return text
    }

    private func html(ofLine line: SourceRange) -> String {
        let own = marks.compactMap { mark -> (range: SourceRange, mark: SourceMark)? in
            let start = max(mark.range.start, line.start)
            let end = min(mark.range.end, line.end)
            return start < end ? (SourceRange(start, end), mark) : nil
        }.sorted { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }
        var text = ""
        var offset = line.start
        for (range, mark) in own where range.start >= offset {
            text += plain(SourceRange(offset, range.start))
            text += mark.isPrimary ? "<mark>" : "<mark class=\"second\">"
            text += plain(range) + "</mark>"
            offset = range.end
        }
        text += plain(SourceRange(offset, line.end)) + "\n"
        var said: Set<String> = []
        for (_, mark) in own where !mark.label.isEmpty {
            let note = mark.label + (mark.note.map { "  \($0)" } ?? "")
            if said.insert(note).inserted { text += "<span class=\"note\">    \(XMLText.escaped(note))</span>\n" }
        }
        return text
    }

    private func plain(_ range: SourceRange) -> String { XMLText.escaped(ShownBytes.text(file.bytes(in: range))) }
}
