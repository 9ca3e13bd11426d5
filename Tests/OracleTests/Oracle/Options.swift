extension Oracle {
    /// The choices that the RFCs leave open and the project has names for. What has one value only is not here:
    /// conflicts (the most restrictive wins), invalid freshness (stale). Nor is notModifiedWithoutValidator: the oracle
    /// knows its default alone (no update).
    struct Options: Equatable {
        enum Duplicates: String {
            case first
            case stale
        }

        var profile = "rfc9111"
        var heuristicPercent: Int64 = 10
        var heuristicCapSeconds: Int64?
        var heuristicForQueryURL = true
        var staleWhileRevalidateOverSMaxage = false
        var duplicateDirective = Duplicates.first
        var requestDirectivesHonoured = true
        var requestPragmaNoCacheHonoured = false
        var setCookieStored = true
        var targetedFields: [String] = []
        var staleOnDisconnect = true
        var staleOnServerError = false
        /// RFC 9111 §4.1: the entity tags of other variants are sent when none matches.
        var conditionsOnVaryMiss = false
        /// RFC 8246 §2.1.
        var immutable = true
        /// RFC 9111 §4.2.2: a heuristic needs a heuristically cacheable status or `public`.
        var heuristicNeeds = true

        static let rfc9111 = Options()

        static let cdn = Options(
            profile: "cdn", staleWhileRevalidateOverSMaxage: true, requestDirectivesHonoured: false,
            targetedFields: ["CDN-Cache-Control"], staleOnServerError: true)

        static let browser = Options(profile: "browser", requestPragmaNoCacheHonoured: true)
    }
}
