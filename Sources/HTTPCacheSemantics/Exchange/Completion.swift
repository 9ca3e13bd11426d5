import HTTPDate

/// Completing a stored part: a request for the whole asks the origin for the rest alone (RFC 9111 §3.3, §3.4).
extension CacheExchange {
    /// What follows from an answer to the request that ``completing`` speaks of; nil where it is as any other answer.
    mutating func completion(by response: ResponseHead, at now: HTTPDate) -> Verdict<Reception>? {
        completedFrom = nil
        guard let index = completing, response.status.value == 206 || response.status.value == 416 else { return nil }
        var reception = Reception(outcome: .useResponse, next: .nothing)
        reception.invalidations = policy.invalidations(by: response, to: request)
        guard let (joined, held) = whole(of: index, joining: response, at: now) else {
            completing = nil
            reception.outcome = .askAgain
            reception.next = .send(send(request, at: now))
            return Verdict(reception, because: .combineOther)
        }
        stored[index] = joined
        completedFrom = held
        reception.arrivedRange = response.contentRange?.range
        var storability = policy.storability(ofKept: joined)
        if policy.heedsAuthorization(of: request), let refusal = policy.refusalToShare(joined) { storability = refusal }
        if storability.decision == .store, !policy.outlastsInterval(joined) {
            storability = Verdict(.doNotStore, because: .seedMinCacheInterval, weighing: storability.rules)
        }
        reception.storability = storability
        reception.changes = [storability.decision == .store ? .combine(index: index, joined) : .remove(index: index)]
        reception.next = .serve(
            Reply(
                status: joined.response.status, fields: policy.validatedFields(of: joined, by: response),
                content: .combined(index: index)))
        return Verdict(reception, because: .combineRest)
    }

    /// The whole that the stored part becomes with what a 206 brings, and how many bytes of it were there; nil unless
    /// that is all the rest of the same representation.
    private func whole(of index: Int, joining response: ResponseHead, at now: HTTPDate) -> (StoredResponse, held: Int)?
    {
        let old = stored[index]
        guard case .partial(let held, _) = old.content, response.status.value == 206,
            response.contentRange?.range?.lowerBound == held.upperBound, !response.isPartOfAnotherLength,
            !response.hasSeveralParts
        else { return nil }
        let rest = StoredResponse(
            request: request, response: policy.storedHead(of: response, at: now), requestTime: sentAt,
            responseTime: now, content: response.storedContent(.complete(length: nil)))
        guard let (_, joined) = policy.combined(rest, receivedAs: response, with: stored, among: [index]),
            joined.content.isComplete
        else { return nil }
        return (joined.nominating(from: request, since: old), held.count)
    }
}

extension CachePolicy {
    /// The stored part that a request for the whole may ask to complete: the first bytes of a representation under a
    /// strong entity tag, of which nothing but the rest is missing.
    ///
    /// A request that wants everything from the origin, or nothing stored, or has conditions of its own, is sent as it
    /// is.
    func completable(among stored: [StoredResponse], for request: RequestHead, at now: HTTPDate) -> Int? {
        let asked = request.summary
        guard options.completeParts, !isSeed, asked.method == .get, !asked.has(.range), !request.summary.isConditional
        else { return nil }
        if options.requestDirectives, !asked.directives.flags.isDisjoint(with: [.noCache, .noStore]) { return nil }
        if options.requestPragmaNoCache, asked.hasPragmaNoCache { return nil }
        let parts = stored.indices.filter { index in
            let part = stored[index]
            guard case .partial(let held, let total) = part.content, held.lowerBound == 0, !held.isEmpty,
                total ?? .max > held.upperBound, part.request.method == .get, let tag = part.entityTag, !tag.isWeak
            else { return false }
            // A tag means something for its own resource alone (RFC 9110 §8.8.3), whatever No-Vary-Search says.
            guard part.request.target == request.target else { return false }
            // The rest could not be kept (RFC 9111 §3.5).
            if heedsAuthorization(of: request), refusalToShare(part) != nil { return false }
            let obstacle = obstacle(to: part, effectiveDirectives(of: part), for: request, at: now)
            return obstacle?.rule == .selectPartial
        }
        return preferred(of: Array(parts), in: stored)
    }

    /// The request for what a stored part lacks (RFC 9110 §13.1.5, §14.2).
    func completingRequest(for request: RequestHead, from part: StoredResponse) -> RequestHead {
        guard case .partial(let held, _) = part.content, let tag = part.entityTag else { return request }
        var fields = request.fields
        fields.set("Range", to: "bytes=\(held.upperBound)-")
        fields.set("If-Range", to: tag.text)
        return request.with(fields: fields)
    }
}
