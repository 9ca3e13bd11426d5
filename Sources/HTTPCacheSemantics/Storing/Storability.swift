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
        let isPlain = StoredTraits.arePlain(response.status, request.summary.method)
        let verdict = storability(
            effective.directives.flags, hasExpires: !effective.isTargeted && response.summary.has(.expires),
            setsCookie: response.summary.has(.setCookie), to: request.summary,
            isPlain
                ? StoredTraits(status: response.status, isComplete: isComplete)
                : StoredTraits(of: response, to: request, isComplete: isComplete))
        let mayExclude = response.summary.mayExcludeFields || effective.directives.flags.contains(.privateFields)
        guard verdict.decision == .store, mayExclude, excludesJudgedField(response) else { return verdict }
        return Verdict(.doNotStore, because: .storeUnjudgeable, weighing: verdict.rules)
    }

    /// Whether a field that decides about reuse is not stored (§3.1), so that what is stored would say something else
    /// than what the origin sent.
    private func excludesJudgedField(_ response: ResponseHead) -> Bool {
        let excluded = excludedFields(of: response)
        let judged =
            ["cache-control", "expires", "date", "age", "vary"] + options.targetedFields.map { $0.lowercased() }
        return judged.contains { response.fields.contains($0) && excluded.rule(forStoring: $0) != nil }
    }

    /// Whether what has just arrived lives longer than `minCacheIntervalSeconds`, or can be validated by an entity tag.
    ///
    /// Asked about what ``storability(of:to:isComplete:receivedAt:)`` allows to be stored.
    public func outlastsInterval(_ arrived: StoredResponse) -> Bool {
        guard options.minCacheIntervalSeconds > 0, arrived.entityTag == nil else { return true }
        let age = currentAge(of: arrived, at: arrived.responseTime).seconds
        return freshnessLifetime(of: arrived).decision.seconds - age > options.minCacheIntervalSeconds
    }

    @inline(__always)
    func storability(of stored: StoredResponse, _ effective: EffectiveDirectives) -> Verdict<Storability> {
        if isSeed { return seed(stored).storability(isGet: stored.request.method == .get) }
        let isPlain = StoredTraits.arePlain(stored.response.status, stored.request.summary.method)
        return storability(
            effective.directives.flags, hasExpires: !effective.isTargeted && stored.summary.has(.expires),
            setsCookie: stored.summary.has(.setCookie), to: stored.request.summary,
            isPlain
                ? StoredTraits(status: stored.response.status, isComplete: stored.content.isComplete)
                : StoredTraits(of: stored))
    }

    /// Whether what is stored already may stay so under its present fields. The Range that asked for a part need not have
    /// been stored with it.
    func storability(ofKept stored: StoredResponse) -> Verdict<Storability> {
        let effective = effectiveDirectives(of: stored)
        guard !isSeed, stored.response.status.value == 206 else { return storability(of: stored, effective) }
        var traits = StoredTraits(of: stored)
        traits.isUnderstoodPart = stored.response.contentRange?.isSatisfied == true
        return storability(
            effective.directives.flags, hasExpires: !effective.isTargeted && stored.summary.has(.expires),
            setsCookie: stored.summary.has(.setCookie), to: stored.request.summary, traits)
    }

    /// The same over what was read from the heads.
    @inline(__always)
    func storability(
        _ has: ResponseDirectives.Flags, hasExpires: Bool, setsCookie: Bool, to request: RequestSummary,
        _ traits: StoredTraits
    ) -> Verdict<Storability> {
        var rules = RuleSet()
        let status = traits.status
        let isExplicit = hasExpires || has.contains(.maxAge) || (isShared && has.contains(.sMaxAge))

        if request.method != .get || !traits.isWholeAndFinal {
            rules.insert(
                .storeMethod,
                if: request.method == .other || (request.method == .post && !(traits.isPostForTarget && isExplicit)))
            rules.insert(.storeInterim, if: status.isInterim && status.isValid)
            rules.insert(
                .storeStatus,
                if: !status.isValid || status.value == 304
                    || (status.value == 206 && !(request.method == .get && traits.isUnderstoodPart)))
            rules.insert(.storeIncomplete, if: !traits.isComplete && !(request.method == .get && status.value == 200))
        }
        if !has.isDisjoint(with: [.noStore, .mustUnderstand]) {
            let setsNoStoreAside = has.contains(.mustUnderstand) && status.isUnderstood && status.value != 304
            rules.insert(.storeMustUnderstand, if: has.contains(.mustUnderstand) && !status.isUnderstood)
            rules.insert(.storeNoStore, if: has.contains(.noStore) && !setsNoStoreAside)
        }
        if options.requestDirectives, request.directives.flags.contains(.noStore) { rules.insert(.storeRequestNoStore) }
        if isShared {
            if has.contains(.private) { rules.insert(.storePrivate) }
            if !options.setCookie, setsCookie { rules.insert(.storeSetCookie) }
            if request.has(.authorization), has.isDisjoint(with: [.public, .mustRevalidate, .sMaxAge]) {
                rules.insert(.storeAuthorization)
            }
        }
        if let refusal = rules.first { return Verdict(.doNotStore, because: refusal, weighing: rules) }

        let isPrivate = !isShared && !has.isDisjoint(with: [.private, .privateFields])
        let isHeuristic = status.isHeuristicallyCacheable
        guard isExplicit || has.contains(.public) || isPrivate || isHeuristic else {
            return Verdict(.doNotStore, because: .storeNothingAllows)
        }
        rules.insert(.storeNoStoreIgnored, if: has.contains(.noStore))
        rules.insert(.storeAuthorized, if: isShared && request.has(.authorization))
        rules.insert(.storePost, if: request.method == .post)
        rules.insert(.storePartial, if: !traits.isComplete || status.value == 206)
        rules.insert(.storeSMaxAge, if: isShared && has.contains(.sMaxAge))
        rules.insert(.storeMaxAge, if: has.contains(.maxAge))
        rules.insert(.storeExpires, if: hasExpires)
        rules.insert(.storePrivateResponse, if: isPrivate)
        rules.insert(.storePublic, if: has.contains(.public))
        rules.insert(.storeHeuristic, if: isHeuristic)
        return Verdict(.store, because: rules.first ?? .storeHeuristic, weighing: rules)
    }
}

/// What storability asks beyond the caching fields.
struct StoredTraits {
    var status: StatusCode
    var isComplete = true
    /// The response to a POST says that it represents the target (RFC 9110 §9.3.3).
    var isPostForTarget = false
    /// A 206 that was asked for and holds one range of bytes.
    var isUnderstoodPart = false

    /// Whether all of it arrived, with a status that no rule of storing singles out.
    @inline(__always)
    var isWholeAndFinal: Bool { isComplete && 200..<600 ~= status.value && status.value != 206 && status.value != 304 }
}

extension StoredTraits {
    /// Whether status and method leave no more to look at.
    @inline(__always)
    static func arePlain(_ status: StatusCode, _ method: Method.Kind) -> Bool {
        status.value != 206 && method != .post
    }

    @inline(never)
    init(of stored: StoredResponse) {
        // A stored 206 is the whole of its part.
        let isPart = stored.response.status.value == 206
        self.init(of: stored.response, to: stored.request, isComplete: isPart || stored.content.isComplete)
    }

    @inline(never)
    init(of response: ResponseHead, to request: RequestHead, isComplete: Bool) {
        self.init(status: response.status, isComplete: isComplete)
        if request.summary.method == .post {
            isPostForTarget = response.namesTargetInContentLocation(of: request.target)
        }
        if response.status.value == 206 {
            isUnderstoodPart = request.summary.has(.range) && response.contentRange?.isSatisfied == true
        }
    }
}

extension ResponseHead {
    func namesTargetInContentLocation(of target: TargetURI) -> Bool {
        let values = fields.values(of: "Content-Location")
        return values.count == 1 && target.resolving(FieldLine.text(values[0])) == target
    }
}
