import HTTPCacheSemantics
import HTTPDate
import XCTest

@testable import HTTPCacheCLI

/// Expected values are those of RFC 6265 §5.2 and of HAR 1.2.
final class ArchiveCookiesTests: XCTestCase {
    func testCookie() {
        let rows: [(lines: [String], json: String)] = [
            ([], "[]"), ([""], "[]"), (["a"], "[]"), (["=b"], "[]"), ([" ; ;"], "[]"),
            (["a=b"], #"[{"name":"a","value":"b"}]"#), (["a="], #"[{"name":"a","value":""}]"#),
            (["a=b; c=d=e"], #"[{"name":"a","value":"b"},{"name":"c","value":"d=e"}]"#),
            (["a=b;c=d", "a=f"], #"[{"name":"a","value":"b"},{"name":"c","value":"d"},{"name":"a","value":"f"}]"#),
            ([#" a = "x y" "#], #"[{"name":"a","value":"\"x y\""}]"#),
        ]
        for (lines, json) in rows {
            XCTAssertEqual(ArchiveCookies.sent(FieldSection(lines.map { ("Cookie", $0) })).compact(), json, "\(lines)")
        }
    }

    func testSetCookie() {
        // Thu, 01 Jan 2026 00:00:00 GMT
        let now = HTTPDate(secondsSinceEpoch: 1_767_225_600)
        let plain = #""httpOnly":false,"secure":false"#
        let rows: [(line: String, json: String)] = [
            ("", ""), ("a", ""), ("=b", ""), ("; Path=/", ""), ("a=b", #"{"name":"a","value":"b",\#(plain)}"#),
            ("a=b;", #"{"name":"a","value":"b",\#(plain)}"#),
            ("a=b; secure; HTTPONLY", #"{"name":"a","value":"b","httpOnly":true,"secure":true}"#),
            ("a=b; Secure=no", #"{"name":"a","value":"b","httpOnly":false,"secure":true}"#),
            ("a=b; Path=/x; Path=/y", #"{"name":"a","value":"b","path":"/y",\#(plain)}"#),
            ("a=b; Path=x", #"{"name":"a","value":"b",\#(plain)}"#),
            ("a=b; Domain=h.test; SameSite=Lax", #"{"name":"a","value":"b","domain":"h.test",\#(plain)}"#),
            ("a=b; Domain=", #"{"name":"a","value":"b",\#(plain)}"#),
            (
                "a=b; Expires=Fri, 02 Jan 2026 03:04:05 GMT",
                #"{"name":"a","value":"b","expires":"2026-01-02T03:04:05.000Z",\#(plain)}"#
            ), ("a=b; Expires=tomorrow", #"{"name":"a","value":"b",\#(plain)}"#),
            (
                "a=b; Max-Age=60; Expires=Fri, 02 Jan 2026 03:04:05 GMT",
                #"{"name":"a","value":"b","expires":"2026-01-01T00:01:00.000Z",\#(plain)}"#
            ),
            ("a=b; max-age=-1", #"{"name":"a","value":"b","expires":"2026-01-01T00:00:00.000Z",\#(plain)}"#),
            ("a=b; Max-Age=x", #"{"name":"a","value":"b",\#(plain)}"#),
            ("a=b; Max-Age=+5", #"{"name":"a","value":"b",\#(plain)}"#),
            ("a=b; Max-Age=-", #"{"name":"a","value":"b",\#(plain)}"#),
            (
                "a=b; Max-Age=60; Max-Age=x",
                #"{"name":"a","value":"b","expires":"2026-01-01T00:01:00.000Z",\#(plain)}"#
            ),
            (
                "a=b; Max-Age=60; Max-Age=5",
                #"{"name":"a","value":"b","expires":"2026-01-01T00:00:05.000Z",\#(plain)}"#
            ),
            (
                "a=b; Max-Age=99999999999999999999; Expires=Fri, 02 Jan 2026 03:04:05 GMT",
                #"{"name":"a","value":"b","expires":"9999-12-31T23:59:59.000Z",\#(plain)}"#
            ),
            ("a=b; Path=/x; Path=y", #"{"name":"a","value":"b",\#(plain)}"#),
            ("a=b; Domain=h.test; Domain=", #"{"name":"a","value":"b","domain":"h.test",\#(plain)}"#),
            (
                "a=b; Max-Age=9223372036854775807",
                #"{"name":"a","value":"b","expires":"9999-12-31T23:59:59.000Z",\#(plain)}"#
            ),
        ]
        for (line, json) in rows {
            let fields = FieldSection([("Set-Cookie", line)])
            XCTAssertEqual(ArchiveCookies.set(fields, received: now).compact(), "[\(json)]", line)
        }
        let two = ArchiveCookies.set(FieldSection([("Set-Cookie", "a=b"), ("Set-Cookie", "a=c")]), received: now)
        guard case .array(let cookies) = two else { return XCTFail("no array") }
        XCTAssertEqual(cookies.count, 2)
    }
}
