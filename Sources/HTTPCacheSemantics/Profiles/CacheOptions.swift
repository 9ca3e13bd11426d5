/// Every choice that the RFCs leave to a cache, with the default of the profile `rfc9111`.
public struct CacheOptions: Sendable, Hashable {
    /// What to do with a directive that gives a time and stands twice, or with two Expires lines, even where the values
    /// agree (RFC 9111 §4.2.1).
    public enum DuplicateDirective: String, Sendable, Hashable, CaseIterable {
        /// The first of them counts.
        case first
        /// The response counts as stale.
        case stale
        /// It counts as stale for two Expires lines, which combine to no date (RFC 9110 §5.3); of directives, the first
        /// counts.
        case staleExpires = "stale-expires"
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

    /// What a 304 without a validator is taken for, where the cache has asked about one stored response only and that
    /// has a validator (RFC 9111 §4.3.4).
    public enum NotModifiedWithoutValidator: String, Sendable, Hashable, CaseIterable {
        /// It names no stored response: nothing is updated, and the request goes out again without conditions.
        case ask
        /// It speaks of the one that was asked about, which is updated.
        case update
    }

    /// Whose rules decide: `rfc9111` unless it is said otherwise.
    public var rules: Rules {
        get { self[.seedRules] ? .sdurlcache : .rfc9111 }
        set { self[.seedRules] = newValue == .sdurlcache }
    }

    /// What expires within so many seconds of its arrival is not stored, unless it has an entity tag.
    public var minCacheIntervalSeconds = 0

    /// The share of the time from Last-Modified to Date that counts as freshness lifetime, 0 to 100; 0 turns the
    /// heuristic off (§4.2.2).
    public var heuristicPercent = 10
    /// The longest heuristic lifetime in seconds; nil for no limit.
    public var heuristicCapSeconds: Int?
    /// Whether the heuristic is kept to heuristically cacheable status codes and `public` (§4.2.2).
    public var heuristicNeeds: Bool {
        get { self[.heuristicNeeds] }
        set { self[.heuristicNeeds] = newValue }
    }

    /// Whether the heuristic serves URIs with a query too (§4.2.2).
    public var heuristicForQueryURL: Bool {
        get { self[.heuristicForQueryURL] }
        set { self[.heuristicForQueryURL] = newValue }
    }

    /// Whether stale-while-revalidate holds although s-maxage is there, which implies proxy-revalidate (§5.2.2.10).
    public var staleWhileRevalidateOverSMaxage: Bool {
        get { self[.staleWhileRevalidateOverSMaxage] }
        set { self[.staleWhileRevalidateOverSMaxage] = newValue }
    }

    /// What to do with a directive that gives a time and stands twice, or with two Expires lines (RFC 9111 §4.2.1).
    public var duplicateDirective: DuplicateDirective {
        get { self[.staleByDuplicates] ? .stale : self[.staleByTwoExpires] ? .staleExpires : .first }
        set {
            self[.staleByDuplicates] = newValue == .stale
            self[.staleByTwoExpires] = newValue != .first
        }
    }

    /// Whether the request's Cache-Control is heeded (§5.2.1).
    public var requestDirectives: Bool {
        get { self[.requestDirectives] }
        set { self[.requestDirectives] = newValue }
    }

    /// Whether Pragma: no-cache in a request without Cache-Control counts as no-cache (§5.4).
    public var requestPragmaNoCache: Bool {
        get { self[.requestPragmaNoCache] }
        set { self[.requestPragmaNoCache] = newValue }
    }

    /// Whether a shared cache stores a response that sets a cookie (§7.3).
    public var setCookie: Bool {
        get { self[.setCookie] }
        set { self[.setCookie] = newValue }
    }

    /// The targeted fields that this cache heeds, the most specific first (RFC 9213 §2.2).
    public var targetedFields: [String] {
        get { targeted.names }
        set { targeted = TargetedNames(newValue) }
    }
    /// Whether a stale response stands in for an origin that cannot be reached, where nothing forbids it (§4.2.4).
    public var staleOnDisconnect: Bool {
        get { self[.staleOnDisconnect] }
        set { self[.staleOnDisconnect] = newValue }
    }

    /// Whether it stands in for a 5xx answer too (§4.3.3).
    public var staleOnServerError: Bool {
        get { self[.staleOnServerError] }
        set { self[.staleOnServerError] = newValue }
    }

    /// Whether a fresh `immutable` response, whole and from https, is used although the request's max-age asks for a
    /// younger one (RFC 8246 §2).
    public var immutable: Bool {
        get { self[.immutable] }
        set { self[.immutable] = newValue }
    }

    /// What a 304 without a validator is taken for, where one stored response was asked about (§4.3.4).
    public var notModifiedWithoutValidator: NotModifiedWithoutValidator {
        get { self[.updatesWithoutValidator] ? .update : .ask }
        set { self[.updatesWithoutValidator] = newValue == .update }
    }

    /// Whether the entity tags of other variants are sent when none matches (§4.1).
    public var conditionsOnVaryMiss: Bool {
        get { self[.conditionsOnVaryMiss] }
        set { self[.conditionsOnVaryMiss] = newValue }
    }

    /// Whether a request for the whole completes a stored part by asking for the rest alone (§3.3).
    public var completeParts: Bool {
        get { self[.completeParts] }
        set { self[.completeParts] = newValue }
    }

    /// How values of a field that Vary nominates and nobody knows are compared (§4.1).
    public var unknownVary: UnknownVary {
        get { self[.unknownVaryLines] ? .lines : .exact }
        set { self[.unknownVaryLines] = newValue == .lines }
    }

    /// Whether the Accept-Encoding and Accept-Language that Vary names are compared as what they accept, with weights
    /// and without order (RFC 9110 §12.5.3, §12.5.4), and not as text; what cannot be read is compared as text.
    public var acceptSemantics: Bool {
        get { self[.acceptSemantics] }
        set { self[.acceptSemantics] = newValue }
    }

    /// Whether No-Vary-Search widens the match of a query (the draft named in `NoVarySearch`).
    public var noVarySearch: Bool {
        get { self[.noVarySearch] }
        set { self[.noVarySearch] = newValue }
    }

    /// Every choice as the profile `rfc9111` has it.
    public init() {}

    /// The choices between two, in one word: a policy is copied often, and a decision asks for many of them.
    private var switches: Switches = [
        .heuristicNeeds, .heuristicForQueryURL, .requestDirectives, .setCookie, .staleOnDisconnect, .immutable,
        .completeParts,
    ]

    private struct Switches: OptionSet, Hashable {
        let rawValue: UInt32

        static let seedRules = Switches(rawValue: 1 << 0)
        static let heuristicNeeds = Switches(rawValue: 1 << 1)
        static let heuristicForQueryURL = Switches(rawValue: 1 << 2)
        static let staleWhileRevalidateOverSMaxage = Switches(rawValue: 1 << 3)
        static let requestDirectives = Switches(rawValue: 1 << 4)
        static let requestPragmaNoCache = Switches(rawValue: 1 << 5)
        static let setCookie = Switches(rawValue: 1 << 6)
        static let staleOnDisconnect = Switches(rawValue: 1 << 7)
        static let staleOnServerError = Switches(rawValue: 1 << 8)
        static let immutable = Switches(rawValue: 1 << 9)
        static let conditionsOnVaryMiss = Switches(rawValue: 1 << 10)
        static let noVarySearch = Switches(rawValue: 1 << 11)
        static let staleByDuplicates = Switches(rawValue: 1 << 12)
        static let completeParts = Switches(rawValue: 1 << 13)
        static let updatesWithoutValidator = Switches(rawValue: 1 << 14)
        static let staleByTwoExpires = Switches(rawValue: 1 << 15)
        // The last two are those of `FieldValue.Comparison`, in its order.
        static let acceptSemantics = Switches(rawValue: 1 << 16)
        static let unknownVaryLines = Switches(rawValue: 1 << 17)
    }

    @inline(always)
    var fieldComparison: FieldValue.Comparison {
        FieldValue.Comparison(rawValue: UInt8(truncatingIfNeeded: switches.rawValue >> 16))
    }

    private(set) var targeted = TargetedNames([])

    /// Names of targeted fields, and those of them that are known fields as a set; all bits where one is not known.
    struct TargetedNames: Sendable, Hashable {
        let names: [String]
        private let bits: UInt64

        /// Asked with each decision: of the names that would count a reference.
        var isEmpty: Bool { bits == 0 }

        /// Whether one of them may be there, where of the known fields these are; a field that is not known is none of
        /// them.
        func mayBeThere(_ seen: UInt64) -> Bool { bits == .max || seen & bits != 0 }

        init(_ names: [String]) {
            self.names = names
            bits = names.reduce(0) { $0 | (KnownField($1)?.bit ?? .max) }
        }
    }

    private subscript(_ choice: Switches) -> Bool {
        @inline(always) get { switches.contains(choice) }
        set { if newValue { switches.insert(choice) } else { switches.remove(choice) } }
    }
}

extension CacheOptions {
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
