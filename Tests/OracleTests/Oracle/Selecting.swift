/// RFC 9111 §4 and §4.1: which stored response a request selects.
extension Oracle {
    struct Stored: Equatable {
        var request: Request
        var status: Int
        var fields: [Field]
        var requestTime: Int64
        var responseTime: Int64
        /// The complete length of the representation, if known.
        var length: Int64?
        /// nil: the whole is here. Else the bytes that are (§3.3).
        var parts: [ClosedRange<Int64>]?
        /// §4.3.5: a HEAD response contradicted it.
        var markedStale = false
        /// §3.1: an update has excluded a field that it is judged by.
        var isUnjudgeable = false

        func policy(_ options: Options) -> Policy { Oracle.policy(fields, options) }

        func lifetime(_ cache: CacheKind, _ options: Options) -> (seconds: Int64, source: String) {
            if markedStale { return (0, "none") }
            return Oracle.lifetime(
                fields, status: status, url: request.url, responseTime: responseTime, cache, options)
        }

        func age(at now: Int64) -> Int64 {
            currentAge(fields, requestTime: requestTime, responseTime: responseTime, now: now)
        }
    }

    static func sameTarget(_ one: String, _ other: String) -> Bool {
        guard let oneURI = uri(one), let otherURI = uri(other) else { return one == other }
        return oneURI == otherURI
    }

    /// RFC 9110 §9.3.1 to §9.3.3; RFC 10008 for QUERY, whose content is part of the key.
    static func methodAllows(_ stored: Request, for presented: Request) -> Bool {
        switch stored.method {
        case "GET", "POST": return ["GET", "HEAD"].contains(presented.method)
        case "HEAD": return presented.method == "HEAD"
        case "QUERY":
            guard presented.method == "QUERY" else { return false }
            guard (stored.content ?? "") == (presented.content ?? "") else { return false }
            return ["Content-Type", "Content-Encoding", "Content-Language"].allSatisfy {
                stored.fields.combined($0) == presented.fields.combined($0)
            }
        default: return false
        }
    }

    /// §4.1: nil for no usable list, which never matches.
    static func selectingFields(_ fields: [Field]) -> [String]? {
        let names = members(fields.combined("Vary") ?? [])
        // "*" is a token too.
        guard names.allSatisfy({ isToken($0) && $0 != [0x2A] }) else { return nil }
        return names.map { text(lower($0)) }
    }

    /// The fields in whose values white space around commas, and empty members, are known to say nothing.
    static let listFields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "te", "prefer", "via",
    ]

    /// RFC 9110 §8.3.2, §8.4.1, §8.5.1: charsets, codings and language tags have no case.
    static let caselessFields: Set<String> = ["accept-charset", "accept-encoding", "accept-language"]

    static func varyMatches(_ stored: Stored, _ presented: Request) -> Bool {
        guard let names = selectingFields(stored.fields) else { return false }
        return names.allSatisfy { name in
            let (one, other) = (stored.request.fields.combined(name), presented.fields.combined(name))
            guard listFields.contains(name) else { return one == other }
            let same = caselessFields.contains(name) ? lower : { (value: [UInt8]) in value }
            return one.map { members(same($0)) } == other.map { members(same($0)) }
        }
    }

    static func sameKey(
        _ request: Request, _ store: [Stored], _ cache: CacheKind, _ options: Options
    ) -> [Int] {
        store.indices.filter { index in
            let stored = store[index]
            guard sameTarget(stored.request.url, request.url) else { return false }
            guard methodAllows(stored.request, for: request) else { return false }
            // §3.5, asked again: an update may have taken the permission away.
            let needsPermission = cache == .shared && stored.request.fields.has("Authorization")
            return !needsPermission || allowsAuthorized(stored.policy(options))
        }
    }

    /// §4.1: the whole responses of one key that have a tag, whatever they vary on.
    static func variants(
        _ request: Request, _ store: [Stored], _ cache: CacheKind, _ options: Options
    ) -> [Int] {
        sameKey(request, store, cache, options).filter { index in
            store[index].parts == nil && entityTag(of: store[index].fields) != nil
        }
    }

    /// Why no stored response could be used, in the words of RFC 9211 §2.2, or those that could.
    static func candidates(
        _ request: Request, _ store: [Stored], at now: Int64, _ cache: CacheKind, _ options: Options
    ) -> (indices: [Int], miss: String) {
        let sameKey = sameKey(request, store, cache, options)
        if sameKey.isEmpty { return ([], onlyHeaded(request, store) ? "miss" : "uri-miss") }
        let selected = sameKey.filter { varyMatches(store[$0], request) }
        if selected.isEmpty { return ([], "vary-miss") }
        let sufficient = selected.filter { canAnswer(store[$0], request, now: now) }
        if sufficient.isEmpty { return ([], "partial") }
        return (sufficient, "")
    }

    /// What is stored for the URI answers HEAD only.
    static func onlyHeaded(_ request: Request, _ store: [Stored]) -> Bool {
        guard request.method == "GET" else { return false }
        return store.contains { $0.request.method == "HEAD" && sameTarget($0.request.url, request.url) }
    }

    /// §3.3: a response that isn't whole answers only for a range within it.
    static func canAnswer(_ stored: Stored, _ request: Request, now: Int64) -> Bool {
        if stored.parts == nil { return true }
        return rangeWithin(stored, request) != nil && ifRangeHolds(stored, request, now: now)
    }

    /// §4: the most recent by its Date, then the last received.
    static func mostRecent(_ indices: [Int], _ store: [Stored]) -> Int? {
        func rank(_ index: Int) -> [Int64] {
            let stored = store[index]
            return [
                dateValue(stored.fields, responseTime: stored.responseTime), stored.responseTime, Int64(index),
            ]
        }
        return indices.max { rank($0).lexicographicallyPrecedes(rank($1)) }
    }

    /// §4.1: one with a Vary value before one without.
    static func preferred(_ indices: [Int], _ store: [Stored]) -> Int? {
        let varying = indices.filter { !(selectingFields(store[$0].fields) ?? []).isEmpty }
        return mostRecent(varying.isEmpty ? indices : varying, store)
    }
}
