import XCTest

@testable import CachingURLSession

final class SetCookieLinesTests: XCTestCase {
    func testLinesThatWereJoinedComeApart() {
        let rows: [(joined: String, lines: [String])] = [
            ("a=1", ["a=1"]),
            ("a=1, b=2", ["a=1", "b=2"]),
            ("a=1,b=2", ["a=1", "b=2"]),
            (
                "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=2; Path=/",
                ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2; Path=/"]
            ),
            (
                "a=1; Expires=Wednesday, 21-Oct-26 07:28:00 GMT, b=2; expires=Thu, 22 Oct 2026 07:28:00 GMT",
                [
                    "a=1; Expires=Wednesday, 21-Oct-26 07:28:00 GMT", "b=2; expires=Thu, 22 Oct 2026 07:28:00 GMT",
                ]
            ),
            ("a=, b=", ["a=", "b="]),
            ("__Host-a=x%2Cy; Secure, $!#%&'*+-.^_`|~=1", ["__Host-a=x%2Cy; Secure", "$!#%&'*+-.^_`|~=1"]),
        ]
        for row in rows { XCTAssertEqual(SetCookieLines.split(row.joined), row.lines, row.joined) }
    }

    func testWhatIsNoBeginningOfACookieSplitsNothing() {
        for joined in ["", ",", "a=1,", "a=1, ", "a=1, =2", "a=1, b", "a=1, b c=2", "a=1; x=\"u, v\"", "a=1, \u{E9}=2"]
        {
            XCTAssertEqual(SetCookieLines.split(joined), [joined], joined)
        }
    }
}
