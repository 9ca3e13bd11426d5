public import HTTPCacheSemantics

/// Reads the requests of one connection from bytes that arrive in pieces of any size (RFC 9112 §2.2).
///
/// The outcome does not depend on how the input is split, the time is linear in it, and memory is bounded by
/// `WireLimits`: content is reported as ranges of the input, and only a line split over two pieces is copied.
public struct RequestParser: Sendable {
    /// What the parser reports, in this order: one head, any number of pieces of content, one end.
    public enum Event: Sendable, Hashable {
        /// The request line and the header section are whole.
        case head(WireRequestHead)
        /// Content, transfer coding removed, as a range of the input.
        case content(Range<Int>)
        /// The request is whole; the next bytes belong to another one.
        case end(trailers: FieldSection)
    }

    private enum State: Sendable {
        case requestLine
        case fields(Start, FieldReader)
        case content(ContentReader)
        case failed(WireError)
    }

    private struct Start: Sendable {
        let method: Method
        let target: [UInt8]
        let form: RequestTargetForm
        let version: HTTPVersion
    }

    /// Empty lines before a request line that are passed over (RFC 9112 §2.2).
    private static let maximumEmptyLines = 8

    /// How much of one request is taken; more is an error of the kind that the limit names.
    public let limits: WireLimits
    private var state = State.requestLine
    private var lines = LineReader()
    private var emptyLines = 0
    /// Bytes of this message before what `state` is about.
    private var offset = 0

    /// Makes a parser for a connection that begins.
    public init(limits: WireLimits = WireLimits()) { self.limits = limits }

    /// Whether a request's head has begun and not ended.
    public var isInsideHead: Bool {
        switch state {
        case .requestLine: lines.isInsideLine
        case .fields: true
        case .content, .failed: false
        }
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

    /// To be called when the client has closed its side: throws if that was inside a request.
    public mutating func finish() throws(WireError) {
        switch state {
        case .requestLine where !lines.isInsideLine: return
        case .requestLine: throw WireError(.closedInsideHead, at: offset &+ lines.held.count)
        case .fields(_, let reader): throw WireError(.closedInsideHead, at: offset &+ reader.size)
        case .content(let reader): throw WireError(.closedInsideContent, at: offset &+ reader.size)
        case .failed(let error): throw error
        }
    }

    private mutating func nextEvent(in input: Span<UInt8>, from position: inout Int) throws(WireFault) -> Event? {
        while true {
            // Taken out of it, so that nothing is copied.
            var current = State.requestLine
            swap(&current, &state)
            switch consume current {
            case .requestLine:
                guard try readRequestLine(input, from: &position) else { return nil }
            case .fields(let start, var reader):
                guard try reader.read(input, from: &position) else {
                    state = .fields(start, reader)
                    return nil
                }
                return .head(try head(start, reader))
            case .content(var reader):
                switch try reader.next(in: input, from: &position) {
                case .content(let range)?:
                    state = .content(reader)
                    return .content(range)
                case .end(let trailers)?:
                    offset = 0
                    emptyLines = 0
                    return .end(trailers: trailers)
                case nil:
                    state = .content(reader)
                    return nil
                }
            case .failed(let error):
                state = .failed(error)
                return nil
            }
        }
    }

    private mutating func head(_ start: Start, _ reader: FieldReader) throws(WireFault) -> WireRequestHead {
        offset += reader.size
        let head = try WireRequestHead(
            method: start.method, target: start.target, form: start.form, version: start.version,
            fields: reader.fields, framingFields: reader.framing)
        state = .content(try ContentReader(head.framing, limits: limits, isResponse: false))
        return head
    }

    private mutating func readRequestLine(
        _ input: Span<UInt8>, from position: inout Int
    ) throws(WireFault) -> Bool {
        let start = position
        let held = lines.held.count
        if held == 0, start < input.count, !input[start].isTokenByte, input[start] != 0x0D, input[start] != 0x0A {
            // What speaks another protocol may never send a line end.
            throw WireFault(.malformedRequestLine)
        }
        let limit = limits.requestLine
        switch lines.next(in: input, from: &position, limit: limit) {
        case .incomplete: return false
        case .tooLong: throw RequestLine.faultOfTooLong(lines.held.span.extracting(0..<limit + 1), limits: limits)
        case .inInput(let range): try takeRequestLine(input.extracting(range), size: position - start)
        case .inHeld:
            let line = lines.held
            lines.clear()
            try takeRequestLine(line.span, size: held + position - start)
        }
        return true
    }

    private mutating func takeRequestLine(_ line: Span<UInt8>, size: Int) throws(WireFault) {
        if line.count == 0 || (line.count == 1 && line[0] == 0x0D) {
            emptyLines += 1
            guard emptyLines <= Self.maximumEmptyLines else { throw WireFault(.malformedRequestLine) }
            offset += size
            return
        }
        let syntax = try RequestLine(line, limits: limits)
        offset += size
        let start = Start(
            method: Method(String(decodingASCII: line.extracting(syntax.method))),
            target: Array(line.extracting(syntax.target)), form: syntax.form, version: syntax.version)
        let reader = FieldReader(
            isResponse: false, maximumSize: limits.head - size, maximumLines: limits.fieldLines,
            sizeFault: .headTooLarge)
        state = .fields(start, reader)
    }
}

extension Array where Element == UInt8 {
    init(_ bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { Array($0) }
    }
}

extension String {
    /// Text of a token, whose bytes were checked.
    init(decodingASCII bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
