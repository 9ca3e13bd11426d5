import Foundation
import HTTPCacheSemantics
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class ResponseHeadTests: XCTestCase {
    private func response(_ status: Int, _ fields: [String: String]) throws -> HTTPURLResponse {
        let url = try XCTUnwrap(URL(string: "http://o.test/a"))
        return try XCTUnwrap(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields))
    }

    func testStatusAndFieldsSortedByName() throws {
        let head = ResponseHead(try response(404, ["X-B": "", "X-A": "1, 2", "Cache-Control": "max-age=5"]))
        XCTAssertEqual(head.status.value, 404)
        XCTAssertEqual(head.fields.lines.map(\.description), ["Cache-Control: max-age=5", "X-A: 1, 2", "X-B: "])
    }

    func testEachCookieHasALine() throws {
        let joined = "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=2"
        let head = ResponseHead(try response(200, ["Set-Cookie": joined]))
        XCTAssertEqual(
            head.fields.lines.map(\.valueText), ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"])
    }

    func testThereAndBack() throws {
        let url = try XCTUnwrap(URL(string: "http://o.test/b?c"))
        let head = ResponseHead(
            status: 203,
            fields: FieldSection([
                ("ETag", "\"1\""), ("Vary", "a"), ("vary", "b"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"),
                ("Content-Length", "0"),
            ]))
        let response = try XCTUnwrap(head.httpURLResponse(for: url))
        XCTAssertEqual(response.url, url)
        let back = ResponseHead(response)
        XCTAssertEqual(back.status.value, 203)
        XCTAssertEqual(back.fields.combinedValue(of: "Vary"), "a, b")
        XCTAssertEqual(back.fields.values(of: "Set-Cookie"), [Array("a=1".utf8), Array("b=2".utf8)])
        XCTAssertEqual(back.fields.combinedValue(of: "ETag"), "\"1\"")
        XCTAssertEqual(back.fields.count, 5)
    }
}
