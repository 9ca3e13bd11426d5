/// One line of a source file: its bytes without CR and LF, and where the next one begins.
struct SourceLine {
    let range: SourceRange
    let next: Int

    var start: Int { range.start }
    var end: Int { range.end }
}

/// Walks the lines of a file once, front to back.
struct LineCursor {
    let file: SourceFile
    private(set) var offset: Int

    init(file: SourceFile, at offset: Int = 0) {
        self.file = file
        self.offset = offset
    }

    /// The next line; nil at the end of the file. A line longer than the limit is an error at the first byte beyond it.
    mutating func next() throws(Fault) -> SourceLine? {
        let line = try peek()
        if let line { offset = line.next }
        return line
    }

    /// What ``next()`` will give.
    func peek() throws(Fault) -> SourceLine? {
        let bytes = file.bytes
        guard offset < bytes.count else { return nil }
        let limit = min(bytes.count, offset + SourceFile.maximumLineLength + 2)
        var end = offset
        while end < limit, bytes[end] != Byte.lf { end += 1 }
        let isEnded = end < bytes.count && bytes[end] == Byte.lf
        var textEnd = end
        if textEnd > offset, bytes[textEnd - 1] == Byte.cr { textEnd -= 1 }
        guard textEnd - offset <= SourceFile.maximumLineLength else {
            throw Fault(
                "the line is longer than the limit of \(SourceFile.maximumLineLength) bytes",
                at: offset + SourceFile.maximumLineLength)
        }
        return SourceLine(range: SourceRange(offset, textEnd), next: isEnded ? end + 1 : end)
    }
}

extension SourceFile {
    /// Refuses a file that is empty or too large; where one line is the reason, by the limit of a line.
    func checkSize(limit: Int) throws(Fault) {
        if bytes.isEmpty { throw Fault("the file is empty", at: 0) }
        guard bytes.count > limit else { return }
        var cursor = LineCursor(file: self)
        while try cursor.next() != nil {}
        throw Fault("the file is larger than the limit of \(limit) bytes", at: limit)
    }

    /// The offset of the first byte of a range that is not UTF-8.
    func firstInvalidUTF8(in range: SourceRange) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span.extracting(range.start..<range.end))
            return nil
        } catch {
            return range.start + error.byteOffsets.lowerBound
        }
    }

    /// The text of a range, which has to be UTF-8.
    func text(_ range: SourceRange) throws(Fault) -> String {
        if let offset = firstInvalidUTF8(in: range) { throw Fault("not UTF-8", at: offset) }
        return String(decoding: bytes(in: range), as: UTF8.self)
    }

    /// A range without the spaces and tabs at both its ends.
    func trimmed(_ range: SourceRange) -> SourceRange {
        let range = trimmedAtEnd(range)
        var start = range.start
        while start < range.end, Byte.isBlank(bytes[start]) { start += 1 }
        return SourceRange(start, range.end)
    }

    /// A range without the spaces and tabs at its end.
    func trimmedAtEnd(_ range: SourceRange) -> SourceRange {
        var end = range.end
        while end > range.start, Byte.isBlank(bytes[end - 1]) { end -= 1 }
        return SourceRange(range.start, end)
    }

    /// The parts of a range between single or several spaces.
    func words(_ range: SourceRange) -> [SourceRange] {
        bytes(in: range).split(separator: Byte.space).map { SourceRange($0.startIndex, $0.endIndex) }
    }

    /// Whether a range holds exactly this text.
    func matches(_ range: SourceRange, _ text: String) -> Bool {
        bytes(in: range).elementsEqual(text.utf8)
    }

    /// Whether a range begins with this text.
    func hasPrefix(_ range: SourceRange, _ text: String) -> Bool {
        bytes(in: range).starts(with: text.utf8)
    }
}
