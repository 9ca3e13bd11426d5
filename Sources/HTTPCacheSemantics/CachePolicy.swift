/// The questions that can be asked of a cache: start here.
///
/// A policy is a kind of cache and the choices that the RFCs leave to it. It holds no state and never asks what time it
/// is: the same heads and instants always give the same verdict.
///
/// - May it be stored? ``storability(of:to:isComplete:receivedAt:)``, RFC 9111 §3
/// - How long is it fresh? ``freshnessLifetime(of:)``, §4.2.1
/// - How old is it? ``currentAge(of:at:)``, §4.2.3
/// - May it answer this request? ``reuse(of:for:at:)-([StoredResponse],_,_)``, §4
/// - All four at once: ``assess(_:for:at:)``
/// - What does the origin's answer change? ``validationOutcome(of:to:validating:in:at:)``, §4.3.3, and
///   ``invalidations(by:to:)``, §4.4
///
/// ``CacheExchange`` asks them in the order in which one request needs them.
public struct CachePolicy: Sendable, Hashable {
    /// Whose responses the cache holds (RFC 9111 §1).
    public enum CacheKind: String, Sendable, Hashable, CaseIterable {
        /// Those of more than one user, as a proxy or a content delivery network does.
        case shared
        /// Those of one user, as a browser does.
        case `private`
    }

    /// Whose responses the cache holds.
    public var cache: CacheKind
    /// What the RFCs leave to a cache, chosen.
    public var options: CacheOptions

    /// Makes a policy; by default that of a shared cache with every choice as RFC 9111 suggests it.
    public init(_ cache: CacheKind = .shared, options: CacheOptions = .rfc9111) {
        self.cache = cache
        self.options = options
    }

    var isShared: Bool { cache == .shared }
}
