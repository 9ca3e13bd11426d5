import HTTPDate
import XCTest

final class HTTPDateTests: XCTestCase {
    func testOrder() {
        XCTAssertLessThan(HTTPDate(secondsSinceEpoch: -1), HTTPDate(secondsSinceEpoch: 0))
    }
}
