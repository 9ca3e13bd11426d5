public import HTTPDate

extension CacheExchange {
    /// Why the request went forward, in the words of RFC 9211 §2.2; nil where it did not.
    public var forwardReason: CacheStatus.ForwardReason? {
        switch decision?.decision {
        case .forward(let reason): return CacheStatus.ForwardReason(reason.rawValue)
        case .validate(let candidates):
            guard candidates.selected != nil else { return .varyMiss }
            switch decision?.deciding {
            case .requestNoCache, .requestMaxAge, .requestMinFresh, .requestPragma, .requestMaxStale: return .request
            default: return .stale
            }
        default: return nil
        }
    }

    /// The stored response that answers without the origin; nil where none does.
    public var servedIndex: Int? {
        switch decision?.decision {
        case .reuse(let index, _), .reuseWhileRevalidating(let index): index
        default: nil
        }
    }
}

extension CachePolicy {
    /// The seconds for which a stored response stays fresh, negative when stale: `ttl` of RFC 9211 §2.4.
    public func remainingLifetime(of stored: StoredResponse, at now: HTTPDate) -> Int {
        freshnessLifetime(of: stored).decision.seconds - currentAge(of: stored, at: now).seconds
    }
}
