/// RFC 9111 §4.3.4 and §4.3.5: a stored response brought up to date.
extension Oracle.Cache {
    mutating func notModified(_ response: Oracle.Response, _ exchange: Oracle.Exchange) -> Oracle.After {
        let request = exchange.request
        // An answer to OPTIONS or TRACE says nothing about stored responses.
        guard ["GET", "HEAD", "QUERY"].contains(request.method) else {
            return Oracle.After(outcome: .notStored, stored: false)
        }
        let selected = exchange.judgement.selected?.index
        var initial = Oracle.candidates(request, store, at: exchange.answerAt, kind, options).indices
        if let selected, !exchange.judgement.sends.isEmpty, !initial.contains(selected) { initial.append(selected) }
        if selected == nil, !exchange.judgement.sends.isEmpty {
            // Other variants were asked about.
            initial += Oracle.variants(request, store, kind, options).filter { !initial.contains($0) }
        }
        let identified = identify(initial, response, exchange)
        // The response that was asked about, if it is one of them.
        let asked = identified.first { $0 == selected }
        guard let used = asked ?? Oracle.preferred(identified, store) else {
            let isForTheClient = initial.isEmpty || answersClient(response, exchange)
            return Oracle.After(outcome: isForTheClient ? .notStored : .notMatched, stored: false)
        }
        if Oracle.wishes(request, options).noStore {
            return freshenedForThisRequestOnly(used, response, exchange)
        }
        let kept = identified.filter { mayUpdate($0, response, exchange) }
        if !kept.contains(used) {
            let after = freshenedForThisRequestOnly(used, response, exchange)
            for index in kept { update(index, with: response.fields, exchange) }
            for index in kept.sorted(by: >) where !isStillStorable(store[index]) { store.remove(at: index) }
            return after
        }
        for index in kept { update(index, with: response.fields, exchange) }
        var after = freshened(used, exchange, stored: true)
        let unstorable = kept.filter { !isStillStorable(store[$0]) }
        if unstorable.contains(used) { after.stored = false }
        for index in unstorable.sorted(by: >) { store.remove(at: index) }
        return after
    }

    private func isOlder(_ stored: Oracle.Stored, than others: [Int]) -> Bool {
        func age(_ one: Oracle.Stored) -> [Int64] {
            [Oracle.dateValue(one.fields, responseTime: one.responseTime), one.responseTime]
        }
        return others.contains { age(stored).lexicographicallyPrecedes(age(store[$0])) }
    }

    /// The client gets the updated response; but the 304 itself where only its own condition was sent, which the origin
    /// has judged.
    private func freshened(_ index: Int, _ exchange: Oracle.Exchange, stored: Bool) -> Oracle.After {
        var after = after(.freshened, index, exchange, stored: stored)
        let fields = exchange.request.fields
        let conditional = fields.has("If-None-Match") || fields.has("If-Modified-Since")
        if exchange.judgement.sends.isEmpty, conditional { after.serves = Oracle.Served(status: 304) }
        return after
    }

    /// The three rules of §4.3.4; the first that fits decides.
    private func identify(
        _ initial: [Int], _ response: Oracle.Response, _ exchange: Oracle.Exchange
    ) -> [Int] {
        let tag = Oracle.entityTag(of: response.fields)
        let modified = Oracle.lastModified(of: response.fields, now: exchange.answerAt)
        func ownTag(_ index: Int) -> Oracle.EntityTag? { Oracle.entityTag(of: store[index].fields) }
        func ownModified(_ index: Int) -> Int64? {
            Oracle.lastModified(of: store[index].fields, now: store[index].responseTime)
        }
        if let tag, !tag.weak {
            return initial.filter { ownTag($0).map { Oracle.EntityTag.strongMatch($0, tag) } ?? false }
        }
        if tag != nil || modified != nil {
            let corresponding = initial.filter { index in
                if let tag, let own = ownTag(index) { return Oracle.EntityTag.weakMatch(own, tag) }
                return modified != nil && modified == ownModified(index)
            }
            // Of equally recent ones, that which was asked about, else the first.
            let recent = corresponding.filter { !isOlder(store[$0], than: corresponding) }
            let asked = recent.first { $0 == exchange.judgement.selected?.index }
            return (asked ?? recent.first).map { [$0] } ?? []
        }
        guard initial.count == 1, ownTag(initial[0]) == nil, ownModified(initial[0]) == nil else { return [] }
        return initial
    }

    /// The client's own condition is what failed, not the cache's.
    private func answersClient(_ response: Oracle.Response, _ exchange: Oracle.Exchange) -> Bool {
        if exchange.judgement.sends.isEmpty { return true }
        let list = exchange.request.fields.combined("If-None-Match")
        guard let list, let tag = Oracle.entityTag(of: response.fields) else { return false }
        return Oracle.entityTags(list).contains { Oracle.EntityTag.weakMatch($0, tag) }
    }

    /// §3, §3.5: of the answer to an authorized request a shared cache keeps nothing that it isn't allowed to.
    private func mayUpdate(_ index: Int, _ response: Oracle.Response, _ exchange: Oracle.Exchange) -> Bool {
        var copy = self
        copy.update(index, with: response.fields, exchange)
        return !Oracle.keepsOut(exchange.request, updating: copy.store[index].policy(options), kind)
    }

    /// §5.2.1.5: nothing of a response to a no-store request is kept.
    private func freshenedForThisRequestOnly(
        _ index: Int, _ response: Oracle.Response, _ exchange: Oracle.Exchange
    ) -> Oracle.After {
        var copy = self
        copy.update(index, with: response.fields, exchange)
        return copy.freshened(index, exchange, stored: false)
    }

    /// An update can bring a no-store or a private.
    private func isStillStorable(_ stored: Oracle.Stored) -> Bool {
        if stored.isUnjudgeable { return false }
        // A stored 206 has its Content-Range still; a combined one is no longer described by it.
        let status = stored.status == 206 ? 200 : stored.status
        let response = Oracle.Response(status: status, fields: stored.fields)
        return Oracle.refusal(stored.request, response, kind, options) == nil
    }

    /// §4.3.5; nil when no stored response was updated.
    mutating func headed(_ response: Oracle.Response, _ exchange: Oracle.Exchange) -> Oracle.After? {
        guard exchange.request.method == "HEAD", response.status == 200 else { return nil }
        let gets = store.indices.filter { index in
            let old = store[index]
            return old.request.method == "GET" && Oracle.sameTarget(old.request.url, exchange.request.url)
                && Oracle.varyMatches(old, exchange.request)
        }
        let agreeing = gets.filter { sameRepresentation(store[$0], response, exchange) }
        for index in gets where !agreeing.contains(index) { store[index].markedStale = true }
        let matching = agreeing.filter { mayUpdate($0, response, exchange) }
        // §5.2.1.5: nothing of a response to a no-store request is kept.
        if Oracle.wishes(exchange.request, options).noStore { return nil }
        let asked = matching.first { $0 == exchange.judgement.selected?.index }
        guard let used = asked ?? matching.last else { return nil }
        for index in matching { update(index, with: response.fields, exchange) }
        var after = after(.freshened, used, exchange, stored: true)
        // The client gets the answer to HEAD itself.
        after.serves = nil
        let unstorable = matching.filter { !isStillStorable(store[$0]) }
        if unstorable.contains(used) { after.stored = false }
        for index in unstorable.sorted(by: >) { store.remove(at: index) }
        return after
    }

    private func sameRepresentation(
        _ old: Oracle.Stored, _ head: Oracle.Response, _ exchange: Oracle.Exchange
    ) -> Bool {
        // Values that can't be read can still be the same.
        func same(_ name: String) -> Bool {
            guard let value = head.fields.lines(name).first else { return true }
            return value == old.fields.lines(name).first
        }
        if !same("ETag") { return false }
        if !same("Last-Modified") {
            let one = Oracle.lastModified(of: head.fields, now: exchange.answerAt)
            let other = Oracle.lastModified(of: old.fields, now: old.responseTime)
            guard let one, one == other else { return false }
        }
        if let line = head.fields.lines("Content-Length").first {
            guard let declared = Oracle.octets(line), declared == old.length else { return false }
        }
        return true
    }
}
