import XCTest

@testable import HTTPCacheSemantics

/// RFC 9111 §4.2.2. A response dated at the start, last modified 1000 seconds before unless a row says otherwise.
final class HeuristicFreshnessTests: XCTestCase {
    private func lifetime(
        _ lines: [String], status: Int = 200, url: String = "https://a.example/r",
        _ change: (inout CacheOptions) -> Void = { _ in }
    ) -> Verdict<FreshnessLifetime> {
        var options = CacheOptions()
        change(&options)
        let stored = StoredResponse(
            request: Sample.get(url: url), response: ResponseHead(status: status, fields: Sample.fields(lines)),
            requestTime: Sample.start, responseTime: Sample.start)
        return CachePolicy(options: options).freshnessLifetime(of: stored)
    }

    private let date = "Date: \(Sample.startText)"
    private let modified = "Last-Modified: \(Sample.text(-1000))"

    func testTheShare() {
        let rows: [(modified: Int64, percent: Int, seconds: Int)] = [
            (-1000, 10, 100), (-1009, 10, 100), (-1010, 10, 101), (-9, 10, 0), (0, 10, 0), (-1000, 100, 1000),
            (-1000, 1, 10), (-1000, 50, 500), (-31_536_000, 10, 3_153_600),
        ]
        for (modified, percent, seconds) in rows {
            let verdict = lifetime([date, "Last-Modified: \(Sample.text(modified))"]) { $0.heuristicPercent = percent }
            XCTAssertEqual(verdict.decision, .init(seconds: seconds, source: .heuristic), "\(modified) \(percent)")
            XCTAssertEqual(verdict.deciding, .lifetimeHeuristic)
        }
    }

    func testTheCap() {
        let rows: [(cap: Int?, seconds: Int)] = [(nil, 100), (101, 100), (100, 100), (99, 99), (0, 0)]
        for (cap, seconds) in rows {
            XCTAssertEqual(lifetime([date, modified]) { $0.heuristicCapSeconds = cap }.decision.seconds, seconds)
        }
    }

    func testALastModifiedAfterDateGivesNothing() {
        let verdict = lifetime([date, "Last-Modified: \(Sample.text(1000))"])
        XCTAssertEqual(verdict.decision, .init(seconds: 0, source: .heuristic))
    }

    /// The time of receipt stands in for a Date that is missing or none (RFC 9110 §6.6.1).
    func testWithoutDate() {
        XCTAssertEqual(lifetime([modified]).decision.seconds, 100)
        XCTAssertEqual(lifetime(["Date: never", modified]).decision.seconds, 100)
        XCTAssertEqual(lifetime(["Date: \(Sample.text(-500))", modified]).decision.seconds, 50)
    }

    func testStatusCodes() {
        for status in [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501] {
            XCTAssertEqual(lifetime([date, modified], status: status).decision.seconds, 100, "\(status)")
        }
        for status in [201, 202, 205, 302, 303, 307, 400, 401, 403, 429, 500, 502, 503, 504, 599] {
            let plain = lifetime([date, modified], status: status)
            XCTAssertEqual(plain.decision, .init(seconds: 0, source: .none), "\(status)")
            XCTAssertEqual(plain.deciding, .lifetimeNone, "\(status)")
            let open = lifetime([date, modified, "Cache-Control: public"], status: status)
            XCTAssertEqual(open.decision.seconds, 100, "public and \(status)")
            XCTAssertEqual(
                lifetime([date, modified], status: status) { $0.heuristicNeeds = false }.decision.seconds, 100)
        }
    }

    func testQueries() {
        XCTAssertEqual(lifetime([date, modified], url: "https://a.example/r?q").decision.seconds, 100)
        let verdict = lifetime([date, modified], url: "https://a.example/r?q") { $0.heuristicForQueryURL = false }
        XCTAssertEqual(verdict.deciding, .lifetimeNone)
        XCTAssertEqual(lifetime([date, modified]) { $0.heuristicForQueryURL = false }.decision.seconds, 100)
        XCTAssertEqual(
            lifetime([date, modified], url: "https://a.example/r?") { $0.heuristicForQueryURL = false }.deciding,
            .lifetimeNone, "an empty query is one")
    }

    /// Nothing to go by, or an explicit time, which comes first even where it is invalid.
    func testWhereThereIsNoHeuristic() {
        let rows: [([String], Rule)] = [
            ([date], .lifetimeNone), ([date, "Last-Modified: never"], .lifetimeNone),
            ([date, "Last-Modified:"], .lifetimeNone), ([date, modified, "Cache-Control: max-age=5"], .lifetimeMaxAge),
            ([date, modified, "Cache-Control: s-maxage=5"], .lifetimeSMaxAge),
            ([date, modified, "Cache-Control: max-age=x"], .lifetimeInvalid),
            ([date, modified, "Expires: 0"], .lifetimeExpiresInvalid),
            ([date, modified, "Expires: \(Sample.text(5))"], .lifetimeExpires),
        ]
        for (lines, rule) in rows { XCTAssertEqual(lifetime(lines).deciding, rule, "\(lines)") }
        XCTAssertEqual(lifetime([date, modified]) { $0.heuristicPercent = 0 }.deciding, .lifetimeNone)
    }
}
