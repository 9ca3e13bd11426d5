import HTTPDate
import XCTest

final class ParseErrorTests: XCTestCase {
    private func report(_ bytes: [UInt8], file: StaticString = #filePath, line: UInt = #line) -> String {
        do throws(HTTPDate.ParseError) {
            _ = try HTTPDate.parse(bytes, relativeTo: HTTPDate(secondsSinceEpoch: 0))
            XCTFail("is a date", file: file, line: line)
            return ""
        } catch {
            return error.report(for: bytes)
        }
    }

    func testCaretStandsUnderTheByte() {
        XCTAssertEqual(
            report(Array("Sun, 06 Nov 1994 08:49 GMT".utf8)),
            """
            Sun, 06 Nov 1994 08:49 GMT
                                  ^ expected a colon
            """)
        XCTAssertEqual(report([]), "\n^ expected the name of a day")
        XCTAssertEqual(
            report(Array("Fri, 31 Jun 1994 00:00:00 GMT".utf8)),
            """
            Fri, 31 Jun 1994 00:00:00 GMT
                 ^ expected a day that the month has
            """)
    }

    func testOtherBytesAreShownAsHexadecimal() {
        XCTAssertEqual(
            report(Array("Sun, ".utf8) + [0xFF, 0x09, 0x5C]),
            """
            Sun, \\xFF\\x09\\
                 ^ expected a day, 01 to 31
            """)
        // Before the caret they are as wide as they are shown.
        XCTAssertEqual(
            HTTPDate.ParseError(offset: 2, expected: .comma).report(for: [0x00, 0x41, 0x42]),
            """
            \\x00AB
                 ^ expected a comma
            """)
    }

    func testReportOfALongInputIsShort() {
        let error = HTTPDate.ParseError(offset: 5000, expected: .end)
        let report = error.report(for: [UInt8](repeating: 0x2E, count: 1_000_000))
        let dots = String(repeating: ".", count: 40)
        XCTAssertEqual(report, "…\(dots)\(dots)…\n\(String(repeating: " ", count: 41))^ expected the end of the date")
    }

    func testAnOffsetOutsideOfTheInputDoesNotTrap() {
        XCTAssertEqual(
            HTTPDate.ParseError(offset: 9, expected: .end).report(for: [0x41]), "A\n ^ expected the end of the date")
        XCTAssertEqual(
            HTTPDate.ParseError(offset: -9, expected: .end).report(for: [0x41]), "A\n^ expected the end of the date")
    }

    func testEveryExpectationHasWordsOfItsOwn() {
        let all = HTTPDate.Expectation.allCases.map(\.explanation)
        XCTAssertEqual(Set(all).count, all.count)
        XCTAssertEqual("\(HTTPDate.ParseError(offset: 19, expected: .colon))", "expected a colon at byte 19")
    }
}
