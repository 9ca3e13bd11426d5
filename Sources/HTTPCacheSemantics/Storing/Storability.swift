public import HTTPDate

/// Whether a response may be stored (RFC 9111 §3).
public enum Storability: String, Sendable, Hashable {
    /// It may be stored.
    case store
    /// It must not be stored, or this cache chooses not to.
    case doNotStore
}

extension CachePolicy {
    /// Whether the response to this request may be stored, and why.
    ///
    /// `isComplete` says whether the whole content arrived. `received` stands in for a Date that is missing; only the
    /// rules of SDURLCache look at it. RFC 9111 §3, §3.3, §3.5.
    public func storability(
        of response: ResponseHead, to request: RequestHead, isComplete: Bool = true,
        receivedAt received: HTTPDate? = nil
    ) -> Verdict<Storability> {
        if isSeed {
            let now = received ?? HTTPDate(secondsSinceEpoch: 0)
            let stored = StoredResponse(request: request, response: response, requestTime: now, responseTime: now)
            return seed(stored).storability(isGet: request.method == .get)
        }
        let effective = effectiveDirectives(of: response)
        let has = effective.directives.flags
        let mayExclude = response.summary.has(.connection) || has.contains(.privateFields)
        let isOrdinary = StoredTraits.areOrdinary(response.status, request.summary.method, isComplete: isComplete)
        let permissions = StoringRules(
            permitting: has, response.status, hasExpires: !effective.isTargeted && response.summary.has(.expires))
        if mayExclude || !isOrdinary {
            return exceptionalStorability(of: response, to: request, isComplete: isComplete, has, permissions)
        }
        return storability(
            has, permissions, setsCookie: response.summary.has(.setCookie), to: request.summary, response.status,
            isOrdinary: true, StoredTraits(status: response.status))
    }

    @inline(never)
    private func exceptionalStorability(
        of response: ResponseHead, to request: RequestHead, isComplete: Bool, _ has: ResponseDirectives.Flags,
        _ permissions: StoringRules
    ) -> Verdict<Storability> {
        let verdict = storability(
            has, permissions, setsCookie: response.summary.has(.setCookie), to: request.summary, response.status,
            isOrdinary: false, response.traits(to: request, isComplete: isComplete))
        return refusingUnjudgeable(verdict, response)
    }

    /// A response is not stored without a field that decides about its reuse (§3.1): it would say something else than
    /// what the origin sent.
    private func refusingUnjudgeable(
        _ verdict: Verdict<Storability>, _ response: ResponseHead
    ) -> Verdict<Storability> {
        guard verdict.decision == .store, excludesJudgedField(response) else { return verdict }
        return Verdict(.doNotStore, because: .storeUnjudgeable, weighing: verdict.rules)
    }

    func excludesJudgedField(_ response: ResponseHead) -> Bool { !judgedFields(excludedBy: response).isEmpty }

    /// The names, in lower case, of the fields that decide about a response's reuse and that it excludes itself.
    func judgedFields(excludedBy response: ResponseHead) -> [String] {
        let excluded = excludedFields(of: response)
        let judged =
            ["cache-control", "expires", "date", "age", "vary"] + options.targetedFields.map { $0.lowercased() }
        return judged.filter { response.fields.contains($0) && excluded.rule(forStoring: $0) != nil }
    }

    /// Whether what has just arrived lives longer than `minCacheIntervalSeconds`, or can be validated by an entity tag.
    ///
    /// Asked about what ``storability(of:to:isComplete:receivedAt:)`` allows to be stored.
    public func outlastsInterval(_ arrived: StoredResponse) -> Bool {
        guard options.minCacheIntervalSeconds > 0, arrived.entityTag == nil else { return true }
        let age = currentAge(of: arrived, at: arrived.responseTime).seconds
        return freshnessLifetime(of: arrived).decision.seconds - age > options.minCacheIntervalSeconds
    }

    /// Whether what is stored may be stored.
    func storability(of stored: StoredResponse) -> Verdict<Storability> {
        if isSeed { return seed(stored).storability(isGet: stored.request.method == .get) }
        let effective = effectiveDirectives(of: stored)
        let has = effective.directives.flags
        let verdict = storability(of: stored, has, stored.permissions(under: effective))
        return stored.isOrdinary && !has.contains(.privateFields)
            ? verdict : refusingUnjudgeable(verdict, stored.response)
    }

    @inline(always)
    func storability(
        of stored: StoredResponse, _ has: ResponseDirectives.Flags, _ permissions: StoringRules
    ) -> Verdict<Storability> {
        storability(
            has, permissions, setsCookie: stored.summary.has(.setCookie), to: stored.request.summary,
            stored.response.status, isOrdinary: stored.isOrdinary, stored.traits)
    }

    /// Whether what is stored already may stay so under its present fields. The Range that asked for a part need not
    /// have been stored with it.
    func storability(ofKept stored: StoredResponse) -> Verdict<Storability> {
        guard !isSeed, stored.response.status.value == 206 else { return storability(of: stored) }
        let effective = effectiveDirectives(of: stored)
        var traits = stored.traits
        traits.isUnderstoodPart = stored.response.contentRange?.isSatisfied == true
        let verdict = storability(
            effective.directives.flags, stored.permissions(under: effective),
            setsCookie: stored.summary.has(.setCookie),
            to: stored.request.summary, stored.response.status, isOrdinary: false, traits)
        return refusingUnjudgeable(verdict, stored.response)
    }

    /// The same over what was read from the heads; the traits of an ordinary response do not matter.
    @inline(always)
    func storability(
        _ has: ResponseDirectives.Flags, _ permissions: StoringRules, setsCookie: Bool, to request: RequestSummary,
        _ status: StatusCode, isOrdinary: Bool, _ traits: @autoclosure () -> StoredTraits
    ) -> Verdict<Storability> {
        var refusals = isOrdinary ? StoringRules() : exceptions(to: request.method, traits(), permissions)
        if !has.isDisjoint(with: [.noStore, .mustUnderstand, .mustUnderstandArgument]) {
            refusals = refusals.union(noStore(has, status))
        }
        refusals.insert(
            .storeRequestNoStore, if: options.requestDirectives && request.directives.flags.contains(.noStore))
        if isShared {
            refusals.insert(.storePrivate, if: has.contains(.private))
            if !options.setCookie { refusals.insert(.storeSetCookie, if: setsCookie) }
            if request.has(.authorization) {
                refusals.insert(.storeAuthorization, if: !has.allowAuthorized)
            }
        }
        if let refusal = refusals.first { return Verdict(.doNotStore, because: refusal, weighing: RuleSet(refusals)) }

        var rules = permissions
        rules.remove(isShared ? .storePrivateResponse : .storeSMaxAge)
        if rules.isEmpty { return Verdict(.doNotStore, because: .storeNothingAllows) }
        rules.insert(.storeNoStoreIgnored, if: has.contains(.noStore))
        if isShared, request.has(.authorization) { rules.insert(.storeAuthorized, if: true) }
        if !isOrdinary {
            rules.insert(.storePost, if: request.method == .post)
            rules.insert(.storePartial, if: !traits().isComplete || status.value == 206)
        }
        return Verdict(.store, because: rules.first ?? .storeHeuristic, weighing: RuleSet(rules))
    }

    // Apart, because they seldom hold: they would stand in the way of those that are weighed each time.

    /// What method, status code and missing content say against storing.
    @inline(never)
    private func exceptions(to method: Method.Kind, _ traits: StoredTraits, _ permissions: StoringRules) -> StoringRules
    {
        var rules = StoringRules()
        let status = traits.status
        let isExplicit =
            permissions.contains(.storeExpires) || permissions.contains(.storeMaxAge)
            || (isShared && permissions.contains(.storeSMaxAge))
        rules.insert(
            .storeMethod, if: method == .other || (method == .post && !(traits.isPostForTarget && isExplicit)))
        rules.insert(.storeInterim, if: status.isInterim && status.isValid)
        rules.insert(
            .storeStatus,
            if: !status.isValid || status.value == 304
                || (status.value == 206 && !(method == .get && traits.isUnderstoodPart)))
        rules.insert(.storeForThisRequest, if: traits.isForThisRequest)
        rules.insert(.storeIncomplete, if: !traits.isComplete && !(method == .get && status.value == 200))
        return rules
    }

    /// What no-store and must-understand say against storing (RFC 9111 §5.2.2.3).
    @inline(never)
    private func noStore(_ has: ResponseDirectives.Flags, _ status: StatusCode) -> StoringRules {
        var rules = StoringRules()
        let setsNoStoreAside = has.contains(.mustUnderstand) && status.isUnderstood && status.value != 304
        let mustUnderstand = !has.isDisjoint(with: [.mustUnderstand, .mustUnderstandArgument])
        rules.insert(.storeMustUnderstand, if: mustUnderstand && !status.isUnderstood)
        rules.insert(.storeNoStore, if: has.contains(.noStore) && !setsNoStoreAside)
        return rules
    }
}

/// What storability asks beyond the caching fields.
struct StoredTraits {
    var status: StatusCode
    var isComplete = true
    /// The response to a POST says that it represents the target (RFC 9110 §9.3.3).
    var isPostForTarget = false
    /// A 206 that was asked for and holds one range of bytes, as many as its length says, and nothing around them.
    var isUnderstoodPart = false
    /// An error that the conditions, the Range or the Expect of the request led to.
    var isForThisRequest = false
}

extension StoredTraits {
    /// Whether it is a whole final response to a GET, with a status that no rule of storing singles out; of 412 to 417
    /// three are, and one comparison costs less.
    @inline(always)
    static func areOrdinary(_ status: StatusCode, _ method: Method.Kind, isComplete: Bool) -> Bool {
        isComplete && method == .get && 200..<600 ~= status.value && status.value != 206 && status.value != 304
            && !(412...417 ~= status.value)
    }
}

extension StoredResponse {
    func permissions(under effective: EffectiveDirectives) -> StoringRules {
        StoringRules(
            permitting: effective.directives.flags, response.status,
            hasExpires: !effective.isTargeted && summary.has(.expires))
    }

    @inline(never)
    var traits: StoredTraits {
        // A stored 206 is the whole of its part.
        response.traits(to: request, isComplete: response.status.value == 206 || content.isComplete)
    }
}

extension ResponseHead {
    func traits(to request: RequestHead, isComplete: Bool) -> StoredTraits {
        var traits = StoredTraits(status: status, isComplete: isComplete)
        if request.summary.method == .post {
            // Of another answer Content-Location does not say that it represents the target (RFC 9110 §8.7).
            traits.isPostForTarget = 200..<300 ~= status.value && namesTargetInContentLocation(of: request.target)
        }
        if status.value == 206 {
            traits.isUnderstoodPart =
                request.summary.has(.range) && contentRange?.isSatisfied == true && !isPartOfAnotherLength
                && !hasSeveralParts
        }
        if status.isAboutRequestFields { traits.isForThisRequest = isCaused(by: request) }
        return traits
    }

    /// Whether the request has what a 412, a 416 or a 417 is about; one sent for no such reason is like any other
    /// error.
    private func isCaused(by request: RequestHead) -> Bool {
        switch status.value {
        case 412:
            request.summary.isConditional || request.summary.has(.ifMatch) || request.summary.has(.ifUnmodifiedSince)
        case 416: request.summary.has(.range)
        default: request.fields.contains("Expect")
        }
    }

    func namesTargetInContentLocation(of target: TargetURI) -> Bool {
        let values = fields.values(of: "Content-Location")
        return values.count == 1 && target.resolving(FieldLine.text(values[0])) == target
    }
}
