import CachingClient
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
        return try Redirection.request(after: ResponseHead(status: status, fields: FieldSection(lines)), to: request)
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

    /// As ``Redirections`` of the client has it.
    func testWhatIsRefused() throws {
        let rows: [(from: String, locations: [String], url: String?, error: RedirectionError?)] = [
            ("https://o.test/a", ["http://o.test/b"], nil, .insecure(try TargetURI("http://o.test/b"))),
            ("https://o.test/a", ["http://p.test/"], nil, .insecure(try TargetURI("http://p.test/"))),
            ("https://o.test/a", ["https://p.test/"], "https://p.test/", nil),
            ("https://o.test/a", ["//p.test/"], "https://p.test/", nil),
            ("http://o.test/a", ["https://o.test/b"], "https://o.test/b", nil),
            ("http://o.test/a", ["/b", "/c"], nil, .unusable(location: "/b, /c")),
            ("http://o.test/a", ["/b", "/b"], nil, .unusable(location: "/b, /b")),
        ]
        for row in rows {
            for status in [301, 302, 303, 307, 308] {
                let request = URLRequest(url: try XCTUnwrap(URL(string: row.from)))
                let fields = FieldSection(row.locations.map { ("Location", $0) })
                let head = ResponseHead(status: status, fields: fields)
                do throws(RedirectionError) {
                    let next = try Redirection.request(after: head, to: request)
                    XCTAssertNil(row.error, "\(row)")
                    XCTAssertEqual(next?.url?.absoluteString, row.url, "\(row)")
                } catch {
                    XCTAssertEqual(error, row.error, "\(row)")
                }
            }
        }
    }

    func testHowARefusalIsTold() throws {
        let target = try TargetURI("http://o.test/b")
        let rows: [(error: RedirectionError, code: URLError.Code)] = [
            (.loop(target), .httpTooManyRedirects), (.tooMany(limit: 20), .httpTooManyRedirects),
            (.insecure(target), .appTransportSecurityRequiresSecureConnection),
            (.unusable(location: "/b, /c"), .redirectToNonExistentLocation),
        ]
        for row in rows {
            let error = URLError(ofLoad: row.error)
            XCTAssertEqual(error.code, row.code)
            XCTAssertEqual(error.userInfo[NSUnderlyingErrorKey] as? RedirectionError, row.error)
        }
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
