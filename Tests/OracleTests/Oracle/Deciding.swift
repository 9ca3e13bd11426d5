/// RFC 9111 §4: what to do with a request, given what is stored.
extension Oracle {
    /// Everything the decision and the handling of the answer have to know about the response selected.
    struct Selected {
        var index: Int
        var age: Int64
        var lifetime: Int64
        var fresh: Bool
        var policy: Policy

        var staleness: Int64 { minus(age, lifetime) }
    }

    struct Judgement {
        var decision: Decision
        var selected: Selected?
        var sends: [Field] = []
        var serves: Served?
        /// What goes to the origin while the client has its answer already.
        var background: Request?
    }

    static func isSafe(_ method: String) -> Bool {
        ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].contains(method)
    }

    static func judge(
        _ request: Request, at now: Int64, _ store: [Stored], _ cache: CacheKind, _ options: Options
    ) -> Judgement {
        let wishes = wishes(request, options)
        // §4: an unsafe request is written through, whatever it asks.
        guard isSafe(request.method) else { return Judgement(decision: .forward("method")) }
        func forwarded(_ reason: String, _ selected: Selected? = nil, sends: [Field] = []) -> Judgement {
            if wishes.onlyIfCached { return Judgement(decision: .gatewayTimeout, selected: selected) }
            if sends.isEmpty { return Judgement(decision: .forward(reason), selected: selected) }
            return Judgement(decision: .validate, selected: selected, sends: sends)
        }
        guard ["GET", "HEAD", "QUERY"].contains(request.method) else { return forwarded("method") }
        // RFC 9110 §13.1.1, §13.1.4: whether these hold is for the origin to say.
        if request.fields.has("If-Match") || request.fields.has("If-Unmodified-Since") { return forwarded("bypass") }
        let candidates = candidates(request, store, at: now, cache, options)
        guard let index = preferred(candidates.indices, store) else {
            guard candidates.miss == "vary-miss", options.conditionsOnVaryMiss else {
                return forwarded(candidates.miss)
            }
            let tags = variants(request, store, cache, options).compactMap { entityTag(of: store[$0].fields) }
            return forwarded(candidates.miss, sends: tagCondition(tags, request))
        }
        let selected = select(index, store, at: now, cache, options)
        let stored = store[index]
        let reuse = reuse(selected, stored, wishes, cache, options)
        switch reuse {
        case .reuseFresh, .reuseStale:
            let serves = served(stored, request, now: now)
            return Judgement(decision: reuse, selected: selected, serves: serves)
        case .reuseWhileRevalidating:
            let background = background(stored, request, wishes)
            return Judgement(
                decision: reuse, selected: selected, sends: conditions(stored, background),
                serves: served(stored, request, now: now), background: background)
        case .forward(let reason):
            return forwarded(reason, selected, sends: conditions(stored, request))
        case .validate, .gatewayTimeout:
            return forwarded("stale", selected)
        }
    }

    static func select(
        _ index: Int, _ store: [Stored], at now: Int64, _ cache: CacheKind, _ options: Options
    ) -> Selected {
        let stored = store[index]
        let (age, lifetime) = (stored.age(at: now), stored.lifetime(cache, options).seconds)
        return Selected(
            index: index, age: age, lifetime: lifetime, fresh: lifetime > age, policy: stored.policy(options))
    }

    /// A decision to reuse, or `.forward` with the reason to ask the origin.
    private static func reuse(
        _ selected: Selected, _ stored: Stored, _ wishes: Wishes, _ cache: CacheKind, _ options: Options
    ) -> Decision {
        let reason = selected.fresh ? "request" : "stale"
        if selected.policy.noCache == .unqualified { return .forward("stale") }
        if wishes.noCache { return .forward(reason) }
        if tooOld(selected, stored, wishes, options) { return .forward(reason) }
        if selected.fresh { return tooSoonStale(selected, wishes) ? .forward(reason) : .reuseFresh }

        if mayServeWhileRevalidating(selected, wishes, cache, options) { return .reuseWhileRevalidating }
        let asked = wishes.maxStale != .none && wishes.accepts(staleness: selected.staleness)
        return asked && !forbidsStale(selected.policy, cache) ? .reuseStale : .forward(reason)
    }

    /// §5.2.1.1; RFC 8246 §2.1: a reload of an immutable response that is fresh needs no question.
    static func tooOld(_ selected: Selected, _ stored: Stored, _ wishes: Wishes, _ options: Options) -> Bool {
        guard let maxAge = wishes.maxAge, selected.age > maxAge else { return false }
        let trusted = uri(stored.request.url)?.scheme == "https" && stored.parts == nil
        return !(options.immutable && selected.fresh && selected.policy.has("immutable") && trusted)
    }

    /// §5.2.1.3.
    static func tooSoonStale(_ selected: Selected, _ wishes: Wishes) -> Bool {
        guard let minFresh = wishes.minFresh else { return false }
        return selected.lifetime < plus(selected.age, minFresh)
    }

    /// §4.2.4, §5.2.2.2, §5.2.2.4, §5.2.2.8, §5.2.2.10.
    static func forbidsStale(_ policy: Policy, _ cache: CacheKind, exceptSMaxage: Bool = false) -> Bool {
        if policy.noCache == .unqualified || policy.has("must-revalidate") { return true }
        guard cache == .shared else { return false }
        return policy.has("proxy-revalidate") || (policy.has("s-maxage") && !exceptSMaxage)
    }

    /// RFC 5861 §3.
    private static func mayServeWhileRevalidating(
        _ selected: Selected, _ wishes: Wishes, _ cache: CacheKind, _ options: Options
    ) -> Bool {
        guard let window = selected.policy.limit("stale-while-revalidate").value else { return false }
        if forbidsStale(selected.policy, cache, exceptSMaxage: options.staleWhileRevalidateOverSMaxage) {
            return false
        }
        return selected.staleness <= window && wishes.accepts(staleness: selected.staleness)
    }

    /// §4.3.1: a request of the cache's own, with the method of the stored response's request. What the client asked
    /// for itself is left out, but for a no-store.
    private static func background(_ stored: Stored, _ request: Request, _ wishes: Wishes) -> Request {
        let own = ["if-none-match", "if-modified-since", "if-range", "range", "cache-control", "pragma"]
        var background = request
        background.method = stored.request.method == "POST" ? "GET" : stored.request.method
        background.fields = request.fields.filter { !own.contains(lower($0.name)) }
        if wishes.noStore { background.fields.append(Field("Cache-Control", "no-store")) }
        return background
    }

    /// The client's own tags and then these (§4.3.2).
    private static func tagCondition(_ own: [EntityTag], _ request: Request) -> [Field] {
        if own.isEmpty { return [] }
        var tags = entityTags(request.fields.combined("If-None-Match") ?? [])
        for tag in own where !tags.contains(tag) { tags.append(tag) }
        let value = tags.map(\.written).joined(separator: Array(", ".utf8))
        return [Field("If-None-Match", text(value))]
    }

    /// §4.3.1 and, for the client's own list, §4.3.2.
    static func conditions(_ stored: Stored, _ request: Request) -> [Field] {
        var sends = tagCondition(entityTag(of: stored.fields).map { [$0] } ?? [], request)
        // A range that can't be read here may be one to the origin.
        let forSubrange = request.method == "GET" && request.fields.has("Range")
        if !forSubrange, let modified = lastModified(of: stored.fields, now: stored.responseTime) {
            sends.append(Field("If-Modified-Since", imfFixdate(modified)))
        }
        return sends
    }
}
