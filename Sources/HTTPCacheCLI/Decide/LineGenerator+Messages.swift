import HTTPDate

/// Requests, responses, and what happens later.
extension LineGenerator {
    // MARK: Requests

    mutating func firstRequest() -> Request {
        var request = Request(method: method(), url: url())
        if chance(50) { request.fields += selectingFields() }
        if chance(8) { request.fields.append(Field(name: "Authorization", value: "Basic YTpi")) }
        if chance(10) { request.fields.append(Field(name: "Cache-Control", value: requestDirectives())) }
        if chance(10) { request.fields.append(Field(name: "Range", value: range())) }
        addContent(to: &request)
        return request
    }

    private mutating func method() -> String {
        chance(88)
            ? "GET" : pick(["HEAD", "POST", "QUERY", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "X-NEW"])
    }

    private mutating func url() -> String {
        if chance(75) { return "https://a.example/r" }
        return pick([
            "HTTPS://A.Example:443/r", "https://a.example/x/../r", "https://a.example/%72", "https://a.example/r#part",
            "https://a.example/r?", "https://a.example/r?a=1&u=2", "https://a.example/r?u=3&a=1", "http://a.example/r",
            "https://b.example/r", "https://a.example/s", "https://a.example",
        ])
    }

    private mutating func selectingFields() -> [Field] {
        var fields: [Field] = []
        if chance(60) {
            let value = pick(["de", "en", "de, en", "de,en", "DE , en;q=0.5"])
            fields.append(Field(name: "Accept-Language", value: value))
        }
        if chance(40) {
            let value = pick(["gzip", "GZIP", "gzip, br", "br,gzip", "", "identity;q=0"])
            fields.append(Field(name: "Accept-Encoding", value: value))
        }
        if chance(20) { fields.append(Field(name: "User-Agent", value: pick(["robot/1.0", "Robot/1.0"]))) }
        if chance(20) { fields.append(Field(name: "Cookie", value: pick(["a=1", "a=1; b=2", "a=2"]))) }
        if fields.isEmpty == false, odd() { fields.append(pick(fields)) }
        return fields
    }

    private mutating func addContent(to request: inout Request) {
        guard request.method == "QUERY" || request.method == "POST" else { return }
        request.content = pick(["", "one", "two", "\u{E9}"])
        let type = Field(name: "Content-Type", value: pick(["text/plain", "application/json"]))
        if chance(90) { request.fields.append(type) }
        if chance(10) { request.fields.append(Field(name: "Content-Encoding", value: "gzip")) }
    }

    private mutating func range() -> String {
        if odd() {
            return pick([
                "bytes=5-1", "bytes=", "bytes=-0", "bytes=0-99999999999999999999999", "bytes=0-0,2-3", "items=0-1",
                "BYTES=0-1", "bytes = 0-1", "bytes=a-b", "bytes=-",
            ])
        }
        return pick(["bytes=0-0", "bytes=0-3", "bytes=2-", "bytes=-2", "bytes=4-7", "bytes=8-"])
    }

    private mutating func conditions(_ response: [Field]) -> [Field] {
        var fields: [Field] = []
        if chance(60) {
            let own = response.first { $0.name == "ETag" }?.value ?? "\"a\""
            let value =
                odd() ? pick(["*", "a", "", "\"a\", \"b\", W/\"a\"", "\"a\" \"b\""]) : pick([own, own, "\"b\""])
            fields.append(Field(name: "If-None-Match", value: value))
        }
        if chance(30) {
            let own = response.first { $0.name == "Last-Modified" }?.value
            fields.append(Field(name: "If-Modified-Since", value: own ?? date(Self.start)))
        }
        if chance(8) {
            let name = pick(["If-Match", "If-Unmodified-Since"])
            fields.append(Field(name: name, value: name == "If-Match" ? "\"a\"" : date(Self.start)))
        }
        return fields
    }

    // MARK: Responses

    mutating func status() -> Int {
        if chance(75) { return 200 }
        return pick([
            100, 103, 199, 200, 201, 202, 203, 204, 205, 206, 226, 299, 300, 301, 302, 303, 304, 307, 308, 399, 400,
            401,
            403, 404, 405, 410, 414, 418, 421, 429, 451, 500, 501, 502, 503, 504, 511, 599, 600, 777, 999, 0, 99,
        ])
    }

    mutating func response(status: Int, at time: Int64) -> [Field] {
        moments = []
        var fields: [Field] = []
        if chance(85) { fields.append(Field(name: "Date", value: date(time - pick([0, 0, 0, 1, 60, -60])))) }
        fields += cacheControl(named: "Cache-Control", directives: responseDirectives())
        if chance(25) { fields += expires(at: time) }
        if chance(20) { fields.append(Field(name: "Age", value: age())) }
        if chance(45) { fields.append(Field(name: "ETag", value: entityTag())) }
        if chance(35) { fields.append(Field(name: "Last-Modified", value: lastModified(at: time))) }
        if chance(25) { fields += vary() }
        if status == 206 || chance(2) { fields.append(Field(name: "Content-Range", value: contentRange())) }
        if chance(15) {
            fields.append(Field(name: "Content-Length", value: pick(["3", "8", "1000", "03", "3, 3", "x"])))
        }
        if chance(10) { fields += cacheControl(named: "CDN-Cache-Control", directives: targetedDirectives()) }
        if chance(8) { fields.append(Field(name: "Set-Cookie", value: "id=1")) }
        if chance(5) { fields.append(Field(name: "Pragma", value: pick(["no-cache", "No-Cache", "x"]))) }
        if chance(5) {
            fields.append(Field(name: "Connection", value: pick(["close", "X-Hop, ETag", "Cache-Control"])))
        }
        if chance(5) {
            fields.append(Field(name: "No-Vary-Search", value: pick(["params=(\"u\")", "key-order", "params=("])))
        }
        if chance(5) { fields.append(Field(name: "Cache-Groups", value: pick(["\"g\"", "\"g\", \"h\"", "g"]))) }
        if chance(5) {
            fields.append(Field(name: "Content-Location", value: pick(["/r", "https://a.example/r", "/s"])))
        }
        if odd(), !fields.isEmpty { fields.append(pick(fields)) }
        if odd() { fields.shuffle(using: &self) }
        return fields
    }

    // MARK: Later

    mutating func writeLater(
        after first: Request, _ response: [Field], receivedAt received: Int64, to output: inout JSONWriter
    ) {
        output.name("then")
        output.beginArray()
        var clock = received
        for _ in 0..<pick([0, 1, 1, 1, 2, 3, 5]) {
            clock = max(clock, moment(after: received))
            output.beginObject()
            output.name("at")
            output.integer(Int(clock))
            output.name("request")
            let request = laterRequest(after: first, response)
            write(request, to: &output)
            if chance(85) { writeAnswer(to: request, response, &clock, output: &output) }
            output.endObject()
        }
        output.endArray()
    }

    private mutating func moment(after received: Int64) -> Int64 {
        let latest = HTTPDate.range.upperBound.secondsSinceEpoch - 10
        let change = moments.isEmpty || chance(15) ? pick([0, 1, 59, 3600, 100_000_000]) : pick(moments)
        return min(max(received + change + pick([-1, 0, 0, 1]), received), latest)
    }

    private mutating func laterRequest(after first: Request, _ response: [Field]) -> Request {
        var request = first
        if chance(20) { request.url = url() }
        if chance(12) { request.method = method() }
        if chance(25) { request.fields = selectingFields() }
        request.fields.removeAll { ["Range", "Cache-Control"].contains($0.name) }
        if chance(35) { request.fields.append(Field(name: "Cache-Control", value: requestDirectives())) }
        if chance(5) { request.fields.append(Field(name: "Pragma", value: "no-cache")) }
        if chance(15) { request.fields.append(Field(name: "Range", value: range())) }
        if chance(20) { request.fields += conditions(response) }
        if chance(5) { request.fields.append(Field(name: "If-Range", value: entityTag())) }
        return request
    }

    private mutating func writeAnswer(
        to request: Request, _ first: [Field], _ clock: inout Int64, output: inout JSONWriter
    ) {
        if chance(10) { clock += pick([1, 10]) }
        output.name("answer")
        let kept = moments
        switch below(20) {
        case 0, 1:
            output.beginObject()
            output.name("error")
            output.string(pick(["disconnect", "timeout"]))
            output.endObject()
        case 2...8:
            var fields = first.filter { ["ETag", "Last-Modified"].contains($0.name) }
            if odd() { fields = chance(50) ? [] : [Field(name: "ETag", value: entityTag())] }
            if chance(50) { fields.append(Field(name: "Date", value: date(clock))) }
            if chance(50) { fields += cacheControl(named: "Cache-Control", directives: responseDirectives()) }
            write(status: 304, fields, to: &output)
        default:
            let status = chance(30) ? pick([500, 502, 503, 504]) : status()
            var fields = response(status: status, at: clock)
            if chance(15) {
                fields.append(Field(name: "Location", value: pick(["/s", "https://b.example/r", "//x", "%"])))
            }
            if chance(5) { fields.append(Field(name: "Cache-Group-Invalidation", value: "\"g\"")) }
            write(status: status, fields, to: &output)
        }
        moments += kept
        output.name("answerAt")
        output.integer(Int(clock))
    }
}

extension LineGenerator: RandomNumberGenerator {
    mutating func next() -> UInt64 { bits() }
}
