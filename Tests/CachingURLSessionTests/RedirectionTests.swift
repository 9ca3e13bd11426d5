import Foundation
import HTTPCacheSemantics
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class RedirectionTests: XCTestCase {
    private func next(
        _ status: Int, _ location: String?, _ method: String = "GET", _ fields: [String: String] = [:]
    ) throws -> URLRequest? {
        var request = URLRequest(url: try XCTUnwrap(URL(string: "http://o.test/a/b?c")))
        request.httpMethod = method
        request.httpBody = method == "GET" ? nil : Data("body".utf8)
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        let lines = location.map { [("Location", $0)] } ?? []
        return Redirection.request(after: ResponseHead(status: status, fields: FieldSection(lines)), to: request)
    }

    func testWhereItLeads() throws {
        let rows: [(location: String, url: String?)] = [
            ("/x", "http://o.test/x"), ("x?y", "http://o.test/a/x?y"), ("//p.test/", "http://p.test/"),
            ("https://p.test/q#part", "https://p.test/q"), ("ftp://p.test/", nil), ("mailto:a@o.test", nil),
            ("http://", nil),
        ]
        for row in rows { XCTAssertEqual(try next(302, row.location)?.url?.absoluteString, row.url, row.location) }
        XCTAssertNil(try next(302, nil))
    }

    /// RFC 9110 §15.4: 301 and 302 turn POST into GET, 303 all but GET and HEAD, 307 and 308 nothing.
    func testTheMethod() throws {
        let rows: [(status: Int, method: String, next: String)] = [
            (301, "POST", "GET"), (302, "POST", "GET"), (302, "PUT", "PUT"), (303, "POST", "GET"), (303, "PUT", "GET"),
            (303, "HEAD", "HEAD"), (307, "POST", "POST"), (308, "POST", "POST"), (301, "GET", "GET"),
        ]
        for row in rows {
            let request = try XCTUnwrap(next(row.status, "/x", row.method, ["Content-Type": "text/plain", "X-A": "1"]))
            XCTAssertEqual(request.httpMethod, row.next, "\(row)")
            let keepsContent = row.next == row.method && row.method != "GET"
            XCTAssertEqual(request.httpBody, keepsContent ? Data("body".utf8) : nil, "\(row)")
            let keepsType = row.next == row.method
            XCTAssertEqual(request.value(forHTTPHeaderField: "Content-Type"), keepsType ? "text/plain" : nil, "\(row)")
            XCTAssertEqual(request.value(forHTTPHeaderField: "X-A"), "1", "\(row)")
        }
    }

    func testWhatIsNoRedirect() throws {
        for status in [200, 201, 300, 304, 305, 306, 404, 503] { XCTAssertNil(try next(status, "/x"), "\(status)") }
    }

    func testSecretsStayWithTheirOrigin() throws {
        let secrets = ["Authorization": "Basic x", "Cookie": "a=1", "Proxy-Authorization": "Basic y"]
        for (location, kept) in [("/x", 3), ("http://o.test:81/", 0), ("https://o.test/", 0), ("http://p.test/", 0)] {
            let request = try XCTUnwrap(next(307, location, "GET", secrets))
            let left = secrets.keys.filter { request.value(forHTTPHeaderField: $0) != nil }
            XCTAssertEqual(left.count, kept, location)
        }
    }
}
