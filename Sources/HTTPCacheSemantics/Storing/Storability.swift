/// Whether a response may be stored (RFC 9111 §3).
public enum Storability: String, Sendable, Hashable {
    case store
    case doNotStore
}

extension CachePolicy {
    /// Whether the response to this request may be stored, and why.
    ///
    /// `isComplete` says whether the whole content arrived. RFC 9111 §3, §3.3, §3.5.
    public func storability(
        of response: ResponseHead, to request: RequestHead, isComplete: Bool = true
    ) -> Verdict<Storability> {
        storability(of: response, to: request, isComplete: isComplete, effectiveDirectives(of: response))
    }

    @inline(__always)
    func storability(
        of response: ResponseHead, to request: RequestHead, isComplete: Bool, _ effective: EffectiveDirectives
    ) -> Verdict<Storability> {
        var traits = StoredTraits(status: response.status, isComplete: isComplete)
        if request.summary.method == .post {
            traits.isPostForTarget = response.namesTargetInContentLocation(of: request.target)
        }
        if response.status.value == 206 {
            traits.isUnderstoodPart = request.summary.has(.range) && response.contentRange?.isSatisfied == true
        }
        return storability(
            of: response.summary, effective.directives, !effective.isTargeted, to: request.summary, traits)
    }

    /// The same over what was read from the heads.
    func storability(
        of response: ResponseSummary, _ directives: ResponseDirectives, _ usesExpires: Bool,
        to request: RequestSummary, _ traits: StoredTraits
    ) -> Verdict<Storability> {
        var weighed = Weighed()
        let has = directives.flags
        let status = traits.status
        let setsNoStoreAside = has.contains(.mustUnderstand) && status.isUnderstood && status.value != 304
        let isExplicit =
            has.contains(.maxAge) || (isShared && has.contains(.sMaxAge))
            || (usesExpires && response.has(.expires))

        weighed.add(
            .storeMethod,
            if: request.method == .other || (request.method == .post && !(traits.isPostForTarget && isExplicit)))
        weighed.add(.storeInterim, if: status.isInterim && status.isValid)
        weighed.add(
            .storeStatus,
            if: !status.isValid || status.value == 304
                || (status.value == 206 && !(request.method == .get && traits.isUnderstoodPart)))
        weighed.add(.storeMustUnderstand, if: has.contains(.mustUnderstand) && !status.isUnderstood)
        weighed.add(.storeNoStore, if: has.contains(.noStore) && !setsNoStoreAside)
        weighed.add(.storeRequestNoStore, if: options.requestDirectives && request.directives.flags.contains(.noStore))
        if isShared {
            weighed.add(.storePrivate, if: has.contains(.private))
            weighed.add(.storeSetCookie, if: !options.setCookie && response.has(.setCookie))
            weighed.add(
                .storeAuthorization,
                if: request.has(.authorization) && has.isDisjoint(with: [.public, .mustRevalidate, .sMaxAge]))
        }
        weighed.add(
            .storeIncomplete,
            if: !traits.isComplete && !(request.method == .get && status.value == 200))
        if let refusal = weighed.first { return Verdict(.doNotStore, because: refusal, weighing: weighed.rules) }

        let allows =
            isExplicit || has.contains(.public) || (!isShared && !has.isDisjoint(with: [.private, .privateFields]))
            || status.isHeuristicallyCacheable
        guard allows else { return Verdict(.doNotStore, because: .storeNothingAllows, weighing: weighed.rules) }
        weighed.add(.storeNoStoreIgnored, if: has.contains(.noStore))
        weighed.add(.storeAuthorized, if: isShared && request.has(.authorization))
        weighed.add(.storePost, if: request.method == .post)
        weighed.add(.storePartial, if: !traits.isComplete || status.value == 206)
        weighed.add(.storeSMaxAge, if: isShared && has.contains(.sMaxAge))
        weighed.add(.storeMaxAge, if: has.contains(.maxAge))
        weighed.add(.storeExpires, if: usesExpires && response.has(.expires))
        weighed.add(.storePrivateResponse, if: !isShared && !has.isDisjoint(with: [.private, .privateFields]))
        weighed.add(.storePublic, if: has.contains(.public))
        weighed.add(.storeHeuristic, if: status.isHeuristicallyCacheable)
        return Verdict(.store, because: weighed.first ?? .storeHeuristic, weighing: weighed.rules)
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
}

/// Rules gathered in the order of their weight; the first that holds decides.
struct Weighed {
    var rules = RuleSet()
    var first: Rule?

    mutating func add(_ rule: Rule, if holds: Bool) {
        guard holds else { return }
        rules.insert(rule)
        if first == nil { first = rule }
    }
}

extension ResponseHead {
    func namesTargetInContentLocation(of target: TargetURI) -> Bool {
        let values = fields.values(of: "Content-Location")
        return values.count == 1 && target.resolving(FieldLine.text(values[0])) == target
    }
}
