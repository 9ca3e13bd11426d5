public import HTTPDate

/// What the origin's answer to a request means for what is stored (RFC 9111 §4.3.3).
public enum ValidationOutcome: Sendable, Hashable {
    /// A 304: the responses at `updating` are brought up to date and the one at `serving` answers the request.
    case freshen(updating: [Int], serving: Int)
    /// A full response: it answers the request and may be stored.
    case useResponse
    /// A 304 to the client's own condition: it answers the request.
    case passNotModified
    /// A 304 that matches nothing stored: the request goes out again without conditions.
    case askAgain
    /// An error: the stale response at this index answers the request.
    case serveStale(Int)
    /// No answer and nothing usable: 504.
    case gatewayTimeout
}

extension CachePolicy {
    /// What the origin's answer means, and why. RFC 9111 §4.3.3, §4.3.4.
    ///
    /// `candidates` are those that the request sent was about; nil where it carried no conditions of the cache's own.
    public func validationOutcome(
        of response: ResponseHead, to request: RequestHead, validating candidates: Candidates?,
        in stored: [StoredResponse], at now: HTTPDate
    ) -> Verdict<ValidationOutcome> {
        if response.status.value == 304 {
            return notModified(response, to: request, validating: candidates, in: stored, at: now)
        }
        if response.status.isServerError, let index = selectedIndex(candidates, for: request, in: stored, at: now) {
            if let permit = errorPermit(
                stored[index], for: request, at: now, isDisconnected: false,
                isErrorOfRFC5861: response.status.isStaleIfErrorTrigger)
            {
                return Verdict(.serveStale(index), because: permit)
            }
            return Verdict(.useResponse, because: .outcomeServerError)
        }
        return Verdict(.useResponse, because: .outcomeReplaced)
    }

    /// What follows when the origin could not be reached or did not answer, and why. RFC 9111 §4.2.4.
    public func outcomeOfFailure(
        for request: RequestHead, validating candidates: Candidates?, in stored: [StoredResponse], at now: HTTPDate
    ) -> Verdict<ValidationOutcome> {
        guard let index = selectedIndex(candidates, for: request, in: stored, at: now) else {
            return Verdict(.gatewayTimeout, because: .staleNotAllowed)
        }
        if let permit = errorPermit(stored[index], for: request, at: now, isDisconnected: true) {
            return Verdict(.serveStale(index), because: permit)
        }
        let has = effectiveDirectives(of: stored[index].response).directives.flags
        let isFresh =
            freshnessLifetime(of: stored[index]).decision.seconds > currentAge(of: stored[index], at: now).seconds
        let prohibition = errorProhibition(has, isFresh: isFresh, over: .staleDisconnected)
        return Verdict(.gatewayTimeout, because: prohibition ?? .staleNotAllowed)
    }

    private func selectedIndex(
        _ candidates: Candidates?, for request: RequestHead, in stored: [StoredResponse], at now: HTTPDate
    ) -> Int? {
        if let selected = candidates?.selected, stored.indices.contains(selected) { return selected }
        guard refusal(of: request.summary) == nil else { return nil }
        if case .some(let index) = select(from: stored, for: request, at: now) { return index }
        return nil
    }

    /// What lets a stale response stand in for an error; nil where nothing does or something forbids it.
    private func errorPermit(
        _ stored: StoredResponse, for request: RequestHead, at now: HTTPDate, isDisconnected: Bool,
        isErrorOfRFC5861: Bool = true
    ) -> Rule? {
        let effective = effectiveDirectives(of: stored.response)
        let has = effective.directives.flags
        let lifetime = freshnessLifetime(of: stored, effective).decision.seconds
        let age = currentAge(of: stored, at: now).seconds
        let terms = ReuseTerms(
            has: has, staleWhileRevalidate: 0, isSecureAndWhole: false, lifetime: lifetime, age: age)
        let own = request.summary.directives
        let hasOwn = options.requestDirectives && own.flags.contains(.staleIfError)
        let hasTheirs = hasStaleIfError(has)
        let isWithin =
            (hasTheirs && terms.staleness <= Int(effective.directives.staleIfError))
            || (hasOwn && terms.staleness <= Int(own.staleIfError))
        let permit: Rule?
        if isWithin, isErrorOfRFC5861 {
            let wantsValidation = requestRefusal(terms, request.summary.wishes)
            permit = wantsValidation == .requestNoCache || wantsValidation == .requestPragma ? nil : .staleIfError
        } else if (hasTheirs || hasOwn) && isErrorOfRFC5861 {
            // More stale than stale-if-error allows: it should not be used (RFC 5861 §4).
            permit = nil
        } else if requestProhibition(terms, request.summary.wishes) != nil {
            permit = nil
        } else if isDisconnected {
            permit = options.staleOnDisconnect ? .staleDisconnected : nil
        } else {
            // A stored error is no better than the new one.
            let helps = !stored.response.status.isServerError
            permit = options.staleOnServerError && helps ? .staleOnError : nil
        }
        guard let permit, errorProhibition(has, isFresh: terms.isFresh, over: permit) == nil else { return nil }
        return permit
    }

    /// What forbids a stale answer does not forbid a fresh one that the request only wants validated; a no-cache does.
    private func errorProhibition(_ has: ResponseDirectives.Flags, isFresh: Bool, over permit: Rule) -> Rule? {
        if isFresh { return has.contains(.noCache) ? .staleNoCache : nil }
        return staleProhibition(has, over: permit)
    }
}
