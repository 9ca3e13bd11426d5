import Foundation
import HTTPCacheSemantics
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class RequestHeadTests: XCTestCase {
    private func request(_ url: String, _ method: String = "GET", _ fields: [String: String] = [:]) throws -> URLRequest
    {
        var request = URLRequest(url: try XCTUnwrap(URL(string: url)))
        request.httpMethod = method
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    func testMethodTargetAndFields() throws {
        let fields = ["X-B": "2", "X-A": "1, 1"]
        let head = try XCTUnwrap(RequestHead(try request("http://O.test:80/a?x=1#part", "PROPFIND", fields)))
        XCTAssertEqual(head.method, Method("PROPFIND"))
        XCTAssertEqual(head.target.description, "http://o.test/a?x=1")
        XCTAssertEqual(head.fields.lines.map(\.description), ["X-A: 1, 1", "X-B: 2"])
        XCTAssertEqual(head.content, [])
    }

    func testOnlyTheContentOfAQueryIsPartOfTheHead() throws {
        for (method, content) in [("QUERY", Array("q".utf8)), ("POST", [])] {
            var request = try request("http://o.test/", method)
            request.httpBody = Data("q".utf8)
            XCTAssertEqual(RequestHead(request)?.content, content, method)
        }
    }

    func testWhatIsNoTargetIsNoHead() throws {
        for url in ["file:///a", "data:,a", "mailto:a@o.test", "http://user@o.test/"] {
            XCTAssertNil(RequestHead(try request(url)), url)
        }
    }

    func testThereAndBack() throws {
        let head = RequestHead(
            method: Method("PUT"), target: try TargetURI("https://o.test:8443/%C3%A9?q=a%20b&c"),
            fields: FieldSection([("X-A", "1"), ("x-a", "2"), ("Cookie", "a=1"), ("Cookie", "b=2"), ("Host", "o.test")])
        )
        let request = try XCTUnwrap(head.urlRequest)
        XCTAssertEqual(request.httpMethod, "PUT")
        XCTAssertEqual(request.url?.absoluteString, "https://o.test:8443/%C3%A9?q=a%20b&c")
        XCTAssertEqual(request.value(forHTTPHeaderField: "X-A"), "1, 2")
        XCTAssertEqual(request.value(forHTTPHeaderField: "Cookie"), "a=1; b=2")
        XCTAssertEqual(request.cachePolicy, .reloadIgnoringLocalCacheData)
        let back = try XCTUnwrap(RequestHead(request))
        XCTAssertEqual(back.method, head.method)
        XCTAssertEqual(back.target, head.target)
        XCTAssertEqual(back.fields.combinedValue(of: "x-a"), "1, 2")
    }
}
