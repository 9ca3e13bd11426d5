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

    @inline(always)
    func freshnessLifetime(of stored: StoredResponse, _ effective: EffectiveDirectives) -> Verdict<FreshnessLifetime> {
        if isSeed { return seedLifetime(of: stored) }
        if stored.isOutdated { return Verdict(FreshnessLifetime(seconds: 0, source: .none), because: .outdateHead) }
        return freshnessLifetime(
            of: stored.summary, effective.directives, isTargeted: effective.isTargeted,
            receivedAt: stored.responseTime,
            heuristic: heuristicLifetime(of: stored, isPublic: effective.directives.flags.contains(.public)))
    }

    @inline(always)
    func freshnessLifetime(
        of response: ResponseSummary, _ directives: ResponseDirectives, isTargeted: Bool,
        receivedAt: HTTPDate, heuristic: @autoclosure () -> Int?
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
            if response.flags.contains(.expiresDuplicate), options.duplicateDirective != .first {
                return Verdict(FreshnessLifetime(seconds: 0, source: .expires), because: .lifetimeDuplicate)
            }
            guard response.flags.contains(.expires) else {
                return Verdict(FreshnessLifetime(seconds: 0, source: .expires), because: .lifetimeExpiresInvalid)
            }
            let date = response.flags.contains(.date) ? response.date : receivedAt.secondsSinceEpoch
            let seconds = max(0, Int(response.expires - date))
            return Verdict(FreshnessLifetime(seconds: seconds, source: .expires), because: .lifetimeExpires)
        }
        if let seconds = heuristic() {
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
