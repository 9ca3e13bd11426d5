public import HTTPDate

/// The ages at which the answer that a stored response gives changes, all in seconds since its generation.
///
/// It speaks of the response alone: what a request's directives ask is not in it. RFC 9111 §4.2, RFC 5861.
public struct Timeline: Sendable, Hashable {
    /// When the age was 0, as far as the cache can tell; clamped to `HTTPDate.range`.
    public let generated: HTTPDate
    /// The age at arrival.
    public let arrived: Int
    /// The age now.
    public let now: Int
    /// The age from which on it is stale; nil where every use wants validation, so that freshness changes nothing.
    public let freshUntil: Int?
    /// The last age at which it may be served while it is being validated; nil where that is not allowed.
    public let whileRevalidateUntil: Int?
    /// The last age at which it may stand in for an error; nil where no stale-if-error allows that.
    public let ifErrorUntil: Int?

    /// The instant at which the response has an age, at most the end of `HTTPDate.range`.
    public func instant(ofAge seconds: Int) -> HTTPDate { generated.adding(seconds: Int64(seconds)) }
}

extension CachePolicy {
    /// The timeline of a stored response at `now`, under the same directives that
    /// ``reuse(of:for:at:)-(StoredResponse,_,_)`` weighs.
    public func timeline(of stored: StoredResponse, at now: HTTPDate) -> Timeline {
        let age = currentAge(of: stored, at: now)
        let lifetime = freshnessLifetime(of: stored).decision.seconds
        let directives = effectiveDirectives(of: stored.response).directives
        let has = directives.flags
        // SDURLCache knows neither no-cache nor allowances for stale answers.
        let needsValidation = !isSeed && has.contains(.noCache)
        func window(_ isAllowed: Bool, _ seconds: UInt32, _ permit: Rule) -> Int? {
            guard !isSeed, isAllowed, staleProhibition(has, over: permit) == nil else {
                return nil
            }
            return lifetime + Int(seconds)
        }
        return Timeline(
            generated: stored.responseTime.adding(seconds: -Int64(age.correctedInitialAge)),
            arrived: age.correctedInitialAge,
            now: age.seconds,
            freshUntil: needsValidation ? nil : lifetime,
            whileRevalidateUntil: window(
                hasStaleWhileRevalidate(has), directives.staleWhileRevalidate, .staleWhileRevalidate),
            ifErrorUntil: window(hasStaleIfError(has), directives.staleIfError, .staleIfError))
    }
}
