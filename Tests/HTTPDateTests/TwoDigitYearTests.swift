import HTTPDate
import XCTest

/// The 50-year rule; `accepted.tsv` has more rows of it.
final class TwoDigitYearTests: XCTestCase {
    private func instant(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0) throws -> HTTPDate {
        try XCTUnwrap(HTTPDate(year: year, month: month, day: day, hour: hour))
    }

    /// The year is placed first; then it must have the day.
    func testLeapDayOfACenturyThatHasNone() throws {
        let rows: [(now: HTTPDate, year: Int?)] = [
            (try instant(2049, 2, 28), 2000), (try instant(2050, 2, 28), 2000), (try instant(2050, 3, 1), nil),
            (try instant(2149, 12, 31), nil), (try instant(2250, 1, 1), nil), (try instant(2350, 2, 28, 23), nil),
            (try instant(2350, 3, 1), 2400), (try instant(1949, 1, 1), nil), (try instant(1950, 3, 1), 2000),
        ]
        for (now, year) in rows {
            let wanted = try year.map { try instant($0, 2, 29) }
            let text = "Tuesday, 29-Feb-00 00:00:00 GMT"
            if let wanted {
                XCTAssertEqual(try HTTPDate.parse(text, relativeTo: now).date, wanted, "\(now)")
            } else {
                XCTAssertThrowsError(try HTTPDate.parse(text, relativeTo: now), "\(now)") {
                    XCTAssertEqual(
                        $0 as? HTTPDate.ParseError, HTTPDate.ParseError(offset: 9, expected: .dayOfMonth), "\(now)")
                }
            }
            XCTAssertEqual(try instant(1600, 2, 29).settingCentury(relativeTo: now), wanted, "\(now)")
        }
    }

    /// All years that end so are too far ahead, or before 0000.
    func testNoYearIsLeft() throws {
        let text = "Sunday, 06-Nov-94 08:49:37 GMT"
        XCTAssertThrowsError(try HTTPDate.parse(text, relativeTo: HTTPDate.range.lowerBound)) {
            XCTAssertEqual($0 as? HTTPDate.ParseError, HTTPDate.ParseError(offset: 15, expected: .twoDigitYear))
        }
        XCTAssertNil(try instant(1994, 11, 6).settingCentury(relativeTo: HTTPDate.range.lowerBound))
        XCTAssertEqual(
            try HTTPDate.parse(text, relativeTo: try instant(44, 11, 6, 9)).date.civil.year, 94)
        XCTAssertThrowsError(try HTTPDate.parse(text, relativeTo: try instant(44, 11, 6, 8)))
        XCTAssertEqual(try HTTPDate.parse(text, relativeTo: HTTPDate.range.upperBound).date.civil.year, 9994)
    }

    /// Read relative to the epoch and placed later is the same as read at once.
    func testCenturyCanBeSetLater() throws {
        let epoch = HTTPDate(secondsSinceEpoch: 0)
        for year in stride(from: 1950, to: 2400, by: 7) {
            let now = try instant(year, 6, 15, 12)
            for (month, day) in [(1, 1), (2, 28), (6, 14), (6, 15), (6, 16), (12, 31)] {
                for digits in 0...99 {
                    let text = try instant(1900 + digits, month, day, 12).formatted(.rfc850)
                    let read = try HTTPDate.parse(text, relativeTo: epoch)
                    XCTAssertEqual(
                        read.date.settingCentury(relativeTo: now), try HTTPDate.parse(text, relativeTo: now).date)
                }
            }
        }
    }
}
