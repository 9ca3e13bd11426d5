import XCTest

/// Conditions of the client's and of the cache's own (RFC 9111 §4.3), and what answers to them change.
final class ConditionalTests: XCTestCase {
    func testClientsConditions() {
        let matching = [
            ("\"a\"", "\"a\""), ("\"a\"", "W/\"a\""), ("W/\"a\"", "\"a\""), ("\"a\"", "\"b\", \"a\""),
            ("\"a\"", "\"b\" , W/\"a\" "), ("\"a\"", "*"), ("\"a,b\"", "\"a,b\""), ("\"\"", "\"\""),
            ("\"ü\"", "\"ü\""),
        ]
        for (tag, condition) in matching {
            Dialogue.run(
                """
                case \(condition) matches \(tag)
                > GET
                < 200 ; Cache-Control: max-age=60 ; ETag: \(tag) ; Content-Type: a/b ; Vary: X ; Expires: {date+60}
                > GET ; If-None-Match: \(condition)
                = 304 hit ; ETag: \(tag) ; Cache-Control: max-age=60 ; Vary: X ; Date: {date} ; !Content-Length ; body:
                """)
        }
        for (tag, condition) in [("\"a\"", "\"b\""), ("\"a\"", "\"A\""), ("\"a\"", "\"a"), ("\"ab\"", "\"a\", \"b\"")] {
            Dialogue.run(
                """
                case \(condition) does not match \(tag)
                > GET
                < 200 ; Cache-Control: max-age=60 ; ETag: \(tag)
                > GET ; If-None-Match: \(condition)
                = 200 hit ; body:b1
                """)
        }
        Dialogue.run(
            """
            case If-None-Match comes before If-Modified-Since
            > GET
            < 200 ; Cache-Control: max-age=60 ; ETag: "a" ; Last-Modified: {date-100}
            > GET ; If-None-Match: "b" ; If-Modified-Since: {date}
            = 200 hit
            > GET ; If-None-Match: "a" ; If-Modified-Since: {date-200}
            = 304 hit

            case If-Modified-Since by Last-Modified, and by Date where there is none
            > GET
            < 200 ; Cache-Control: max-age=60 ; Last-Modified: {date-100}
            > GET ; If-Modified-Since: {date-100}
            = 304 hit
            > GET ; If-Modified-Since: {date-101}
            = 200 hit
            > GET ; If-Modified-Since: Wed, 31-Dec-25 23:58:20 GMT
            = 200 hit
            > GET ; If-Modified-Since: Wednesday, 31-Dec-25 23:58:20 GMT
            = 304 hit
            > GET ; If-Modified-Since: not a date
            = 200 hit
            > GET /d
            < 200 ; Cache-Control: max-age=60
            > GET /d ; If-Modified-Since: {date}
            = 304 hit

            case a condition on a miss is the origin's to judge
            > GET ; If-None-Match: "a"
            < 304 ; ETag: "a"
            ~ If-None-Match: "a"
            = 304 fwd=uri-miss ; ETag: "a"

            case If-Match goes to the origin
            > GET
            < 200 ; Cache-Control: max-age=60 ; ETag: "a"
            > GET ; If-Match: "b"
            < 412
            ~ If-Match: "b"
            = 412
            """)
    }

    func testValidation() {
        Dialogue.run(
            """
            case a strong tag
            > GET
            < 200 ; Cache-Control: max-age=10 ; ETag: "a"
            + 11
            > GET
            < 304 ; ETag: "a" ; Cache-Control: max-age=20
            ~ If-None-Match: "a" ; !If-Modified-Since
            = 200 fwd=stale fwd-status=304 ; body:b1 ; Cache-Control: max-age=20
            + 19
            > GET
            = 200 hit ; Age: 19 ; body:b1

            case a weak tag
            > GET
            < 200 ; Cache-Control: max-age=10 ; ETag: W/"a"
            + 11
            > GET
            < 304 ; ETag: W/"a"
            ~ If-None-Match: W/"a"
            = 200 ; body:b1

            case Last-Modified
            > GET
            < 200 ; Cache-Control: max-age=10 ; Last-Modified: Wed, 31 Dec 2025 00:00:00 GMT
            + 11
            > GET
            < 304 ; Last-Modified: Wed, 31 Dec 2025 00:00:00 GMT
            ~ If-Modified-Since: Wed, 31 Dec 2025 00:00:00 GMT ; !If-None-Match
            = 200 ; body:b1

            case a 304 without validators is about the one that was asked about
            > GET
            < 200 ; Cache-Control: max-age=10 ; ETag: "a"
            + 11
            > GET
            < 304 ; Cache-Control: max-age=20 ; X: 1
            ~ If-None-Match: "a"
            = 200 fwd=stale fwd-status=304 ; body:b1 ; Cache-Control: max-age=20 ; X: 1 ; ETag: "a"
            + 19
            > GET
            = 200 hit ; Age: 19 ; body:b1 ; X: 1
            > GET ; Cache-Control: no-cache
            < 304
            = 200 fwd=request fwd-status=304 ; body:b1
            > GET /l
            < 200 ; Cache-Control: max-age=10 ; Last-Modified: Wed, 31 Dec 2025 00:00:00 GMT
            + 11
            > GET /l ; If-Modified-Since: Wed, 31 Dec 2025 00:00:00 GMT
            < 304
            = 304 fwd=stale

            case and so in the background
            > GET
            < 200 ; Cache-Control: max-age=10, stale-while-revalidate=60 ; ETag: "a"
            + 11
            > GET
            < 304
            = 200 hit ; body:b1
            > GET
            = 200 hit ; Age: 0 ; body:b1

            case and about another variant, where only one was asked about
            > GET ; X: 1
            < 200 ; Cache-Control: max-age=60 ; Vary: X ; ETag: "a"
            > GET ; X: 2
            < 304
            ~ If-None-Match: "a"
            = 200 fwd=vary-miss fwd-status=304 ; body:b1

            case both
            > GET
            < 200 ; Cache-Control: max-age=10 ; ETag: "a" ; Last-Modified: Wed, 31 Dec 2025 00:00:00 GMT
            + 11
            > GET
            < 200 ; ETag: "b" ; Cache-Control: max-age=10
            ~ If-None-Match: "a" ; If-Modified-Since: Wed, 31 Dec 2025 00:00:00 GMT
            = 200 fwd=stale stored ; body:b2
            > GET
            = 200 hit ; body:b2

            case a client's own tag is asked about too
            > GET
            < 200 ; Cache-Control: max-age=10 ; ETag: "a"
            + 11
            > GET ; If-None-Match: "b"
            < 304 ; ETag: "b"
            ~ If-None-Match: "b", "a"
            = 304 ; ETag: "b" ; body:

            case 304 for our tag, and a client with the same tag
            > GET
            < 200 ; Cache-Control: max-age=10 ; ETag: "a"
            + 11
            > GET ; If-None-Match: "a"
            < 304 ; ETag: "a"
            = 304 fwd=stale ; ETag: "a"

            case a 304 without a word about which response updates the one that was asked about
            > GET
            < 200 ; Cache-Control: max-age=10
            + 11
            > GET
            < 200 ; Cache-Control: max-age=10
            = 200 fwd=stale ; body:b2
            """)
    }

    func testUpdates() {
        Dialogue.run(
            """
            case a 304 replaces fields, but not those of the content
            > GET
            < 200 ; Cache-Control: max-age=10 ; ETag: "a" ; A: 1 ; B: 1 ; Content-Type: t/one ; Content-Encoding: e
            + 11
            > GET
            < 304 ; ETag: "a" ; Cache-Control: max-age=60 ; A: 2 ; C: 2 ; Content-Encoding: f ; Content-Length: 17
            = 200 ; A: 2 ; B: 1 ; C: 2 ; Content-Type: t/one ; Content-Encoding: e ; Content-Length: 2 ; body:b1
            > GET
            = 200 hit ; A: 2 ; B: 1 ; C: 2 ; Content-Type: t/one ; Content-Encoding: e ; Content-Length: 2

            case HEAD that agrees brings the stored GET up to date
            > GET
            < 200 ; Cache-Control: max-age=10 ; ETag: "a" ; A: 1
            + 11
            > HEAD
            < 200 ; Cache-Control: max-age=60 ; ETag: "a" ; A: 2 ; Content-Length: 2
            = 200 ; A: 2
            > GET
            = 200 hit ; A: 2 ; body:b1

            case HEAD with another tag outdates it
            > GET
            < 200 ; Cache-Control: max-age=60 ; ETag: "a"
            > HEAD ; Cache-Control: no-cache
            < 200 ; ETag: "b" ; Content-Length: 2
            > GET
            < 200 ; ETag: "b"
            = 200 ; body:b3

            case a 5xx to a validation is not stored over what there is
            > GET
            < 200 ; Cache-Control: max-age=10, must-revalidate ; ETag: "a"
            + 11
            > GET
            < 503
            = 503 fwd=stale
            > GET
            < 304 ; ETag: "a"
            = 200 ; body:b1
            """)
    }

    func testRanges() {
        Dialogue.run(
            """
            case ranges of a stored response
            > GET
            < 200 ; Cache-Control: max-age=60 ; ETag: "a" ; body:0123456789
            > GET ; Range: bytes=2-4
            = 206 hit ; Content-Range: bytes 2-4/10 ; Content-Length: 3 ; body:234
            > GET ; Range: bytes=7-
            = 206 hit ; Content-Range: bytes 7-9/10 ; body:789
            > GET ; Range: bytes=-3
            = 206 hit ; Content-Range: bytes 7-9/10 ; body:789
            > GET ; Range: bytes=-30
            = 206 hit ; Content-Range: bytes 0-9/10 ; body:0123456789
            > GET ; Range: bytes=10-
            = 416 ; Content-Range: bytes */10
            > GET ; Range: bytes=4-2
            = 200 hit ; body:0123456789
            > GET ; Range: lines=1-2
            = 200 hit ; body:0123456789
            > GET ; Range: bytes=2-4 ; If-Range: "a"
            = 206 hit ; body:234
            > GET ; Range: bytes=2-4 ; If-Range: "b"
            = 200 hit ; body:0123456789
            > GET ; Range: bytes=2-4 ; If-None-Match: "a"
            = 304 hit
            > HEAD ; Range: bytes=2-4
            = 200 hit ; Content-Length: 10 ; body:

            case a stored part serves what lies within it
            > GET ; Range: bytes=2-6
            < 206 ; Cache-Control: max-age=60 ; ETag: "a" ; Content-Range: bytes 2-6/10 ; body:23456
            ~ Range: bytes=2-6
            = 206 stored ; Content-Range: bytes 2-6/10 ; body:23456
            > GET ; Range: bytes=3-4
            = 206 hit ; Content-Range: bytes 3-4/10 ; Content-Length: 2 ; body:34

            case a part that is not as long as it says passes, and is not stored
            > GET ; Range: bytes=-5
            < 206 ; Cache-Control: max-age=60 ; ETag: "a" ; Content-Range: bytes 4-9/10 ; body:01234
            = 206 -stored ; Content-Range: bytes 4-9/10 ; Content-Length: 5 ; body:01234
            > GET ; Range: bytes=-5
            < 206 ; Cache-Control: max-age=60 ; ETag: "a" ; Content-Range: bytes 5-9/10 ; body:56789
            = 206 stored ; body:56789
            > GET ; Range: bytes=0-5
            < 206 ; Cache-Control: max-age=60 ; ETag: "a" ; Content-Range: bytes 0-4/10 ; body:012345
            = 206 -stored ; body:012345
            > GET ; Range: bytes=5-9
            = 206 hit ; body:56789

            case a request for the whole asks for what a part lacks
            > GET ; Range: bytes=0-4
            < 206 ; Cache-Control: max-age=60 ; ETag: "a" ; Content-Range: bytes 0-4/10 ; body:01234
            > GET
            < 206 ; Cache-Control: max-age=60 ; ETag: "a" ; Content-Range: bytes 5-9/10 ; body:56789
            ~ Range: bytes=5- ; If-Range: "a"
            = 200 ; Content-Length: 10 ; body:0123456789 ; !Content-Range
            > GET
            = 200 hit ; body:0123456789

            case two parts are joined
            > GET ; Range: bytes=0-4
            < 206 ; Cache-Control: max-age=60 ; ETag: "a" ; Content-Range: bytes 0-4/10 ; body:01234
            > GET ; Range: bytes=5-9
            < 206 ; Cache-Control: max-age=60 ; ETag: "a" ; Content-Range: bytes 5-9/10 ; body:56789
            = 206 ; body:56789
            > GET
            = 200 hit ; Content-Length: 10 ; body:0123456789 ; !Content-Range
            """)
    }
}
