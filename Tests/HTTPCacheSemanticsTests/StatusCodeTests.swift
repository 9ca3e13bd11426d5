import HTTPCacheSemantics
import XCTest

final class StatusCodeTests: XCTestCase {
    private func codes(where holds: (StatusCode) -> Bool) -> [Int] {
        (-1...1100).filter { holds(StatusCode($0)) }
    }

    /// RFC 9110 §15.1.
    func testHeuristicallyCacheable() {
        XCTAssertEqual(
            codes(where: \.isHeuristicallyCacheable),
            [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])
    }

    /// The final codes that RFC 9110 §15.3 to §15.6 define; 306 and 418 are reserved without a meaning.
    func testUnderstood() {
        XCTAssertEqual(
            codes(where: \.isUnderstood),
            Array(200...206) + Array(300...305) + [307, 308] + Array(400...417) + [421, 422, 426] + Array(500...505))
    }

    /// RFC 9110 §15: the first digit is the class, and a code outside 100 to 599 is taken for a server error.
    func testClasses() {
        XCTAssertEqual(codes(where: \.isValid), Array(100...599))
        XCTAssertEqual(codes(where: \.isNonError), Array(200...399))
        XCTAssertEqual(codes(where: { $0.isInterim && $0.isValid }), Array(100...199))
        XCTAssertEqual(codes(where: \.isServerError), Array(-1...99) + Array(500...1100))
    }

    /// RFC 5861 §4 names four codes; one that is not known counts as its class's x00.
    func testTriggersOfStaleIfError() {
        for code in [500, 502, 503, 504, 506, 507, 511, 599, 600, 999] {
            XCTAssertTrue(StatusCode(code).isStaleIfErrorTrigger, "\(code)")
        }
        for code in [100, 200, 304, 400, 404, 408, 429, 499, 501, 505] {
            XCTAssertFalse(StatusCode(code).isStaleIfErrorTrigger, "\(code)")
        }
    }

    func testOrderAndText() {
        XCTAssertLessThan(StatusCode(200), StatusCode(201))
        XCTAssertFalse(StatusCode(304) < StatusCode(304))
        XCTAssertEqual(StatusCode(304).description, "304")
    }
}
