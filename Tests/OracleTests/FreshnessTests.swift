import XCTest

/// RFC 9111 §4.2.
final class FreshnessTests: XCTestCase {
    private func freshness(
        _ response: Oracle.Response, _ cache: Oracle.CacheKind = .shared, _ options: Oracle.Options = .rfc9111,
        url: String = "https://a.example/r"
    ) -> Oracle.Freshness {
        Oracle.run(testCase(response, to: get(url: url), cache: cache, options: options)).freshness
    }

    /// §4.2.1.
    func testLifetimes() {
        let rows: [([String], shared: Int64, String, private: Int64, String)] = [
            (["Cache-Control: max-age=5"], 5, "max-age", 5, "max-age"),
            (["Cache-Control: max-age=\"5\""], 5, "max-age", 5, "max-age"),
            (["Cache-Control: Max-Age=5"], 5, "max-age", 5, "max-age"),
            (["Cache-Control: max-age=5, s-maxage=7"], 7, "s-maxage", 5, "max-age"),
            (["Cache-Control: s-maxage=7"], 7, "s-maxage", 0, "none"),
            (["Cache-Control: s-maxage=x, max-age=5"], 0, "s-maxage", 5, "max-age"),
            (["Cache-Control: max-age=5", "Cache-Control: max-age=9"], 5, "max-age", 5, "max-age"),
            (["Cache-Control: max-age=-1"], 0, "max-age", 0, "max-age"),
            (["Cache-Control: max-age"], 0, "max-age", 0, "max-age"),
            (["Cache-Control: max-age=5.0"], 0, "max-age", 0, "max-age"),
            (["Cache-Control: max-age=99999999999999999999"], 2_147_483_648, "max-age", 2_147_483_648, "max-age"),
            (["Cache-Control: max-age=x", "Expires: Thu, 01 Jan 2026 00:00:09 GMT"], 0, "max-age", 0, "max-age"),
            (["Expires: Thu, 01 Jan 2026 00:00:09 GMT"], 9, "expires", 9, "expires"),
            (["Expires: Thursday, 01-Jan-26 00:00:09 GMT"], 9, "expires", 9, "expires"),
            (["Expires: Thu Jan  1 00:00:09 2026"], 9, "expires", 9, "expires"),
            (["Expires: thu, 01 jan 2026 00:00:09 gmt"], 9, "expires", 9, "expires"),
            (["Expires: Thu, 01 Jan 2026 00:00:09 UTC"], 0, "expires", 0, "expires"),
            (["Expires: 0"], 0, "expires", 0, "expires"),
            (["Expires: Wed, 31 Dec 2025 23:59:59 GMT"], 0, "expires", 0, "expires"),
            (["Cache-Control: max-age=5", "Expires: 0"], 5, "max-age", 5, "max-age"),
            (["X: y"], 0, "none", 0, "none"),
        ]
        for (lines, shared, sharedSource, own, ownSource) in rows {
            let answer = Oracle.Response(fields: fields(["Date: \(t0Date)"] + lines))
            XCTAssertEqual(freshness(answer).lifetime, shared, "\(lines)")
            XCTAssertEqual(freshness(answer).source, sharedSource, "\(lines)")
            XCTAssertEqual(freshness(answer, .private).lifetime, own, "\(lines)")
            XCTAssertEqual(freshness(answer, .private).source, ownSource, "\(lines)")
        }
    }

    /// §4.2.1: the first occurrence, or stale.
    func testDuplicates() {
        var options = Oracle.Options.rfc9111
        options.duplicateDirective = .stale
        let later = "Expires: Thu, 01 Jan 2026 00:00:09 GMT"
        for lines in [
            ["Cache-Control: max-age=5, max-age=5"], ["Cache-Control: s-maxage=5, s-maxage=6"], [later, later],
        ] {
            let answer = Oracle.Response(fields: fields(["Date: \(t0Date)"] + lines))
            XCTAssertEqual(freshness(answer, .shared, options).lifetime, 0, "\(lines)")
            XCTAssertNotEqual(freshness(answer).lifetime, 0, "\(lines)")
        }
    }

    /// §4.2.2: ten days since the last modification make one.
    func testHeuristics() {
        let modified = "Last-Modified: Mon, 22 Dec 2025 00:00:00 GMT"
        XCTAssertEqual(
            freshness(response(200, modified)), Oracle.Freshness(lifetime: 86_400, source: "heuristic", age: 0))
        XCTAssertEqual(freshness(response(302, modified)).source, "none")
        XCTAssertEqual(freshness(response(302, modified, "Cache-Control: public")).lifetime, 86_400)
        XCTAssertEqual(freshness(response(302, modified, "Cache-Control: private"), .private).source, "none")
        XCTAssertEqual(freshness(response(200, modified, "Expires: 0")).source, "expires")
        XCTAssertEqual(freshness(response(200, "Last-Modified: Fri, 02 Jan 2026 00:00:00 GMT")).lifetime, 0)
        XCTAssertEqual(freshness(response(200, "Last-Modified: 5")).source, "none")

        var options = Oracle.Options.rfc9111
        options.heuristicPercent = 50
        options.heuristicCapSeconds = 3600
        options.heuristicForQueryURL = false
        XCTAssertEqual(freshness(response(200, modified), .shared, options).lifetime, 3600)
        XCTAssertEqual(freshness(response(200, modified), .shared, options, url: "https://a.example/?q").source, "none")
    }

    /// RFC 9213 §2.2.
    func testTargeted() {
        let rows: [(String, Int64, String)] = [
            ("max-age=600", 600, "targeted:CDN-Cache-Control"),
            ("max-age=600, s-maxage=700", 700, "targeted:CDN-Cache-Control"),
            ("max-age=-5", 0, "targeted:CDN-Cache-Control"),
            ("max-age=999999999999999", 2_147_483_648, "targeted:CDN-Cache-Control"),
            ("max-age=1, max-age=2", 2, "targeted:CDN-Cache-Control"),
            ("max-age=\"600\"", 0, "none"),
            ("max-age=1.5", 0, "none"),
            ("max-age=?1", 0, "none"),
            ("none", 0, "none"),
            ("max-age=600,", 60, "max-age"),
            ("MAX-AGE=600", 60, "max-age"),
            ("max-age=1000000000000000", 60, "max-age"),
            (" ", 60, "max-age"),
        ]
        for (value, lifetime, source) in rows {
            let answer = response(
                200, "CDN-Cache-Control: \(value)", "Cache-Control: max-age=60",
                "Expires: Thu, 01 Jan 2026 00:00:09 GMT")
            let found = freshness(answer, .shared, .cdn)
            XCTAssertEqual(found, Oracle.Freshness(lifetime: lifetime, source: source, age: 0), value)
        }
        var options = Oracle.Options.rfc9111
        options.targetedFields = ["ExampleCDN-Cache-Control", "CDN-Cache-Control"]
        let both = response(200, "CDN-Cache-Control: max-age=1", "ExampleCDN-Cache-Control: max-age=2")
        XCTAssertEqual(freshness(both, .shared, options).source, "targeted:ExampleCDN-Cache-Control")
    }

    /// §4.2.3: each term alone, then together.
    func testAge() {
        let rows: [(age: String?, date: String?, delay: Int64, resident: Int64, expected: Int64)] = [
            (nil, t0Date, 0, 0, 0),
            (nil, t0Date, 0, 7, 7),
            (nil, t0Date, 3, 7, 10),
            ("5", t0Date, 0, 7, 12),
            ("5", t0Date, 3, 7, 15),
            // apparent_age: the response was 10 seconds old by its Date.
            (nil, "Wed, 31 Dec 2025 23:59:50 GMT", 0, 7, 17),
            ("5", "Wed, 31 Dec 2025 23:59:50 GMT", 3, 7, 17),
            ("20", "Wed, 31 Dec 2025 23:59:50 GMT", 3, 7, 30),
            // A Date in the future makes no negative age.
            (nil, "Thu, 01 Jan 2026 00:01:00 GMT", 0, 7, 7),
            (nil, nil, 0, 7, 7),
            (nil, "yesterday", 0, 7, 7),
            ("-5", t0Date, 0, 7, 7),
            ("5, 9", t0Date, 0, 7, 12),
            ("x, 9", t0Date, 0, 7, 7),
            ("5.5", t0Date, 0, 7, 7),
            ("\"5\"", t0Date, 0, 7, 7),
            ("99999999999999999999", t0Date, 0, 0, 2_147_483_648),
        ]
        for row in rows {
            var lines: [String] = []
            if let age = row.age { lines.append("Age: \(age)") }
            if let date = row.date { lines.append("Date: \(date)") }
            let age = Oracle.currentAge(
                fields(lines), requestTime: t0 - row.delay, responseTime: t0, now: t0 + row.resident)
            XCTAssertEqual(age, row.expected, "\(row)")
        }
    }

    func testExtremeTimes() {
        for (first, last) in [(Int64.min, Int64.max), (.max, .min), (.min, .min), (.max, .max)] {
            let age = Oracle.currentAge(
                fields("Date: \(t0Date)", "Age: 2147483648"), requestTime: first, responseTime: last, now: .max)
            XCTAssertGreaterThanOrEqual(age, 0)
        }
    }
}
