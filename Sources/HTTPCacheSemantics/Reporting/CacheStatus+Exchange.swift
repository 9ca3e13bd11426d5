public import HTTPDate

extension CacheExchange {
    /// What this cache says of how it handled the request (RFC 9211 §2), to be added to Cache-Status; nil where it gives
    /// an answer of its own, which carries none.
    ///
    /// `answer` is the origin's status code, if it was asked, and `isStored` whether its response was stored.
    public func cacheStatus(
        of identifier: CacheStatus.Label, at now: HTTPDate, answer: StatusCode? = nil, isStored: Bool? = nil,
        isCollapsed: Bool? = nil
    ) -> CacheStatus.Cache? {
        guard let decision else { return nil }
        func forwarded(_ reason: CacheStatus.ForwardReason) -> CacheStatus.Cache {
            CacheStatus.Cache(
                identifier,
                .forwarded(
                    .init(
                        reason, status: answer?.value, stored: isStored == true ? true : nil,
                        collapsed: isCollapsed == true ? true : nil)))
        }
        switch decision.decision {
        case .reuse(let index, _), .reuseWhileRevalidating(let index):
            let lifetime = policy.freshnessLifetime(of: stored[index]).decision.seconds
            let age = policy.currentAge(of: stored[index], at: now).seconds
            return CacheStatus.Cache(identifier, .hit, ttl: lifetime - age)
        case .validate: return forwarded(reasonToValidate(decision.deciding))
        case .forward(let reason): return forwarded(CacheStatus.ForwardReason(reason.rawValue))
        case .gatewayTimeout: return nil
        }
    }

    /// `request` only where the response is fresh and the request does not want it (RFC 9211 §2.2).
    private func reasonToValidate(_ rule: Rule) -> CacheStatus.ForwardReason {
        switch rule {
        case .requestNoCache, .requestPragma, .requestMaxAge, .requestMinFresh:
            decision?.rules.contains(.lifetimeExpired) == true ? .stale : .request
        case .varyMismatch, .varyStar: .varyMiss
        default: .stale
        }
    }
}
