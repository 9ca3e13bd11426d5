/// Gathers one message, line by line: start line, field lines, the end of the head, content.
struct MessageReader {
    let file: SourceFile
    let isRequest: Bool
    let start: Int
    private let startLine: RawMessage.StartLine
    private let startLineRange: SourceRange
    private var fields: [RawField] = []
    private var pieces: [MessageTemplate.Piece] = []
    private var end: Int
    private(set) var isHeadEnded = false
    private var hasContentLines = false

    /// Begins with the start line; `start` is where its mark stands.
    init(isRequest: Bool, start: Int, startLine range: SourceRange, in file: SourceFile) throws(Fault) {
        self.file = file
        self.isRequest = isRequest
        self.start = start
        let reader = StartLineReader(file: file, range: range)
        startLine = isRequest ? try reader.request() : try reader.response()
        startLineRange = range
        end = range.end
    }

    /// Whether it is a 1xx head.
    var isInterim: Bool {
        if case .response(_, let status, _) = startLine { status.value < 200 } else { false }
    }

    mutating func addField(_ range: SourceRange, _ syntax: TextSyntax) throws(Fault) {
        let reader = FieldLineReader(file: file, syntax: syntax)
        if !range.isEmpty, Byte.isBlank(file.bytes[range.start]) {
            guard !fields.isEmpty else {
                throw Fault("a line that continues a field, and no field before it", at: range.start)
            }
            let folded = try reader.value(range)
            fields[fields.count - 1].fold(folded)
        } else {
            fields.append(try reader.read(range))
        }
        end = range.end
    }

    /// The end line, at whose end the head ends.
    mutating func endHead(at offset: Int) {
        isHeadEnded = true
        end = offset
    }

    /// A content line; `lineEnd` is the LF that it brings, and nil for an escaped one.
    mutating func addContent(_ template: MessageTemplate, lineEnd: SourceRange?) {
        pieces.append(contentsOf: template.pieces)
        if let lineEnd { pieces.append(.byte(Byte.lf, lineEnd)) }
        hasContentLines = true
        end = max(end, lineEnd?.end ?? template.range.end)
    }

    /// Content that stands in the source as it is.
    mutating func addContent(verbatim range: SourceRange) {
        guard !range.isEmpty else { return }
        addContent(MessageTemplate(verbatim: range), lineEnd: nil)
    }

    /// The message; an error at `offset` when its head has not ended.
    func finish(at offset: Int) throws(Fault) -> RawMessage {
        guard isHeadEnded else {
            let line = file.position(of: start).line
            let name = isRequest ? "request" : "response"
            throw Fault("unfinished message: the \(name) of line \(line) has no end line", at: offset)
        }
        let contentStart = pieces.first?.range.start ?? end
        return RawMessage(
            startLine: startLine, startLineRange: startLineRange, fields: fields,
            content: MessageTemplate(pieces, range: SourceRange(contentStart, end)),
            hasContentLines: hasContentLines, range: SourceRange(start, end))
    }
}
