import HTTPCacheSemantics
import HTTPWire
import XCTest

/// RFC 9112 §3.3.
final class WireRequestHeadTests: XCTestCase {
    func testTargetURI() throws {
        let rows: [(method: String, target: String, host: String, uri: String?)] = [
            ("GET", "/", "a", "http://a/"), ("GET", "/x?y=1", "A:8080", "http://a:8080/x?y=1"),
            ("GET", "/x", "a:80", "http://a/x"), ("GET", "http://b/x", "a", "http://b/x"),
            ("GET", "http://b", "a", "http://b/"), ("OPTIONS", "*", "a:81", "http://a:81/"),
            ("GET", "//b/x", "a", "http://a//b/x"), ("GET", "/", "", nil),
        ]
        for (method, target, host, uri) in rows {
            let head = try WireRequestHead(
                method: Method(method), target: Array(target.utf8), fields: FieldSection([("Host", host)]))
            XCTAssertEqual(try? head.targetURI().description, uri, target)
        }
    }
}
