/// Reads what `curl -v` writes to standard error: requests and responses with their marks, between curl's remarks.
///
/// Content is not in it: a response's content is complete and unknown, unless a remark says that it was cut short.
/// Where standard output shares the stream, lines without a mark after a response are content, and left out; so are
/// lines with a mark that neither belong to a head nor begin one (trailers, content that looks so). curl 7 prints no
/// end line after a 1xx head over HTTP/1.1, so a status line ends such a head.
struct CurlTranscript {
    private let file: SourceFile
    private var cursor: LineCursor
    private var remarks: ConnectionRemarks
    private var exchanges: [CapturedExchange] = []
    private var message: MessageReader?
    private var scheme: Scheme?
    private var request: RawMessage?
    private var responses: [RawMessage] = []
    private var cut: SourceRange?

    init(file: SourceFile) {
        self.file = file
        cursor = LineCursor(file: file, at: InputKind.lengthOfByteOrderMark(in: file))
        remarks = ConnectionRemarks(file: file)
    }

    mutating func read() throws(Fault) -> [CapturedExchange] {
        while let line = try cursor.next() { try read(line) }
        try requireNoOpenHead(at: file.bytes.count)
        endExchange()
        return exchanges
    }

    private mutating func read(_ line: SourceLine) throws(Fault) {
        switch VerboseLine(line, in: file) {
        case .remark(let text):
            // What a lost connection says comes before the next request, and belongs to the last.
            if remarks.isCut(text), cut == nil { cut = text }
            remarks.note(text)
        case .data: break
        case .blank: try requireNoOpenHead(at: line.start)
        case .message(let isRequest, let start, let text):
            if message != nil {
                try continueHead(isRequest: isRequest, start: start, text: text, lineEnd: line.end)
            } else {
                try beginMessage(isRequest: isRequest, start: start, text: text)
            }
        case .other:
            try requireNoOpenHead(at: line.start)
            let isComment = file.bytes[line.start] == UInt8(ascii: "#")
            let isKnown = isComment || VerboseLine.isProgressMeter(line.range, in: file)
            guard isKnown || isSomethingRead else { throw Fault("not a line that curl -v prints", at: line.start) }
        }
    }

    private var isSomethingRead: Bool { request != nil || !responses.isEmpty }

    private func requireNoOpenHead(at offset: Int) throws(Fault) {
        if let message { _ = try message.finish(at: offset) }
    }

    // MARK: Messages

    private mutating func beginMessage(isRequest: Bool, start: Int, text: SourceRange) throws(Fault) {
        let reader = StartLineReader(file: file, range: text)
        if isRequest {
            // After a response this may be content that begins like a mark.
            guard !isSomethingRead || reader.isRequestLine else { return }
            endExchange()
            cut = nil
            scheme = remarks.schemeOfRequest()
        } else {
            guard !isSomethingRead || reader.isStatusLine else { return }
            if let last = responses.last, !last.isInterim { endExchange() }
        }
        message = try MessageReader(isRequest: isRequest, start: start, startLine: text, in: file)
    }

    private mutating func continueHead(
        isRequest: Bool, start: Int, text: SourceRange, lineEnd: Int
    ) throws(Fault) {
        guard var open = message else { return }
        message = nil
        if open.isInterim, !isRequest, StartLineReader(file: file, range: text).isStatusLine {
            open.endHead(at: start)
            responses.append(try open.finish(at: start))
            return try beginMessage(isRequest: false, start: start, text: text)
        }
        guard open.isRequest == isRequest else {
            _ = try open.finish(at: start)
            return
        }
        guard text.isEmpty else {
            try open.addField(text, .verbatim)
            message = open
            return
        }
        open.endHead(at: lineEnd)
        let ended = try open.finish(at: start)
        if isRequest { request = ended } else { responses.append(ended) }
    }

    private mutating func endExchange() {
        guard isSomethingRead else { return }
        let hasFinal = responses.last.map { !$0.isInterim } ?? false
        let ending: CapturedExchange.Ending = hasFinal ? (cut.map { .cutShort($0) } ?? .whole) : .noResponse
        exchanges.append(
            CapturedExchange(scheme: scheme, request: request, responses: responses, ending: ending))
        request = nil
        responses = []
        scheme = nil
        cut = nil
    }
}
