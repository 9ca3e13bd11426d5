/// What the directives of response and request make of one stored response.
struct ReuseTerms {
    // Of four words, so that they are handed on in registers.
    var has: ResponseDirectives.Flags
    var staleWhileRevalidate: UInt32
    /// Whether it came whole and over https, as RFC 8246 §3 wants of an immutable response.
    var isSecureAndWhole: Bool
    var lifetime: Int
    var age: Int

    var isFresh: Bool { lifetime > age }
    var staleness: Int { age - lifetime }
}

extension ReuseTerms {
    @inline(always)
    init(
        _ directives: ResponseDirectives, _ lifetime: FreshnessLifetime, _ age: CurrentAge, isSecureAndWhole: Bool
    ) {
        self.init(
            has: directives.flags, staleWhileRevalidate: directives.staleWhileRevalidate,
            isSecureAndWhole: isSecureAndWhole, lifetime: lifetime.seconds, age: age.seconds)
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
    @inline(always)
    func usability(_ terms: ReuseTerms, for wishes: RequestWishes) -> Usability {
        terms.isFresh ? freshUse(terms, for: wishes) : staleUse(terms, for: wishes)
    }

    @inline(always)
    private func freshUse(_ terms: ReuseTerms, for wishes: RequestWishes) -> Usability {
        if terms.has.contains(.noCache) {
            return Usability(answer: .notWithoutValidation(.stale), rule: .responseNoCache)
        }
        guard let refusal = requestRefusal(terms, wishes) else {
            return Usability(answer: .fresh, rule: .reuseFresh)
        }
        if refusal == .requestMaxAge, terms.has.contains(.immutable), terms.isSecureAndWhole, options.immutable,
            !terms.fails(minFreshOf: wishes.directives)
        {
            return Usability(answer: .fresh, rule: .reuseImmutable)
        }
        return Usability(answer: .notWithoutValidation(.request), rule: refusal)
    }

    /// The request directive that a use of the response would go against.
    @inline(always)
    func requestRefusal(_ terms: ReuseTerms, _ wishes: RequestWishes) -> Rule? {
        if options.requestPragmaNoCache, wishes.isPragmaNoCache { return .requestPragma }
        guard options.requestDirectives, !wishes.directives.flags.isEmpty else { return nil }
        return terms.refusal(by: wishes.directives)
    }
}

extension ReuseTerms {
    @inline(never)
    fileprivate func refusal(by directives: RequestDirectives) -> Rule? {
        if directives.flags.contains(.noCache) { return .requestNoCache }
        if directives.flags.contains(.maxAge), age > Int(directives.maxAge) { return .requestMaxAge }
        return fails(minFreshOf: directives) ? .requestMinFresh : nil
    }

    fileprivate func fails(minFreshOf directives: RequestDirectives) -> Bool {
        directives.flags.contains(.minFresh) && lifetime - age < directives.requiredFreshness
    }
}
