public import HTTPDate

/// A response as a cache holds it: both heads and the two instants of RFC 9111 §4.2.3.
public struct StoredResponse: Sendable, Hashable {
    /// The request that was answered, with at least the fields that Vary nominates.
    @inlinable public var request: RequestHead { parts.request }
    /// The head as stored (RFC 9111 §3.1).
    @inlinable public var response: ResponseHead { parts.response }
    /// The cache's clock when the request was sent.
    @inlinable public var requestTime: HTTPDate { parts.requestTime }
    /// The cache's clock when the response arrived.
    @inlinable public var responseTime: HTTPDate { parts.responseTime }
    /// How much of the representation is there.
    @inlinable public var content: StoredContent { parts.content }
    /// Whether it counts as stale whatever its fields say, since a HEAD response disagreed with it (RFC 9111 §4.3.5).
    @inlinable public var isOutdated: Bool { parts.isOutdated }

    var summary: ResponseSummary { parts.summary }
    /// Whether status, method, content and excluded fields leave no more to look at than the summaries.
    var isOrdinary: Bool { parts.isOrdinary }
    /// The terms of its age but for the time in the cache (RFC 9111 §4.2.3).
    var ageOnArrival: CurrentAge { parts.ageOnArrival }
    /// The one of these that carries it.
    var rulesOfAge: RuleSet { parts.rulesOfAge }
    /// What allows it to be stored, where no targeted field takes the place of Cache-Control and Expires.
    var permissions: StoringRules { parts.permissions }

    /// Behind one reference: what is stored is handed about between threads, and a copy would count a dozen of them.
    @usableFromInline let parts: Parts

    /// Makes a stored response of what was kept; no rule is asked whether it may be.
    public init(
        request: RequestHead, response: ResponseHead, requestTime: HTTPDate, responseTime: HTTPDate,
        content: StoredContent = .complete(length: nil), isOutdated: Bool = false
    ) {
        parts = Parts(request, response, requestTime, responseTime, content, isOutdated)
    }

    public static func == (a: StoredResponse, b: StoredResponse) -> Bool {
        a.parts === b.parts
            || a.request == b.request && a.response == b.response && a.requestTime == b.requestTime
                && a.responseTime == b.responseTime && a.content == b.content && a.isOutdated == b.isOutdated
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(request)
        hasher.combine(response)
        hasher.combine(requestTime)
        hasher.combine(responseTime)
        hasher.combine(content)
        hasher.combine(isOutdated)
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

extension StoredResponse {
    @usableFromInline
    final class Parts: Sendable {
        @usableFromInline let request: RequestHead
        @usableFromInline let response: ResponseHead
        @usableFromInline let requestTime: HTTPDate
        @usableFromInline let responseTime: HTTPDate
        @usableFromInline let content: StoredContent
        @usableFromInline let isOutdated: Bool
        let summary: ResponseSummary
        let isOrdinary: Bool
        let ageOnArrival: CurrentAge
        let rulesOfAge: RuleSet
        let permissions: StoringRules

        init(
            _ request: RequestHead, _ response: ResponseHead, _ requestTime: HTTPDate, _ responseTime: HTTPDate,
            _ content: StoredContent, _ isOutdated: Bool
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
