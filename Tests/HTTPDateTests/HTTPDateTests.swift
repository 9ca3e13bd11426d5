import HTTPDate
import XCTest

final class HTTPDateTests: XCTestCase {
    func testOrder() {
        XCTAssertLessThan(HTTPDate(secondsSinceEpoch: -1), HTTPDate(secondsSinceEpoch: 0))
    }

    func testOutsideOfTheRangeIsMovedToItsEnds() {
        XCTAssertEqual(HTTPDate(secondsSinceEpoch: .max), HTTPDate.range.upperBound)
        XCTAssertEqual(HTTPDate(secondsSinceEpoch: .min), HTTPDate.range.lowerBound)
        XCTAssertEqual(HTTPDate.range.lowerBound.description, "Sat, 01 Jan 0000 00:00:00 GMT")
        XCTAssertEqual(HTTPDate.range.upperBound.description, "Fri, 31 Dec 9999 23:59:59 GMT")
    }

    func testAddingSaturates() {
        let date = HTTPDate(secondsSinceEpoch: 10)
        XCTAssertEqual(date.adding(seconds: -11).secondsSinceEpoch, -1)
        XCTAssertEqual(date.adding(seconds: .max), HTTPDate.range.upperBound)
        XCTAssertEqual(date.adding(seconds: .min), HTTPDate.range.lowerBound)
        XCTAssertEqual(HTTPDate.range.lowerBound.adding(seconds: .min), HTTPDate.range.lowerBound)
        XCTAssertEqual(HTTPDate.range.upperBound.adding(seconds: .max), HTTPDate.range.upperBound)
        XCTAssertEqual(date.seconds(since: HTTPDate(secondsSinceEpoch: 17)), -7)
    }
}
