/// RFC 9111 §5.2.1: what the request asks of the cache.
extension Oracle {
    struct Wishes: Equatable {
        enum MaxStale: Equatable {
            case none
            case any
            case upTo(Int64)
        }

        var noCache = false
        var noStore = false
        var onlyIfCached = false
        var maxAge: Int64?
        var minFresh: Int64?
        var maxStale = MaxStale.none
        var staleIfError: Int64?

        /// §5.2.1.1: who sends max-age wants nothing stale, unless max-stale says otherwise. §5.2.1.3: min-fresh.
        func accepts(staleness: Int64) -> Bool {
            if let minFresh, staleness > minus(0, minFresh) { return false }
            switch maxStale {
            case .none: return maxAge == nil
            case .any: return true
            case .upTo(let limit): return staleness <= limit
            }
        }
    }

    static func wishes(_ request: Request, _ options: Options) -> Wishes {
        var wishes = Wishes()
        let cacheControl = request.fields.combined("Cache-Control")
        if cacheControl == nil, options.requestPragmaNoCacheHonoured {
            let pragma = directives(request.fields.combined("Pragma") ?? [])
            wishes.noCache = pragma.has("no-cache")
        }
        guard options.requestDirectivesHonoured, let cacheControl else { return wishes }
        let directives = directives(cacheControl)
        wishes.noCache = directives.has("no-cache")
        wishes.noStore = directives.has("no-store")
        wishes.onlyIfCached = directives.has("only-if-cached")
        // What can't be read is taken for the strictest value there is.
        if directives.has("max-age") { wishes.maxAge = directives.limit("max-age", .first).value ?? 0 }
        if directives.has("min-fresh") { wishes.minFresh = directives.limit("min-fresh", .first).value ?? .max }
        wishes.staleIfError = directives.limit("stale-if-error", .first).value
        if let first = directives.first(where: { $0.name == "max-stale" }) {
            if first.argument == .none {
                wishes.maxStale = .any
            } else if let limit = directives.limit("max-stale", .first).value {
                wishes.maxStale = .upTo(limit)
            }
        }
        return wishes
    }
}
