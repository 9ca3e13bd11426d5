/// The Cache-Control directives that this cache understands, of requests and responses alike.
enum Directive: UInt8, CaseIterable, Sendable, Hashable {
    case maxAge, sMaxAge, noStore, noCache, `private`, `public`, mustRevalidate, proxyRevalidate, mustUnderstand
    case immutable, noTransform, staleWhileRevalidate, staleIfError
    case maxStale, minFresh, onlyIfCached

    /// Whether a response's directive needs no argument.
    @inline(__always)
    var saysAllByBeingThere: Bool {
        switch self {
        case .noStore, .noCache, .private, .public, .mustRevalidate, .proxyRevalidate, .mustUnderstand, .immutable,
            .noTransform:
            true
        default: false
        }
    }

    var name: StaticString {
        switch self {
        case .maxAge: "max-age"
        case .sMaxAge: "s-maxage"
        case .noStore: "no-store"
        case .noCache: "no-cache"
        case .private: "private"
        case .public: "public"
        case .mustRevalidate: "must-revalidate"
        case .proxyRevalidate: "proxy-revalidate"
        case .mustUnderstand: "must-understand"
        case .immutable: "immutable"
        case .noTransform: "no-transform"
        case .staleWhileRevalidate: "stale-while-revalidate"
        case .staleIfError: "stale-if-error"
        case .maxStale: "max-stale"
        case .minFresh: "min-fresh"
        case .onlyIfCached: "only-if-cached"
        }
    }

    init?(_ name: String) { self.init(Array(name.utf8).span) }

    /// The directive of this name in any case, or nil.
    init?(_ name: Span<UInt8>) {
        let candidate: Directive?
        switch name.count {
        case 6: candidate = .public
        case 7: candidate = name[0].lowercased == 0x6D ? .maxAge : .private
        case 8:
            switch name[3].lowercased {
            case 0x73: candidate = .noStore
            case 0x63: candidate = .noCache
            default: candidate = .sMaxAge
            }
        case 9:
            switch name[1].lowercased {
            case 0x61: candidate = .maxStale
            case 0x69: candidate = .minFresh
            default: candidate = .immutable
            }
        case 12: candidate = .noTransform
        case 14: candidate = name[0].lowercased == 0x6F ? .onlyIfCached : .staleIfError
        case 15: candidate = name[5].lowercased == 0x72 ? .mustRevalidate : .mustUnderstand
        case 16: candidate = .proxyRevalidate
        case 22: candidate = .staleWhileRevalidate
        default: candidate = nil
        }
        guard let candidate, name.equalsIgnoringCase(candidate.name) else { return nil }
        self = candidate
    }
}
