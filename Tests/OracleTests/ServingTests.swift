import XCTest

/// RFC 9111 §4.3.2, RFC 9110 §13 and §14: what a request gets from a fresh stored response of ten bytes.
final class ServingTests: XCTestCase {
    private let modified = "Wed, 31 Dec 2025 00:00:00 GMT"

    private func served(
        _ lines: [String], from stored: [String], status: Int = 200, method: String = "GET"
    ) -> Oracle.Served? {
        var first = Oracle.Response(
            status: status, fields: fields(["Date: \(t0Date)", "Cache-Control: max-age=9"] + stored))
        first.bodyLength = 10
        let asked = Oracle.Request(method: method, fields: fields(lines))
        let stored = testCase(first, then: [Oracle.Later(at: t0 + 1, request: asked)])
        return Oracle.run(stored).then[0].serves
    }

    func testConditions() {
        let tagged = ["ETag: \"a\"", "Last-Modified: \(modified)"]
        let rows: [([String], [String], Int)] = [
            ([], tagged, 200),
            (["If-None-Match: \"a\""], tagged, 304),
            (["If-None-Match: W/\"a\""], tagged, 304),
            (["If-None-Match: \"b\", \"a\""], tagged, 304),
            (["If-None-Match: \"b\"", "If-None-Match: \"a\""], tagged, 304),
            (["If-None-Match: \"b\""], tagged, 200),
            (["If-None-Match: a"], tagged, 200),
            (["If-None-Match: *"], tagged, 304),
            (["If-None-Match: *"], [], 304),
            (["If-None-Match: \"a\""], [], 200),
            // §13.2.2: If-Modified-Since is not looked at beside If-None-Match.
            (["If-None-Match: \"b\"", "If-Modified-Since: \(t0Date)"], tagged, 200),
            (["If-Modified-Since: \(modified)"], tagged, 304),
            (["If-Modified-Since: Tue, 30 Dec 2025 23:59:59 GMT"], tagged, 200),
            (["If-Modified-Since: \(t0Date)"], tagged, 304),
            (["If-Modified-Since: x"], tagged, 200),
            (["If-Modified-Since: \(t0Date)", "If-Modified-Since: \(t0Date)"], tagged, 200),
            // Without Last-Modified its Date serves.
            (["If-Modified-Since: \(t0Date)"], [], 304),
            (["If-Modified-Since: Wed, 31 Dec 2025 23:59:59 GMT"], [], 200),
            // Not for a cache.
            (["If-Match: \"b\""], tagged, 200),
            (["If-Unmodified-Since: Tue, 30 Dec 2025 23:59:59 GMT"], tagged, 200),
        ]
        for (lines, stored, status) in rows {
            XCTAssertEqual(served(lines, from: stored)?.status, status, "\(lines) from \(stored)")
        }
        XCTAssertEqual(served(["If-None-Match: \"a\""], from: tagged, status: 404)?.status, 404)
        XCTAssertEqual(served(["If-None-Match: \"a\""], from: tagged, method: "HEAD")?.status, 304)
    }

    func testRanges() {
        let tagged = ["ETag: \"a\"", "Last-Modified: \(modified)"]
        let rows: [([String], [String], Int, String?)] = [
            (["Range: bytes=0-4"], tagged, 206, "bytes 0-4/10"),
            (["Range: bytes=5-"], tagged, 206, "bytes 5-9/10"),
            (["Range: bytes=-3"], tagged, 206, "bytes 7-9/10"),
            (["Range: bytes=8-99"], tagged, 206, "bytes 8-9/10"),
            (["Range: lines=1-2"], tagged, 200, nil),
            (["Range: bytes=5-4"], tagged, 200, nil),
            (["Range: bytes=10-"], tagged, 416, "bytes */10"),
            (["Range: bytes=-0"], tagged, 416, "bytes */10"),
            (["Range: bytes=10-", "If-Range: \"b\""], tagged, 200, nil),
            (["Range: bytes=0-1,3-4"], tagged, 200, nil),
            (["Range: bytes=0-4", "If-None-Match: \"a\""], tagged, 304, nil),
            (["Range: bytes=0-4", "If-Range: \"a\""], tagged, 206, "bytes 0-4/10"),
            (["Range: bytes=0-4", "If-Range: W/\"a\""], tagged, 200, nil),
            (["Range: bytes=0-4", "If-Range: \"b\""], tagged, 200, nil),
            (["Range: bytes=0-4", "If-Range: \"a\""], ["ETag: W/\"a\""], 200, nil),
            (["Range: bytes=0-4", "If-Range: \(modified)"], tagged, 206, "bytes 0-4/10"),
            (["Range: bytes=0-4", "If-Range: \(t0Date)"], tagged, 200, nil),
            // §8.8.2.2: modified in the second of the response, so weak.
            (["Range: bytes=0-4", "If-Range: \(t0Date)"], ["Last-Modified: \(t0Date)"], 200, nil),
            (["Range: bytes=0-4", "If-Range: junk"], tagged, 200, nil),
            (["If-Range: \"b\""], tagged, 200, nil),
        ]
        for (lines, stored, status, range) in rows {
            XCTAssertEqual(
                served(lines, from: stored), Oracle.Served(status: status, contentRange: range), "\(lines)")
        }
        XCTAssertEqual(served(["Range: bytes=0-4"], from: tagged, method: "HEAD")?.status, 200)
        XCTAssertEqual(served(["Range: bytes=0-4"], from: tagged, status: 404)?.status, 404)
    }

    /// §3.3: what isn't whole serves only a range within it, as a 206.
    func testIncomplete() {
        var cut = response(200, "Cache-Control: max-age=9", "Content-Length: 10", "ETag: \"a\"")
        cut.bodyLength = 5
        cut.complete = false
        let part = response(206, "Cache-Control: max-age=9", "Content-Range: bytes 2-4/10", "ETag: \"a\"")
        let rows: [(Oracle.Response, [String], String?)] = [
            (cut, [], nil),
            (cut, ["Range: bytes=0-4"], "bytes 0-4/10"),
            (cut, ["Range: bytes=0-5"], nil),
            (cut, ["Range: bytes=-1"], nil),
            (cut, ["Range: bytes=1-1", "If-Range: \"b\""], nil),
            (part, [], nil),
            (part, ["Range: bytes=2-4"], "bytes 2-4/10"),
            (part, ["Range: bytes=1-4"], nil),
            (part, ["Range: bytes=3-"], nil),
            (part, ["Range: bytes=-6"], nil),
        ]
        for (first, lines, range) in rows {
            let found = decision(first, Oracle.Request(fields: fields(lines)), after: 1, to: get("Range: bytes=0-"))
            if let range {
                XCTAssertEqual(found.serves, Oracle.Served(status: 206, contentRange: range), "\(lines)")
            } else {
                XCTAssertEqual(found.decision, .forward("partial"), "\(lines)")
            }
        }
        XCTAssertEqual(decision(cut, request("HEAD"), after: 1).decision, .forward("partial"))
    }

    /// RFC 9110 §15.3.7.3.
    func testCombining() {
        let first = response(206, "Cache-Control: max-age=9", "Content-Range: bytes 0-4/10", "ETag: \"a\"")
        let rows: [(String, String, Oracle.Decision)] = [
            ("\"a\"", "bytes 5-9/10", .reuseFresh),
            ("\"a\"", "bytes 6-9/10", .forward("partial")),
            ("\"b\"", "bytes 5-9/10", .forward("partial")),
            ("W/\"a\"", "bytes 5-9/10", .forward("partial")),
            ("\"a\"", "bytes 5-9/11", .forward("partial")),
        ]
        for (tag, range, expected) in rows {
            let second = answer(206, "Cache-Control: max-age=9", "Content-Range: \(range)", "ETag: \(tag)")
            let whole = testCase(
                first, to: get("Range: bytes=0-4"),
                then: [
                    Oracle.Later(at: t0 + 1, request: get("Range: bytes=5-9"), answer: second),
                    Oracle.Later(at: t0 + 2, request: get()),
                ])
            let verdict = Oracle.run(whole)
            XCTAssertEqual(verdict.then[0].after?.outcome, .stored, "\(tag) \(range)")
            XCTAssertEqual(verdict.then[1].decision, expected, "\(tag) \(range)")
        }
    }
}
