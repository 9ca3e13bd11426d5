public import HTTPCacheSemantics

/// A response whose bytes are made once and sent many times: the hot path of a cache.
///
/// The head is kept serialised without its last empty line, so that fields that differ from answer to answer (Age,
/// Cache-Status) can be added behind the others.
public struct PreparedResponse: Sendable {
    let headBytes: [UInt8]
    let content: [UInt8]
    /// The head's status code.
    public let status: StatusCode
    let saysClose: Bool

    /// The head's own Content-Length and Transfer-Encoding are replaced by the content's length; 1xx, 204 and 304 have
    /// no content, and for them the head is kept as it is.
    public init(_ head: WireResponseHead, content: [UInt8]) {
        let hasContent = head.mayHaveContent(inAnswerTo: .get)
        let framed = hasContent ? head.withLength(content.count) : head
        var bytes: [UInt8] = []
        Serializer.appendStatusLineAndFields(framed, version: .http11, to: &bytes)
        headBytes = bytes
        self.content = hasContent ? content : []
        status = head.status
        saysClose = head.framingFields.saysClose
    }
}

/// Adds field lines to a prepared head.
public struct FieldAppender: ~Copyable {
    var bytes: [UInt8]
    /// Whether a line was refused; the answer is not sent then.
    private(set) var fault: WireError?

    init(_ bytes: consuming [UInt8]) { self.bytes = bytes }

    /// The bytes, which are gone from here afterwards.
    mutating func takeBytes() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        return taken
    }

    /// Adds a line; the name is a token, the value as in `WireResponseHead`.
    public mutating func append(_ name: StaticString, _ value: Span<UInt8>) {
        do throws(WireFault) {
            if name.utf8CodeUnitCount == 14 || name.utf8CodeUnitCount == 17 { try Self.checkIsNoFraming(name) }
            try FieldLineSyntax.check(value, at: 0)
            Serializer.append(name: name, to: &bytes)
            bytes.append(value)
            Serializer.appendLineEnd(to: &bytes)
        } catch {
            fault = WireError(error.fault, at: error.offset)
        }
    }

    private static func checkIsNoFraming(_ name: StaticString) throws(WireFault) {
        let bytes = name.withUTF8Buffer { Array($0) }
        if bytes.span.matches("content-length") { throw WireFault(.repeatedContentLength) }
        if bytes.span.matches("transfer-encoding") { throw WireFault(.lengthAndTransferEncoding) }
    }

    /// Adds a line whose value is these bytes, with the same refusals as for a span: control bytes, Content-Length and
    /// Transfer-Encoding; an answer with a refused line is not sent.
    public mutating func append(_ name: StaticString, _ value: [UInt8]) { append(name, value.span) }

    /// Adds a line whose value is a number; negative ones count as 0.
    public mutating func append(_ name: StaticString, _ value: Int) {
        // Twenty digits hold every number there is.
        var digits: [UInt8] = []
        digits.reserveCapacity(20)
        Serializer.appendDecimal(value, to: &digits)
        append(name, digits.span)
    }
}
