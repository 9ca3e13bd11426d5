import XCTest

/// Vary (RFC 9111 §4.1).
final class VariantTests: XCTestCase {
    func testMatching() {
        Dialogue.run(
            """
            case the same value
            > GET ; A: 1
            < 200 ; Cache-Control: max-age=60 ; Vary: A
            > GET ; a: 1
            = 200 hit
            > GET ; A: 2
            < 200 ; Cache-Control: max-age=60 ; Vary: A
            = 200 fwd=vary-miss ; body:b2
            > GET ; A: 1
            = 200 hit ; body:b1
            > GET ; A: 2
            = 200 hit ; body:b2
            > GET
            < 200
            = 200 fwd=vary-miss

            case missing in both
            > GET
            < 200 ; Cache-Control: max-age=60 ; Vary: A
            > GET
            = 200 hit

            case star
            > GET ; A: 1
            < 200 ; Cache-Control: max-age=60 ; Vary: *
            > GET ; A: 1
            < 200
            = 200 ; body:b2

            case star among others
            > GET ; A: 1
            < 200 ; Cache-Control: max-age=60 ; Vary: A, *
            > GET ; A: 1
            < 200
            = 200 ; body:b2

            case two names on two lines
            > GET ; A: 1 ; B: 2
            < 200 ; Cache-Control: max-age=60 ; Vary: A ; Vary: B
            > GET ; A: 1 ; B: 2
            = 200 hit
            > GET ; A: 1 ; B: 3
            < 200
            = 200 fwd=vary-miss
            """)
    }

    func testHowValuesAreCompared() {
        Dialogue.run(
            """
            case white space and lines of a list do not matter
            > GET ; Accept: 1, 2
            < 200 ; Cache-Control: max-age=60 ; Vary: Accept
            > GET ; Accept: 1,2
            = 200 hit
            > GET ; Accept: 1 ; Accept: 2
            = 200 hit
            > GET ; Accept: 1,   2
            = 200 hit

            case lines of a field that is not known are joined
            > GET ; A: 1, 2
            < 200 ; Cache-Control: max-age=60 ; Vary: A
            > GET ; A: 1 ; A: 2
            = 200 hit
            > GET ; A: 1,2
            = 200 hit
            > GET ; A: 1 , 2
            = 200 hit
            > GET ; A: 1,,2
            < 200
            = 200 fwd=vary-miss

            case language tags are case-insensitive
            > GET ; Accept-Language: en, De
            < 200 ; Cache-Control: max-age=60 ; Vary: Accept-Language
            > GET ; Accept-Language: EN, de
            = 200 hit

            case the newest of several without Vary's help
            > GET ; A: 1
            < 200 ; Cache-Control: max-age=60 ; Vary: A ; ETag: "one"
            > GET ; A: 2
            < 200 ; Cache-Control: max-age=60 ; Vary: A ; ETag: "two"
            ~ If-None-Match: "one"
            > GET ; A: 3
            < 304 ; ETag: "two" ; Cache-Control: max-age=60 ; Vary: A
            = 200 ; body:b2 ; ETag: "two"

            case unsafe methods invalidate all variants
            > GET ; A: 1
            < 200 ; Cache-Control: max-age=60 ; Vary: A
            > GET ; A: 2
            < 200 ; Cache-Control: max-age=60 ; Vary: A
            > POST ; body:x
            < 204
            > GET ; A: 1
            < 200
            = 200 ; body:b4
            """)
    }
}
