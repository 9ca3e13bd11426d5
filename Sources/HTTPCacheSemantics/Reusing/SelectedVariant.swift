/// Which of several stored responses answers a request (RFC 9111 §4, §4.1).
enum Selection {
    case some(Int)
    case none(ForwardReason, Rule)
}

extension CachePolicy {
    /// The most recent response that method, Vary and range allow; one with a Vary field before one without (§4.1).
    func select(from stored: [StoredResponse], for request: RequestHead) -> Selection {
        var best: Int?
        var nearest: (reason: ForwardReason, rule: Rule) = (.uriMiss, .selectMiss)
        for index in stored.indices {
            if let obstacle = obstacle(to: stored[index], for: request) {
                if obstacle.weight > nearest.rule.selectionWeight { nearest = (obstacle.reason, obstacle.rule) }
                continue
            }
            guard let current = best else {
                best = index
                continue
            }
            if isPreferred(stored[index], to: stored[current]) { best = index }
        }
        if let best { return .some(best) }
        return .none(nearest.reason, nearest.rule)
    }

    /// The index of the stored response that a request selects; nil where none can answer it whatever its age.
    public func selected(from stored: [StoredResponse], for request: RequestHead) -> Int? {
        if case .some(let index) = select(from: stored, for: request) { return index }
        return nil
    }

    func obstacle(
        to stored: StoredResponse, for request: RequestHead
    ) -> (reason: ForwardReason, rule: Rule, weight: Int)? {
        func blocked(_ reason: ForwardReason, _ rule: Rule) -> (reason: ForwardReason, rule: Rule, weight: Int) {
            (reason, rule, rule.selectionWeight)
        }
        let method = stored.request.summary.method
        let allows =
            method == request.summary.method || (request.summary.method == .head && method == .get)
            || (method == .post && request.summary.method != .query)
        guard allows else { return blocked(.miss, .selectMethod) }
        if isShared, stored.request.summary.has(.authorization), !allowsAuthorizedReuse(of: stored) {
            return blocked(.uriMiss, .storeAuthorization)
        }
        if stored.summary.has(.vary) {
            if stored.summary.vary.matchesNothing { return blocked(.varyMiss, .varyStar) }
            guard stored.response.varyMatches(stored: stored.request, new: request) else {
                return blocked(.varyMiss, .varyMismatch)
            }
        }
        if case .partial(let range, let total) = stored.content,
            !RangeRequest(request).isSatisfied(within: range, of: total) || !ifRangeAllows(request, stored)
        {
            return blocked(.partial, request.summary.has(.range) ? .forwardRange : .selectPartial)
        }
        return nil
    }

    /// An update may have taken away what allowed the response to be shared (RFC 9111 §3.5).
    private func allowsAuthorizedReuse(of stored: StoredResponse) -> Bool {
        let has = effectiveDirectives(of: stored.response).directives.flags
        return !has.isDisjoint(with: [.public, .mustRevalidate, .sMaxAge])
    }

    private func isPreferred(_ new: StoredResponse, to old: StoredResponse) -> Bool {
        let hasVary = new.summary.vary.namesFields
        if hasVary != old.summary.vary.namesFields { return hasVary }
        return !old.isMoreRecent(than: new)
    }

    /// The variants whose entity tags can be sent along, one bit each.
    func taggedVariants(of stored: [StoredResponse]) -> UInt64 {
        var bits: UInt64 = 0
        for index in stored.indices.prefix(64)
        where stored[index].content.isComplete && stored[index].summary.flags.contains(.entityTag) {
            bits |= 1 << UInt64(index)
        }
        return bits
    }
}

extension StoredResponse {
    /// By Date, then by arrival (RFC 9111 §4).
    func isMoreRecent(than other: StoredResponse) -> Bool {
        (date, responseTime) > (other.date, other.responseTime)
    }
}

extension Rule {
    /// How near a stored response came to being used; the nearest obstacle is the one reported.
    fileprivate var selectionWeight: Int {
        switch self {
        case .selectMethod: 1
        case .varyStar: 2
        case .varyMismatch: 3
        case .selectPartial, .forwardRange: 4
        default: 0
        }
    }
}
