import HTTPCacheSemantics
import XCTest

final class CacheKeyTests: XCTestCase {
    private func key(_ request: RequestHead, partition: String = "") -> CacheKey {
        CacheKey(for: request, partition: partition)
    }

    private func query(_ content: String, _ lines: String..., url: String = "https://a.example/r") -> RequestHead {
        RequestHead(
            method: .query, target: Sample.target(url), fields: Sample.fields(lines), content: Array(content.utf8))
    }

    /// RFC 9111 §2: the target URI, whatever the fields.
    func testRequestsThatShareAKey() {
        let get = Sample.get()
        for other in [
            Sample.get("Accept: a/b"), Sample.get("Cache-Control: no-cache"), Sample.request("HEAD"),
            Sample.request("POST"), Sample.get(url: "HTTPS://A.EXAMPLE:443/r"),
            Sample.get(url: "https://a.example/r#f"),
            Sample.get(url: "https://a.example/x/../%72"),
        ] {
            XCTAssertEqual(key(get), key(other), "\(other.method) \(other.target)")
        }
        XCTAssertEqual(key(get), CacheKey(of: get.target))
        XCTAssertEqual(key(query("a")), key(query("a")))
    }

    func testRequestsThatDoNot() {
        let get = Sample.get()
        for other in [
            Sample.get(url: "https://a.example/R"), Sample.get(url: "https://a.example/r?"),
            Sample.get(url: "http://a.example/r"), Sample.get(url: "https://b.example/r"), query(""), query("a"),
        ] {
            XCTAssertNotEqual(key(get), key(other), "\(other.method) \(other.target)")
        }
        XCTAssertNotEqual(key(query("a")), key(query("b")))
        XCTAssertNotEqual(key(query("a")), key(query("a", url: "https://a.example/s")))
        XCTAssertNotEqual(key(get), key(get, partition: "https://top.example"))
        XCTAssertNotEqual(key(get, partition: "a"), key(get, partition: "b"))
    }

    func testText() {
        XCTAssertEqual(key(Sample.get(url: "https://a.example/p/7?x")).description, "https://a.example/p/7?x")
        XCTAssertEqual(key(Sample.request("HEAD")).description, "https://a.example/r")
        XCTAssertEqual(key(query("a")).description, "QUERY https://a.example/r")
    }
}
