import HTTPCacheSemantics
import XCTest

/// RFC 9111 §4.4. Every request is for https://a.example/x/r?q.
final class InvalidationTests: XCTestCase {
    private func verdicts(_ method: String, _ status: Int, _ lines: String...) -> [String] {
        let request = Sample.request(method, url: "https://a.example/x/r?q")
        let response = ResponseHead(status: status, fields: Sample.fields(lines))
        return CachePolicy().invalidations(by: response, to: request).map { verdict in
            let word: String
            switch verdict.decision {
            case .invalidate: word = "invalidate"
            case .keep: word = "keep"
            }
            return "\(word) \(verdict.decision.target) \(verdict.deciding.code)"
        }
    }

    private let target = "https://a.example/x/r?q"

    func testMethods() {
        for method in ["POST", "PUT", "DELETE", "PATCH", "MOVE", "UNKNOWN", "get"] {
            XCTAssertEqual(verdicts(method, 200), ["invalidate \(target) invalidate.target"], method)
        }
        for method in ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"] {
            XCTAssertEqual(verdicts(method, 200), ["keep \(target) invalidate.safe-method"], method)
        }
    }

    func testStatusCodes() {
        for status in [200, 201, 202, 204, 206, 299, 300, 301, 303, 304, 399] {
            XCTAssertEqual(verdicts("PUT", status), ["invalidate \(target) invalidate.target"], "\(status)")
        }
        for status in [100, 103, 199, 400, 404, 409, 412, 499, 500, 503, 599, 600] {
            XCTAssertEqual(verdicts("PUT", status), ["keep \(target) invalidate.error-response"], "\(status)")
        }
    }

    func testOtherURIs() {
        let rows: [(String, [String])] = [
            ("Location: https://a.example/y", ["invalidate https://a.example/y invalidate.location"]),
            ("Location: /y", ["invalidate https://a.example/y invalidate.location"]),
            ("Location: y", ["invalidate https://a.example/x/y invalidate.location"]),
            ("Location: ../y?z", ["invalidate https://a.example/y?z invalidate.location"]),
            ("Location: HTTPS://A.example:443/y#f", ["invalidate https://a.example/y invalidate.location"]),
            ("Content-Location: /y", ["invalidate https://a.example/y invalidate.content-location"]),
            ("Location: http://a.example/y", ["keep http://a.example/y invalidate.other-origin"]),
            ("Location: https://b.example/y", ["keep https://b.example/y invalidate.other-origin"]),
            ("Location: https://a.example:444/y", ["keep https://a.example:444/y invalidate.other-origin"]),
            ("Location: //b.example/y", ["keep https://b.example/y invalidate.other-origin"]),
            ("Content-Location: https://sub.a.example/y", ["keep https://sub.a.example/y invalidate.other-origin"]),
            // The target again, or nothing that can be stored.
            ("Location: /x/r?q", []), ("Location: #f", []), ("Location:", []), ("Location: mailto:me@a.example", []),
            ("Location: https://me@a.example/y", []), ("Location: /a b", []), ("Refresh: 0;url=/y", []),
            ("Link: </y>", []),
        ]
        for (line, others) in rows {
            XCTAssertEqual(verdicts("POST", 201, line), ["invalidate \(target) invalidate.target"] + others, line)
        }
    }

    func testBothFieldsAndErrors() {
        XCTAssertEqual(
            verdicts("POST", 201, "Location: /a", "Content-Location: /b"),
            [
                "invalidate \(target) invalidate.target", "invalidate https://a.example/a invalidate.location",
                "invalidate https://a.example/b invalidate.content-location",
            ])
        XCTAssertEqual(
            verdicts("POST", 201, "Location: /a", "Content-Location: /a").count, 2, "one URI is named once")
        XCTAssertEqual(
            verdicts("POST", 404, "Location: /a"),
            ["keep \(target) invalidate.error-response", "keep https://a.example/a invalidate.error-response"])
        XCTAssertEqual(
            verdicts("GET", 301, "Location: /a"),
            ["keep \(target) invalidate.safe-method", "keep https://a.example/a invalidate.safe-method"])
    }

    /// RFC 9875 §3.
    func testGroups() {
        let response = Sample.response(200, "Cache-Group-Invalidation: \"a\", \"b\"")
        XCTAssertEqual(CachePolicy().invalidatedGroups(by: response, to: Sample.request("POST")), ["a", "b"])
        XCTAssertEqual(CachePolicy().invalidatedGroups(by: response, to: Sample.get()), [])
        for value in ["a", "\"a\", 1", "\"a", "(\"a\")"] {
            let response = Sample.response(200, "Cache-Group-Invalidation: \(value)")
            XCTAssertEqual(CachePolicy().invalidatedGroups(by: response, to: Sample.request("POST")), [], value)
        }
    }
}
