public import HTTPDate

extension CacheExchange {
    /// What this cache says of how it handled the request (RFC 9211 §2), to be added to Cache-Status; nil where it
    /// gives an answer of its own, which carries none.
    ///
    /// `answer` is the origin's status code, if it was asked, and `isStored` whether its response was stored.
    public func cacheStatus(
        of identifier: CacheStatus.Label, at now: HTTPDate, answer: StatusCode? = nil, isStored: Bool? = nil,
        isCollapsed: Bool? = nil
    ) -> CacheStatus.Cache? {
        if let index = servedIndex {
            return CacheStatus.Cache(identifier, .hit, ttl: policy.remainingLifetime(of: stored[index], at: now))
        }
        guard let forwardReason else { return nil }
        return CacheStatus.Cache(
            identifier,
            .forwarded(
                .init(
                    forwardReason, status: answer?.value, stored: isStored == true ? true : nil,
                    collapsed: isCollapsed == true ? true : nil)))
    }

    /// Why the request went forward, in the words of RFC 9211 §2.2; nil where it did not.
    public var forwardReason: CacheStatus.ForwardReason? {
        guard let decision else { return nil }
        switch decision.decision {
        case .validate: return reasonToValidate(decision.deciding)
        case .forward(let reason): return CacheStatus.ForwardReason(reason.rawValue)
        case .reuse, .reuseWhileRevalidating, .gatewayTimeout: return nil
        }
    }

    /// The stored response that answers without the origin; nil where none does.
    public var servedIndex: Int? {
        switch decision?.decision {
        case .reuse(let index, _), .reuseWhileRevalidating(let index): index
        default: nil
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

extension CachePolicy {
    /// The seconds for which a stored response stays fresh, negative when stale: `ttl` of RFC 9211 §2.4.
    public func remainingLifetime(of stored: StoredResponse, at now: HTTPDate) -> Int {
        freshnessLifetime(of: stored).decision.seconds - currentAge(of: stored, at: now).seconds
    }
}
