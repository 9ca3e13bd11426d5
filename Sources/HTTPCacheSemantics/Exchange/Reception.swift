public import HTTPDate

/// What follows from the origin's answer: for the store, for other stored responses, and for the client.
public struct Reception: Sendable, Hashable {
    /// One thing to do to the store, in order.
    public enum Change: Sendable, Hashable {
        /// Keep this response with the content that is arriving; it takes the place of those at `replacing`.
        case store(StoredResponse, replacing: [Int])
        /// Keep the stored content of the response at `index` under this head.
        case update(index: Int, StoredResponse)
        /// Join the arriving part to the stored one at `index`; the result is described by this response.
        case combine(index: Int, StoredResponse)
        /// Remove the response at `index`.
        case remove(index: Int)
    }

    /// What the client gets, or what is sent before it gets anything.
    public enum Next: Sendable, Hashable {
        /// Answer the client.
        case serve(Reply)
        /// Send this request, without conditions of the cache's own.
        case send(RequestHead)
        /// Answer with a 504 of the cache's own.
        case gatewayTimeout
        /// The client has its answer already.
        case nothing
    }

    /// What to do to the store, in this order.
    public var changes: [Change] = []
    /// What an unsafe method does to other stored responses; empty for a safe one.
    public var invalidations: [Verdict<Invalidation>] = []
    /// The groups whose stored responses of the request's origin are invalidated too (RFC 9875 §3).
    public var invalidatedGroups: Set<String> = []
    /// Whether the response that arrived may be stored; nil where that was not asked, such as for a 304.
    public var storability: Verdict<Storability>?
    /// What the origin's answer means for what is stored (RFC 9111 §4.3.3).
    public var outcome: ValidationOutcome
    /// What follows for the client.
    public var next: Next
    /// The bytes of the representation that a 206 brought; nil for other responses.
    public var arrivedRange: Range<Int>?
}

extension CacheExchange {
    /// What follows from a final response whose content is, or will be, `content`.
    ///
    /// The deciding rule is that of the outcome, or of the form in which the client gets its answer. Interim responses
    /// are passed on by the driver and never come here.
    public mutating func received(
        _ response: ResponseHead, content: StoredContent = .complete(length: nil), at now: HTTPDate
    ) -> Verdict<Reception> {
        // An answer to HEAD has no content that could be cut short (RFC 9110 §9.3.2).
        let content = asked.method == .head ? .complete(length: nil) : content
        answeredAt = now
        if let completion = completion(by: response, at: now) { return completion }
        let outcome = policy.validationOutcome(
            of: response, to: asked, validating: response.status.value == 304 ? candidates : candidatesInUse,
            in: stored, at: now)
        var reception = Reception(outcome: outcome.decision, next: .nothing)
        reception.invalidations = policy.invalidations(by: response, to: request)
        reception.invalidatedGroups = policy.invalidatedGroups(by: response, to: request)
        if response.status.value == 206 { reception.arrivedRange = response.contentRange?.range }
        var rule = outcome.deciding
        switch outcome.decision {
        case .freshen(let updating, let serving):
            freshen(updating, by: response, at: now, into: &reception)
            if candidates == nil, request.summary.isConditional {
                // The client's own condition was judged by the origin; what is stored only profits from the answer.
                reception.next = .serve(policy.forwardedReply(response))
                break
            }
            let served = validated(serving, by: response, because: rule, at: now)
            rule = served.deciding
            reception.next = .serve(served.decision)
            // The update can take away what If-Range rests on; a part never stands for the whole (§3.3).
            if background == nil, !stored[serving].content.isComplete, served.decision.isWhole {
                candidates = nil
                reception.next = .send(send(unconditional, at: now))
            }
        case .useResponse:
            rule = keep(response, content, at: now, into: &reception) ?? rule
            reception.next = .serve(policy.forwardedReply(response))
        case .passNotModified:
            reception.storability = policy.storability(of: response, to: request)
            reception.next = .serve(policy.forwardedReply(response))
        case .askAgain:
            candidates = nil
            reception.next = .send(send(unconditional, at: now))
        case .serveStale(let index):
            let served = served(index, because: rule, at: now)
            rule = served.deciding
            reception.next = .serve(served.decision)
        case .gatewayTimeout:
            reception.next = .gatewayTimeout
        }
        if background != nil, case .serve = reception.next { reception.next = .nothing }
        return Verdict(reception, because: rule, weighing: outcome.rules)
    }

    /// What follows when the origin could not be reached or did not answer in time.
    public mutating func originFailed(at now: HTTPDate) -> Verdict<Reception> {
        let outcome = policy.outcomeOfFailure(for: asked, validating: candidatesInUse, in: stored, at: now)
        var reception = Reception(outcome: outcome.decision, next: .gatewayTimeout)
        var rule = outcome.deciding
        if case .serveStale(let index) = outcome.decision {
            let served = served(index, because: rule, at: now)
            rule = served.deciding
            reception.next = .serve(served.decision)
        }
        if background != nil { reception.next = .nothing }
        return Verdict(reception, because: rule, weighing: outcome.rules)
    }

    private mutating func freshen(
        _ updating: [Int], by response: ResponseHead, at now: HTTPDate, into reception: inout Reception
    ) {
        for index in updating {
            let refusal = refusalToUpdate(index, by: response, at: now)
            update(index, by: response, at: now)
            if let refusal {
                reception.storability = refusal
                continue
            }
            let verdict = storability(ofStored: index)
            reception.storability = verdict
            reception.changes.append(
                verdict.decision == .store ? .update(index: index, stored[index]) : .remove(index: index))
        }
    }

    private mutating func update(_ index: Int, by response: ResponseHead, at now: HTTPDate) {
        let old = stored[index]
        stored[index] = policy.updated(old, by: response, requestTime: sentAt, responseTime: now)
            .nominating(from: asked, since: old)
    }

    /// An update can bring what forbids storing.
    private func storability(ofStored index: Int) -> Verdict<Storability> {
        policy.storability(ofKept: stored[index])
    }

    /// Nothing of the response to a request with no-store is kept, not in what is stored already either (§5.2.1.5).
    private var asksToStoreNothing: Bool {
        policy.options.requestDirectives && asked.summary.directives.flags.contains(.noStore)
    }

    /// What keeps this response out of what is stored: the no-store of the request, or in a shared cache its
    /// Authorization, unless the stored response allows that once it is updated. §3 asks it of a 304 as of any response
    /// (§3.5).
    private func refusalToUpdate(_ index: Int, by response: ResponseHead, at now: HTTPDate) -> Verdict<Storability>? {
        if asksToStoreNothing { return Verdict(.doNotStore, because: .storeRequestNoStore) }
        guard policy.heedsAuthorization(of: asked) else { return nil }
        let updated = policy.updated(stored[index], by: response, requestTime: sentAt, responseTime: now)
        return policy.refusalToShare(updated)
    }

    /// The response just validated, in the form that the client's own conditions ask for.
    private func validated(
        _ index: Int, by response: ResponseHead, because rule: Rule, at now: HTTPDate
    ) -> Verdict<Reply> {
        let form = policy.servedForm(of: stored[index], for: request, because: rule, at: now)
        // What the validation found is the news; the client's own condition only chooses the form.
        let isOfRange = form.decision != .whole && form.decision != .notModified
        let deciding = isOfRange || form.deciding == .rangeIfRange ? form.deciding : rule
        return Verdict(
            policy.reply(
                policy.validatedFields(of: stored[index], by: response), from: stored[index], at: index, to: request,
                as: form.decision), because: deciding)
    }

    /// Returns the rule of what else became of stored responses, where one did.
    mutating func keep(
        _ response: ResponseHead, _ content: StoredContent, at now: HTTPDate, into reception: inout Reception
    ) -> Rule? {
        let (verdict, kept) = keepable(response, content, at: now)
        reception.storability = verdict
        let heads = policy.headOutcomes(of: response, to: asked, in: stored, at: now)
            .filter {
                $0.verdict.decision == .outdate || refusalToUpdate($0.index, by: response, at: now) == nil
            }
        for (index, head) in heads {
            switch head.decision {
            case .update:
                update(index, by: response, at: now)
                let isKept = storability(ofStored: index).decision == .store
                reception.changes.append(isKept ? .update(index: index, stored[index]) : .remove(index: index))
            case .outdate:
                stored[index] = stored[index].outdated()
                reception.changes.append(.update(index: index, stored[index]))
            }
        }
        if let updating = heads.last(where: { $0.verdict.decision == .update }) { return updating.verdict.deciding }
        let superseded = stored.indices.filter { isSuperseded(stored[$0], by: response, to: asked) }
        guard let kept else {
            // The origin has another representation now, so the one that was asked about is outdated (§4.3.3); what an
            // answer to HEAD says of it is §4.3.5's.
            if response.status.isNonError, asked.method != .head, let selected = outdatable?.selected {
                reception.changes.append(.remove(index: selected))
            }
            return heads.last?.verdict.deciding
        }
        if let (index, joined) = policy.combined(kept, receivedAs: response, with: stored, among: superseded) {
            reception.changes.append(.combine(index: index, joined))
            return .combineParts
        }
        reception.changes.append(.store(kept, replacing: superseded))
        return heads.last?.verdict.deciding
    }

    /// What a full answer that is not stored makes outdated. A background request without conditions is about the
    /// response that was served; where the client's no-store keeps the answer out, nothing is said about that one.
    private var outdatable: Candidates? {
        completing.map { Candidates(selected: $0) } ?? (asksToStoreNothing ? candidates : candidatesInUse)
    }

    /// Whether a response that arrives is to be stored, and as what.
    private func keepable(
        _ response: ResponseHead, _ content: StoredContent, at now: HTTPDate
    ) -> (Verdict<Storability>, StoredResponse?) {
        let verdict = policy.storability(
            of: response, to: asked, isComplete: content.isComplete, receivedAt: now)
        guard verdict.decision == .store else { return (verdict, nil) }
        let kept = StoredResponse(
            request: asked, response: policy.storedHead(of: response, at: now), requestTime: sentAt,
            responseTime: now, content: response.storedContent(content))
        guard policy.outlastsInterval(kept) else {
            return (Verdict(.doNotStore, because: .seedMinCacheInterval, weighing: verdict.rules), nil)
        }
        return (verdict, kept)
    }

    private func isSuperseded(_ old: StoredResponse, by response: ResponseHead, to asked: RequestHead) -> Bool {
        let isGet = old.request.method == .get || old.request.method == .post
        let isAskedGet = asked.method == .get || asked.method == .post
        guard old.request.method == asked.method || (isGet && isAskedGet) || (old.request.method == .head && isAskedGet)
        else { return false }
        let comparison = policy.options.fieldComparison
        return old.response.varyMatches(stored: old.request, new: asked, comparison)
            && response.varyMatches(stored: asked, new: old.request, comparison)
    }

    private var unconditional: RequestHead {
        asked.with(fields: asked.fields.filtered { $0 != "if-none-match" && $0 != "if-modified-since" })
    }
}

extension CachePolicy {
    /// Whether what answers this request is kept only where the response allows a shared cache to (RFC 9111 §3.5).
    func heedsAuthorization(of request: RequestHead) -> Bool {
        isShared && !isSeed && request.summary.has(.authorization)
    }

    /// What forbids keeping the answer to an authorized request in this response.
    func refusalToShare(_ stored: StoredResponse) -> Verdict<Storability>? {
        effectiveDirectives(of: stored).directives.flags.allowAuthorized
            ? nil : Verdict(.doNotStore, because: .storeAuthorization)
    }

    /// A response as this cache stores it: without what is not stored, and with a Date (RFC 9111 §3.1).
    public func stored(
        _ response: ResponseHead, to request: RequestHead, requestTime: HTTPDate, responseTime: HTTPDate,
        content: StoredContent
    ) -> StoredResponse {
        StoredResponse(
            request: request, response: storedHead(of: response, at: responseTime), requestTime: requestTime,
            responseTime: responseTime, content: response.storedContent(content))
    }

    /// The head as it is stored: with a Date that can be read.
    func storedHead(of response: ResponseHead, at now: HTTPDate) -> ResponseHead {
        var fields = storedFields(of: response)
        fields.setMissingDate(to: now)
        return ResponseHead(status: response.status, fields: fields)
    }
}

extension FieldSection {
    /// The time of receipt in the place of a Date that is missing or cannot be read (RFC 9110 §6.6.1).
    mutating func setMissingDate(to now: HTTPDate) {
        let date = first(.date).flatMap { HTTPDate.parseIfValid(bytes.span.extracting($0.value), relativeTo: now) }
        if date == nil { set("Date", to: now.description) }
    }
}
