import XCTest

/// RFC 9111 §3.
final class StoringTests: XCTestCase {
    private func stores(
        _ request: Oracle.Request, _ response: Oracle.Response, _ cache: Oracle.CacheKind = .shared,
        _ options: Oracle.Options = .rfc9111
    ) -> Bool {
        Oracle.run(testCase(response, to: request, cache: cache, options: options)).store == "store"
    }

    func testStatusesAndPermissions() {
        let rows: [(Int, String, shared: Bool, private: Bool)] = [
            (200, "X: y", true, true),
            (302, "X: y", false, false),
            (302, "Cache-Control: max-age=5", true, true),
            (302, "Cache-Control: s-maxage=5", true, false),
            (302, "Cache-Control: public", true, true),
            (302, "Cache-Control: private", false, true),
            (302, "Cache-Control: must-revalidate", false, false),
            (302, "Expires: 0", true, true),
            (200, "Cache-Control: no-store", false, false),
            (200, "Cache-Control: max-age=5, NO-STORE", false, false),
            (200, "Cache-Control: no-store=\"x\"", false, false),
            (200, "Cache-Control: no-store, must-understand", true, true),
            (200, "Cache-Control: private", false, true),
            (200, "Cache-Control: private=\"\"", false, true),
            (200, "Cache-Control: private=\"Set-Cookie\"", true, true),
            (200, "Cache-Control: private=\"a b\"", false, true),
            (200, "Cache-Control: public, private", false, true),
            (200, "Cache-Control: no-cache", true, true),
            (299, "X: y", false, false),
            (299, "Cache-Control: max-age=5", true, true),
            (299, "Cache-Control: max-age=5, must-understand", false, false),
            (299, "Cache-Control: max-age=5, must-understand, no-store", false, false),
            (304, "Cache-Control: max-age=5", false, false),
            (206, "Cache-Control: max-age=5", false, false),
            (206, "Content-Range: bytes 0-4/10", true, true),
            (206, "Content-Range: lines 0-4/10", false, false),
            (100, "Cache-Control: max-age=5", false, false),
            (600, "Cache-Control: max-age=5", false, false),
            (500, "Cache-Control: max-age=5", true, true),
            (501, "X: y", true, true),
            (421, "X: y", false, false),
            (200, "Vary: *", true, true),
            (200, "Set-Cookie: a=b", true, true),
        ]
        let asked = get("Range: bytes=0-4")
        for row in rows {
            let answer = Oracle.Response(status: row.0, fields: fields("Date: \(t0Date)", row.1))
            XCTAssertEqual(stores(asked, answer, .shared), row.shared, "\(row) in a shared cache")
            XCTAssertEqual(stores(asked, answer, .private), row.private, "\(row) in a private cache")
        }
    }

    func testHeuristicStatuses() {
        let yes: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
        for status in 200...599 where status != 206 {
            XCTAssertEqual(stores(get(), response(status)), yes.contains(status), "\(status)")
        }
    }

    /// §3.5.
    func testAuthorization() {
        let rows: [(String, shared: Bool)] = [
            ("max-age=5", false), ("max-age=5, public", true), ("max-age=5, must-revalidate", true),
            ("s-maxage=5", true), ("max-age=5, proxy-revalidate", false), ("max-age=5, no-cache", false),
        ]
        for (value, shared) in rows {
            let answer = response(200, "Cache-Control: \(value)")
            let asked = get("Authorization: Basic YTpi")
            XCTAssertEqual(stores(asked, answer, .shared), shared, value)
            XCTAssertTrue(stores(asked, answer, .private), value)
        }
    }

    func testMethods() {
        let fresh = response(200, "Cache-Control: max-age=5")
        for (method, yes) in ["GET": true, "HEAD": true, "QUERY": true, "get": false, "PUT": false, "FOO": false] {
            XCTAssertEqual(stores(request(method), fresh), yes, method)
        }
        // RFC 9110 §9.3.3.
        let posts: [([String], Bool)] = [
            (["Cache-Control: max-age=5", "Content-Location: /r"], true),
            (["Cache-Control: max-age=5", "Content-Location: https://A.example:443/r"], true),
            (["Expires: 0", "Content-Location: /r"], true),
            (["Cache-Control: max-age=5", "Content-Location: /other"], false),
            (["Cache-Control: max-age=5"], false),
            (["Cache-Control: public", "Content-Location: /r"], false),
            (["Last-Modified: \(t0Date)", "Content-Location: /r"], false),
        ]
        for (lines, yes) in posts {
            XCTAssertEqual(stores(request("POST"), Oracle.Response(fields: fields(lines))), yes, "\(lines)")
        }
    }

    func testRequestNoStore() {
        let asked = get("Cache-Control: no-store")
        XCTAssertFalse(stores(asked, response(200)))
        XCTAssertTrue(stores(asked, response(200), .shared, .cdn))
    }

    /// §3.3.
    func testIncomplete() {
        let rows: [(String, Int, Bool)] = [
            ("GET", 200, true), ("GET", 404, false), ("QUERY", 200, false), ("HEAD", 200, true),
        ]
        for (method, status, yes) in rows {
            var cut = response(status, "Cache-Control: max-age=5")
            cut.complete = false
            XCTAssertEqual(stores(request(method), cut), yes, "\(method) \(status)")
        }
    }

    /// §3.1.
    func testFieldsKept() {
        let received = fields(
            "Date: \(t0Date)", "Connection: close, X-Hop", "X-Hop: 1", "x-HOP: 2", "Keep-Alive: 5", "Upgrade: h2",
            "TE: trailers", "Proxy-Authenticate: Basic", "X-Kept: 1", "X-Secret: 1", "X-Personal: 1",
            "Cache-Control: no-cache=\"X-Secret\", private=\"x-personal\"")
        let kept = ["Date", "X-Kept", "Cache-Control"]
        XCTAssertEqual(
            Oracle.storedFields(received, .shared, .rfc9111, receivedAt: t0).map(\.name), kept, "shared")
        XCTAssertEqual(
            Oracle.storedFields(received, .private, .rfc9111, receivedAt: t0).map(\.name),
            ["Date", "X-Kept", "X-Personal", "Cache-Control"], "private")
        // RFC 9110 §6.6.1.
        for lines in [["X: 1"], ["X: 1", "Date: yesterday"]] {
            XCTAssertEqual(
                Oracle.storedFields(fields(lines), .shared, .rfc9111, receivedAt: t0),
                fields("X: 1", "Date: \(t0Date)"))
        }
    }

    /// RFC 9213 §3.1: its four examples, in a cache that knows CDN-Cache-Control and in one that doesn't.
    func testTargetedExamples() {
        let rows: [([String], cdn: Bool, other: Bool)] = [
            (["Cache-Control: max-age=60, s-maxage=120", "CDN-Cache-Control: max-age=600"], true, true),
            (["CDN-Cache-Control: max-age=600", "Cache-Control: no-store"], true, false),
            (["Cache-Control: no-store"], false, false),
            (["Cache-Control: no-store", "CDN-Cache-Control: none"], true, false),
            (["Cache-Control: no-store", "CDN-Cache-Control: "], false, false),
            (["Cache-Control: no-store", "CDN-Cache-Control: Max-Age=5"], false, false),
            (["Cache-Control: max-age=5", "CDN-Cache-Control: no-store"], false, true),
            (["Cache-Control: max-age=5", "CDN-Cache-Control: no-store=1"], true, true),
            (["Cache-Control: max-age=5", "CDN-Cache-Control: private"], false, true),
        ]
        for (lines, cdn, other) in rows {
            let answer = Oracle.Response(fields: fields(lines))
            XCTAssertEqual(stores(get(), answer, .shared, .cdn), cdn, "\(lines)")
            XCTAssertEqual(stores(get(), answer, .shared, .rfc9111), other, "\(lines)")
        }
    }
}
