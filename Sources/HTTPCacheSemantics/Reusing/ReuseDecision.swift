public import HTTPDate

/// What a cache does with a request (RFC 9111 §4).
public enum ReuseDecision: Sendable, Hashable {
    /// Answer with the stored response at this index.
    case reuse(candidate: Int, Freshness)
    /// Answer with the stale response at this index and validate it meanwhile (RFC 5861 §3).
    case reuseWhileRevalidating(candidate: Int)
    /// Ask the origin whether these may still be used (RFC 9111 §4.3).
    case validate(Candidates)
    /// Ask the origin without conditions of the cache's own.
    case forward(ForwardReason)
    /// Answer 504: the request wants nothing but what is stored (§5.2.1.7).
    case gatewayTimeout

    /// Whether the response is fresh (RFC 9111 §4.2).
    public enum Freshness: String, Sendable, Hashable {
        /// Its age has not reached its lifetime.
        case fresh
        /// It is not fresh, and something allows it to be used nevertheless (RFC 9111 §4.2.4).
        case stale
    }
}

/// The stored responses that a validation is about.
public struct Candidates: Sendable, Hashable {
    /// The one that the request selects; nil where only other variants are stored.
    public var selected: Int? { selectedIndex < 0 ? nil : selectedIndex }
    /// The same in one word, and −1 for none: a decision is handed on in registers.
    private let selectedIndex: Int
    /// Those whose entity tags go along, one bit each; only the first 64 are considered.
    public let others: UInt64

    init(selected: Int?, others: UInt64 = 0) {
        selectedIndex = selected ?? -1
        self.others = others
    }

    /// The indices of all of them, the selected one first.
    public var indices: [Int] {
        var result = selected.map { [$0] } ?? []
        var rest = others
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            if index != selected { result.append(index) }
            rest &= rest - 1
        }
        return result
    }
}

/// Why a request goes to the origin without conditions, in the words of RFC 9211 §2.2.
public enum ForwardReason: String, Sendable, Hashable, CaseIterable {
    /// Nothing is stored under the request's key.
    case uriMiss = "uri-miss"
    /// Something is stored, and none of it is for this request's fields.
    case varyMiss = "vary-miss"
    /// Nothing stored fits, and not for one of the two reasons above alone.
    case miss
    /// The method is not answered from a cache.
    case method
    /// The request asks for it, such as with `no-cache`.
    case request
    /// Only a part is stored, and more is wanted.
    case partial
    /// This cache takes no part in such requests.
    case bypass
    /// What is stored is stale, and has no validator.
    case stale
}

extension CachePolicy {
    /// What to do with a request, given the responses stored under its key, and why. RFC 9111 §4.
    ///
    /// The stored responses share the request's ``CacheKey``; their order says nothing. A time before a response's
    /// arrival counts as that of its arrival.
    public func reuse(
        of stored: [StoredResponse], for request: RequestHead, at now: HTTPDate
    ) -> Verdict<ReuseDecision> {
        if let refusal = refusal(of: request.summary) { return onlyIfCached(refusal, request.summary) }
        switch select(from: stored, for: request, at: now) {
        case .none(let obstacle):
            return onlyIfCached(
                miss(obstacle, variants: taggedVariants(of: stored, for: request, at: now)), request.summary)
        case .some(let index):
            let effective = effectiveDirectives(of: stored[index])
            let verdict = reuse(
                selected: stored[index], at: index, for: request, effective,
                freshnessLifetime(of: stored[index], effective), currentAge(of: stored[index], at: now))
            return onlyIfCached(verdict, request.summary)
        }
    }

    /// The verdict on a request that no stored response may answer whatever it says; nil for others.
    @inline(always)
    func refusal(of request: RequestSummary) -> Verdict<ReuseDecision>? {
        if request.method == .other || request.method == .post {
            return Verdict(.forward(.method), because: .forwardMethod)
        }
        if request.seen & (KnownField.ifMatch.bit | KnownField.ifUnmodifiedSince.bit) != 0 {
            return Verdict(.forward(.bypass), because: .forwardPrecondition)
        }
        return nil
    }

    /// The verdict where nothing stored can be used; `variants` are those with an entity tag, one bit each.
    @inline(always)
    func miss(_ obstacle: Obstacle, variants: @autoclosure () -> UInt64) -> Verdict<ReuseDecision> {
        let others = options.conditionsOnVaryMiss && obstacle.reason == .varyMiss ? variants() : 0
        if others != 0 { return Verdict(.validate(Candidates(selected: nil, others: others)), because: obstacle.rule) }
        return Verdict(.forward(obstacle.reason), because: obstacle.rule)
    }

    /// A request that wants only what is stored gets a 504 where the origin would have to be asked (§5.2.1.7).
    @inline(always)
    func onlyIfCached(_ verdict: Verdict<ReuseDecision>, _ request: RequestSummary) -> Verdict<ReuseDecision> {
        guard options.requestDirectives, request.directives.flags.contains(.onlyIfCached) else { return verdict }
        return gatewayTimeout(insteadOf: verdict, isSafe: request.isSafe)
    }

    @inline(never)
    private func gatewayTimeout(insteadOf verdict: Verdict<ReuseDecision>, isSafe: Bool) -> Verdict<ReuseDecision> {
        switch verdict.decision {
        case .validate: break
        case .forward(let reason) where reason != .method || isSafe: break
        default: return verdict
        }
        return Verdict(.gatewayTimeout, because: .requestOnlyIfCached, weighing: verdict.allRules)
    }

    /// What to do with a request for which this one response is stored; see ``reuse(of:for:at:)-swift.method``.
    public func reuse(of stored: StoredResponse, for request: RequestHead, at now: HTTPDate) -> Verdict<ReuseDecision> {
        let effective = effectiveDirectives(of: stored)
        return reuse(
            of: stored, for: request, at: now, effective, freshnessLifetime(of: stored, effective),
            currentAge(of: stored, at: now))
    }

    /// The same with lifetime and age already known.
    @inline(always)
    func reuse(
        of stored: StoredResponse, for request: RequestHead, at now: HTTPDate, _ effective: EffectiveDirectives,
        _ lifetime: Verdict<FreshnessLifetime>, _ age: CurrentAge
    ) -> Verdict<ReuseDecision> {
        let verdict: Verdict<ReuseDecision>
        if let refusal = refusal(of: request.summary) {
            verdict = refusal
        } else if let obstacle = obstacle(to: stored, effective, for: request, at: now) {
            verdict = miss(obstacle, variants: stored.isTaggedVariant ? 1 : 0)
        } else {
            verdict = reuse(selected: stored, at: 0, for: request, effective, lifetime, age)
        }
        return onlyIfCached(verdict, request.summary)
    }

    @inline(always)
    private func reuse(
        selected stored: StoredResponse, at index: Int, for request: RequestHead, _ effective: EffectiveDirectives,
        _ lifetime: Verdict<FreshnessLifetime>, _ age: CurrentAge
    ) -> Verdict<ReuseDecision> {
        if isSeed { return seedReuse(selected: stored, at: index, age: age.seconds) }
        let isSecureAndWhole =
            effective.directives.flags.contains(.immutable) && stored.content.isComplete
            && stored.request.target.scheme == "https"
        return reuse(
            ReuseTerms(effective.directives, lifetime.decision, age, isSecureAndWhole: isSecureAndWhole),
            weighing: lifetime.weighed.joined(stored.rulesOfAge), validators: stored.summary.flags, at: index,
            for: request.summary)
    }

    /// The same over what was read from the heads, of a response that method, Vary and range allow.
    @inline(always)
    func reuse(
        _ terms: ReuseTerms, weighing rules: RuleSet, validators: ResponseSummary.Flags, at index: Int,
        for request: RequestSummary
    ) -> Verdict<ReuseDecision> {
        var use = usability(terms, for: request.wishes)
        use.rules = use.rules.joined(rules)
        let decision: ReuseDecision
        switch use.answer {
        case .fresh: decision = .reuse(candidate: index, .fresh)
        case .stale: decision = .reuse(candidate: index, .stale)
        case .staleWhileRevalidating: decision = .reuseWhileRevalidating(candidate: index)
        case .notWithoutValidation(let reason):
            // A Last-Modified alone does not go with a range (§4.3.1).
            let canValidate =
                validators.contains(.entityTag)
                || (validators.contains(.lastModified) && !request.isForSubrange)
            decision = canValidate ? .validate(Candidates(selected: index)) : .forward(reason)
        }
        return Verdict(decision, because: use.rule, weighing: use.rules)
    }
}
