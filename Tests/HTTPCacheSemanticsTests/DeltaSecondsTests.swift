import XCTest

@testable import HTTPCacheSemantics

/// RFC 9111 §1.2.2: digits alone; what is too large counts as 2^31.
final class DeltaSecondsTests: XCTestCase {
    private func read(_ text: String, quoted: Bool = false) -> UInt32? {
        let bytes = Array("<\(text)>".utf8)
        return DeltaSeconds.parse(1..<(bytes.count - 1), of: bytes.span, quoted: quoted)
    }

    func testNumbers() {
        let rows: [(String, UInt32)] = [
            ("0", 0), ("1", 1), ("00", 0), ("007", 7), ("60", 60), ("31536000", 31_536_000),
            ("2147483646", 2_147_483_646), ("2147483647", 2_147_483_647), ("2147483648", 2_147_483_648),
            ("2147483649", 2_147_483_648), ("4294967295", 2_147_483_648), ("4294967296", 2_147_483_648),
            ("4294967297", 2_147_483_648), ("18446744073709551615", 2_147_483_648),
            ("18446744073709551616", 2_147_483_648), ("99999999999999999999", 2_147_483_648),
            (String(repeating: "9", count: 1000), 2_147_483_648), (String(repeating: "0", count: 1000) + "5", 5),
        ]
        for (text, seconds) in rows {
            XCTAssertEqual(read(text), seconds, text)
            XCTAssertEqual(read(text, quoted: true), seconds, text)
        }
    }

    func testWhatIsNone() {
        for text in [
            "", " ", "-1", "+1", "-0", "1 ", " 1", "1.5", "1e3", "0x10", "1_000", "1,000", "a", "1a", "١", "\0",
        ] {
            XCTAssertNil(read(text), text)
            XCTAssertNil(read(text, quoted: true), text)
        }
    }

    /// RFC 9110 §5.6.4: a backslash only announces the byte after it.
    func testEscapesInQuotes() {
        XCTAssertEqual(read("6\\0", quoted: true), 60)
        XCTAssertEqual(read("\\6\\0", quoted: true), 60)
        XCTAssertNil(read("6\\0"))
        for text in ["\\", "6\\", "\\\\6", "6\\a"] { XCTAssertNil(read(text, quoted: true), text) }
    }
}
