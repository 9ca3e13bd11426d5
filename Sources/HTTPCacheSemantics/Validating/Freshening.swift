public import HTTPDate

/// Which stored responses a 304 or a HEAD response brings up to date: RFC 9111 §4.3.4 and §4.3.5.
extension CachePolicy {
    func notModified(
        _ response: ResponseHead, to request: RequestHead, validating candidates: Candidates?,
        in stored: [StoredResponse], at now: HTTPDate
    ) -> Verdict<ValidationOutcome> {
        let initial = initialSet(candidates, for: request, in: stored, at: now)
        let found =
            asked(by: response, to: request, at: now, candidates, in: stored)
            ?? identified(by: response, at: now, among: initial, in: stored)
        let selected = candidates?.selected ?? selected(from: stored, for: request, at: now)
        if let serving = found.indices.first(where: { $0 == selected }) ?? preferred(of: found.indices, in: stored) {
            return Verdict(.freshen(updating: found.indices, serving: serving), because: found.rule)
        }
        if candidates == nil || isClientsOwn(response, request) {
            return Verdict(.passNotModified, because: .outcomeNotMine)
        }
        return Verdict(.askAgain, because: .freshenNotMatched)
    }

    /// Those that could have been chosen for the request and those that it nominated, the selected one first.
    private func initialSet(
        _ candidates: Candidates?, for request: RequestHead, in stored: [StoredResponse], at now: HTTPDate
    ) -> [Int] {
        var result = candidates?.indices.filter(stored.indices.contains) ?? []
        let nominated = Set(result)
        for index in stored.indices
        where !nominated.contains(index)
            && obstacle(to: stored[index], effectiveDirectives(of: stored[index]), for: request, at: now) == nil
        {
            result.append(index)
        }
        return result
    }

    /// By option the one that was asked about, where the 304 has no validator and can speak of nothing else: not of
    /// several variants, nor of a tag that the client alone has sent.
    private func asked(
        by response: ResponseHead, to request: RequestHead, at now: HTTPDate, _ candidates: Candidates?,
        in stored: [StoredResponse]
    ) -> (indices: [Int], rule: Rule)? {
        guard options.notModifiedWithoutValidator == .update, let indices = candidates?.indices, indices.count == 1,
            stored.indices.contains(indices[0]),
            response.entityTag == nil,
            response.lastModified(receivedAt: now) == nil
        else { return nil }
        if let own = stored[indices[0]].entityTag,
            case .tags(let tags) = EntityTagCondition(lines: request.fields.values(of: "If-None-Match")),
            !tags.allSatisfy({ $0.matchesWeakly(own) })
        {
            return nil
        }
        return (indices, .freshenNoValidator)
    }

    private func identified(
        by response: ResponseHead, at now: HTTPDate, among initial: [Int], in stored: [StoredResponse]
    ) -> (indices: [Int], rule: Rule) {
        let tag = response.entityTag
        if let tag, !tag.isWeak {
            let matching = initial.filter { stored[$0].entityTag.map(tag.matchesStrongly) ?? false }
            return (matching, .freshenStrong)
        }
        let modified = response.lastModified(receivedAt: now)
        if tag != nil || modified != nil {
            let matching = initial.filter { index in
                // Where there are two tags they decide, else the date does.
                if let tag, let own = stored[index].entityTag { return tag.matchesWeakly(own) }
                return modified != nil && stored[index].lastModified == modified
            }
            let newest = matching.max { stored[$1].isMoreRecent(than: stored[$0]) }
            return (newest.map { [$0] } ?? [], .freshenWeak)
        }
        guard initial.count == 1, !stored[initial[0]].summary.hasValidator else { return ([], .freshenNotMatched) }
        return (initial, .freshenNoValidator)
    }

    /// Whether the 304 speaks of a tag that the client itself sent; `*` names none.
    private func isClientsOwn(_ response: ResponseHead, _ request: RequestHead) -> Bool {
        guard let tag = response.entityTag,
            case .tags(let own) = EntityTagCondition(lines: request.fields.values(of: "If-None-Match"))
        else { return false }
        return own.contains { $0.matchesWeakly(tag) }
    }

    /// What a 200 to HEAD does to each stored GET response that it could have been an answer for: brought up to date
    /// where validators and length agree, else no longer to be used without validation. RFC 9111 §4.3.5.
    public func headOutcomes(
        of response: ResponseHead, to request: RequestHead, in stored: [StoredResponse], at now: HTTPDate
    ) -> [(index: Int, verdict: Verdict<HeadOutcome>)] {
        guard request.method == .head, response.status.value == 200 else { return [] }
        return stored.indices.compactMap { index in
            let old = stored[index]
            guard old.request.method == .get,
                old.response.varyMatches(stored: old.request, new: request, options.fieldComparison)
            else {
                return nil
            }
            let agrees =
                old.agreesInValidators(with: response, receivedAt: now)
                && (!response.fields.contains("Content-Length") || old.hasLength(of: response))
            let verdict: Verdict<HeadOutcome> =
                agrees ? Verdict(.update, because: .freshenHead) : Verdict(.outdate, because: .outdateHead)
            return (index, verdict)
        }
    }
}

extension ResponseHead {
    func lastModified(receivedAt now: HTTPDate) -> HTTPDate? {
        guard let record = fields.first(.lastModified) else { return nil }
        return HTTPDate.parseIfValid(fields.bytes.span.extracting(record.value), relativeTo: now)?.date
    }
}

/// What a HEAD response does to a stored GET response.
public enum HeadOutcome: Sendable, Hashable {
    /// The stored response agrees with it, and takes over its fields.
    case update
    /// The stored response differs from it, and counts as stale from now on.
    case outdate
}

extension StoredResponse {
    fileprivate func hasLength(of newer: ResponseHead) -> Bool {
        newer.contentLength.map { $0 == knownLength } ?? false
    }

    /// Whether the validators that are there have the same values; a date may be written in another form.
    fileprivate func agreesInValidators(with newer: ResponseHead, receivedAt now: HTTPDate) -> Bool {
        func value(_ name: String, _ head: ResponseHead) -> [UInt8]? { head.fields.values(of: name).first }
        if let tag = value("ETag", newer), tag != value("ETag", response) { return false }
        guard let date = value("Last-Modified", newer), date != value("Last-Modified", response) else { return true }
        guard let modified = newer.lastModified(receivedAt: now) else { return false }
        return modified == lastModified
    }

    /// The length of the whole representation in bytes, where it is known.
    public var knownLength: Int? {
        switch content {
        case .complete(let length): length ?? response.contentLength
        case .partial(_, let total): total
        }
    }
}
