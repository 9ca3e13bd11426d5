public import HTTPDate

/// The four answers about one stored response and one request.
public struct Assessment: Sendable, Hashable {
    /// Whether the response may be stored (RFC 9111 §3).
    public let storability: Verdict<Storability>
    /// How long it is fresh (§4.2.1).
    public let lifetime: Verdict<FreshnessLifetime>
    /// How old it is (§4.2.3).
    public let age: CurrentAge
    /// What to do with the request (§4).
    public let reuse: Verdict<ReuseDecision>
}

extension CachePolicy {
    /// Whether the stored response may be stored, for how long it is fresh, how old it is at `now`, and whether it
    /// answers the request.
    ///
    /// The answers of ``storability(of:to:isComplete:)``, ``freshnessLifetime(of:)``, ``currentAge(of:at:)`` and
    /// ``reuse(of:for:at:)-swift.method`` in one call, each worked out once.
    public func assess(_ stored: StoredResponse, for request: RequestHead, at now: HTTPDate) -> Assessment {
        guard !isSeed, options.targetedFields.isEmpty, stored.isPlain else {
            return assessApart(stored, for: request, at: now)
        }
        let lifetime = freshnessLifetime(
            of: stored.summary, stored.summary.directives, isTargeted: false, stored.lifetimeTraits)
        let age = currentAge(
            of: stored.summary, requestTime: stored.requestTime.secondsSinceEpoch,
            responseTime: stored.responseTime.secondsSinceEpoch, now: now.secondsSinceEpoch)
        return Assessment(
            storability: plainStorability(of: stored), lifetime: lifetime, age: age,
            reuse: plainReuse(of: stored, for: request, lifetime, age))
    }

    @inline(never)
    private func assessApart(_ stored: StoredResponse, for request: RequestHead, at now: HTTPDate) -> Assessment {
        Assessment(
            storability: storability(
                of: stored.response, to: stored.request, isComplete: stored.content.isComplete,
                receivedAt: stored.responseTime),
            lifetime: freshnessLifetime(of: stored), age: currentAge(of: stored, at: now),
            reuse: reuse(of: stored, for: request, at: now))
    }

    // Apart, with the stored response handed on as it is: its heads are large, and copies cost more than the questions.

    @inline(never)
    private func plainStorability(of stored: StoredResponse) -> Verdict<Storability> {
        storability(
            stored.summary.directives.flags, hasExpires: stored.summary.has(.expires),
            setsCookie: stored.summary.has(.setCookie), to: stored.request.summary,
            StoredTraits(status: stored.response.status))
    }

    @inline(never)
    private func plainReuse(
        of stored: StoredResponse, for request: RequestHead, _ lifetime: Verdict<FreshnessLifetime>, _ age: CurrentAge
    ) -> Verdict<ReuseDecision> {
        let verdict: Verdict<ReuseDecision>
        if let refusal = refusal(of: request.summary) {
            verdict = refusal
        } else if let obstacle = plainObstacle(to: stored, for: request) {
            verdict = miss(obstacle, variants: stored.isTaggedVariant ? 1 : 0)
        } else {
            let directives = stored.summary.directives
            let isSecure = directives.flags.contains(.immutable) && stored.request.target.scheme == "https"
            verdict = reuse(
                ReuseTerms(directives, lifetime.decision, age, isSecureAndWhole: isSecure),
                weighing: lifetime.rules, age.deciding, validators: stored.summary.flags, at: 0, for: request.summary)
        }
        return onlyIfCached(verdict, request.summary)
    }

    @inline(__always)
    private func plainObstacle(to stored: StoredResponse, for request: RequestHead) -> Obstacle? {
        let obstacle = obstacle(
            to: stored.summary, stored.summary.directives.flags, storedFor: stored.request.summary,
            for: request.summary)
        if let obstacle { return obstacle }
        return stored.summary.has(.vary) && !stored.varyMatches(request, unknown: options.unknownVaryReading)
            ? Obstacle(reason: .varyMiss, rule: .varyMismatch) : nil
    }
}

extension StoredResponse {
    /// A whole response that is not outdated, other than a 206 and to a request other than a POST: what is true of nearly
    /// all, and leaves no more to look at than the summaries.
    @inline(__always)
    fileprivate var isPlain: Bool {
        StoredTraits.arePlain(response.status, request.summary.method) && content.isComplete && !isOutdated
            && !summary.mayExcludeFields
    }
}
