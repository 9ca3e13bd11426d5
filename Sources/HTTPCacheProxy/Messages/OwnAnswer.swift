import CachingClient
import HTTPCacheSemantics
import HTTPDate
import HTTPWire

/// A response that the proxy makes itself: without Cache-Status (RFC 9211 §2) and Via.
struct OwnAnswer: Error {
    let status: StatusCode
    let fields: FieldSection
    let content: [UInt8]
    /// Why, in a few words.
    let reason: String

    /// With a line of text that says why.
    init(_ status: Int, _ reason: String) {
        self.status = StatusCode(status)
        self.reason = reason
        fields = FieldSection([("Content-Type", "text/plain; charset=utf-8")])
        content = Array("\(status) \(reason)\n".utf8)
    }

    init(_ status: Int, _ reason: String, fields: FieldSection, content: [UInt8]) {
        self.status = StatusCode(status)
        self.reason = reason
        self.fields = fields
        self.content = content
    }

    /// After a request with a fault nothing more is read from its connection, as for those that the wire refuses.
    private var closes: Bool { [400, 413].contains(status.value) }

    func head(at now: HTTPDate) -> WireResponseHead? {
        var fields = fields
        fields.append(name: "Date", value: now.description)
        if closes { fields.append(name: "Connection", value: "close") }
        return try? WireResponseHead(status: status, fields: fields)
    }
}

extension OwnAnswer {
    /// What a client gets when there is neither an answer of the origin nor one from the store: 504 when the origin took
    /// too long, or is out of reach where what is stored may not be used without it (RFC 9111 §5.2.2.2), else 502 (RFC
    /// 9110 §15.6.3, §15.6.5).
    init(_ error: ClientError) {
        switch error {
        case .originFailed(let cause as ConnectionError, let rule) where cause.isDisconnection && rule.wantsOrigin:
            self.init(504, "\(OwnAnswer(cause).reason), and what is stored may not be used without (\(rule.code))")
        case .originFailed(let cause as ConnectionError, _): self.init(cause)
        case .originFailed(let cause as ClientError, _): self.init(cause)
        case .originFailed: self.init(502, "the request could not be sent to the origin")
        case .unexpectedStatus(let status): self.init(502, "the origin's status \(status) is none of HTTP's")
        case .unrequestedNotModified: self.init(502, "the origin sent a 304 to a request without conditions")
        case .unrequestedPartialContent: self.init(502, "the origin sent a 206 to a request without a range")
        case .contentNotRepeatable: self.init(502, "the request would have to be sent twice")
        case .contentCut, .contentTooLong, .contentTooLarge: self.init(502, "the origin's content is not whole")
        case .storedContentLost: self.init(502, "the stored content cannot be read")
        case .cancelled: self.init(502, "given up")
        }
    }

    private init(_ error: ConnectionError) {
        switch error {
        case .timedOut: self.init(504, "the origin did not answer in time")
        case .malformed(let fault): self.init(502, "the origin's answer is no HTTP/1.1 response: \(fault)")
        case .closed: self.init(502, "the origin closed the connection without an answer")
        case .nameNotResolved: self.init(502, "the origin's name is not known")
        case .system(let code): self.init(502, "the origin cannot be reached (error \(code) of the system)")
        case .contentLengthMismatch: self.init(400, "the request's content did not come whole")
        case .cancelled: self.init(502, "the request's content did not come whole")
        case .shutDown: self.init(503, "the proxy is shutting down")
        }
    }
}

extension ConnectionError {
    /// Whether there was no answer at all, rather than one that is none.
    fileprivate var isDisconnection: Bool {
        switch self {
        case .closed, .nameNotResolved, .system, .timedOut: true
        case .malformed, .contentLengthMismatch, .cancelled, .shutDown: false
        }
    }
}

extension Rule {
    /// Whether it forbids a stale answer by what the response itself says.
    fileprivate var wantsOrigin: Bool {
        switch self {
        case .staleMustRevalidate, .staleProxyRevalidate, .staleSMaxAge, .staleNoCache: true
        default: false
        }
    }
}
