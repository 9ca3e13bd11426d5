import XCTest

/// 2026-01-01T00:00:00Z, a Thursday; `t0 + 5` is five seconds later.
let t0: Int64 = 1_767_225_600
let t0Date = "Thu, 01 Jan 2026 00:00:00 GMT"

/// Fields written as in a message: `fields("Date: …", "ETag: …")`.
func fields(_ lines: String...) -> [Oracle.Field] {
    fields(lines)
}

func fields(_ lines: [String]) -> [Oracle.Field] {
    lines.map { line in
        let colon = line.firstIndex(of: ":") ?? line.endIndex
        return Oracle.Field(String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
}

func get(_ lines: String..., url: String = "https://a.example/r") -> Oracle.Request {
    Oracle.Request(url: url, fields: fields(lines))
}

func request(_ method: String, _ lines: String..., url: String = "https://a.example/r") -> Oracle.Request {
    Oracle.Request(method: method, url: url, fields: fields(lines))
}

/// A response dated `t0`.
func response(_ status: Int, _ lines: String...) -> Oracle.Response {
    Oracle.Response(status: status, fields: fields(["Date: \(t0Date)"] + lines))
}

func answer(_ status: Int, _ lines: String...) -> Oracle.Answer {
    .response(Oracle.Response(status: status, fields: fields(lines)))
}

/// A case whose first exchange takes no time, at `t0`.
func testCase(
    _ first: Oracle.Response, to request: Oracle.Request = get(), cache: Oracle.CacheKind = .shared,
    options: Oracle.Options = .rfc9111, then: [Oracle.Later] = []
) -> Oracle.Case {
    Oracle.Case(
        cache: cache, options: options, request: request, response: first, requestTime: t0, responseTime: t0,
        then: then)
}

/// The decision about one later request, `after` seconds after the first.
func decision(
    _ first: Oracle.Response, _ later: Oracle.Request = get(), after seconds: Int64,
    to request: Oracle.Request = get(), cache: Oracle.CacheKind = .shared, options: Oracle.Options = .rfc9111
) -> Oracle.LaterVerdict {
    let step = Oracle.Later(at: t0 + seconds, request: later)
    let whole = testCase(first, to: request, cache: cache, options: options, then: [step])
    return Oracle.run(whole).then[0]
}

/// What became of the answer to one later request, and the whole verdict about it.
func exchange(
    _ first: Oracle.Response, _ later: Oracle.Request = get(), after seconds: Int64, _ answer: Oracle.Answer,
    to request: Oracle.Request = get(), cache: Oracle.CacheKind = .shared, options: Oracle.Options = .rfc9111
) -> Oracle.LaterVerdict {
    let step = Oracle.Later(at: t0 + seconds, request: later, answer: answer)
    let whole = testCase(first, to: request, cache: cache, options: options, then: [step])
    return Oracle.run(whole).then[0]
}
