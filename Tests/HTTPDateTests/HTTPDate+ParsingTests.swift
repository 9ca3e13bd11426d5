import HTTPDate
import XCTest

final class HTTPDateParsingTests: XCTestCase {
    /// 2026-01-01T00:00:00Z.
    let now = HTTPDate(secondsSinceEpoch: 1_767_225_600)

    /// The one instant that RFC 9110 §5.6.7 writes in three ways.
    func testTheExamplesOfTheRFC() throws {
        let rows: [(String, HTTPDate.Form)] = [
            ("Sun, 06 Nov 1994 08:49:37 GMT", .imfFixdate),
            ("Sunday, 06-Nov-94 08:49:37 GMT", .rfc850),
            ("Sun Nov  6 08:49:37 1994", .asctime),
        ]
        for (text, form) in rows {
            for strictness in [HTTPDate.Strictness.lenient, .strict] {
                let parsed = try HTTPDate.parse(text, relativeTo: now, strictness: strictness)
                XCTAssertEqual(parsed.date.secondsSinceEpoch, 784_111_777, text)
                XCTAssertEqual(parsed.form, form, text)
                XCTAssertTrue(parsed.weekdayMatches, text)
                XCTAssertFalse(parsed.isLeapSecond, text)
            }
            XCTAssertEqual(HTTPDate(secondsSinceEpoch: 784_111_777).formatted(form), text)
        }
    }
}
