/// A line with one of the marks `>`, `>\`, `<`, `<\`.
struct MessageLine {
    let file: SourceFile
    let line: SourceLine
    /// What stands after the mark and one space.
    let text: SourceRange
    let isEscaped: Bool

    init(_ line: SourceLine, in file: SourceFile) throws(Fault) {
        self.file = file
        self.line = line
        var offset = line.start + 1
        isEscaped = offset < line.end && file.bytes[offset] == Byte.backslash
        if isEscaped { offset += 1 }
        if offset < line.end {
            guard file.bytes[offset] == Byte.space else { throw Fault("expected a space after the mark", at: offset) }
            offset += 1
        }
        text = SourceRange(offset, line.end)
    }

    var syntax: TextSyntax { TextSyntax(escapes: isEscaped) }

    /// The mark, an optional space, an optional CR.
    var isEndLine: Bool { text.isEmpty && !isEscaped }

    /// `!disconnect` or `!timeout` in the place of an answer.
    func failure(isRequest: Bool) throws(Fault) -> RawAnswer? {
        guard !isRequest, !isEscaped, file.hasPrefix(text, "!") else { return nil }
        let word = file.trimmedAtEnd(text)
        if file.matches(word, "!disconnect") { return .disconnect }
        if file.matches(word, "!timeout") { return .timeout }
        throw Fault("unknown answer \(file.quoted(word)): !disconnect or !timeout", at: word.start)
    }

    /// The message that begins with this line; a start line is written plainly.
    func startLine(isRequest: Bool) throws(Fault) -> MessageReader {
        if isEscaped, let offset = file.bytes(in: text).firstIndex(of: Byte.backslash) {
            throw Fault("a start line takes no escapes", at: offset)
        }
        let template = try TemplateReader.read(text, in: file, TextSyntax())
        for case .date(_, let range) in template.pieces {
            throw Fault("a start line takes no date", at: range.start)
        }
        return try MessageReader(isRequest: isRequest, start: line.start, startLine: text, in: file)
    }
}
