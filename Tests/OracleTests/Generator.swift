import TestSupport

/// Cases for `decide`, made from a seed: mostly likely messages, with the odd ones mixed in, and later requests at the
/// seconds where decisions change. The same seed gives the same cases everywhere.
struct Generator {
    private var numbers: SplitMix
    /// Per hundred: how often a spelling, a number or a date is an odd one. 0 makes well-formed messages only.
    var oddness: Int

    init(seed: UInt64, oddness: Int = 15) {
        numbers = SplitMix(seed: seed)
        self.oddness = oddness
    }

    // MARK: Chance

    mutating func bits() -> UInt64 { numbers.next() }

    mutating func below(_ bound: Int) -> Int {
        numbers.below(bound)
    }

    mutating func chance(_ percent: Int) -> Bool {
        below(100) < percent
    }

    mutating func odd() -> Bool {
        chance(oddness)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    // MARK: The case

    mutating func nextCase() -> Oracle.Case {
        var made = Oracle.Case()
        made.options = options()
        made.cache = cacheKind(made.options)
        made.request = firstRequest()
        made.response = response(status: status(), to: made.request)
        let responseTime = t0 + Int64(pick([0, 0, 0, 1, 100]))
        made.responseTime = responseTime
        made.requestTime = responseTime - Int64(odd() ? pick([-1, 3600]) : pick([0, 0, 0, 1, 5]))
        for _ in 0..<pick([0, 1, 1, 2, 2, 3, 4]) {
            made.then.append(later(after: made))
        }
        return made
    }

    private mutating func cacheKind(_ options: Oracle.Options) -> Oracle.CacheKind {
        switch options.profile {
        case "browser": chance(90) ? .private : .shared
        case "cdn": chance(90) ? .shared : .private
        default: chance(70) ? .shared : .private
        }
    }

    mutating func options() -> Oracle.Options {
        var options = pick([.rfc9111, .rfc9111, Oracle.Options.rfc9111, .cdn, .browser])
        guard chance(30) else { return options }
        switch below(15) {
        case 0: options.duplicateDirective = .stale
        case 1: options.heuristicPercent = pick([0, 1, 50, 100])
        case 2: options.heuristicCapSeconds = pick([0, 60, 86_400])
        case 3: options.heuristicForQueryURL = false
        case 4: options.staleWhileRevalidateOverSMaxage.toggle()
        case 5: options.requestDirectivesHonoured.toggle()
        case 6: options.requestPragmaNoCacheHonoured.toggle()
        case 7: options.setCookieStored = false
        case 8: options.targetedFields = ["CDN-Cache-Control"]
        case 9: options.targetedFields = ["Example-Cache-Control", "CDN-Cache-Control"]
        case 10: options.immutable = false
        case 11: options.heuristicNeeds = false
        case 12: options.conditionsOnVaryMiss = true
        case 13: options.staleOnDisconnect.toggle()
        default: options.staleOnServerError.toggle()
        }
        return options
    }

    mutating func status() -> Int {
        if chance(70) { return 200 }
        if chance(15) { return 206 }
        if chance(3) { return pick([412, 416, 417]) }
        if odd() {
            return pick([0, 99, 100, 101, 103, 199, 207, 226, 299, 306, 399, 418, 429, 451, 499, 511, 599, 600])
        }
        return pick(
            Array(200...206) + Array(300...305) + [307, 308] + Array(400...417) + [421, 422, 426] + Array(500...505))
    }

    // MARK: Requests

    mutating func url() -> String {
        if odd() {
            return pick([
                "https://A.example:443/r", "http://a.example/r", "https://a.example/r#part", "https://a.example",
                "HTTPS://a.example/%72", "https://a.example/x/../r", "https://a.example/./r?q=%31",
                "https://a.example/%2f",
                "https://a.example:0443/r", "https://a.example:80/r", "https://a.example/r?", "https://a.example/r/..",
            ])
        }
        return pick([
            "https://a.example/r", "https://a.example/r", "https://a.example/r", "https://a.example/r?q=1",
            "https://a.example/other",
        ])
    }

    mutating func firstRequest() -> Oracle.Request {
        var made = Oracle.Request(method: method(safest: 85), url: url())
        made.fields = selectingFields()
        if made.method == "QUERY" { addQuery(to: &made) }
        if chance(10) { made.fields.append(Oracle.Field("Authorization", "Basic YTpi")) }
        if chance(5) { made.fields.append(Oracle.Field("Range", range())) }
        if chance(8) { made.fields.append(Oracle.Field("Cache-Control", requestDirectives())) }
        if chance(2) {
            let name = pick(["Expect", "If-Match", "If-None-Match"])
            made.fields.append(Oracle.Field(name, "\"c\""))
        }
        return made
    }

    mutating func method(safest percent: Int) -> String {
        if chance(percent) { return "GET" }
        if odd() { return pick(["get", "Post", "FOO", "PATCH", "CONNECT", "TRACE"]) }
        return pick(["HEAD", "HEAD", "POST", "POST", "QUERY", "PUT", "DELETE", "OPTIONS"])
    }

    private mutating func addQuery(to request: inout Oracle.Request) {
        request.content = pick(["a", "b"])
        request.fields.append(Oracle.Field("Content-Type", pick(["text/x", "text/x", "text/y"])))
    }

    /// The request fields that a Vary may name.
    mutating func selectingFields() -> [Oracle.Field] {
        var made: [Oracle.Field] = []
        if chance(40) {
            let plain = ["en", "de", "en, de"]
            made.append(
                Oracle.Field(
                    "Accept-Language",
                    odd() ? pick(["en,de", " en , de", "", "EN", "en,,de,", "\u{E9}n"]) : pick(plain)))
        }
        if chance(20) { made.append(Oracle.Field(pick(["X-Kind", "x-kind"]), pick(["1", "2"]))) }
        if odd() { made.append(Oracle.Field("Accept-Language", "fr")) }
        return made
    }

    mutating func range() -> String {
        let plain = ["bytes=0-4", "bytes=5-9", "bytes=2-", "bytes=-3", "bytes=0-99", "bytes=3-3"]
        return odd()
            ? pick(["bytes=5-4", "lines=0-1", "Bytes=0-4", "bytes=0-1,4-5", "bytes=99-", "bytes=-0", "bytes=x", "0-4"])
            : pick(plain)
    }

    mutating func requestDirectives() -> String {
        let names = [
            "no-cache", "no-store", "only-if-cached", "max-age", "min-fresh", "max-stale", "max-stale",
            "stale-if-error",
            "no-transform", "immutable",
        ]
        return (0..<pick([1, 1, 1, 2, 3])).map { _ in
            let name = pick(names)
            let numbered =
                ["max-age", "min-fresh", "stale-if-error"].contains(name) || (name == "max-stale" && chance(60))
            return spelled(name, numbered ? number() : nil)
        }.joined(separator: ", ")
    }
}
