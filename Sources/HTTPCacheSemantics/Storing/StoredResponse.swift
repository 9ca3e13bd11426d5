public import HTTPDate

/// A response as a cache holds it: both heads and the two instants of RFC 9111 §4.2.3.
public struct StoredResponse: Sendable, Hashable {
    /// The request that was answered, with at least the fields that Vary nominates.
    public let request: RequestHead
    /// The head as stored (RFC 9111 §3.1).
    public let response: ResponseHead
    /// The cache's clock when the request was sent.
    public let requestTime: HTTPDate
    /// The cache's clock when the response arrived.
    public let responseTime: HTTPDate
    /// How much of the representation is there.
    public let content: StoredContent
    /// Whether it counts as stale whatever its fields say, since a HEAD response disagreed with it (RFC 9111 §4.3.5).
    public let isOutdated: Bool

    let summary: ResponseSummary
    /// Whether status, method, content and excluded fields leave no more to look at than the summaries.
    let isOrdinary: Bool
    /// The terms of its age but for the time in the cache (RFC 9111 §4.2.3).
    let ageOnArrival: CurrentAge
    /// The one of these that carries it.
    let rulesOfAge: RuleSet
    /// What allows it to be stored, where no targeted field takes the place of Cache-Control and Expires.
    let permissions: StoringRules

    /// Makes a stored response of what was kept; no rule is asked whether it may be.
    public init(
        request: RequestHead, response: ResponseHead, requestTime: HTTPDate, responseTime: HTTPDate,
        content: StoredContent = .complete(length: nil), isOutdated: Bool = false
    ) {
        self.request = request
        self.response = response
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.content = content
        self.isOutdated = isOutdated
        var summary = response.summary
        summary.placeTwoDigitYears(of: response.fields, receivedAt: responseTime)
        self.summary = summary
        ageOnArrival = CurrentAge(onArrival: summary, requestTime: requestTime, responseTime: responseTime)
        rulesOfAge = RuleSet(ageOnArrival.deciding)
        permissions = StoringRules(
            permitting: summary.directives.flags, response.status, hasExpires: summary.has(.expires))
        isOrdinary =
            StoredTraits.areOrdinary(response.status, request.summary.method, isComplete: content.isComplete)
            && !summary.mayExcludeFields
    }

    /// The same response, counting as stale.
    public func outdated() -> StoredResponse {
        StoredResponse(
            request: request, response: response, requestTime: requestTime, responseTime: responseTime,
            content: content, isOutdated: true)
    }

    /// The instant in the Date field, or that of receipt where there is none that can be read (RFC 9110 §6.6.1).
    public var date: HTTPDate {
        summary.flags.contains(.date) ? HTTPDate(secondsSinceEpoch: summary.date) : responseTime
    }

    /// The stored entity tag, if the ETag field holds one.
    public var entityTag: EntityTag? { response.entityTag }

    /// The stored Last-Modified instant, if the field holds a date.
    public var lastModified: HTTPDate? {
        summary.flags.contains(.lastModified) ? HTTPDate(secondsSinceEpoch: summary.lastModified) : nil
    }
}

/// How much of a representation is stored (RFC 9111 §3.3).
public enum StoredContent: Sendable, Hashable {
    /// All of it; `length` in bytes where it is known.
    case complete(length: Int?)
    /// The bytes of `range`, of a representation of `total` bytes where that is known.
    case partial(range: Range<Int>, total: Int?)

    /// Whether all of the representation is there.
    public var isComplete: Bool {
        if case .complete = self { true } else { false }
    }
}
