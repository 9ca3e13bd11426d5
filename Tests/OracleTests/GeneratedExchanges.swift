/// Later requests, and what the origin says to them.
extension Generator {
    /// The request that follows what `made` holds so far, at a second where something changes.
    mutating func later(after made: Oracle.Case) -> Oracle.Later {
        let verdict = Oracle.run(made)
        var request = Oracle.Request(method: method(safest: 88), url: chance(85) ? made.request.url : url())
        request.fields = chance(75) ? selecting(of: made.request) : selectingFields()
        if made.request.method == "QUERY", chance(85) { request.method = "QUERY" }
        if request.method == "QUERY" {
            request.content = chance(80) ? made.request.content : "b"
            request.fields += made.request.fields.filter { Oracle.sameName($0.name, "Content-Type") }
        }
        if chance(30) { request.fields.append(Oracle.Field("Cache-Control", requestDirectives())) }
        if chance(4) { request.fields.append(Oracle.Field("Pragma", "no-cache")) }
        if chance(8) { request.fields.append(Oracle.Field("Authorization", "Basic YTpi")) }
        if chance(made.response.status == 206 ? 70 : 10) { request.fields.append(Oracle.Field("Range", range())) }
        addConditions(to: &request, made.response)

        var later = Oracle.Later(at: moment(made, verdict), request: request)
        if chance(90) { later.answer = answer(to: request, made.response, at: later.at) }
        if chance(10) { later.answerAt = Oracle.plus(later.at, pick([1, 5])) }
        return later
    }

    private func selecting(of request: Oracle.Request) -> [Oracle.Field] {
        request.fields.filter { ["accept-language", "x-kind"].contains(Oracle.lower($0.name)) }
    }

    private mutating func addConditions(to request: inout Oracle.Request, _ response: Oracle.Response) {
        if chance(12) {
            let plain = ["\"a\"", "\"b\"", "\"b\", \"a\"", "W/\"a\"", "\"c\""]
            request.fields.append(
                Oracle.Field("If-None-Match", odd() ? pick(["*", "a", "", "*, \"a\""]) : pick(plain)))
        }
        if chance(8) {
            let since = response.fields.first { Oracle.sameName($0.name, "Last-Modified") }?.value
            let other = dateText(t0 - Int64(pick([0, 1, 86_400])))
            request.fields.append(Oracle.Field("If-Modified-Since", chance(50) ? since ?? other : other))
        }
        if chance(2) {
            let (name, value) = pick([("If-Match", "\"a\""), ("If-Unmodified-Since", dateText(t0))])
            request.fields.append(Oracle.Field(name, value))
        }
        if request.fields.has("Range"), chance(20) {
            request.fields.append(Oracle.Field("If-Range", chance(70) ? entityTagText() : dateText(t0 - 100)))
        }
    }

    // MARK: When

    /// The second where a lifetime or a window of the response at hand ends, or one beside it; never before what
    /// has happened already.
    private mutating func moment(_ made: Oracle.Case, _ verdict: Oracle.Verdict) -> Int64 {
        var (lifetime, age) = (verdict.freshness.lifetime, verdict.freshness.age)
        var base = made.responseTime ?? t0
        for (step, result) in zip(made.then, verdict.then) {
            guard let after = result.after, let newLifetime = after.lifetime, let newAge = after.age else { continue }
            (lifetime, age, base) = (newLifetime, newAge, step.answerAt ?? step.at)
        }
        let policy = Oracle.policy(made.response.fields, made.options)
        let windows = ["stale-while-revalidate", "stale-if-error"].compactMap { policy.limit($0).value }
        let end = Oracle.plus(base, Oracle.minus(lifetime, age))
        let ends = [end, end, end] + windows.map { Oracle.plus(end, $0) }
        let chosen =
            chance(80)
            ? Oracle.plus(pick(ends), pick([-1, 0, 0, 1, 5])) : Oracle.plus(base, pick([0, 1, 3, 1000, 100_000]))
        let past = made.then.map { $0.answerAt ?? $0.at }.max() ?? base
        return max(chosen, past)
    }

    // MARK: The origin

    mutating func answer(to request: Oracle.Request, _ first: Oracle.Response, at: Int64) -> Oracle.Answer {
        if chance(15) { return .error(pick(["disconnect", "disconnect", "timeout"])) }
        let status = answerStatus(to: request)
        if status == 304 { return .response(notModified(first, at: at)) }
        var made = response(status: status, to: request)
        if chance(80) {
            made.fields = made.fields.filter { !Oracle.sameName($0.name, "Date") }
            made.fields.append(Oracle.Field("Date", Oracle.imfFixdate(at)))
        }
        if !Oracle.isSafe(request.method) {
            if chance(40) {
                made.fields.append(Oracle.Field("Location", reference()))
            }
            if chance(10) { made.fields.append(Oracle.Field("Cache-Group-Invalidation", "\"g\"")) }
        }
        return .response(made)
    }

    mutating func reference() -> String {
        odd()
            ? pick([
                "//a.example/other", "https://A.example:443/other", "../other", "?q=1", "#part", "other#part", "",
                "a b",
                "http://a.example/r", "https://u@a.example/r", "mailto:a@example", "//[", "https:/r", "./%6fther",
            ]) : pick(["/other", "/r", "https://b.example/", "other"])
    }

    private mutating func answerStatus(to request: Oracle.Request) -> Int {
        if request.fields.has("Range"), chance(50) { return 206 }
        if odd() { return status() }
        return Oracle.isSafe(request.method)
            ? pick([304, 304, 304, 304, 200, 200, 200, 404, 410, 500, 500, 503, 504])
            : pick([200, 201, 204, 303, 404, 500])
    }

    /// A 304 with the validators of the first response, or others, or none.
    private mutating func notModified(_ first: Oracle.Response, at: Int64) -> Oracle.Response {
        var made = Oracle.Response(status: 304)
        if chance(60) { made.fields.append(Oracle.Field("Date", Oracle.imfFixdate(at))) }
        switch below(10) {
        case 0: break
        case 1: made.fields.append(Oracle.Field("ETag", entityTagText()))
        case 2: made.fields.append(Oracle.Field("Last-Modified", dateText(t0)))
        default:
            made.fields += first.fields.filter { ["etag", "last-modified"].contains(Oracle.lower($0.name)) }
        }
        if chance(50) { made.fields += cacheControlLines() }
        if chance(10) { made.fields.append(Oracle.Field("Age", ageText())) }
        if chance(10) { made.fields.append(Oracle.Field("Expires", dateText(at + 60))) }
        return made
    }
}
