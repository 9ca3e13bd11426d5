import HTTPDate

/// How long a response is fresh, and what says so (RFC 9111 §4.2.1).
public struct FreshnessLifetime: Sendable, Hashable {
    /// Where the lifetime comes from.
    public enum Source: Sendable, Hashable {
        /// `s-maxage`, in a shared cache (RFC 9111 §5.2.2.10).
        case sMaxAge
        /// `max-age` (RFC 9111 §5.2.2.1).
        case maxAge
        /// Expires, less Date (RFC 9111 §5.3).
        case expires
        /// A directive of a targeted field (RFC 9213 §2.2).
        case targeted
        /// A share of the time since Last-Modified (RFC 9111 §4.2.2).
        case heuristic
        /// Nothing: the lifetime is 0.
        case none
    }

    /// Seconds, never negative.
    public let seconds: Int
    /// Where it comes from.
    public let source: Source
}

extension CachePolicy {
    /// How long the response is fresh from its generation on, and why. RFC 9111 §4.2.1.
    public func freshnessLifetime(of stored: StoredResponse) -> Verdict<FreshnessLifetime> {
        freshnessLifetime(of: stored, effectiveDirectives(of: stored))
    }

    @inline(__always)
    func freshnessLifetime(of stored: StoredResponse, _ effective: EffectiveDirectives) -> Verdict<FreshnessLifetime> {
        if isSeed { return seed(stored).freshness }
        if stored.isOutdated { return Verdict(FreshnessLifetime(seconds: 0, source: .none), because: .outdateHead) }
        return freshnessLifetime(
            of: stored.summary, effective.directives, isTargeted: effective.isTargeted, stored.lifetimeTraits)
    }

    @inline(__always)
    func freshnessLifetime(
        of response: ResponseSummary, _ directives: ResponseDirectives, isTargeted: Bool,
        _ traits: LifetimeTraits
    ) -> Verdict<FreshnessLifetime> {
        let has = directives.flags
        if isShared, has.contains(.sMaxAge) {
            return explicit(
                directives.sMaxAge, isTargeted ? .targeted : .sMaxAge,
                isTargeted ? .lifetimeTargeted : .lifetimeSMaxAge,
                isInvalid: has.contains(.sMaxAgeInvalid), disagrees: has.contains(.sMaxAgeDuplicate))
        }
        if has.contains(.maxAge) {
            return explicit(
                directives.maxAge, isTargeted ? .targeted : .maxAge, isTargeted ? .lifetimeTargeted : .lifetimeMaxAge,
                isInvalid: has.contains(.maxAgeInvalid), disagrees: has.contains(.maxAgeDuplicate))
        }
        if !isTargeted, response.has(.expires) {
            if response.flags.contains(.expiresDuplicate), options.duplicateDirective == .stale {
                return Verdict(FreshnessLifetime(seconds: 0, source: .expires), because: .lifetimeDuplicate)
            }
            guard response.flags.contains(.expires) else {
                return Verdict(FreshnessLifetime(seconds: 0, source: .expires), because: .lifetimeExpiresInvalid)
            }
            let date = response.flags.contains(.date) ? response.date : traits.responseTime
            let seconds = max(0, Int(response.expires - date))
            return Verdict(FreshnessLifetime(seconds: seconds, source: .expires), because: .lifetimeExpires)
        }
        if let seconds = heuristicLifetime(of: response, isPublic: has.contains(.public), traits) {
            return Verdict(FreshnessLifetime(seconds: seconds, source: .heuristic), because: .lifetimeHeuristic)
        }
        return Verdict(FreshnessLifetime(seconds: 0, source: .none), because: .lifetimeNone)
    }

    @inline(__always)
    private func explicit(
        _ seconds: UInt32, _ source: FreshnessLifetime.Source, _ rule: Rule, isInvalid: Bool, disagrees: Bool
    ) -> Verdict<FreshnessLifetime> {
        if isInvalid { return Verdict(FreshnessLifetime(seconds: 0, source: source), because: .lifetimeInvalid) }
        if disagrees, options.duplicateDirective == .stale {
            return Verdict(FreshnessLifetime(seconds: 0, source: source), because: .lifetimeDuplicate)
        }
        return Verdict(FreshnessLifetime(seconds: Int(seconds), source: source), because: rule)
    }
}

/// What the lifetime asks beyond the caching fields.
struct LifetimeTraits {
    var status: StatusCode
    /// Seconds since 1970: stands in for a Date that is missing.
    var responseTime: Int64
    var hasQuery: Bool
}

extension StoredResponse {
    @inline(__always)
    var lifetimeTraits: LifetimeTraits {
        LifetimeTraits(
            status: response.status, responseTime: responseTime.secondsSinceEpoch,
            hasQuery: request.target.query != nil)
    }
}
