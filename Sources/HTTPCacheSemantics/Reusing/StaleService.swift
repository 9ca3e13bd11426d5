/// When a stale response may be served: RFC 9111 §4.2.4 and RFC 5861.
extension CachePolicy {
    @inline(never)
    func staleUse(_ terms: ReuseTerms, for wishes: RequestWishes) -> Usability {
        guard let permit = stalePermit(terms, for: wishes.directives) else {
            return Usability(answer: .notWithoutValidation(.stale), rule: .lifetimeExpired)
        }
        var rules = RuleSet(.lifetimeExpired)
        rules.add(permit)
        let forbidding =
            staleProhibition(terms.has, over: permit) ?? requestProhibition(terms, wishes)
        if let forbidding {
            return Usability(answer: .notWithoutValidation(.stale), rule: forbidding, rules: rules)
        }
        let isRevalidating = permit == .staleWhileRevalidate
        return Usability(answer: isRevalidating ? .staleWhileRevalidating : .stale, rule: permit, rules: rules)
    }

    /// What would allow a stale answer to this request, before anything forbids it.
    private func stalePermit(_ terms: ReuseTerms, for request: RequestDirectives) -> Rule? {
        if hasStaleWhileRevalidate(terms.has), terms.staleness <= Int(terms.staleWhileRevalidate),
            !options.requestDirectives || request.flags.isDisjoint(with: .maxAge)
                || request.flags.contains(.maxStale)
        {
            return .staleWhileRevalidate
        }
        if options.requestDirectives, request.flags.contains(.maxStale),
            terms.staleness <= request.acceptedStaleness
        {
            return .requestMaxStale
        }
        return hasStaleWhileRevalidate(terms.has) && terms.staleness <= Int(terms.staleWhileRevalidate)
            ? .staleWhileRevalidate : nil
    }

    func hasStaleWhileRevalidate(_ has: ResponseDirectives.Flags) -> Bool {
        has.contains(.staleWhileRevalidate)
            && !(options.duplicateDirective == .stale && has.contains(.staleWhileRevalidateDuplicate))
    }

    func hasStaleIfError(_ has: ResponseDirectives.Flags) -> Bool {
        has.contains(.staleIfError)
            && !(options.duplicateDirective == .stale && has.contains(.staleIfErrorDuplicate))
    }

    /// The response directive that forbids a stale answer although `permit` would allow it (RFC 9111 §4.2.4).
    func staleProhibition(_ has: ResponseDirectives.Flags, over permit: Rule) -> Rule? {
        if has.contains(.noCache) { return .staleNoCache }
        if !has.isDisjoint(with: [.mustRevalidate, .mustRevalidateArgument]) { return .staleMustRevalidate }
        guard isShared else { return nil }
        if has.contains(.proxyRevalidate) { return .staleProxyRevalidate }
        if has.contains(.sMaxAge), !(permit == .staleWhileRevalidate && options.staleWhileRevalidateOverSMaxage) {
            return .staleSMaxAge
        }
        return nil
    }

    /// The request directive that forbids it. A max-age without max-stale wants no stale answer at all (§5.2.1.1), and
    /// no stale answer meets a min-fresh (§5.2.1.3).
    func requestProhibition(_ terms: ReuseTerms, _ wishes: RequestWishes) -> Rule? {
        if let refusal = requestRefusal(terms, wishes) { return refusal }
        let has = wishes.directives.flags
        if options.requestDirectives, has.contains(.maxStale), terms.staleness > wishes.directives.acceptedStaleness {
            return .requestMaxStale
        }
        return options.requestDirectives && has.contains(.maxAge) && !has.contains(.maxStale) ? .requestMaxAge : nil
    }
}
