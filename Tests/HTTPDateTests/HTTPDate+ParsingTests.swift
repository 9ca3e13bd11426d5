@_spi(Machine) import HTTPDate
import XCTest

final class HTTPDateParsingTests: XCTestCase {
    /// 2026-01-01T00:00:00Z.
    let now = HTTPDate(secondsSinceEpoch: 1_767_225_600)

    func testAcceptedDates() throws {
        let rows = try DateFixtures.rows("accepted.tsv")
        XCTAssertGreaterThanOrEqual(rows.count, 100)
        let forms: [String: HTTPDate.Form] = ["imf-fixdate": .imfFixdate, "rfc850": .rfc850, "asctime": .asctime]
        for (bytes, columns) in rows {
            let now = try columns[5] == "-" ? self.now : HTTPDate(secondsSinceEpoch: XCTUnwrap(Int64(columns[5])))
            let parsed = try HTTPDate.parse(bytes, relativeTo: now)
            XCTAssertEqual(parsed.date.secondsSinceEpoch, Int64(columns[2]), columns[0])
            XCTAssertEqual(parsed.form, forms[columns[1]], columns[0])
            XCTAssertEqual(parsed.weekdayMatches, columns[3] == "matches", columns[0])
            XCTAssertEqual(parsed.isLeapSecond, columns[0].contains(":60"), columns[0])
            XCTAssertEqual(HTTPDate.parseByMachine(bytes.span, relativeTo: now), parsed, columns[0])
            XCTAssertTrue(HTTPDate.isValid(bytes.span, relativeTo: now), columns[0])

            let strict = HTTPDate.parseIfValid(bytes.span, relativeTo: now, strictness: .strict)
            XCTAssertEqual(strict, columns[4] == "yes" ? parsed : nil, columns[0])
            if columns[4] == "yes", columns[1] != "asctime", !parsed.isLeapSecond {
                XCTAssertEqual(Array(parsed.date.formatted(parsed.form).utf8), bytes, columns[0])
            }
        }
    }

    func testRejectedDates() throws {
        let rows = try DateFixtures.rows("rejected.tsv")
        XCTAssertGreaterThanOrEqual(rows.count, 200)
        for (bytes, columns) in rows {
            var offset = Int.min
            XCTAssertThrowsError(try HTTPDate.parse(bytes, relativeTo: now), columns[0]) {
                let error = $0 as? HTTPDate.ParseError
                offset = error?.offset ?? offset
                XCTAssertEqual(offset, Int(columns[1]), columns[0])
                XCTAssertEqual(error.map { "\($0.expected)" }, columns[2], columns[0])
            }
            // A letter of the wrong case may stand before.
            XCTAssertThrowsError(try HTTPDate.parse(bytes, relativeTo: now, strictness: .strict), columns[0]) {
                XCTAssertLessThanOrEqual(($0 as? HTTPDate.ParseError)?.offset ?? .max, offset, columns[0])
            }
            XCTAssertNil(HTTPDate.parseIfValid(bytes.span, relativeTo: now), columns[0])
            XCTAssertNil(HTTPDate.parseIfValid(bytes.span, relativeTo: now, strictness: .strict), columns[0])
            XCTAssertFalse(HTTPDate.isValid(bytes.span, relativeTo: now), columns[0])
        }
    }

    /// What strict reading refuses of dates that are read otherwise, and where.
    func testStrictErrors() {
        let rows: [(String, Int, HTTPDate.Expectation)] = [
            ("sun, 06 Nov 1994 08:49:37 GMT", 0, .dayName),
            ("SUn, 06 Nov 1994 08:49:37 GMT", 1, .dayName),
            ("Sun, 06 nov 1994 08:49:37 GMT", 8, .month),
            ("Sun, 06 NOv 1994 08:49:37 GMT", 9, .month),
            ("Sun, 06 Nov 1994 08:49:37 gMT", 26, .zone),
            ("Sun, 06 Nov 1994 08:49:37 GMt", 28, .zone),
            ("SunDay, 06-Nov-94 08:49:37 GMT", 3, .endOfDayName),
            ("SundaY, 06-Nov-94 08:49:37 GMT", 5, .dayName),
            ("Sun nov  6 08:49:37 1994", 4, .month),
            ("Mon, 06 Nov 1994 08:49:37 GMT", 0, .matchingDayName),
            ("Monday, 06-Nov-94 08:49:37 GMT", 0, .matchingDayName),
            ("Mon Nov  6 08:49:37 1994", 0, .matchingDayName),
        ]
        for (text, offset, expected) in rows {
            XCTAssertNoThrow(try HTTPDate.parse(text, relativeTo: now), text)
            XCTAssertThrowsError(try HTTPDate.parse(text, relativeTo: now, strictness: .strict), text) {
                XCTAssertEqual(
                    $0 as? HTTPDate.ParseError, HTTPDate.ParseError(offset: offset, expected: expected), text)
            }
        }
    }

    func testEntryPointsReadTheSameBytes() throws {
        let text = "Sun, 06 Nov 1994 08:49:37 GMT"
        let around = "Date: \(text)\r\n"
        let part = around.dropFirst(6).dropLast(1)
        let expected = try HTTPDate.parse(Array(text.utf8), relativeTo: now)
        XCTAssertEqual(expected.date.secondsSinceEpoch, 784_111_777)
        XCTAssertEqual(try HTTPDate.parse(text, relativeTo: now), expected)
        XCTAssertEqual(try HTTPDate.parse(part.utf8, relativeTo: now), expected)
        around.utf8.withContiguousStorageIfAvailable { bytes in
            XCTAssertEqual(
                HTTPDate.parseIfValid(UnsafeBufferPointer(rebasing: bytes[6..<35]).span, relativeTo: now), expected)
        }
    }
}
