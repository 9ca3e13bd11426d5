public import HTTPCacheSemantics

/// Reads the responses of one connection from bytes that arrive in pieces of any size (RFC 9112 §4 and §6.3).
///
/// Every response answers a request that was announced with `begin(inAnswerTo:)`; bytes without one are an error. What
/// `RequestParser` promises about splits, time and memory holds here too.
public struct ResponseParser: Sendable {
    /// What the parser reports, in this order: any number of interim heads, one head, any number of pieces of content,
    /// one end.
    public enum Event: Sendable, Hashable {
        /// A response with a 1xx status; the final one is still to come.
        case interim(WireResponseHead)
        /// The final response's status line and header section are whole.
        case head(WireResponseHead)
        /// Content, transfer coding removed, as a range of the input.
        case content(Range<Int>)
        /// The response is whole.
        case end(trailers: FieldSection)
    }

    private enum State: Sendable {
        case idle
        case statusLine
        case fields(StatusLine, reason: [UInt8], FieldReader)
        case content(ContentReader)
        case failed(WireError)
    }

    /// How much of one response is taken; more is an error of the kind that the limit names.
    public let limits: WireLimits
    private var state = State.idle
    private var method = Method.get
    private var lines = LineReader()
    private var interimResponses = 0
    private var offset = 0

    /// Makes a parser for a connection that begins; no response is awaited before `begin(inAnswerTo:)`.
    public init(limits: WireLimits = WireLimits()) { self.limits = limits }

    /// Whether any byte of the awaited response, interim ones included, has come.
    public var hasBegun: Bool {
        switch state {
        case .idle: false
        case .statusLine: lines.isInsideLine || interimResponses > 0
        case .fields, .content, .failed: true
        }
    }

    /// Announces that a request with this method was sent; to be called between responses only, else it does nothing.
    public mutating func begin(inAnswerTo method: Method) {
        guard case .idle = state else { return }
        self.method = method
        state = .statusLine
        interimResponses = 0
        offset = 0
    }

    /// The next event; nil when the input from `position` on is used up. After an error nothing more is read.
    public mutating func next(in input: Span<UInt8>, from position: inout Int) throws(WireError) -> Event? {
        if case .failed(let error) = state { throw error }
        do {
            return try nextEvent(in: input, from: &position)
        } catch {
            let error = WireError(error.fault, at: offset &+ error.offset)
            state = .failed(error)
            throw error
        }
    }

    /// To be called when the server has closed its side: the end of a response that is framed by that, nil between
    /// responses; throws inside one (RFC 9112 §8).
    public mutating func finish() throws(WireError) -> Event? {
        switch state {
        case .idle: return nil
        case .statusLine: throw WireError(.closedInsideHead, at: offset &+ lines.held.count)
        case .fields(_, _, let reader): throw WireError(.closedInsideHead, at: offset &+ reader.size)
        case .content(let reader) where reader.endsWithConnection:
            state = .idle
            return .end(trailers: FieldSection())
        case .content(let reader): throw WireError(.closedInsideContent, at: offset &+ reader.size)
        case .failed(let error): throw error
        }
    }

    private mutating func nextEvent(in input: Span<UInt8>, from position: inout Int) throws(WireFault) -> Event? {
        while true {
            switch state {
            case .idle:
                guard position == input.count else { throw WireFault(.unexpectedData) }
                return nil
            case .statusLine:
                guard try readStatusLine(input, from: &position) else { return nil }
            case .fields(let line, let reason, var reader):
                state = .idle
                guard try reader.read(input, from: &position) else {
                    state = .fields(line, reason: reason, reader)
                    return nil
                }
                return try takeHead(line, reason, reader)
            case .content(var reader):
                state = .idle
                switch try reader.next(in: input, from: &position) {
                case .content(let range)?:
                    state = .content(reader)
                    return .content(range)
                case .end(let trailers)?: return .end(trailers: trailers)
                case nil:
                    state = .content(reader)
                    return nil
                }
            case .failed: return nil
            }
        }
    }

    private mutating func takeHead(_ line: StatusLine, _ reason: [UInt8], _ reader: FieldReader) throws(WireFault)
        -> Event
    {
        offset &+= reader.size
        let head = WireResponseHead(
            line: line, reason: reason, fields: reader.fields, framingFields: reader.framing)
        if head.status.isInterim {
            // No request sent from here offers another protocol (RFC 9110 §7.8).
            guard head.status.value != 101 else { throw WireFault(.unexpectedSwitch) }
            interimResponses += 1
            guard interimResponses <= limits.interimResponses else { throw WireFault(.tooManyInterimResponses) }
            state = .statusLine
            return .interim(head)
        }
        let framing = try reader.framing.responseFraming(
            version: line.version, mayHaveContent: head.mayHaveContent(inAnswerTo: method))
        state = .content(try ContentReader(framing, limits: limits, isResponse: true))
        return .head(head)
    }

    private mutating func readStatusLine(
        _ input: Span<UInt8>, from position: inout Int
    ) throws(WireFault) -> Bool {
        let start = position
        let held = lines.held.count
        if held == 0, start < input.count, input[start] != 0x48 { throw WireFault(.malformedStatusLine) }
        switch lines.next(in: input, from: &position, limit: max(0, limits.head)) {
        case .incomplete: return false
        case .tooLong: throw WireFault(.headTooLarge, at: max(0, limits.head))
        case .inInput(let range): try takeStatusLine(input.extracting(range), size: position - start)
        case .inHeld:
            let line = lines.held
            lines.clear()
            try takeStatusLine(line.span, size: held + position - start)
        }
        return true
    }

    private mutating func takeStatusLine(_ line: Span<UInt8>, size: Int) throws(WireFault) {
        let syntax = try StatusLine(line)
        offset &+= size
        let reader = FieldReader(
            isResponse: true, maximumSize: limits.head - size, maximumLines: limits.fieldLines,
            sizeFault: .headTooLarge)
        state = .fields(syntax, reason: Array(line.extracting(syntax.reason)), reader)
    }
}
