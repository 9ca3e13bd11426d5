/// RFC 9111 §4.3.3: what becomes of the origin's answer, and of the store.
extension Oracle {
    /// One exchange with the origin: the request, what was decided about it, and when.
    struct Exchange {
        var request: Request
        var judgement: Judgement
        var at: Int64
        var answerAt: Int64
    }

    /// The cache between one request and the next.
    struct Cache {
        var kind: CacheKind
        var options: Options
        var store: [Stored] = []
    }
}

extension Oracle.Cache {
    mutating func take(_ answer: Oracle.Answer, _ exchange: Oracle.Exchange) -> Oracle.After {
        switch answer {
        case .error:
            return servedStale(exchange, isError: true, allowed: options.staleOnDisconnect)
                ?? Oracle.After(outcome: .failed, stored: false)
        case .response(let response) where response.status < 100 || response.status > 599:
            // RFC 9110 §15: to be processed as a 5xx, and nothing says that it may be stored.
            return take(Oracle.Response(status: 500, fields: response.fields), exchange, storing: false)
        case .response(let response):
            return take(response, exchange, storing: true)
        }
    }

    private mutating func take(
        _ response: Oracle.Response, _ exchange: Oracle.Exchange, storing: Bool
    ) -> Oracle.After {
        if (500...599).contains(response.status) {
            let isError = Oracle.isError(response.status)
            let isStoredError = exchange.judgement.selected.map { store[$0.index].status >= 500 } ?? false
            let allowed = options.staleOnServerError && !isStoredError
            if let after = servedStale(exchange, isError: isError, allowed: allowed) {
                return after
            }
        }
        if response.status == 304, Oracle.isSafe(exchange.request.method) { return notModified(response, exchange) }
        let invalidated = invalidate(response, exchange)
        var after = Oracle.After(outcome: .notStored, stored: false)
        if let updated = headed(response, exchange) {
            after = updated
        } else if storing, Oracle.refusal(exchange.request, response, kind, options) == nil {
            after = add(response, exchange)
        } else if let index = outdated(by: response, exchange) {
            store.remove(at: index)
        }
        after.invalidates = invalidated
        return after
    }

    // MARK: Instead of an error

    /// §4.2.4 and RFC 5861 §4; nil when the error has to be passed on.
    private func servedStale(_ exchange: Oracle.Exchange, isError: Bool, allowed: Bool) -> Oracle.After? {
        guard let index = exchange.judgement.selected?.index else { return nil }
        let selected = Oracle.select(index, store, at: exchange.answerAt, kind, options)
        let wishes = Oracle.wishes(exchange.request, options)
        if wishes.noCache || selected.policy.noCache == .unqualified { return nil }
        if !selected.fresh, Oracle.forbidsStale(selected.policy, kind) { return nil }

        let limits = [selected.policy.limit("stale-if-error").value, wishes.staleIfError].compactMap { $0 }
        if isError, limits.contains(where: { selected.staleness <= $0 }) {
            return after(.servedStale, index, exchange, stored: false)
        }
        // RFC 5861 §4 speaks of its own errors only.
        guard !isError || limits.isEmpty, allowed else { return nil }
        if Oracle.tooOld(selected, store[index], wishes, options) || Oracle.tooSoonStale(selected, wishes) {
            return nil
        }
        if !selected.fresh, !wishes.accepts(staleness: selected.staleness) { return nil }
        return after(.servedStale, index, exchange, stored: false)
    }

    /// §4.3.3: what was asked about, when the origin has something else now that may not be stored.
    private func outdated(by response: Oracle.Response, _ exchange: Oracle.Exchange) -> Int? {
        guard (200...399).contains(response.status) else { return nil }
        // A background request is about what was served, also where it could not carry a condition.
        let isBackground = exchange.judgement.decision == .reuseWhileRevalidating
        let wantsNothingStored = Oracle.wishes(exchange.request, options).noStore
        guard !exchange.judgement.sends.isEmpty || (isBackground && !wantsNothingStored) else { return nil }
        // What an answer to HEAD says of it is §4.3.5's.
        guard exchange.request.method != "HEAD" else { return nil }
        return exchange.judgement.selected?.index
    }

    // MARK: Storing

    /// §3, and §3.4 when what arrives is part of what is there.
    private mutating func add(_ response: Oracle.Response, _ exchange: Oracle.Exchange) -> Oracle.After {
        if response.status == 206, let index = combine(response, exchange) {
            return after(.stored, index, exchange, stored: true)
        }
        let new = entry(exchange.request, response, requestTime: exchange.at, responseTime: exchange.answerAt)
        insert(new)
        return after(.stored, store.count - 1, exchange, stored: true)
    }

    func entry(
        _ request: Oracle.Request, _ response: Oracle.Response, requestTime: Int64, responseTime: Int64
    ) -> Oracle.Stored {
        var new = Oracle.Stored(
            request: request, status: response.status,
            fields: Oracle.storedFields(response.fields, kind, options, receivedAt: responseTime),
            requestTime: requestTime, responseTime: responseTime)
        let declared = response.fields.lines("Content-Length").first.flatMap { Oracle.octets($0) }
        new.length = response.bodyLength ?? declared
        if request.method == "HEAD" { new.length = declared }
        if response.status == 206, let content = Oracle.contentRange(response.fields) {
            new.parts = [content.range]
            new.length = content.length
        } else if !response.complete, request.method != "HEAD" {
            new.parts = (response.bodyLength ?? 0) > 0 ? [0...(response.bodyLength ?? 1) - 1] : []
            new.length = declared
        }
        return new
    }

    /// What each could answer for the other, the newer replaces; and an answer to GET that to HEAD.
    mutating func insert(_ new: Oracle.Stored) {
        let kept = store.filter { old in
            // What a POST doesn't invalidate it leaves.
            guard new.request.method != "POST" else { return true }
            let sameTarget = Oracle.sameTarget(old.request.url, new.request.url)
            guard sameTarget, sameMethodKey(old.request, new.request) else { return true }
            return !(Oracle.varyMatches(old, new.request) && Oracle.varyMatches(new, old.request))
        }
        store = kept + [new]
    }

    private func sameMethodKey(_ one: Oracle.Request, _ other: Oracle.Request) -> Bool {
        func key(_ request: Oracle.Request) -> String { request.method == "POST" ? "GET" : request.method }
        if one.method == "HEAD", key(other) == "GET" { return true }
        guard key(one) == key(other) else { return false }
        return one.method == "QUERY" ? Oracle.methodAllows(one, for: other) : true
    }

    /// §3.4; the index of the response that the new part became part of.
    private mutating func combine(_ response: Oracle.Response, _ exchange: Oracle.Exchange) -> Int? {
        guard let content = Oracle.contentRange(response.fields) else { return nil }
        guard let tag = Oracle.entityTag(of: response.fields), !tag.weak else { return nil }
        let index = store.indices.last { index in
            let old = store[index]
            guard old.status == 200 || old.status == 206, ["GET", "POST"].contains(old.request.method) else {
                return false
            }
            guard Oracle.sameTarget(old.request.url, exchange.request.url) else { return false }
            guard let own = Oracle.entityTag(of: old.fields) else { return false }
            if let one = old.length, let other = content.length, one != other { return false }
            // Bytes beyond the known end are of another representation.
            if let length = old.length, content.range.upperBound >= length { return false }
            if let length = content.length, old.parts?.contains(where: { $0.upperBound >= length }) ?? false {
                return false
            }
            guard varyMatchBothWays(old, response, exchange) else { return false }
            return Oracle.EntityTag.strongMatch(own, tag)
        }
        guard let index else { return nil }
        update(index, with: response.fields, exchange)
        store[index].length = content.length ?? store[index].length
        guard let parts = store[index].parts else { return index }
        let union = Oracle.union(parts + [content.range])
        store[index].parts = union
        if let length = store[index].length, union == [0...(length - 1)] {
            store[index].parts = nil
            store[index].status = 200
        }
        return index
    }

    /// Each could be the answer to the other's request.
    private func varyMatchBothWays(
        _ old: Oracle.Stored, _ response: Oracle.Response, _ exchange: Oracle.Exchange
    ) -> Bool {
        let new = entry(exchange.request, response, requestTime: exchange.at, responseTime: exchange.answerAt)
        return Oracle.varyMatches(old, exchange.request) && Oracle.varyMatches(new, old.request)
    }

    /// §3.2. The Age of an answer that came from the origin is none, so the old one goes.
    mutating func update(_ index: Int, with fields: [Oracle.Field], _ exchange: Oracle.Exchange) {
        let policy = Oracle.policy(fields, options)
        // RFC 9110 §6.6.1: a Date of the cache's own is not the one that the answer excludes.
        let left = Oracle.withoutExcepted(fields, policy, kind)
        let new = Oracle.withDate(left, receivedAt: exchange.answerAt).filter {
            !["content-length", "content-range"].contains(Oracle.lower($0.name))
        }
        let nominated = Oracle.selectingFields(store[index].fields) ?? []
        let kept = store[index].fields.filter { !new.has($0.name) && !Oracle.sameName($0.name, "Age") }
        let merged = kept + new
        let mergedPolicy = Oracle.policy(merged, options)
        store[index].isUnjudgeable = Oracle.excludesJudgedField(merged, mergedPolicy, kind, options)
        store[index].fields = Oracle.withoutExcepted(merged, mergedPolicy, kind)
        store[index].requestTime = exchange.at
        store[index].responseTime = exchange.answerAt
        store[index].markedStale = false
        // §4.1: the original request says nothing of a field that nobody kept it for; the request now validated does.
        for name in Oracle.selectingFields(store[index].fields) ?? [] where !nominated.contains(name) {
            if store[index].request.fields.has(name) { continue }
            store[index].request.fields += exchange.request.fields.filter { Oracle.sameName($0.name, name) }
        }
    }

    func after(
        _ outcome: Oracle.Outcome, _ index: Int, _ exchange: Oracle.Exchange, stored: Bool
    ) -> Oracle.After {
        let entry = store[index]
        let lifetime = entry.lifetime(kind, options).seconds
        var after = Oracle.After(outcome: outcome, stored: stored)
        (after.lifetime, after.age) = (lifetime, entry.age(at: exchange.answerAt))
        let toClient = outcome != .stored && exchange.judgement.background == nil
        if toClient { after.serves = Oracle.served(entry, exchange.request, now: exchange.answerAt) }
        return after
    }
}

extension Oracle {
    /// RFC 5861 §4; RFC 9110 §15: a 5xx that isn't known counts as a 500.
    static func isError(_ status: Int) -> Bool {
        status >= 500 && status != 501 && status != 505
    }
}
