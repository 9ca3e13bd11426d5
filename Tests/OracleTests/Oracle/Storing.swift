/// RFC 9111 §3: may this response be stored, and what of it.
extension Oracle {
    /// §3: the statuses whose caching this oracle knows all about, which are the final ones that RFC 9110 §15 defines.
    static let understoodStatuses: Set<Int> = Set(200...206)
        .union(300...305).union([307, 308]).union(400...417).union([421, 422, 426]).union(500...505)

    /// RFC 9110 §15.1.
    static let heuristicStatuses: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// nil when it may be stored; else a word for why not.
    static func refusal(_ request: Request, _ response: Response, _ cache: CacheKind, _ options: Options) -> String? {
        let policy = policy(response.fields, options)
        let shared = cache == .shared
        let wishes = wishes(request, options)
        let status = response.status

        if !["GET", "HEAD", "POST", "QUERY"].contains(request.method) { return "method" }
        if status < 200 || status > 599 { return "status is not final" }
        if status == 304 { return "a 304 has no content of its own" }
        if wishes.noStore { return "no-store in the request" }
        if isAboutThisRequest(status, request) { return "an error of this request's own" }
        if policy.has("must-understand"), !understoodStatuses.contains(status) { return "must-understand" }
        if policy.has("no-store"), !policy.hasBare("must-understand") { return "no-store" }
        if shared, policy.private == .unqualified { return "private" }
        if shared, request.fields.has("Authorization"), !allowsAuthorized(policy) { return "authorization" }
        if shared, !options.setCookieStored, response.fields.has("Set-Cookie") { return "set-cookie" }
        if !allowed(status, policy, response.fields, cache) { return "nothing allows it" }
        if excludesJudgedField(response.fields, policy, cache, options) { return "excludes what it is judged by" }
        if request.method == "POST" { return postRefusal(request, response, policy, cache) }
        return partialRefusal(request, response)
    }

    /// RFC 9110 §15.5.13, §15.5.17, §15.5.18: what these say depends on fields that no Vary need name.
    private static func isAboutThisRequest(_ status: Int, _ request: Request) -> Bool {
        let causes = [
            412: ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"], 416: ["Range"],
            417: ["Expect"],
        ]
        return causes[status]?.contains { request.fields.has($0) } ?? false
    }

    /// §3.5. A cache can't conform to an s-maxage that it can't read.
    static func allowsAuthorized(_ policy: Policy) -> Bool {
        if policy.hasBare("must-revalidate") || policy.hasBare("public") { return true }
        return policy.directives.limit("s-maxage", .first).value != nil
    }

    /// §3 asks of every response to an authorized request whether it may be kept, also of one that only updates.
    static func keepsOut(_ request: Request, updating policy: Policy, _ cache: CacheKind) -> Bool {
        cache == .shared && request.fields.has("Authorization") && !allowsAuthorized(policy)
    }

    /// §3, the last item: one of these has to be there.
    private static func allowed(_ status: Int, _ policy: Policy, _ fields: [Field], _ cache: CacheKind) -> Bool {
        if policy.hasBare("public") { return true }
        if cache == .private, policy.has("private") { return true }
        return hasExplicitFreshness(policy, fields, cache) || heuristicStatuses.contains(status)
    }

    static func hasExplicitFreshness(_ policy: Policy, _ fields: [Field], _ cache: CacheKind) -> Bool {
        if cache == .shared, policy.has("s-maxage") { return true }
        if policy.has("max-age") { return true }
        return policy.targeted == nil && fields.has("Expires")
    }

    /// RFC 9110 §9.3.3.
    private static func postRefusal(
        _ request: Request, _ response: Response, _ policy: Policy, _ cache: CacheKind
    ) -> String? {
        guard hasExplicitFreshness(policy, response.fields, cache) else { return "POST without explicit freshness" }
        guard response.complete, response.status != 206 else { return "partial response to POST" }
        // RFC 9110 §8.7: in other answers Content-Location doesn't speak of a representation of the target.
        guard (200...299).contains(response.status) else { return "POST that was not carried out" }
        let lines = response.fields.lines("Content-Location")
        guard lines.count == 1, let target = uri(request.url) else { return "POST without Content-Location" }
        guard resolve(text(lines[0]), against: target) == target else { return "POST with another Content-Location" }
        return nil
    }

    /// §3.3.
    private static func partialRefusal(_ request: Request, _ response: Response) -> String? {
        if response.status == 206 {
            if request.method != "GET" { return "206 to another method than GET" }
            if !request.fields.has("Range") { return "206 that nobody asked for" }
            guard let content = contentRange(response.fields) else { return "206 whose range is not understood" }
            // RFC 9110 §15.3.7: its Content-Type says too what a 206 encloses.
            let types = response.fields.lines("Content-Type").map { line in
                text(lower(Array(line.prefix { $0 != 0x3B && !isWhitespace($0) })))
            }
            if types.contains("multipart/byteranges") { return "206 of several parts" }
            let lengths = Set(response.fields.lines("Content-Length"))
            if lengths.count == 1, let length = lengths.first.flatMap({ octets($0) }),
                minus(length, 1) != minus(content.range.upperBound, content.range.lowerBound)
            {
                return "206 of another length than its range"
            }
            return response.complete ? nil : "206 cut short"
        }
        if response.complete || request.method == "HEAD" { return nil }
        return request.method == "GET" && response.status == 200 ? nil : "incomplete, and not a 200 to GET"
    }

    /// §3.1, and what it leaves open: without such a field the stored response would say something else.
    static func excludesJudgedField(
        _ fields: [Field], _ policy: Policy, _ cache: CacheKind, _ options: Options
    ) -> Bool {
        var excepted = members(fields.combined("Connection") ?? []).map { text(lower($0)) }
        if cache == .shared, case .fields(let names) = policy.private { excepted += names }
        let judging =
            ["age", "cache-control", "date", "expires", "vary"] + options.targetedFields.map { $0.lowercased() }
        return judging.contains { excepted.contains($0) && fields.has($0) }
    }

    /// §3.1: the fields that are kept, in order. RFC 9110 §6.6.1: and a Date in any case.
    static func storedFields(
        _ fields: [Field], _ cache: CacheKind, _ options: Options, receivedAt: Int64
    ) -> [Field] {
        let left = withoutExcepted(fields, policy(fields, options), cache)
        return withDate(left, receivedAt: receivedAt)
    }

    static func withoutExcepted(_ fields: [Field], _ policy: Policy, _ cache: CacheKind) -> [Field] {
        var excepted = [
            "connection", "proxy-connection", "keep-alive", "te", "transfer-encoding", "upgrade",
            "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        ]
        excepted += members(fields.combined("Connection") ?? []).map { text(lower($0)) }
        if case .fields(let names) = policy.noCache { excepted += names }
        if cache == .shared, case .fields(let names) = policy.private { excepted += names }
        return fields.filter { !excepted.contains(lower($0.name)) }
    }

    static func withDate(_ fields: [Field], receivedAt: Int64) -> [Field] {
        if let line = fields.lines("Date").first, date(line, now: receivedAt) != nil { return fields }
        let rest = fields.filter { !sameName($0.name, "Date") }
        return rest + [Field("Date", imfFixdate(receivedAt))]
    }
}
