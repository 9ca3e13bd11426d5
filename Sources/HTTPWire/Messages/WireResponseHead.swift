public import HTTPCacheSemantics

/// A response's status line and header section as they stand on the wire (RFC 9112 §4 and §5).
///
/// Every value of this type can be sent, and is read back as it was.
public struct WireResponseHead: Sendable, Hashable {
    /// The version that the server speaks.
    public let version: HTTPVersion
    /// From 100 to 999.
    public let status: StatusCode
    /// Tab, space, visible ASCII and bytes above 0x7F; may be empty.
    public let reason: [UInt8]
    /// The field lines in their order; a folded line is one, with a space where it was folded.
    public let fields: FieldSection
    let framingFields: FramingFields

    init(line: StatusLine, reason: [UInt8], fields: FieldSection, framingFields: FramingFields) {
        self.version = line.version
        self.status = StatusCode(line.status)
        self.reason = reason
        self.fields = fields
        self.framingFields = framingFields
    }

    /// Makes a head from its parts; `WireError.offset` counts from the start of the part that is wrong.
    ///
    /// Throws for a status outside 100...999 and for bytes that may not stand where they do. Without `reason` the usual
    /// phrase is taken.
    public init(
        status: StatusCode, reason: [UInt8]? = nil, version: HTTPVersion = .http11, fields: FieldSection = .init()
    ) throws(WireError) {
        do throws(WireFault) {
            guard (100...999).contains(status.value) else { throw WireFault(.malformedStatusLine) }
            let reason = reason ?? ReasonPhrase.bytes[status.value]
            try FieldLineSyntax.check(reason.span, at: 0)
            self.framingFields = try FramingFields(checking: fields)
            self.version = version
            self.status = status
            self.reason = reason
            self.fields = fields
        } catch {
            throw WireError(error.fault, at: error.offset)
        }
    }
}

extension WireResponseHead {
    /// What a cache looks at.
    public var head: ResponseHead { ResponseHead(status: status, fields: fields) }

    /// False for what always ends with its head: answers to HEAD, 1xx, 204 and 304 (RFC 9112 §6.3).
    public func mayHaveContent(inAnswerTo method: Method) -> Bool {
        !(status.isInterim || status.value == 204 || status.value == 304 || method == .head)
    }

    /// Where the content ends, by RFC 9112 §6.3; throws when the fields contradict each other.
    public func framing(inAnswerTo method: Method) throws(WireError) -> MessageFraming {
        do {
            return try framingFields.responseFraming(
                version: version, mayHaveContent: mayHaveContent(inAnswerTo: method))
        } catch {
            throw WireError(error.fault, at: error.offset)
        }
    }

    /// Whether the server keeps the connection open, if the response tells its own length (RFC 9112 §9.3).
    public var persists: Bool { framingFields.persists(version: version) }
}

extension WireResponseHead {
    /// The same status with other fields, which hold only lines of this head and such as are known to be well formed.
    private func replacing(_ fields: FieldSection) -> WireResponseHead {
        var framingFields = FramingFields()
        fields.forEachLine { framingFields.add(name: $0, value: $1) }
        return WireResponseHead(
            version: version, status: status, reason: reason, fields: fields, framingFields: framingFields)
    }

    private init(
        version: HTTPVersion, status: StatusCode, reason: [UInt8], fields: FieldSection, framingFields: FramingFields
    ) {
        self.version = version
        self.status = status
        self.reason = reason
        self.fields = fields
        self.framingFields = framingFields
    }

    /// The same head, framed by this Content-Length alone.
    func withLength(_ length: Int) -> WireResponseHead {
        if framingFields.length == .value(length), framingFields.coding == .absent { return self }
        var fields = fields
        fields.remove("Transfer-Encoding")
        fields.set("Content-Length", to: String(length))
        return replacing(fields)
    }

    /// The same head, framed by the chunked coding alone.
    func withChunkedCoding() -> WireResponseHead {
        if framingFields.coding == .chunked, framingFields.length == .absent { return self }
        var fields = fields
        fields.remove("Content-Length")
        fields.set("Transfer-Encoding", to: "chunked")
        return replacing(fields)
    }

    /// The same head without anything that frames it.
    func withoutFraming() -> WireResponseHead {
        guard framingFields.length != .absent || framingFields.coding != .absent else { return self }
        var fields = fields
        fields.remove("Content-Length")
        fields.remove("Transfer-Encoding")
        return replacing(fields)
    }
}

/// The phrases of RFC 9110 §15 and of the codes registered since, for people reading along.
enum ReasonPhrase {
    /// By status, from 0 to 999.
    static let bytes = (0...999).map { Array(usual(for: $0).utf8) }

    static func usual(for status: Int) -> String {
        switch status {
        case 100: "Continue"
        case 101: "Switching Protocols"
        case 103: "Early Hints"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 203: "Non-Authoritative Information"
        case 204: "No Content"
        case 205: "Reset Content"
        case 206: "Partial Content"
        case 300: "Multiple Choices"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        default: error(status)
        }
    }

    private static func error(_ status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 416: "Range Not Satisfiable"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 426: "Upgrade Required"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: ""
        }
    }
}
