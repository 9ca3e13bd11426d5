public import HTTPDate

/// The four answers about one stored response and one request.
public struct Assessment: Sendable, Hashable {
    /// Whether the response may be stored (RFC 9111 §3).
    public let storability: Verdict<Storability>
    /// How long it is fresh (§4.2.1).
    public let lifetime: Verdict<FreshnessLifetime>
    /// How old it is (§4.2.3).
    public let age: CurrentAge
    /// What to do with the request (§4).
    public let reuse: Verdict<ReuseDecision>
}

extension CachePolicy {
    /// Whether the stored response may be stored, for how long it is fresh, how old it is at `now`, and whether it
    /// answers the request.
    ///
    /// The answers of ``storability(of:to:isComplete:receivedAt:)``, ``freshnessLifetime(of:)``, ``currentAge(of:at:)``
    /// and ``reuse(of:for:at:)-(StoredResponse,_,_)`` in one call, each worked out once.
    public func assess(_ stored: StoredResponse, for request: RequestHead, at now: HTTPDate) -> Assessment {
        let isPlain = !isSeed && options.targeted.isEmpty
        let own = EffectiveDirectives(directives: stored.summary.directives, isTargeted: false)
        let lifetime = isPlain ? freshnessLifetime(of: stored, own) : freshnessLifetime(of: stored)
        let age = age(of: stored, at: now)
        return Assessment(
            storability: isPlain && stored.isOrdinary
                ? storability(of: stored, own.directives.flags, stored.permissions) : storability(of: stored),
            lifetime: lifetime, age: age,
            reuse: isPlain
                ? reuse(of: stored, for: request, at: now, own, lifetime, age)
                : reuse(of: stored, for: request, at: now))
    }
}
