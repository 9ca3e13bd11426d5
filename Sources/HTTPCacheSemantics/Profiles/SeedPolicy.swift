import HTTPDate

/// The rules of SDURLCache, a `URLCache` with a disk from the days of RFC 2616, answered through the same verdicts.
///
/// It goes by status code, Pragma, Cache-Control, Expires and Last-Modified in this order, else by one hour.
/// `no-cache`, `private`, Vary, Age and the request's directives are not looked at. One departure of ours: `no-store`
/// refuses even a response with an entity tag.
struct SeedPolicy {
    /// Seconds that a response without any information is kept.
    static let defaultLifetime = 3600
    /// The share of the time since Last-Modified that counts as lifetime, in percent.
    static let lastModifiedPercent = 10

    let response: ResponseHead
    let summary: ResponseSummary
    /// Seconds since 1970; stands in for a Date that is missing.
    let receivedAt: Int64
    /// Seconds; what expires within them is not worth a file.
    let minimumInterval: Int

    /// Whether the response is kept, and why.
    func storability(isGet: Bool) -> Verdict<Storability> {
        if !isGet { return Verdict(.doNotStore, because: .storeMethod) }
        if summary.has(.eTag) {
            return hasNoStore ? Verdict(.doNotStore, because: .storeNoStore) : Verdict(.store, because: .seedETag)
        }
        let expiry = lifetime()
        guard let seconds = expiry.seconds else { return Verdict(.doNotStore, because: expiry.rule) }
        if seconds <= minimumInterval { return Verdict(.doNotStore, because: .seedMinCacheInterval) }
        return Verdict(.store, because: expiry.rule)
    }

    /// The lifetime from receipt on; 0 where the seed would not cache the response.
    var freshness: Verdict<FreshnessLifetime> {
        let expiry = lifetime()
        return Verdict(
            FreshnessLifetime(seconds: expiry.seconds ?? 0, source: expiry.source), because: expiry.rule)
    }

    /// Seconds from receipt on, and the rule that gives them; nil where that rule refuses.
    private func lifetime() -> (seconds: Int?, source: FreshnessLifetime.Source, rule: Rule) {
        let status = response.status.value
        guard [200, 203, 300, 301, 302, 307, 410].contains(status) else { return (nil, .none, .seedStatus) }
        if hasPragmaNoCache { return (nil, .none, .seedPragma) }
        if hasNoStore { return (nil, .none, .storeNoStore) }
        if let maxAge = unquotedMaxAge {
            return maxAge > 0 ? (maxAge, .maxAge, .seedMaxAge) : (nil, .maxAge, .seedMaxAgeNotPositive)
        }
        let now = summary.flags.contains(.date) ? summary.date : receivedAt
        if summary.has(.expires) {
            let seconds = summary.flags.contains(.expires) ? Int(summary.expires - now) : 0
            return seconds > 0 ? (seconds, .expires, .seedExpires) : (nil, .expires, .seedExpiresPast)
        }
        if status == 302 || status == 307 { return (nil, .none, .seedRedirect) }
        if summary.has(.lastModified) {
            let age = summary.flags.contains(.lastModified) ? Int(now - summary.lastModified) : 0
            guard age > 0 else { return (nil, .heuristic, .seedLastModifiedInvalid) }
            return (age * Self.lastModifiedPercent / 100, .heuristic, .seedLastModified)
        }
        return (Self.defaultLifetime, .none, .seedDefault)
    }

    private var hasNoStore: Bool { summary.directives.flags.contains(.noStore) }

    private var hasPragmaNoCache: Bool {
        response.fields.directives(of: "Pragma").contains { $0.name == "no-cache" && $0.argument == nil }
    }

    /// The integer that the first max-age begins with; a quoted value is not read, and what follows does not matter.
    private var unquotedMaxAge: Int? {
        guard
            let member = response.fields.cacheDirectives.first(where: { $0.name == "max-age" && !$0.isQuoted }),
            let argument = member.argument
        else { return nil }
        let isNegative = argument.utf8.first == 0x2D
        let digits = argument.utf8.drop { $0 == 0x2D || $0 == 0x2B }.prefix(while: \.isDigit)
        guard !digits.isEmpty else { return nil }
        let value = digits.reduce(0) { min($0 * 10 + Int($1 & 15), Int(DeltaSeconds.overflow)) }
        return isNegative ? -value : value
    }
}

extension CachePolicy {
    @inline(always)
    var isSeed: Bool { options.rules == .sdurlcache }

    func seed(_ stored: StoredResponse) -> SeedPolicy {
        SeedPolicy(
            response: stored.response, summary: stored.summary, receivedAt: stored.responseTime.secondsSinceEpoch,
            minimumInterval: options.minCacheIntervalSeconds)
    }

    // Apart, so that a cache with today's rules does not pay for these.

    @inline(never)
    func seedLifetime(of stored: StoredResponse) -> Verdict<FreshnessLifetime> { seed(stored).freshness }

    /// Fresh until its lifetime is over, then kept for validation.
    @inline(never)
    func seedReuse(selected stored: StoredResponse, at index: Int, age: Int) -> Verdict<ReuseDecision> {
        let lifetime = seed(stored).freshness
        if lifetime.decision.seconds > age {
            return Verdict(.reuse(candidate: index, .fresh), because: .reuseFresh, weighing: lifetime.rules)
        }
        return stored.summary.hasValidator
            ? Verdict(.validate(Candidates(selected: index)), because: .lifetimeExpired, weighing: lifetime.rules)
            : Verdict(.forward(.stale), because: .lifetimeExpired, weighing: lifetime.rules)
    }
}

extension CurrentAge {
    /// SDURLCache counts from arrival on.
    static let seed = CurrentAge(
        ageValue: 0, apparentAge: 0, responseDelay: 0, correctedInitialAge: 0, residentTime: 0, deciding: .ageResident)
}
