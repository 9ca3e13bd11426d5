import HTTPDate

extension CachePolicy {
    /// A share of the time from Last-Modified to Date, where a heuristic is allowed and finds something to go by; nil
    /// otherwise. RFC 9111 §4.2.2.
    @inline(__always)
    func heuristicLifetime(
        of response: ResponseSummary, _ status: StatusCode, isPublic: Bool, hasQuery: Bool, receivedAt: HTTPDate
    ) -> Int? {
        guard options.heuristicPercent > 0, response.flags.contains(.lastModified) else { return nil }
        guard !options.heuristicNeeds || isPublic || status.isHeuristicallyCacheable else { return nil }
        guard options.heuristicForQueryURL || !hasQuery else { return nil }
        let date = response.flags.contains(.date) ? response.date : receivedAt.secondsSinceEpoch
        // Both lie in years 0 to 9999, so the product is far from overflowing.
        let seconds = max(0, Int(date - response.lastModified)) * min(options.heuristicPercent, 100) / 100
        return min(seconds, options.heuristicCapSeconds ?? .max)
    }

    // Apart, because most responses say how long they are fresh.
    @inline(never)
    func heuristicLifetime(of stored: StoredResponse, isPublic: Bool) -> Int? {
        heuristicLifetime(
            of: stored.summary, stored.response.status, isPublic: isPublic,
            hasQuery: stored.request.target.query != nil, receivedAt: stored.responseTime)
    }
}
