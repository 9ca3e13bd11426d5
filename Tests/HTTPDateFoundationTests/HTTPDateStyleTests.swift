import Foundation
import HTTPDate
import HTTPDateFoundation
import XCTest

final class HTTPDateStyleTests: XCTestCase {
    let date = Date(timeIntervalSince1970: 784_111_777)
    /// 2026-01-01T00:00:00Z.
    let now = Date(timeIntervalSince1970: 1_767_225_600)

    func testAsUsersExpectIt() throws {
        XCTAssertEqual(try Date("Sun, 06 Nov 1994 08:49:37 GMT", strategy: .httpDate), date)
        XCTAssertEqual(try Date("Sun Nov  6 08:49:37 1994", strategy: .httpDate), date)
        XCTAssertEqual(try Date("sunday, 06-nov-94 08:49:37 gmt", strategy: .httpDate.relative(to: now)), date)
        XCTAssertEqual(date.formatted(.httpDate), "Sun, 06 Nov 1994 08:49:37 GMT")
        XCTAssertEqual(date.addingTimeInterval(0.9).formatted(.httpDate), "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    func testTwoDigitYearsAreRelativeToNow() throws {
        let style = HTTPDateStyle(relativeTo: now)
        let rows = [
            ("Thursday, 01-Jan-76 00:00:01 GMT", "Thu, 01 Jan 1976 00:00:01 GMT"),
            ("Wednesday, 01-Jan-76 00:00:00 GMT", "Wed, 01 Jan 2076 00:00:00 GMT"),
        ]
        for (text, canonical) in rows {
            let date = try style.parse(text)
            XCTAssertEqual(style.format(date), canonical)
        }
    }

    func testStrict() {
        for text in ["sun, 06 Nov 1994 08:49:37 GMT", "Mon, 06 Nov 1994 08:49:37 GMT"] {
            XCTAssertEqual(try Date(text, strategy: .httpDate), date)
            XCTAssertThrowsError(try Date(text, strategy: .httpDate.strict())) {
                XCTAssertEqual(($0 as? HTTPDate.ParseError)?.offset, 0)
            }
        }
    }

    func testErrorsAreThoseOfHTTPDate() {
        XCTAssertThrowsError(try Date("Sun, 06 Nov 1994 08:49:37 UTC", strategy: .httpDate)) {
            XCTAssertEqual($0 as? HTTPDate.ParseError, HTTPDate.ParseError(offset: 26, expected: .zone))
        }
    }
}
