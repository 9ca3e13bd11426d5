import HTTPDate
import TestSupport

@testable import HTTPCacheSemantics

/// Exchanges with every field and spelling that the way from text to verdict treats in its own manner.
struct GeneratedLines {
    private var generator: SplitMix

    init(seed: UInt64) { generator = SplitMix(seed: seed) }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

    mutating func instant() -> HTTPDate { Sample.at(pick([-100, 0, 1, 59, 60, 61, 119, 600, 86_400, 100_000_000])) }

    mutating func policy() -> CachePolicy {
        var options = pick([CacheOptions.rfc9111, .rfc9111, .cdn, .browser])
        if chance(4) { options.duplicateDirective = pick([.stale, .staleExpires]) }
        if chance(4) { options.conditionsOnVaryMiss = true }
        if chance(4) { options.notModifiedWithoutValidator = .update }
        if chance(4) { options.acceptSemantics = true }
        if chance(4) { options.requestPragmaNoCache = true }
        if chance(8) { options.heuristicNeeds = false }
        if chance(8) { options.setCookie = false }
        return CachePolicy(pick([.shared, .private]), options: options)
    }

    mutating func exchange() -> OneShotExchange {
        var exchange = OneShotExchange(
            status: pick([200, 200, 200, 200, 203, 204, 206, 301, 304, 404, 500, 503, 299, 99, 600, 103]),
            requestFields: requestLines(), responseFields: responseLines(), newRequestFields: requestLines(),
            requestTime: Sample.at(pick([0, 0, -3])), responseTime: Sample.at(pick([0, 0, 2])))
        if chance(2) { exchange.newRequestFields = exchange.requestFields + (chance(3) ? requestLines() : []) }
        exchange.method = pick([.get, .get, .get, .get, .head, .post, .query, Method("PUT")])
        exchange.newMethod = pick([.get, .get, .get, .get, .head, .post, .query, Method("PUT"), Method("OPTIONS")])
        return exchange
    }

    private mutating func lines(_ rows: [(name: String, values: [String])], atMost count: Int) -> OneShotExchange.Lines
    {
        (0..<Int.random(in: 0...count, using: &generator)).map { _ in
            let row = pick(rows)
            let name = chance(3) ? (chance(2) ? row.name.uppercased() : row.name.lowercased()) : row.name
            let value = pick(row.values)
            return (name: name, value: chance(4) ? " \(value)\t" : value)
        }
    }

    private mutating func requestLines() -> OneShotExchange.Lines {
        lines(
            [
                ("Accept", ["a/b", "a/b, c/d", "a/b,c/d", "\"a, b\""]), ("Accept-Language", ["de", "DE", "de, en"]),
                ("X-A", ["1", "2", ""]), ("X-B", ["1"]), ("Authorization", ["Basic x"]), ("Cookie", ["a=1"]),
                (
                    "Cache-Control",
                    [
                        "no-cache", "max-age=0", "max-age=100", "no-store", "only-if-cached", "max-stale",
                        "max-stale=90",
                        "min-fresh=30", "min-fresh=\"30\"", "max-age=x", "stale-if-error=60, max-age=5", "a=\"x", "b\"",
                    ]
                ),
                ("Pragma", ["no-cache", "x, no-cache", "no-cache=1"]), ("Range", ["bytes=0-1", "bytes=x"]),
                ("If-Match", ["\"a\""]), ("If-Range", ["\"a\""]), ("X-Unknown-Field-Of-A-Long-Name", ["1"]),
            ], atMost: 4)
    }

    private mutating func responseLines() -> OneShotExchange.Lines {
        let dates = [
            Sample.text(0), Sample.text(-50), Sample.text(60), Sample.text(600), "0", "-1", "", "x",
            "Thu Jan  1 00:01:00 2026", "Thursday, 01-Jan-26 00:01:00 GMT", "Friday, 01-Jan-77 00:01:00 GMT",
            "thu, 01 jan 2026 00:02:00 gmt",
        ]
        return lines(
            [
                (
                    "Cache-Control",
                    [
                        "max-age=60", "max-age=60, stale-while-revalidate=60", "public", "private", "no-store",
                        "no-cache",
                        "s-maxage=90", "max-age=\"60\"", "max-age=x", "max-age=99999999999", "immutable, max-age=60",
                        "must-revalidate, max-age=60", "proxy-revalidate", "must-understand, no-store",
                        "no-cache=\"x-a\"",
                        "private=\"x-a, x-b\", max-age=60", "a=\"x", "y\", no-cache", "MAX-AGE=60", "max-age=60;public",
                        "stale-if-error=100,stale-while-revalidate=100", ",,max-age=1 , ,", "", "no-transform",
                    ]
                ),
                ("Cache-Control", ["max-age=60", "max-age=120, public", "s-maxage=0"]),
                ("CDN-Cache-Control", ["max-age=60", "no-store", "max-age=\"60\"", "Max-Age=60", "", "private"]),
                ("Expires", dates), ("Date", dates), ("Last-Modified", dates), ("Expires", dates),
                ("Age", ["0", "10", "100", "x", "-1", "10, 20", "4294967296", ""]),
                ("ETag", ["\"a\"", "W/\"a\"", "a", "\"a", ""]),
                ("Vary", ["Accept", "accept, X-A", "*", "Accept, *", "", ",", "Cookie", "a b", "Accept-Language,X-B"]),
                ("Set-Cookie", ["a=1"]), ("Content-Range", ["bytes 0-1/2", "x"]), ("Content-Location", ["/", "/s"]),
                ("X-Other", ["1"]),
            ], atMost: 6)
    }
}
