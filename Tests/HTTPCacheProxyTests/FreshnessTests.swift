import XCTest

/// Freshness (RFC 9111 §4.2) as clients see it.
final class FreshnessTests: XCTestCase {
    func testLifetimes() {
        Dialogue.run(
            """
            case max-age, and not a second longer
            > GET
            < 200 ; Cache-Control: max-age=60
            = 200 fwd=uri-miss stored ttl=60 ; body:b1
            + 59
            > GET
            = 200 hit ttl=1 ; Age: 59 ; body:b1
            + 1
            > GET
            < 200 ; Cache-Control: max-age=60
            = 200 fwd=stale ; body:b2 ; !Age

            case s-maxage comes before max-age and Expires (5.2.2.10)
            > GET
            < 200 ; Cache-Control: max-age=1, s-maxage=60 ; Expires: {date+1}
            + 30
            > GET
            = 200 hit ttl=30 ; body:b1

            case a short s-maxage over a long max-age
            > GET
            < 200 ; Cache-Control: s-maxage=1, max-age=60
            + 2
            > GET
            < 200
            = 200 fwd=stale ; body:b2

            case Expires
            > GET
            < 200 ; Expires: {date+60}
            + 59
            > GET
            = 200 hit ; body:b1
            + 1
            > GET
            < 200
            = 200 fwd=stale ; body:b2

            case max-age comes before Expires
            > GET
            < 200 ; Expires: {date-60} ; Cache-Control: max-age=60
            > GET
            = 200 hit

            case Expires: 0 is in the past
            > GET
            < 200 ; Expires: 0
            > GET
            < 200
            = 200 fwd=stale ; body:b2

            case two Expires lines are none (4.2.1)
            > GET
            < 200 ; Expires: {date+60} ; Expires: {date+61}
            > GET
            < 200 ; Expires: {date+60} ; Expires: {date+60}
            = 200 fwd=stale ; body:b2
            > GET
            < 200 ; Cache-Control: max-age=60 ; Cache-Control: max-age=1
            = 200 fwd=stale ; body:b3
            + 59
            > GET
            = 200 hit ; body:b3

            case Expires in the two old forms
            > GET
            < 200 ; Expires: Thursday, 01-Jan-26 00:01:00 GMT
            > GET
            = 200 hit ttl=60
            > GET /asctime
            < 200 ; Expires: Thu Jan  1 00:01:00 2026
            > GET /asctime
            = 200 hit ttl=60

            case CDN-Cache-Control comes before Cache-Control (RFC 9213)
            > GET
            < 200 ; CDN-Cache-Control: max-age=60 ; Cache-Control: no-store
            > GET
            = 200 hit ttl=60 ; CDN-Cache-Control: max-age=60

            case an invalid CDN-Cache-Control is ignored
            > GET
            < 200 ; CDN-Cache-Control: max-age=6;5=, ; Cache-Control: max-age=60
            > GET
            = 200 hit ttl=60

            case a heuristic lifetime from Last-Modified
            > GET
            < 200 ; Last-Modified: {date-1000}
            + 99
            > GET
            = 200 hit ttl=1
            + 1
            > GET
            < 304 ; Last-Modified: {date-1100}
            = 200 fwd=stale ; body:b1

            case neither lifetime nor validator: not used again
            > GET
            < 200
            > GET
            < 200
            = 200 ; body:b2
            """)
    }

    func testSpellings() {
        let fresh = [
            "max-age=60", "MAX-AGE=60", "max-age=\"60\"", "a=b, max-age=60", " ,max-age=60,", "max-age=60, max-age=60",
            "public,max-age=60", "max-age=99999999999", "max-age=060", "a=\"max-age=1\", max-age=60",
            "max-age=60, private=\"x\"",
        ]
        for value in fresh {
            Dialogue.run(
                """
                case fresh by \(value)
                > GET
                < 200 ; Cache-Control: \(value)
                > GET
                = 200 hit
                """)
        }
        let stale = [
            "max-age=0", "max-age", "max-age=", "max-age=-1", "max-age=1.5", "max-age=60s", "max-age=60;x",
            "max-age = 60",
        ]
        for value in stale {
            Dialogue.run(
                """
                case not fresh by \(value)
                > GET
                < 200 ; Cache-Control: \(value) ; ETag: "a"
                > GET
                < 304 ; ETag: "a"
                = 200 fwd=stale ; body:b1
                """)
        }
    }

    func testExpiresThatIsNoDate() {
        let values = [
            "0", "-1", "tomorrow", "Thu, 01 Jan 2026 00:01:00 UTC", "Thu, 01 Jan 2026 00:01:00 AEST",
            "Thu, 01 Jan 2026 00:01:00", "Thu 01 Jan 2026 00:01:00 GMT", "Thu, 1 Jan 2026 00:01:00 GMT",
            "Thu,  01 Jan 2026 00:01:00 GMT", "Thu, 01-Jan-2026 00:01:00 GMT", "Thu, 01 Jan 26 00:01:00 GMT",
            "Thu, 01 Jan 2026 00.01.00 GMT", "Thu, 01 Jan 2026 00:61:00 GMT", "Thu, 32 Jan 2026 00:01:00 GMT",
            "2026-01-01T00:01:00Z", "Thu, 01 Jan 2026 00:01:00 GMT, Thu, 01 Jan 2026 00:01:00 GMT", "",
        ]
        for value in values {
            Dialogue.run(
                """
                case not fresh by Expires: \(value)
                > GET
                < 200 ; Expires: \(value) ; ETag: "a"
                > GET
                < 304 ; ETag: "a"
                = 200 fwd=stale ; body:b1
                """)
        }
        Dialogue.run(
            """
            case nor does Last-Modified help where Expires is no date
            > GET
            < 200 ; Expires: soon ; Last-Modified: {date-100000}
            > GET
            < 304 ; Last-Modified: {date-100000}
            = 200 fwd=stale ; body:b1

            case of two Expires the fresh one does not win over the other
            > GET
            < 200 ; Expires: {date-60} ; Expires: {date+60} ; ETag: "a"
            > GET
            < 304 ; ETag: "a"
            = 200 fwd=stale
            """)
    }

    func testAge() {
        Dialogue.run(
            """
            case Age from the origin counts
            > GET
            < 200 ; Cache-Control: max-age=60 ; Age: 50
            = 200 ttl=10 ; Age: 50
            + 9
            > GET
            = 200 hit ; Age: 59
            + 1
            > GET
            < 200
            = 200 fwd=stale

            case Date in the past counts
            > GET
            < 200 ; Cache-Control: max-age=60 ; Date: {date-50}
            + 5
            > GET
            = 200 hit ttl=5 ; Age: 55

            case the larger of Age and the apparent age
            > GET
            < 200 ; Cache-Control: max-age=60 ; Date: {date-20} ; Age: 30
            > GET
            = 200 hit ; Age: 30

            case Date in the future is no age
            > GET
            < 200 ; Cache-Control: max-age=60 ; Date: {date+20}
            > GET
            = 200 hit ; Age: 0

            case an Age that is too large for the lifetime
            > GET
            < 200 ; Cache-Control: max-age=60 ; Age: 99999999999999
            > GET
            < 200
            = 200 fwd=stale

            case of several Ages the first counts (RFC 9111 5.1)
            > GET
            < 200 ; Cache-Control: max-age=60 ; Age: 10, 100
            > GET
            = 200 hit ; Age: 10

            case an Age that is none is ignored
            > GET
            < 200 ; Cache-Control: max-age=60 ; Age: -10
            > GET
            = 200 hit ; Age: 0

            case Date and Expires go through as they are, odd as they may be
            > GET
            < 200 ; Cache-Control: max-age=60 ; Expires: tomorrow ; Date: Thursday, 01-Jan-26 00:00:00 GMT
            = 200 ; Expires: tomorrow ; Date: Thursday, 01-Jan-26 00:00:00 GMT
            > GET
            = 200 hit ; Expires: tomorrow ; Date: Thursday, 01-Jan-26 00:00:00 GMT

            case a missing Date is added
            > GET
            < 200 ; Cache-Control: max-age=60 ; !Date
            = 200 ; Date: {date}
            """)
    }

    func testStatusCodes() {
        let heuristic = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
        for status in heuristic {
            Dialogue.run(
                """
                case heuristic freshness of \(status)
                > GET
                < \(status) ; Last-Modified: {date-1000}
                > GET
                = \(status) hit
                """)
        }
        for status in [201, 202, 302, 303, 307, 400, 403, 500, 502, 503, 504, 599] {
            Dialogue.run(
                """
                case no heuristic freshness of \(status)
                > GET
                < \(status) ; Last-Modified: {date-1000}
                > GET
                < \(status) ; Last-Modified: {date-1000}
                = \(status) ; body:b2
                """)
        }
        for status in heuristic + [201, 202, 299, 302, 303, 307, 400, 403, 418, 499, 500, 502, 503, 504, 599] {
            Dialogue.run(
                """
                case explicit freshness of \(status)
                > GET
                < \(status) ; Cache-Control: max-age=60
                > GET
                = \(status) hit
                """)
        }
    }

    func testRequestDirectives() {
        Dialogue.run(
            """
            case no-cache asks the origin
            > GET
            < 200 ; Cache-Control: max-age=60 ; ETag: "a"
            > GET ; Cache-Control: no-cache
            < 304 ; ETag: "a" ; Cache-Control: max-age=60
            ~ If-None-Match: "a"
            = 200 fwd=request ; body:b1

            case max-age=0
            > GET
            < 200 ; Cache-Control: max-age=60
            + 1
            > GET ; Cache-Control: max-age=0
            < 200
            = 200 fwd=request ; body:b2

            case min-fresh
            > GET
            < 200 ; Cache-Control: max-age=60
            + 30
            > GET ; Cache-Control: min-fresh=30
            = 200 hit
            > GET ; Cache-Control: min-fresh=31
            < 200
            = 200 fwd=request

            case max-stale
            > GET
            < 200 ; Cache-Control: max-age=10
            + 15
            > GET ; Cache-Control: max-stale=5
            = 200 hit ttl=-5 ; Age: 15
            > GET ; Cache-Control: max-stale=4
            < 200
            = 200 fwd=stale

            case only-if-cached without anything is the proxy's own 504
            > GET ; Cache-Control: only-if-cached
            = 504 own

            case no-store neither stores nor is answered with what it stored
            > GET ; Cache-Control: no-store
            < 200 ; Cache-Control: max-age=60
            = 200 -stored
            > GET
            < 200
            = 200 ; body:b2

            case Pragma in a response means nothing
            > GET
            < 200 ; Cache-Control: max-age=60 ; Pragma: no-cache
            > GET
            = 200 hit ; Pragma: no-cache
            """)
    }
}
