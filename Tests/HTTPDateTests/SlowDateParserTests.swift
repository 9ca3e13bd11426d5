import XCTest

/// The slow parser against dates worked out by hand or by another calendar.
final class SlowDateParserTests: XCTestCase {
    // 2026-01-01T00:00:00Z
    let now: Int64 = 1_767_225_600

    private func seconds(_ text: String, now: Int64? = nil, strict: Bool = false) -> Int64? {
        let outcome = SlowDateParser.parse(Array(text.utf8), now: now ?? self.now, strict: strict)
        guard case .date(let seconds, _, _) = outcome else { return nil }
        return seconds
    }

    func testDates() {
        let rows: [(text: String, seconds: Int64, form: String, weekdayMatches: Bool, strict: Bool)] = [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777, "imf-fixdate", true, true),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777, "rfc850", true, true),
            ("Sun Nov  6 08:49:37 1994", 784_111_777, "asctime", true, true),
            ("Sun Nov 06 08:49:37 1994", 784_111_777, "asctime", true, true),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0, "imf-fixdate", true, true),
            ("Wed, 31 Dec 1969 23:59:59 GMT", -1, "imf-fixdate", true, true),
            ("Thu, 01 Jan 2026 00:00:00 GMT", 1_767_225_600, "imf-fixdate", true, true),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_799, "imf-fixdate", true, true),
            ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600, "imf-fixdate", true, true),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799, "imf-fixdate", true, true),
            ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200, "imf-fixdate", true, true),
            ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777, "imf-fixdate", false, false),
            ("sUN, 06 nOV 1994 08:49:37 gmt", 784_111_777, "imf-fixdate", true, false),
            ("SUNDAY, 06-NOV-94 08:49:37 GMT", 784_111_777, "rfc850", true, false),
        ]
        for row in rows {
            XCTAssertEqual(
                SlowDateParser.parse(Array(row.text.utf8), now: now, strict: false),
                .date(seconds: row.seconds, form: row.form, weekdayMatches: row.weekdayMatches), row.text)
            XCTAssertEqual(seconds(row.text, strict: true) != nil, row.strict, row.text)
        }
    }

    func testRefused() {
        let refused = [
            "", " ", "0", "-1", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 94 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
            "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:60 GMT",
            "Sun, 06 Nov 1994 23:59:61 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Mon, 31 Nov 1994 08:49:37 GMT",
            "Wed, 29 Feb 1900 12:00:00 GMT", "Mon, 29 Feb 2023 12:00:00 GMT", "Sun Nov 6 08:49:37 1994",
            "Sun Nov  06 08:49:37 1994", "Sun Nov  0 08:49:37 1994", "Sun Nov  6 08:49:37 94",
            "Sun Nov  6 08:49:37 1994 GMT", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 1994 08:49:37 GMT+1",
            "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 6-Nov-94 08:49:37 GMT", "Foo, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT",
        ]
        for text in refused {
            XCTAssertEqual(SlowDateParser.parse(Array(text.utf8), now: now, strict: false), .invalid, text)
        }
    }

    /// RFC 9110 §5.6.7: more than 50 years ahead is the past.
    func testTwoDigitYears() {
        let rows: [(text: String, now: Int64, seconds: Int64?)] = [
            // 2026-01-01T00:00:00Z: exactly 50 years on, and a second more.
            ("Wednesday, 01-Jan-76 00:00:00 GMT", 1_767_225_600, 3_345_062_400),
            ("Thursday, 01-Jan-76 00:00:01 GMT", 1_767_225_600, 189_302_401),
            ("Friday, 31-Dec-99 23:59:59 GMT", 1_767_225_600, 946_684_799),
            ("Saturday, 01-Jan-00 00:00:00 GMT", 1_767_225_600, 946_684_800),
            // In 2051 "00" is 2100, which has no 29 February; in 2049 it is 2000.
            ("Tuesday, 29-Feb-00 00:00:00 GMT", 2_556_144_000, nil),
            ("Tuesday, 29-Feb-00 00:00:00 GMT", 2_493_072_000, 951_782_400),
            // The century turns: in December 2099 "00" is next month.
            ("Friday, 01-Jan-00 00:00:00 GMT", 4_102_358_400, 4_102_444_800),
        ]
        for row in rows {
            XCTAssertEqual(seconds(row.text, now: row.now), row.seconds, "\(row.text) at \(row.now)")
        }
    }

    func testExtremeClocks() {
        let text = "Sunday, 06-Nov-94 08:49:37 GMT"
        XCTAssertNil(seconds(text, now: .min), "no year that ends in 94 lies in the years 0000 to 0050")
        XCTAssertNotNil(seconds(text, now: .max))
    }
}
