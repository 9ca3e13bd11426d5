import Foundation
import XCTest

@testable import HTTPCacheCLI

final class DateCommandTests: XCTestCase {
    func testTextSaysFormSecondsAndCanonicalForm() {
        // RFC 9110 §5.6.7 gives one instant in its three forms; date -d @784111777 agrees.
        let canonical = "Sun, 06 Nov 1994 08:49:37 GMT"
        let rows: [(input: String, line: String)] = [
            ("Sun, 06 Nov 1994 08:49:37 GMT", "784111777  imf-fixdate  \(canonical)\n"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "784111777  rfc850  \(canonical)\n"),
            ("Sun Nov  6 08:49:37 1994", "784111777  asctime  \(canonical)\n"),
            ("mon, 06 nov 1994 08:49:37 gmt", "784111777  imf-fixdate  \(canonical)  (another day was named)\n"),
            (
                "Sat, 31 Dec 2016 23:59:60 GMT",
                "1483228799  imf-fixdate  Sat, 31 Dec 2016 23:59:59 GMT  (23:59:60 reads as the second before)\n"
            ),
        ]
        for row in rows {
            let run = Run(["date", row.input])
            XCTAssertEqual(run.output, row.line, row.input)
            XCTAssertEqual(run.status, .answered, row.input)
        }
    }

    func testJSON() throws {
        let run = Run(["date", "--format", "json", "-"], input: "Sun, 06 Nov 1994 08:49:37 GMT\r\n0\n")
        XCTAssertEqual(
            run.output,
            """
            {"schema":"httpcache.date/1","input":"Sun, 06 Nov 1994 08:49:37 GMT","form":"imf-fixdate",\
            "epoch":784111777,"canonical":"Sun, 06 Nov 1994 08:49:37 GMT","weekdayMatches":true}
            {"schema":"httpcache.date/1","input":"0","error":{"offset":0,"expected":"the name of a day"}}

            """)
        XCTAssertEqual(run.status, .no)
    }

    func testInvalidDatesAreStatusOneWithACaret() {
        for input in ["", "0", "-1 x", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 31 Feb 2026 00:00:00 GMT", "1994-11-06"] {
            let run = Run(["date", "--", input])
            XCTAssertEqual(run.status, .no, input)
            XCTAssertTrue(run.output.hasPrefix("invalid  " + input + "\n"), input)
        }
        XCTAssertEqual(
            Run(["date", "Sun, 31 Feb 2026 00:00:00 GMT"]).output,
            """
            invalid  Sun, 31 Feb 2026 00:00:00 GMT
                          ^ expected a day that the month has

            """)
        XCTAssertEqual(Run(["date", "--strict", "sun, 06 Nov 1994 08:49:37 GMT"]).status, .no)
        XCTAssertEqual(Run(["date", "--strict", "Mon, 06 Nov 1994 08:49:37 GMT"]).status, .no)
    }

    /// The latest year so ending that is not more than 50 years after now.
    func testTheClockPlacesTwoDigitYears() {
        let rows = [
            ("1990-01-01T00:00:00Z", "1940"), ("1990-01-01T00:00:01Z", "2040"), ("2080-01-01T00:00:00Z", "2040"),
        ]
        for (now, year) in rows {
            // Valid in each of these years but for the day's name.
            let run = Run(["date", "--at", now, "Sunday, 01-Jan-40 00:00:01 GMT"])
            XCTAssertTrue(run.output.contains("01 Jan \(year) 00:00:01"), run.output)
        }
    }

    func testWhatCannotBeAskedIsStatusTwo() {
        for arguments in [
            ["date"], ["date", "--at", "+27m", "x"], ["date", "--at", "soon", "x"], ["date", "--nope"],
        ] {
            XCTAssertEqual(Run(arguments).status, .notAsked, "\(arguments)")
        }
        XCTAssertEqual(Run(["date", "--file", "/nonexistent/file"]).status, .notAsked)
        for arguments in [["date"], ["date", "-"], ["date", "--file", "/dev/null"]] {
            let run = Run(arguments, input: "")
            XCTAssertEqual(run.status, .notAsked, "\(arguments)")
            XCTAssertEqual(run.errors, "httpcache date: no date in this input\n")
        }
        // One empty line is one date, and none that is valid.
        XCTAssertEqual(Run(["date"], input: "\n").status, .no)
    }

    func testGraph() {
        let run = Run(["date", "--graph"])
        XCTAssertTrue(run.output.hasPrefix("digraph"), String(run.output.prefix(40)))
        XCTAssertEqual(run.status, .answered)
    }
}
