import CachingClient
import HTTPCacheSemantics

/// What a proxy has answered since it began.
public struct ProxyStatistics: Sendable, Hashable {
    /// All requests that were answered, refusals included: the sum of the hits, validated, misses, collapsed and own.
    public internal(set) var requests = 0
    /// Answered from the store, fresh or stale, without an answer from the origin: it was not asked, or it failed.
    public internal(set) var hits = 0
    /// Of the hits, those that were stale.
    public internal(set) var stale = 0
    /// Answered from the store after the origin answered: that it is still good, or with an error (RFC 5861 §4).
    public internal(set) var validated = 0
    /// Answered by the origin.
    public internal(set) var misses = 0
    /// Answered with the answer to another request that was on its way.
    public internal(set) var collapsed = 0
    /// Answered by the proxy itself: refusals, 502, 504.
    public internal(set) var own = 0
    /// Bytes of content sent.
    public internal(set) var contentBytes = 0

    /// Nothing counted yet.
    public init() {}

    mutating func count(_ answer: Answer, bytes: Int) {
        requests += 1
        contentBytes += bytes
        switch answer.source {
        case .store:
            hits += 1
            if let ttl = answer.ttl, ttl <= 0 { stale += 1 }
        case .validatedStore: validated += 1
        case .origin: misses += 1
        case .collapsed: collapsed += 1
        case .cache: own += 1
        }
    }

    mutating func count(own status: StatusCode) {
        requests += 1
        own += 1
    }
}
