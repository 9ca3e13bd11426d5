public import HTTPCacheSemantics
public import HTTPDate

/// A request and its response as they went by, with the instants of RFC 9111 §4.2.3.
public struct ObservedExchange: Sendable {
    /// The request as it was sent.
    public let request: RequestHead
    /// The response as it came, a 304 too; see ``judged``.
    public let response: ResponseHead
    /// How much of the content came.
    public let content: StoredContent
    /// When the request went out.
    public let requestTime: HTTPDate
    /// When the response's head was there.
    public let responseTime: HTTPDate
    /// What is asked when the request comes again.
    public let later: RequestHead

    /// Where an arrival would lie before the request, it is taken to be at the same time. `later` is the request itself
    /// unless it is given.
    public init(
        request: RequestHead, response: ResponseHead, content: StoredContent = .complete(length: nil),
        requestTime: HTTPDate, responseTime: HTTPDate, later: RequestHead? = nil
    ) {
        self.request = request
        self.response = response
        self.content = content
        self.requestTime = requestTime
        self.responseTime = max(requestTime, responseTime)
        self.later = later ?? request
    }

    /// The response that is to be judged: for a 304 the one that it brings up to date, as far as its fields describe
    /// that (RFC 9111 §4.3.4).
    public var judged: ResponseHead {
        response.status.value == 304 ? ResponseHead(status: 200, fields: response.fields) : response
    }

    /// The judged response as a cache holds it.
    public var stored: StoredResponse {
        StoredResponse(
            request: request, response: judged, requestTime: requestTime, responseTime: responseTime, content: content)
    }
}

extension RequestHead {
    private static let ofOneVisit = [
        "cache-control", "pragma", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range",
        "range",
    ]

    /// The request without what a browser adds for one visit alone: conditions, range and cache directives, as a reload
    /// or tools that turn the cache off do.
    public var withoutWishesOfOneVisit: RequestHead {
        var fields = fields
        for name in Self.ofOneVisit { fields.remove(name) }
        return fields.count == self.fields.count ? self : with(fields: fields)
    }
}
