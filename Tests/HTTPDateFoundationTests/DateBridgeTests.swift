import Foundation
import HTTPDate
import HTTPDateFoundation
import XCTest

final class DateBridgeTests: XCTestCase {
    func testDatesAreRoundedDown() {
        let rows: [(Double, Int64)] = [
            (0, 0), (0.999, 0), (1, 1), (-0.001, -1), (-1, -1), (-1.5, -2), (784_111_777.75, 784_111_777),
        ]
        for (seconds, expected) in rows {
            XCTAssertEqual(
                HTTPDate(Date(timeIntervalSince1970: seconds)).secondsSinceEpoch, expected, "\(seconds)")
        }
    }

    func testDatesOutsideOfTheRangeAreMovedToItsEnds() {
        let last = HTTPDate.range.upperBound
        let first = HTTPDate.range.lowerBound
        XCTAssertEqual(HTTPDate(.distantFuture.addingTimeInterval(1e15)), last)
        XCTAssertEqual(HTTPDate(Date(timeIntervalSince1970: .infinity)), last)
        XCTAssertEqual(HTTPDate(Date(timeIntervalSince1970: .greatestFiniteMagnitude)), last)
        XCTAssertEqual(HTTPDate(Date(timeIntervalSince1970: -.infinity)), first)
        XCTAssertEqual(HTTPDate(Date(timeIntervalSince1970: -1e18)), first)
        XCTAssertEqual(HTTPDate(Date(timeIntervalSince1970: .nan)).secondsSinceEpoch, 0)
    }

    func testThereAndBack() {
        for seconds in [-62_167_219_200, -1, 0, 1, 784_111_777, 253_402_300_799] {
            let date = HTTPDate(secondsSinceEpoch: Int64(seconds))
            XCTAssertEqual(Date(httpDate: date).timeIntervalSince1970, Double(seconds))
            XCTAssertEqual(HTTPDate(Date(httpDate: date)), date)
        }
    }
}
