import XCTest

/// RFC 9111 §4 and §5.2.1: one response stored at t0, one request later.
final class ReuseTests: XCTestCase {
    /// fresh, stale, while: reused; ask: validated (the response has an ETag); else forwarded or 504.
    private func word(_ decision: Oracle.Decision) -> String {
        switch decision {
        case .reuseFresh: "fresh"
        case .reuseStale: "stale"
        case .reuseWhileRevalidating: "while"
        case .validate: "ask"
        case .gatewayTimeout: "504"
        case .forward(let reason): reason
        }
    }

    private func check(
        _ rows: [(String, String?, Int64, String)], cache: Oracle.CacheKind = .shared,
        options: Oracle.Options = .rfc9111, line: UInt = #line
    ) {
        for (control, asked, seconds, expected) in rows {
            let first = response(200, "ETag: \"a\"", "Cache-Control: \(control)")
            let later = asked.map { get("Cache-Control: \($0)") } ?? get()
            let found = decision(first, later, after: seconds, cache: cache, options: options).decision
            XCTAssertEqual(word(found), expected, "\(control), \(asked ?? "-"), \(seconds) s", line: line)
        }
    }

    /// §4.2: fresh while the lifetime is greater than the age.
    func testBoundary() {
        check([
            ("max-age=5", nil, 0, "fresh"), ("max-age=5", nil, 4, "fresh"), ("max-age=5", nil, 5, "ask"),
            ("max-age=0", nil, 0, "ask"), ("no-cache", nil, 0, "ask"), ("max-age=5, no-cache", nil, 0, "ask"),
            ("max-age=5, no-cache=\"X\"", nil, 0, "fresh"), ("max-age=5, no-cache=\"\"", nil, 0, "ask"),
            ("max-age=2147483648", nil, 2_147_483_647, "fresh"), ("max-age=2147483648", nil, 2_147_483_648, "ask"),
        ])
    }

    /// §5.2.1.
    func testRequestDirectives() {
        check([
            ("max-age=10", "no-cache", 1, "ask"), ("max-age=10", "NO-CACHE", 1, "ask"),
            ("max-age=10", "no-store", 1, "fresh"),
            ("max-age=10", "max-age=5", 5, "fresh"), ("max-age=10", "max-age=5", 6, "ask"),
            ("max-age=10", "max-age=0", 0, "fresh"), ("max-age=10", "max-age=0", 1, "ask"),
            ("max-age=10", "max-age=\"5\"", 6, "ask"), ("max-age=10", "max-age=x", 1, "ask"),
            ("max-age=10", "max-age=x", 0, "fresh"),
            ("max-age=10", "min-fresh=5", 5, "fresh"), ("max-age=10", "min-fresh=5", 6, "ask"),
            ("max-age=10", "min-fresh=x", 0, "ask"), ("max-age=10", "max-stale, min-fresh=0", 10, "stale"),
            ("max-age=10", "max-stale", 10, "stale"), ("max-age=10", "max-stale", 9_999, "stale"),
            ("max-age=10", "max-stale=5", 15, "stale"), ("max-age=10", "max-stale=5", 16, "ask"),
            ("max-age=10", "max-stale=x", 11, "ask"), ("max-age=10", "max-stale=5", 9, "fresh"),
            ("max-age=10", "max-stale, max-age=12", 12, "stale"), ("max-age=10", "max-stale, max-age=12", 13, "ask"),
            ("max-age=10", "max-stale, min-fresh=0", 11, "ask"),
            ("max-age=10", "only-if-cached", 9, "fresh"), ("max-age=10", "only-if-cached", 10, "504"),
            ("max-age=10", "only-if-cached, max-stale=5", 12, "stale"),
            ("max-age=10", "only-if-cached, no-cache", 1, "504"),
        ])
        check(
            [
                ("max-age=10", "no-cache", 1, "fresh"), ("max-age=10", "max-age=5", 6, "fresh"),
                ("max-age=10", "min-fresh=5", 6, "fresh"), ("max-age=10", "max-stale", 11, "ask"),
                ("max-age=10", "only-if-cached", 11, "ask"),
            ], options: .cdn)
    }

    /// §5.2.2.2, §5.2.2.8, §5.2.2.10: nobody may be given it stale.
    func testStaleForbidden() {
        let rows: [(String, shared: String, private: String)] = [
            ("max-age=5", "stale", "stale"),
            ("max-age=5, must-revalidate", "ask", "ask"),
            ("max-age=5, proxy-revalidate", "ask", "stale"),
            ("s-maxage=5, max-age=5", "ask", "stale"),
            ("max-age=5, no-cache", "ask", "ask"),
            ("max-age=5, Must-Revalidate=\"x\"", "ask", "ask"),
        ]
        for row in rows {
            check([(row.0, "max-stale", 6, row.shared)])
            check([(row.0, "max-stale", 6, row.private)], cache: .private)
        }
    }

    /// RFC 5861 §3: the example, and what goes before it.
    func testStaleWhileRevalidate() {
        check([
            ("max-age=600, stale-while-revalidate=30", nil, 599, "fresh"),
            ("max-age=600, stale-while-revalidate=30", nil, 600, "while"),
            ("max-age=600, stale-while-revalidate=30", nil, 630, "while"),
            ("max-age=600, stale-while-revalidate=30", nil, 631, "ask"),
            ("max-age=600, stale-while-revalidate=x", nil, 601, "ask"),
            ("max-age=600, stale-while-revalidate=30, must-revalidate", nil, 601, "ask"),
            ("max-age=600, stale-while-revalidate=30, proxy-revalidate", nil, 601, "ask"),
            ("s-maxage=600, stale-while-revalidate=30", nil, 601, "ask"),
            ("max-age=600, stale-while-revalidate=30, no-cache", nil, 601, "ask"),
            ("max-age=600, stale-while-revalidate=30", "max-age=9999", 601, "ask"),
            ("max-age=600, stale-while-revalidate=30", "max-age=9999, max-stale", 601, "while"),
            ("max-age=600, stale-while-revalidate=30", "max-stale=5", 610, "ask"),
            ("max-age=600, stale-while-revalidate=30", "max-stale=50", 640, "stale"),
            ("max-age=600, stale-while-revalidate=30", "min-fresh=0", 601, "ask"),
            ("max-age=600, stale-while-revalidate=30", "no-cache", 601, "ask"),
            ("max-age=600, stale-while-revalidate=30", "only-if-cached", 601, "while"),
        ])
        check(
            [
                ("s-maxage=600, stale-while-revalidate=30", nil, 601, "while"),
                ("s-maxage=600, stale-while-revalidate=30, must-revalidate", nil, 601, "ask"),
            ], options: .cdn)
        check([("s-maxage=9, max-age=600, stale-while-revalidate=30", nil, 601, "while")], cache: .private)
    }

    /// RFC 8246 §2 and §2.1.
    func testImmutable() {
        check([
            ("max-age=10, immutable", "max-age=0", 5, "fresh"), ("max-age=10, immutable=x", "max-age=0", 5, "fresh"),
            ("max-age=10, immutable", "max-age=0", 10, "ask"), ("max-age=10, immutable", "no-cache", 5, "ask"),
            ("max-age=10, immutable", "min-fresh=9", 5, "ask"), ("max-age=10", "max-age=0, immutable", 5, "ask"),
        ])
        let plain = get(url: "http://a.example/r")
        let reload = get("Cache-Control: max-age=0", url: "http://a.example/r")
        let first = response(200, "ETag: \"a\"", "Cache-Control: max-age=10, immutable")
        XCTAssertEqual(decision(first, reload, after: 5, to: plain).decision, .validate)
    }

    /// §5.4.
    func testPragma() {
        let first = response(200, "ETag: \"a\"", "Cache-Control: max-age=10")
        let rows: [(Oracle.Request, Oracle.Options, Oracle.Decision)] = [
            (get("Pragma: no-cache"), .rfc9111, .reuseFresh),
            (get("Pragma: No-Cache"), .browser, .validate),
            (get("Pragma: no-cache", "Cache-Control: max-age=5"), .browser, .reuseFresh),
            (get("Pragma: x"), .browser, .reuseFresh),
        ]
        for (asked, options, expected) in rows {
            XCTAssertEqual(decision(first, asked, after: 1, options: options).decision, expected, "\(asked)")
        }
    }

    /// RFC 9211 §2.2: why it went forward.
    func testReasons() {
        let fresh = response(200, "Cache-Control: max-age=10")
        let rows: [(Oracle.Response, Oracle.Request, Int64, Oracle.Decision)] = [
            (fresh, get(url: "https://a.example/other"), 1, .forward("uri-miss")),
            (fresh, get(url: "http://a.example/r"), 1, .forward("uri-miss")),
            (fresh, get(url: "https://A.example:443/r#f"), 1, .reuseFresh),
            (fresh, request("HEAD"), 1, .reuseFresh),
            (fresh, request("POST"), 1, .forward("method")),
            (fresh, request("OPTIONS"), 1, .forward("method")),
            (fresh, request("get"), 1, .forward("method")),
            (fresh, request("QUERY"), 1, .forward("uri-miss")),
            (fresh, get(), 10, .forward("stale")),
            (fresh, get("Cache-Control: no-cache"), 1, .forward("request")),
            (fresh, get("Cache-Control: no-cache"), 11, .forward("stale")),
            (response(200, "Cache-Control: max-age=10, no-cache"), get(), 1, .forward("stale")),
            (response(200, "Cache-Control: no-store"), get(), 1, .forward("uri-miss")),
            (response(200, "Cache-Control: max-age=10", "Vary: X"), get("X: 1"), 1, .forward("vary-miss")),
            (fresh, request("POST", "Cache-Control: only-if-cached"), 1, .forward("method")),
            (fresh, request("OPTIONS", "Cache-Control: only-if-cached"), 1, .gatewayTimeout),
            (fresh, get("Cache-Control: only-if-cached", url: "https://a.example/other"), 1, .gatewayTimeout),
        ]
        for (first, asked, seconds, expected) in rows {
            XCTAssertEqual(decision(first, asked, after: seconds).decision, expected, "\(asked) after \(seconds) s")
        }
        XCTAssertEqual(decision(fresh, get(), after: 1, to: request("HEAD")).decision, .forward("miss"))
    }

    /// §4.1.
    func testVary() {
        let rows: [(vary: [String], [String], [String], Bool)] = [
            (["Vary: Accept-Language"], ["Accept-Language: en"], ["accept-language: en"], true),
            (["Vary: accept-language"], ["Accept-Language: en"], ["Accept-Language: de"], false),
            (["Vary: Accept-Language"], [], [], true),
            (["Vary: Accept-Language"], [], ["Accept-Language: "], false),
            (["Vary: Accept-Language"], ["Accept-Language: en"], [], false),
            (["Vary: Accept-Language"], ["Accept-Language: en,de"], ["Accept-Language: en , de"], true),
            (
                ["Vary: Accept-Language"], ["Accept-Language: en,de"],
                ["Accept-Language: en", "Accept-Language: de"], true
            ),
            (["Vary: Accept-Language"], ["Accept-Language: en,de"], ["Accept-Language: de,en"], false),
            (["Vary: Accept-Language"], ["Accept-Language: en"], ["Accept-Language: EN"], true),
            (["Vary: X"], ["X: a,b"], ["X: a", "X: b"], false),
            (["Vary: X"], ["X: a, b"], ["X: a", "X: b"], true),
            (["Vary: X"], ["X: a"], ["X: A"], false),
            (["Vary: X, Y"], ["X: 1", "Y: 1"], ["Y: 1", "X: 1"], true),
            (["Vary: X", "Vary: Y"], ["X: 1", "Y: 1"], ["X: 1", "Y: 2"], false),
            (["Vary: *"], [], [], false),
            (["Vary: X, *"], ["X: 1"], ["X: 1"], false),
            (["Vary: a b"], [], [], false),
            (["Vary: ,"], ["X: 1"], ["X: 2"], true),
            (["X: y"], ["X: 1"], ["X: 2"], true),
        ]
        for (vary, one, other, matches) in rows {
            let first = Oracle.Response(fields: fields(["Date: \(t0Date)", "Cache-Control: max-age=9"] + vary))
            let found = decision(
                first, Oracle.Request(fields: fields(other)), after: 1, to: Oracle.Request(fields: fields(one)))
            XCTAssertEqual(found.decision, matches ? .reuseFresh : .forward("vary-miss"), "\(vary) \(one) \(other)")
        }
    }

    /// RFC 10008, Caching: the content and its type are part of the key.
    func testQuery() {
        var asked = request("QUERY", "Content-Type: text/x")
        asked.content = "q"
        let first = response(200, "Cache-Control: max-age=9")
        XCTAssertEqual(decision(first, asked, after: 1, to: asked).decision, .reuseFresh)
        var other = asked
        other.content = "r"
        XCTAssertEqual(decision(first, other, after: 1, to: asked).decision, .forward("uri-miss"))
        other = asked
        other.fields = fields("Content-Type: text/y")
        XCTAssertEqual(decision(first, other, after: 1, to: asked).decision, .forward("uri-miss"))
        XCTAssertEqual(decision(first, get(), after: 1, to: asked).decision, .forward("uri-miss"))
    }

    /// RFC 9110 §9.3.3: a POST response answers GET and HEAD, never POST.
    func testPost() {
        let first = response(200, "Cache-Control: max-age=9", "Content-Location: /r")
        for (method, expected) in [
            "GET": Oracle.Decision.reuseFresh, "HEAD": .reuseFresh, "POST": .forward("method"),
        ] {
            XCTAssertEqual(decision(first, request(method), after: 1, to: request("POST")).decision, expected, method)
        }
    }

    /// §3.5, after the response was stored without a credential: anybody's request may have it.
    func testNumbers() {
        let first = response(200, "Cache-Control: max-age=10", "Age: 3", "ETag: \"a\"")
        let found = decision(first, get(), after: 12)
        XCTAssertEqual([found.age, found.lifetime, found.staleFor], [15, 10, 5])
        XCTAssertEqual(found.sends, fields("If-None-Match: \"a\""))
        let fresh = decision(first, get("Authorization: x"), after: 2)
        XCTAssertEqual(fresh.decision, .reuseFresh)
        XCTAssertEqual([fresh.age, fresh.lifetime, fresh.staleFor], [5, 10, -5])
    }
}
