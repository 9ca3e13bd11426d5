/// Reads messages as they go over the wire: what `curl -i` prints, or requests and their responses.
///
/// How far content goes is told by what follows, as curl removes codings and leaves out the content of responses that
/// it follows. It has the length that Content-Length gives if the next head, or nothing, stands there; otherwise it is
/// empty if the next head stands right at its beginning; otherwise it goes on to the end. Blank lines between messages
/// are passed over.
struct RawExchangeReader {
    private let file: SourceFile
    private var offset: Int
    /// All heads together are kept with positions, so they have the limit of a text.
    private var headBytes = 0
    private var exchanges: [CapturedExchange] = []
    private var request: RawMessage?
    private var responses: [RawMessage] = []

    init(file: SourceFile) {
        self.file = file
        offset = InputKind.lengthOfByteOrderMark(in: file)
    }

    mutating func read(beginsWithRequest: Bool) throws(Fault) -> [CapturedExchange] {
        try skipBlankLinesAndComments()
        if beginsWithRequest { try readRequest() }
        while offset < file.bytes.count {
            try readResponse()
            let next = afterBlankLines(offset)
            if startsRequest(at: next) {
                endExchange()
                offset = next
                try readRequest()
            } else if startsResponse(at: next) {
                offset = next
            }
        }
        endExchange()
        return exchanges
    }

    private mutating func endExchange() {
        guard request != nil || !responses.isEmpty else { return }
        let hasFinal = responses.last.map { !$0.isInterim } ?? false
        exchanges.append(
            CapturedExchange(
                scheme: nil, request: request, responses: responses, ending: hasFinal ? .whole : .noResponse))
        request = nil
        responses = []
    }

    // MARK: Messages

    private mutating func readRequest() throws(Fault) {
        var reader = try readHead(isRequest: true)
        let contentStart = offset
        let length = contentLength(try reader.finish(at: offset))
        if let length, length <= file.bytes.count - contentStart {
            offset = contentStart + length
        } else {
            // Without a length only a response can end the content.
            offset = try nextResponse(from: contentStart)
        }
        let isBlank = length == nil && afterBlankLines(contentStart) == offset
        if !isBlank { reader.addContent(verbatim: SourceRange(contentStart, offset)) }
        offset = afterBlankLines(offset)
        request = try reader.finish(at: offset)
    }

    private mutating func readResponse() throws(Fault) {
        if let last = responses.last, !last.isInterim { endExchange() }
        var reader = try readHead(isRequest: false)
        let head = try reader.finish(at: offset)
        let contentStart = offset
        offset = contentEnd(of: head)
        reader.addContent(verbatim: SourceRange(contentStart, offset))
        responses.append(try reader.finish(at: offset))
    }

    private func contentEnd(of head: RawMessage) -> Int {
        let all = file.bytes.count
        if head.isInterim { return offset }
        if let length = contentLength(head), length > 0, length <= all - offset {
            let next = afterBlankLines(offset + length)
            if next == all || startsResponse(at: next) || startsRequest(at: next) { return offset + length }
        }
        return startsResponse(at: offset) || startsRequest(at: afterBlankLines(offset)) ? offset : all
    }

    private mutating func readHead(isRequest: Bool) throws(Fault) -> MessageReader {
        var cursor = LineCursor(file: file, at: offset)
        guard let first = try cursor.next() else {
            throw Fault("expected a \(isRequest ? "request" : "response")", at: offset)
        }
        var reader = try MessageReader(isRequest: isRequest, start: first.start, startLine: first.range, in: file)
        while let line = try cursor.next() {
            headBytes += line.next - line.start
            guard headBytes <= SourceFile.maximumTextSize else {
                throw Fault("heads longer than the limit of \(SourceFile.maximumTextSize) bytes", at: line.start)
            }
            if line.range.isEmpty {
                reader.endHead(at: line.next)
                break
            }
            try reader.addField(line.range, .verbatim)
        }
        offset = cursor.offset
        _ = try reader.finish(at: offset)
        return reader
    }

    /// One Content-Length of digits; anything else says nothing.
    private func contentLength(_ message: RawMessage) -> Int? {
        let fields = message.fields(named: "content-length", in: file)
        guard fields.count == 1, let value = fields.first?.value.range else { return nil }
        return Byte.number(file.bytes(in: value))
    }

    // MARK: Where a message begins

    private func startsResponse(at offset: Int) -> Bool {
        startLine(at: offset)?.isStatusLine ?? false
    }

    private func startsRequest(at offset: Int) -> Bool {
        request != nil && (startLine(at: offset)?.isRequestLine ?? false)
    }

    private func startLine(at offset: Int) -> StartLineReader? {
        guard let line = try? LineCursor(file: file, at: offset).peek() else { return nil }
        return StartLineReader(file: file, range: line.range)
    }

    private func nextResponse(from start: Int) throws(Fault) -> Int {
        var cursor = LineCursor(file: file, at: start)
        while let line = try cursor.next() {
            if StartLineReader(file: file, range: line.range).isStatusLine { return line.start }
        }
        return file.bytes.count
    }

    private func afterBlankLines(_ start: Int) -> Int {
        var offset = start
        while offset < file.bytes.count, file.bytes[offset] == Byte.lf || file.bytes[offset] == Byte.cr { offset += 1 }
        return offset
    }

    private mutating func skipBlankLinesAndComments() throws(Fault) {
        var cursor = LineCursor(file: file, at: offset)
        while let line = try cursor.next() {
            guard file.trimmed(line.range).isEmpty || file.bytes[line.start] == UInt8(ascii: "#") else { return }
            offset = line.next
        }
    }
}
