/// What the directives of response and request make of one stored response.
struct ReuseTerms {
    var has: ResponseDirectives.Flags
    var lifetime: Int
    var age: Int
    var staleWhileRevalidate: Int
    /// Whether it came whole and over https, as RFC 8246 §3 wants of an immutable response.
    var isSecureAndWhole: Bool

    var isFresh: Bool { lifetime > age }
    var staleness: Int { age - lifetime }
}

extension ReuseTerms {
    @inline(__always)
    init(
        _ directives: ResponseDirectives, _ lifetime: FreshnessLifetime, _ age: CurrentAge, isSecureAndWhole: Bool
    ) {
        self.init(
            has: directives.flags, lifetime: lifetime.seconds, age: age.seconds,
            staleWhileRevalidate: Int(directives.staleWhileRevalidate), isSecureAndWhole: isSecureAndWhole)
    }
}

struct Usability {
    enum Answer {
        case fresh
        case stale
        case staleWhileRevalidating
        /// The reason holds for a response that has no validator.
        case notWithoutValidation(ForwardReason)
    }

    var answer: Answer
    var rule: Rule
    var rules = RuleSet()
}

extension CachePolicy {
    /// Whether the response may be used as it is: RFC 9111 §4, with the request's directives of §5.2.1.
    @inline(__always)
    func usability(_ terms: ReuseTerms, for request: RequestSummary) -> Usability {
        terms.isFresh ? freshUse(terms, for: request) : staleUse(terms, for: request)
    }

    @inline(__always)
    private func freshUse(_ terms: ReuseTerms, for request: RequestSummary) -> Usability {
        if terms.has.contains(.noCache) {
            return Usability(answer: .notWithoutValidation(.stale), rule: .responseNoCache)
        }
        guard let refusal = requestRefusal(terms, of: request) else {
            return Usability(answer: .fresh, rule: .reuseFresh)
        }
        if refusal == .requestMaxAge, terms.has.contains(.immutable), terms.isSecureAndWhole, options.immutable,
            !failsMinFresh(terms, request)
        {
            return Usability(answer: .fresh, rule: .reuseImmutable)
        }
        return Usability(answer: .notWithoutValidation(.request), rule: refusal)
    }

    /// The request directive that a use of the response would go against.
    @inline(__always)
    func requestRefusal(_ terms: ReuseTerms, of request: RequestSummary) -> Rule? {
        let directives = request.directives
        if options.requestPragmaNoCache, request.hasPragmaNoCache, !request.has(.cacheControl) { return .requestPragma }
        guard options.requestDirectives else { return nil }
        if directives.flags.contains(.noCache) { return .requestNoCache }
        if directives.flags.contains(.maxAge), terms.age > Int(directives.maxAge) { return .requestMaxAge }
        return failsMinFresh(terms, request) ? .requestMinFresh : nil
    }

    private func failsMinFresh(_ terms: ReuseTerms, _ request: RequestSummary) -> Bool {
        request.directives.flags.contains(.minFresh)
            && terms.lifetime - terms.age < request.directives.requiredFreshness
    }
}
