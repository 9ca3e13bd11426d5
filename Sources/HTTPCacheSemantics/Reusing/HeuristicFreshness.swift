extension CachePolicy {
    /// A share of the time from Last-Modified to Date, where a heuristic is allowed and finds something to go by; nil
    /// otherwise. RFC 9111 §4.2.2.
    @inline(__always)
    func heuristicLifetime(of response: ResponseSummary, isPublic: Bool, _ traits: LifetimeTraits) -> Int? {
        guard options.heuristicPercent > 0, response.flags.contains(.lastModified) else { return nil }
        guard !options.heuristicNeeds || isPublic || traits.status.isHeuristicallyCacheable else { return nil }
        guard options.heuristicForQueryURL || !traits.hasQuery else { return nil }
        let date = response.flags.contains(.date) ? response.date : traits.responseTime
        // Both lie in years 0 to 9999, so the product is far from overflowing.
        let seconds = max(0, Int(date - response.lastModified)) * min(options.heuristicPercent, 100) / 100
        return min(seconds, options.heuristicCapSeconds ?? .max)
    }
}
