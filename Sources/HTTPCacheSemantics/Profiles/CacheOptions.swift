/// Every choice that the RFCs leave to a cache, with the default of the profile `rfc9111`.
public struct CacheOptions: Sendable, Hashable {
    /// What to do when values of one directive, or two Expires lines, disagree (RFC 9111 §4.2.1).
    public enum DuplicateDirective: String, Sendable, Hashable, CaseIterable {
        /// The first of them counts.
        case first
        /// The response counts as stale.
        case stale
    }

    /// Whose rules decide: those of today's RFCs, or those of SDURLCache, which look at no other option but
    /// ``minCacheIntervalSeconds``.
    public enum Rules: String, Sendable, Hashable, CaseIterable {
        /// Those of RFC 9111 and of the RFCs that add to it.
        case rfc9111
        /// Those of SDURLCache, kept for what relies on them.
        case sdurlcache
    }

    /// How to compare values of a field whose syntax is not known (RFC 9111 §4.1): byte by byte, or without regard to
    /// whitespace around commas, since lines may be combined with or without it (RFC 9110 §5.3).
    public enum UnknownVary: String, Sendable, Hashable, CaseIterable {
        /// Byte by byte.
        case exact
        /// Without regard to whitespace around commas.
        case lines
    }

    /// Whose rules decide.
    public var rules = Rules.rfc9111
    /// What expires within so many seconds of its arrival is not stored, unless it has an entity tag.
    public var minCacheIntervalSeconds = 0

    /// The share of the time from Last-Modified to Date that counts as freshness lifetime, 0 to 100; 0 turns the
    /// heuristic off (§4.2.2).
    public var heuristicPercent = 10
    /// The longest heuristic lifetime in seconds; nil for no limit.
    public var heuristicCapSeconds: Int?
    /// Whether the heuristic is kept to heuristically cacheable status codes and `public` (§4.2.2).
    public var heuristicNeeds = true
    /// Whether the heuristic serves URIs with a query too (§4.2.2).
    public var heuristicForQueryURL = true
    /// Whether stale-while-revalidate holds although s-maxage is there, which implies proxy-revalidate (§5.2.2.10).
    public var staleWhileRevalidateOverSMaxage = false
    /// What to do when values of one directive, or two Expires lines, disagree (§4.2.1).
    public var duplicateDirective = DuplicateDirective.first
    /// Whether the request's Cache-Control is heeded (§5.2.1).
    public var requestDirectives = true
    /// Whether Pragma: no-cache in a request without Cache-Control counts as no-cache (§5.4).
    public var requestPragmaNoCache = false
    /// Whether a shared cache stores a response that sets a cookie (§7.3).
    public var setCookie = true
    /// The targeted fields that this cache heeds, the most specific first (RFC 9213 §2.2).
    public var targetedFields: [String] = []
    /// Whether a stale response stands in for an origin that cannot be reached, where nothing forbids it (§4.2.4).
    public var staleOnDisconnect = true
    /// Whether it stands in for a 5xx answer too (§4.3.3).
    public var staleOnServerError = false
    /// Whether a fresh `immutable` response, whole and from https, is used although the request's max-age asks for a
    /// younger one (RFC 8246 §2).
    public var immutable = true
    /// Whether the entity tags of other variants are sent when none matches (§4.1).
    public var conditionsOnVaryMiss = false
    /// Whether a request for the whole completes a stored part by asking for the rest alone (§3.3).
    public var completeParts = true
    /// How values of a field that Vary nominates and nobody knows are compared (§4.1).
    public var unknownVary = UnknownVary.exact
    /// Whether No-Vary-Search widens the match of a query (the draft named in `NoVarySearch`).
    public var noVarySearch = false

    /// Every choice as the profile `rfc9111` has it.
    public init() {}
}

extension CacheOptions {
    var unknownVaryReading: FieldValue.Reading { unknownVary == .lines ? .lines : .exact }

    /// The default of every choice; see `Documentation/choices.md`.
    public static let rfc9111 = CacheOptions()

    /// A content delivery network: the origin's word counts, the client's Cache-Control does not.
    public static let cdn: CacheOptions = {
        var options = CacheOptions()
        options.staleWhileRevalidateOverSMaxage = true
        options.requestDirectives = false
        options.targetedFields = ["CDN-Cache-Control"]
        options.staleOnServerError = true
        return options
    }()

    /// A browser's private cache.
    public static let browser: CacheOptions = {
        var options = CacheOptions()
        options.requestPragmaNoCache = true
        return options
    }()

    /// The rules of the `URLCache` with a disk that this project descends from: see ``Rules/sdurlcache``.
    public static let sdurlcache: CacheOptions = {
        var options = CacheOptions()
        options.rules = .sdurlcache
        options.minCacheIntervalSeconds = 300
        return options
    }()

    /// The names of the profiles.
    public static let profileNames = ["rfc9111", "cdn", "browser", "sdurlcache"]

    /// The profile of this name, or nil.
    public static func profile(named name: String) -> CacheOptions? {
        switch name {
        case "rfc9111": .rfc9111
        case "cdn": .cdn
        case "browser": .browser
        case "sdurlcache": .sdurlcache
        default: nil
        }
    }
}
