/// One line of what `curl -v` writes, by its mark.
enum VerboseLine {
    case remark(SourceRange)
    case message(isRequest: Bool, start: Int, text: SourceRange)
    /// `{ [5 bytes data]`
    case data
    /// The progress meter, curl's messages, and content that shares the stream.
    case other
    case blank

    init(_ line: SourceLine, in file: SourceFile) {
        let start = Self.lengthOfMeter(line.range, in: file) + line.start
        let range = SourceRange(start, line.end)
        guard let mark = file.bytes(in: range).first else {
            self = start > line.start ? .other : .blank
            return
        }
        let text = SourceRange(start + 1, line.end)
        let isMark = text.isEmpty || file.bytes[text.start] == Byte.space
        let afterSpace = SourceRange(text.isEmpty ? text.start : text.start + 1, text.end)
        switch mark {
        case UInt8(ascii: "*") where isMark: self = .remark(file.trimmed(afterSpace))
        case UInt8(ascii: ">") where isMark: self = .message(isRequest: true, start: start, text: afterSpace)
        case UInt8(ascii: "<") where isMark: self = .message(isRequest: false, start: start, text: afterSpace)
        case Byte.openBrace, Byte.closeBrace: self = .data
        default: self = .other
        }
    }

    /// Whether a line is one of those that curl prints without `-s`.
    static func isProgressMeter(_ line: SourceRange, in file: SourceFile) -> Bool {
        let text = file.trimmed(line)
        let openings = ["% Total", "Dload", "curl: ", "Warning: ", "Note: "]
        return lengthOfMeter(line, in: file) > 0 || openings.contains { file.hasPrefix(text, $0) }
    }

    /// The rows of the meter, each after a CR, with which a line begins; a remark may follow in the same line.
    private static func lengthOfMeter(_ line: SourceRange, in file: SourceFile) -> Int {
        guard file.bytes(in: line).first == Byte.cr else { return 0 }
        let end = file.bytes(in: line).firstIndex { byte in
            !(Byte.isDigit(byte) || byte == Byte.cr || " .:-%kMGTPE".utf8.contains(byte))
        }
        return (end ?? line.end) - line.start
    }
}
