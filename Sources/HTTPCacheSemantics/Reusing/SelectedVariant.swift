public import HTTPDate

/// What keeps a stored response from answering a request.
struct Obstacle {
    var reason: ForwardReason
    var rule: Rule
}

/// Which of several stored responses answers a request (RFC 9111 §4, §4.1).
enum Selection {
    case some(Int)
    case none(Obstacle)
}

extension CachePolicy {
    /// The most recent response that method, Vary and range allow; one with a Vary field before one without (§4.1).
    func select(from stored: [StoredResponse], for request: RequestHead, at now: HTTPDate) -> Selection {
        var best: Int?
        var nearest = Obstacle(reason: .uriMiss, rule: .selectMiss)
        for index in stored.indices {
            let effective = effectiveDirectives(of: stored[index])
            if let obstacle = obstacle(to: stored[index], effective, for: request, at: now) {
                if obstacle.rule.selectionWeight > nearest.rule.selectionWeight { nearest = obstacle }
                continue
            }
            guard let current = best else {
                best = index
                continue
            }
            if isPreferred(stored[index], to: stored[current]) { best = index }
        }
        if let best { return .some(best) }
        return .none(nearest)
    }

    /// The index of the stored response that a request selects; nil where none can answer it whatever its age.
    public func selected(from stored: [StoredResponse], for request: RequestHead, at now: HTTPDate) -> Int? {
        if case .some(let index) = select(from: stored, for: request, at: now) { return index }
        return nil
    }

    @inline(always)
    func obstacle(
        to stored: StoredResponse, _ effective: EffectiveDirectives, for request: RequestHead, at now: HTTPDate
    ) -> Obstacle? {
        if isSeed { return stored.content.isComplete ? nil : Obstacle(reason: .partial, rule: .selectPartial) }
        let obstacle = obstacle(
            to: stored.summary, effective.directives.flags, storedFor: stored.request.summary, for: request.summary)
        if let obstacle { return obstacle }
        if stored.summary.has(.vary), !stored.varyMatches(request, options.fieldComparison) {
            return Obstacle(reason: .varyMiss, rule: .varyMismatch)
        }
        return stored.isOrdinary || stored.content.isComplete ? nil : rangeObstacle(to: stored, for: request, at: now)
    }

    /// What keeps a stored part from answering, if anything does (RFC 9111 §3.3).
    @inline(never)
    private func rangeObstacle(to stored: StoredResponse, for request: RequestHead, at now: HTTPDate) -> Obstacle? {
        if case .partial(let range, let total) = stored.content,
            !RangeRequest(request).isSatisfied(within: range, of: total) || !ifRangeAllows(request, stored, at: now)
        {
            return Obstacle(reason: .partial, rule: request.summary.has(.range) ? .forwardRange : .selectPartial)
        }
        return nil
    }

    /// The obstacles that show without a look at the fields that Vary names or at the range.
    @inline(always)
    func obstacle(
        to response: ResponseSummary, _ has: ResponseDirectives.Flags, storedFor storedRequest: RequestSummary,
        for request: RequestSummary
    ) -> Obstacle? {
        let method = storedRequest.method
        let allows =
            method == request.method || (request.method == .head && method == .get)
            || (method == .post && request.method != .query)
        guard allows else { return Obstacle(reason: .miss, rule: .selectMethod) }
        // An update may have taken away what allowed the response to be shared (RFC 9111 §3.5).
        if isShared, storedRequest.has(.authorization), !has.allowAuthorized {
            return Obstacle(reason: .uriMiss, rule: .storeAuthorization)
        }
        return response.vary.matchesNothing ? Obstacle(reason: .varyMiss, rule: .varyStar) : nil
    }

    /// The one of these that comes first by §4.1.
    func preferred(of indices: [Int], in stored: [StoredResponse]) -> Int? {
        indices.sorted().max { isPreferred(stored[$1], to: stored[$0]) }
    }

    private func isPreferred(_ new: StoredResponse, to old: StoredResponse) -> Bool {
        let hasVary = new.summary.vary.namesFields
        if hasVary != old.summary.vary.namesFields { return hasVary }
        return !old.isMoreRecent(than: new)
    }

    /// The variants whose entity tags can be sent along, one bit each: Vary alone keeps them from answering.
    func taggedVariants(of stored: [StoredResponse], for request: RequestHead, at now: HTTPDate) -> UInt64 {
        var bits: UInt64 = 0
        for index in stored.indices.prefix(64) where stored[index].isTaggedVariant {
            let effective = effectiveDirectives(of: stored[index])
            let obstacle = obstacle(to: stored[index], effective, for: request, at: now)
            if obstacle?.reason == .varyMiss { bits |= 1 << UInt64(index) }
        }
        return bits
    }
}

extension StoredResponse {
    /// By Date, then by arrival (RFC 9111 §4).
    func isMoreRecent(than other: StoredResponse) -> Bool {
        (date, responseTime) > (other.date, other.responseTime)
    }

    /// Whether its entity tag may be sent along when another variant was asked for.
    var isTaggedVariant: Bool { content.isComplete && summary.flags.contains(.entityTag) }
}

extension Rule {
    /// How near a stored response came to being used; the nearest obstacle is the one reported.
    fileprivate var selectionWeight: Int {
        switch self {
        case .selectMethod, .storeAuthorization: 1
        case .varyStar: 2
        case .varyMismatch: 3
        case .selectPartial, .forwardRange: 4
        default: 0
        }
    }
}
