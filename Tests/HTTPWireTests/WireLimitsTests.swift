import HTTPCacheSemantics
import HTTPWire
import XCTest

/// Each limit at its last allowed byte and one past it.
final class WireLimitsTests: XCTestCase {
    private var limits: WireLimits {
        var limits = WireLimits()
        limits.method = 5
        limits.target = 10
        limits.head = 60
        limits.fieldLines = 3
        limits.trailers = 20
        limits.chunkSizeLine = 12
        limits.chunkExtensions = 10
        limits.content = 6
        return limits
    }

    func testRequests() {
        let limits = limits
        check(
            ParserTable(
                #"""
                ABCDE / HTTP/1.1⏎Host: a⏎⏎ → ABCDE / keep
                ABCDE¦F / HTTP/1.1⏎Host: a⏎⏎ → 501 methodTooLong
                ABCDE¦‹x*200› / HTTP/1.1⏎Host: a⏎⏎ → 501 methodTooLong
                ABCDE¦‹x*200› → 501 methodTooLong
                GET /‹x*9› HTTP/1.1⏎Host: a⏎⏎ → GET /xxxxxxxxx keep
                GET /‹x*9›¦x HTTP/1.1⏎Host: a⏎⏎ → 414 targetTooLong
                GET /‹x*9›¦‹x*300› HTTP/1.1⏎Host: a⏎⏎ → 414 targetTooLong
                GET /‹x*9›¦‹x*300› → 414 targetTooLong
                GET /x HTTP/1.1‹x*12›¦‹x*100›⏎Host: a⏎⏎ → 400 malformedRequestLine
                GET / HTTP/1.1⏎Host: a⏎X: ‹x*28›⏎⏎ → GET / keep [X: xxxxxxxxxxxxxxxxxxxxxxxxxxxx]
                GET / HTTP/1.1⏎Host: a⏎X: ‹x*29›⏎⏎ → 431 headTooLarge
                GET / HTTP/1.1⏎Host: a⏎X: ‹x*32›¦‹x*300›⏎⏎ → 431 headTooLarge
                GET / HTTP/1.1⏎Host: a⏎X: ‹x*32›¦‹x*300› → 431 headTooLarge
                GET / HTTP/1.1⏎Host: a⏎X: \0‹x*31›¦‹x*300› → 431 headTooLarge
                GET / HTTP/1.1⏎Host: a⏎X: ¦\0‹x*20›⏎ → 400 controlByte
                GET / HTTP/1.1⏎Host: a⏎X:⏎Y:⏎⏎ → GET / keep [X: ; Y: ]
                GET / HTTP/1.1⏎Host: a⏎X:⏎Y:⏎¦Z:⏎⏎ → 431 tooManyFieldLines
                A / HTTP/1.1⏎Host: a⏎Content-Length: 6⏎⏎123456 → A / keep [Content-Length: 6] "123456"
                A / HTTP/1.1⏎Host: a⏎Content-Length: 7⏎⏎¦1234567 → 413 contentTooLarge
                """#)
        ) { Reader.requests($0, limits: limits) }
    }

    func testChunked() {
        var limits = limits
        limits.head = 100
        let rows = #"""
            @3⏎abc⏎3⏎def⏎0⏎⏎ → $ "abcdef"
            @3⏎abc⏎¦4⏎defg⏎0⏎⏎ → $ "abc" | 413 contentTooLarge
            @¦7⏎abcdefg⏎0⏎⏎ → $ | 413 contentTooLarge
            @1;a=456789⏎x⏎0⏎⏎ → $ "x"
            @1;a=4567890\r¦\nx⏎0⏎⏎ → $ | 400 chunkExtensionsTooLong
            @1;abcd⏎x⏎1;efgh⏎x⏎0⏎⏎ → $ "xx"
            @1;abcd⏎x⏎¦1;efghi⏎x⏎0⏎⏎ → $ "x" | 400 chunkExtensionsTooLong
            @0⏎X: ‹x*13›⏎⏎ → $ {X: xxxxxxxxxxxxx}
            @0⏎X: ‹x*14›⏎⏎ → $ | 431 trailersTooLarge
            @0⏎X: ‹x*17›¦‹x*100› → $ | 431 trailersTooLarge
            @0⏎A:⏎B:⏎C:⏎¦D:⏎⏎ → $ | 431 tooManyFieldLines
            """#
        let text = rows.replacing("@", with: "PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎")
            .replacing("$", with: "PUT / keep [Transfer-Encoding: chunked]")
        check(ParserTable(text)) { Reader.requests($0, limits: limits) }
    }

    func testResponses() {
        let limits = limits
        check(
            ParserTable(
                #"""
                HTTP/1.1 200 ‹x*45›⏎¦x⏎⏎ → headTooLarge
                HTTP/1.1 200 ‹x*47›¦‹x*100›⏎⏎ → headTooLarge
                HTTP/1.1 200 x⏎Content-Length: 7⏎⏎¦1234567 → contentTooLarge
                HTTP/1.1 200 x⏎⏎123456 → 200 (x) keep "123456"
                HTTP/1.1 200 x⏎⏎123456¦7 → 200 (x) keep "123456" | contentTooLarge
                """#)
        ) { Reader.responses($0, to: [.get], limits: limits) }
    }

    func testNegativeLimitsCountAsZero() {
        var limits = WireLimits()
        limits.method = -1
        limits.target = -1
        limits.head = -1
        limits.fieldLines = -1
        limits.content = -5
        let request = ParserTable.bytes("GET / HTTP/1.1⏎Host: a⏎⏎").bytes
        XCTAssertNotNil(Reader.requests([request], limits: limits).faultOffset)
        let response = ParserTable.bytes("HTTP/1.1 200 x⏎⏎x").bytes
        XCTAssertNotNil(Reader.responses([response], to: [.get], limits: limits).faultOffset)
    }
}
