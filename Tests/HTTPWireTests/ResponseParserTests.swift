import HTTPCacheSemantics
import HTTPWire
import XCTest

final class ResponseParserTests: XCTestCase {
    /// RFC 9112 §4.
    func testStatusLines() {
        check(
            ParserTable(
                #"""
                HTTP/1.1 200 OK⏎Content-Length: 0⏎⏎ → 200 (OK) keep [Content-Length: 0]
                HTTP/1.1 200 ⏎Content-Length: 0⏎⏎ → 200 keep [Content-Length: 0]
                HTTP/1.1 200⏎Content-Length: 0⏎⏎ → 200 keep [Content-Length: 0]
                HTTP/1.0 200 OK⏎Content-Length: 0⏎⏎ → 200 (OK) close [Content-Length: 0]
                HTTP/1.5 200 OK⏎Content-Length: 0⏎⏎ → 200 (OK) keep [Content-Length: 0]
                HTTP/1.1 404 Not\tFound \xe9⏎Content-Length: 0⏎⏎ → 404 (Not\tFound \xe9) keep [Content-Length: 0]
                HTTP/1.1 599 x⏎Content-Length: 0⏎⏎ → 599 (x) keep [Content-Length: 0]
                HTTP/1.1 999 x⏎Content-Length: 0⏎⏎ → 999 (x) keep [Content-Length: 0]
                HTTP/1.1 200 OK\nContent-Length: 0\n\n → 200 (OK) keep [Content-Length: 0]
                HTTP/1.1 200  OK⏎Content-Length: 0⏎⏎ → 200 ( OK) keep [Content-Length: 0]
                HTTP/1.1 ¦ 200 OK⏎⏎ → malformedStatusLine
                HTTP/1.1 ¦20 OK⏎⏎ → malformedStatusLine
                HTTP/1.1 200¦0 OK⏎⏎ → malformedStatusLine
                HTTP/1.1 ¦099 OK⏎⏎ → malformedStatusLine
                HTTP/1.1 ¦2x0 OK⏎⏎ → malformedStatusLine
                HTTP/1.1¦⏎⏎ → malformedStatusLine
                HTTP/1¦⏎⏎ → malformedStatusLine
                HTTP/1.1 200 O¦\0K⏎⏎ → malformedStatusLine
                HTTP/1.1 200 O¦\rK⏎⏎ → bareCarriageReturn
                HTTP/1.1 200 OK¦\r⏎⏎ → bareCarriageReturn
                ¦HTTP/2.0 200 OK⏎⏎ → unsupportedVersion
                ¦HTTP/0.9 200 OK⏎⏎ → unsupportedVersion
                ¦HTTP/11 200 OK⏎⏎ → malformedVersion
                ¦http/1.1 200 OK⏎⏎ → malformedStatusLine
                ¦ICY 200 OK⏎⏎ → malformedStatusLine
                ¦<html>hello</html> → malformedStatusLine
                ¦⏎HTTP/1.1 200 OK⏎⏎ → malformedStatusLine
                """#)
        ) { Reader.responses($0, to: [.get]) }
    }

    /// RFC 9112 §5.1 and §5.2: what a recipient of responses puts right.
    func testFieldLines() {
        let rows = #"""
            @X: 1⏎⏎ → $X: 1]
            @X : 1⏎⏎ → $X: 1]
            @X\t : 1⏎⏎ → $X: 1]
            @X: 1⏎ 2⏎⏎ → $X: 1 2]
            @X: 1 ⏎\t \t2 ⏎  3⏎⏎ → $X: 1 2 3]
            @X: 1⏎ ⏎ 2⏎⏎ → $X: 1  2]
            @X:⏎ 2⏎⏎ → $X: 2]
            @X: 1⏎ 2⏎Y: 3⏎⏎ → $X: 1 2; Y: 3]
            @X: 1⏎ ⏎⏎ → $X: 1]
            @X: 1⏎ Y: 3⏎⏎ → $X: 1 Y: 3]
            @X: 1\n 2\n\n → $X: 1 2]
            @Set-Cookie: a⏎Set-Cookie: b⏎⏎ → $Set-Cookie: a; Set-Cookie: b]
            @X: \x80⏎⏎ → $X: \x80]
            @X: a¦\0⏎⏎ → controlByte
            @X: a⏎ ¦\0⏎⏎ → controlByte
            @X: a¦\rb⏎⏎ → bareCarriageReturn
            @X: a⏎ b¦\r⏎⏎ → bareCarriageReturn
            @¦: a⏎⏎ → emptyFieldName
            @X¦⏎⏎ → malformedFieldLine
            @X ¦y: 1⏎⏎ → malformedFieldLine
            HTTP/1.1 200 OK⏎¦ X: 1⏎⏎ → blankAfterStartLine
            """#
        let text = rows.replacing("@", with: "HTTP/1.1 200 OK⏎Content-Length: 0⏎")
            .replacing("$", with: "200 (OK) keep [Content-Length: 0; ")
        check(ParserTable(text)) { Reader.responses($0, to: [.get]) }
    }

    /// RFC 9112 §6.3.
    func testFraming() {
        check(
            ParserTable(
                #"""
                HTTP/1.1 200 OK⏎Content-Length: 5⏎⏎hello → 200 (OK) keep [Content-Length: 5] "hello"
                HTTP/1.1 200 OK⏎Transfer-Encoding: chunked⏎⏎5⏎hello⏎0⏎X: 1⏎⏎ → 200 (OK) keep [Transfer-Encoding: chunked] "hello" {X: 1}
                HTTP/1.1 200 OK⏎⏎hello → 200 (OK) keep "hello"
                HTTP/1.1 200 OK⏎⏎ → 200 (OK) keep
                HTTP/1.0 200 OK⏎⏎hel\r\nlo → 200 (OK) close "hel\r\nlo"
                HTTP/1.1 204 x⏎⏎ → 204 (x) keep
                HTTP/1.1 204 x⏎Content-Length: 5⏎⏎ → 204 (x) keep [Content-Length: 5]
                HTTP/1.1 304 x⏎Content-Length: 5⏎⏎ → 304 (x) keep [Content-Length: 5]
                HTTP/1.1 304 x⏎Transfer-Encoding: chunked⏎⏎ → 304 (x) keep [Transfer-Encoding: chunked]
                HTTP/1.1 304 x⏎Content-Length: 5⏎Transfer-Encoding: chunked⏎⏎¦ → lengthAndTransferEncoding
                HTTP/1.1 304 x⏎Content-Length: 5⏎Content-Length: 6⏎⏎¦ → repeatedContentLength
                HTTP/1.1 204 x⏎Content-Length: x⏎⏎¦ → malformedContentLength
                HTTP/1.1 205 x⏎Content-Length: 0⏎⏎ → 205 (x) keep [Content-Length: 0]
                HTTP/1.1 200 OK⏎Content-Length: 5⏎Connection: close⏎⏎hello → 200 (OK) close [Content-Length: 5; Connection: close] "hello"
                HTTP/1.0 200 OK⏎Content-Length: 5⏎Connection: keep-alive⏎⏎hello → 200 (OK) keep [Content-Length: 5; Connection: keep-alive] "hello"
                HTTP/1.1 200 OK⏎Content-Length: 5⏎Content-Length: 5⏎⏎¦hello → repeatedContentLength
                HTTP/1.1 200 OK⏎Content-Length: 5⏎Content-Length: 6⏎⏎¦hello → repeatedContentLength
                HTTP/1.1 200 OK⏎Content-Length: 5, 6⏎⏎¦hello → malformedContentLength
                HTTP/1.1 200 OK⏎Content-Length: abc⏎⏎¦hello → malformedContentLength
                HTTP/1.1 200 OK⏎Content-Length: 1⏎ 2⏎⏎¦hello → malformedContentLength
                HTTP/1.1 200 OK⏎Content-Length: 99999999999999999999⏎⏎¦hello → contentLengthTooLarge
                HTTP/1.1 200 OK⏎Content-Length : 5⏎⏎hello → 200 (OK) keep [Content-Length: 5] "hello"
                HTTP/1.1 200 OK⏎Content-Length: 5⏎Transfer-Encoding: chunked⏎⏎¦0⏎⏎ → lengthAndTransferEncoding
                HTTP/1.1 200 OK⏎Transfer-Encoding: gzip, chunked⏎⏎¦0⏎⏎ → unsupportedTransferCoding
                HTTP/1.1 200 OK⏎Transfer-Encoding: identity⏎⏎¦x → unsupportedTransferCoding
                HTTP/1.1 200 OK⏎Transfer-Encoding: gzip⏎⏎¦x → unsupportedTransferCoding
                HTTP/1.1 200 OK⏎Transfer-Encoding: chunked, x⏎⏎¦0⏎⏎ → unsupportedTransferCoding
                HTTP/1.0 200 OK⏎Transfer-Encoding: chunked⏎⏎¦0⏎⏎ → transferEncodingInHTTP10
                HTTP/1.1 200 OK⏎Content-Length: 2⏎ ⏎⏎hi → 200 (OK) keep [Content-Length: 2] "hi"
                HTTP/1.1 200 OK⏎Transfer-Encoding:⏎ chunked⏎⏎1⏎x⏎0⏎⏎ → 200 (OK) keep [Transfer-Encoding: chunked] "x"
                HTTP/1.1 200 OK⏎Content-Length: 5⏎⏎hell → 200 (OK) keep [Content-Length: 5] "hell" | closedInsideContent
                HTTP/1.1 200 OK⏎Content-Length: 5⏎⏎ → 200 (OK) keep [Content-Length: 5] | closedInsideContent
                HTTP/1.1 200 OK⏎Transfer-Encoding: chunked⏎⏎5⏎hel → 200 (OK) keep [Transfer-Encoding: chunked] "hel" | closedInsideContent
                HTTP/1.1 200 OK⏎Transfer-Encoding: chunked⏎⏎5⏎hello⏎ → 200 (OK) keep [Transfer-Encoding: chunked] "hello" | closedInsideContent
                HTTP/1.1 200 OK⏎Transfer-Encoding: chunked⏎⏎0⏎ → 200 (OK) keep [Transfer-Encoding: chunked] | closedInsideContent
                HTTP/1.1 200 OK⏎Transfer-Encoding: chunked⏎⏎x⏎ → 200 (OK) keep [Transfer-Encoding: chunked] | malformedChunkSize
                HTTP/1.1 200 OK⏎Content-Length: 2⏎⏎hiX → 200 (OK) keep [Content-Length: 2] "hi" | unexpectedData
                HTTP/1.1 204 x⏎⏎hi → 204 (x) keep | unexpectedData
                HTTP/1.1 304 x⏎Content-Length: 2⏎⏎hi → 304 (x) keep [Content-Length: 2] | unexpectedData
                HTTP/1.1 200 OK⏎Content-Length: 0⏎⏎HTTP/1.1 200 OK⏎⏎ → 200 (OK) keep [Content-Length: 0] | unexpectedData
                HTTP/1.1 200 OK¦ → closedInsideHead
                HTTP/1.1 200 OK⏎X: 1⏎¦ → closedInsideHead
                """#)
        ) { Reader.responses($0, to: [.get]) }
    }

    /// RFC 9112 §6.3 item 1 and §9.2; a length that is none is not to be passed on (RFC 9110 §8.6).
    func testAnswersToHead() {
        check(
            ParserTable(
                #"""
                HTTP/1.1 200 OK⏎Content-Length: 5⏎⏎ → 200 (OK) keep [Content-Length: 5]
                HTTP/1.1 200 OK⏎Transfer-Encoding: chunked⏎⏎ → 200 (OK) keep [Transfer-Encoding: chunked]
                HTTP/1.1 200 OK⏎⏎ → 200 (OK) keep
                HTTP/1.1 404 x⏎Content-Length: 5⏎⏎HTTP/1.1 200 OK⏎Content-Length: 2⏎⏎hi → 404 (x) keep [Content-Length: 5] | 200 (OK) keep [Content-Length: 2] "hi"
                HTTP/1.1 200 OK⏎⏎HTTP/1.1 200 OK⏎⏎rest → 200 (OK) keep | 200 (OK) keep "rest"
                HTTP/1.1 200 OK⏎Transfer-Encoding: gzip⏎⏎ → 200 (OK) keep [Transfer-Encoding: gzip]
                HTTP/1.1 200 OK⏎Content-Length: 5⏎Content-Length: 6⏎⏎ → repeatedContentLength
                HTTP/1.1 200 OK⏎Content-Length: 5, 5⏎⏎ → malformedContentLength
                HTTP/1.1 200 OK⏎Content-Length: 99999999999999999999⏎⏎ → contentLengthTooLarge
                HTTP/1.1 200 OK⏎Content-Length: 5⏎Transfer-Encoding: chunked⏎⏎ → lengthAndTransferEncoding
                """#)
        ) { Reader.responses($0, to: [.head, .get]).droppingCut }
    }

    /// RFC 9110 §15.2.
    func testInterimResponses() {
        check(
            ParserTable(
                #"""
                HTTP/1.1 100 Continue⏎⏎HTTP/1.1 200 OK⏎Content-Length: 0⏎⏎ → 100 (Continue) keep | 200 (OK) keep [Content-Length: 0]
                HTTP/1.1 103 x⏎Link: a⏎⏎HTTP/1.1 103 x⏎Link: b⏎⏎HTTP/1.1 204 x⏎⏎ → 103 (x) keep [Link: a] | 103 (x) keep [Link: b] | 204 (x) keep
                HTTP/1.1 102 x⏎Content-Length: 5⏎⏎HTTP/1.1 204 x⏎⏎ → 102 (x) keep [Content-Length: 5] | 204 (x) keep
                HTTP/1.1 199 x⏎Transfer-Encoding: gzip⏎⏎HTTP/1.1 204 x⏎⏎ → 199 (x) keep [Transfer-Encoding: gzip] | 204 (x) keep
                HTTP/1.1 101 x⏎⏎ → unexpectedSwitch
                HTTP/1.1 100 x⏎⏎ → 100 (x) keep | closedInsideHead
                """#)
        ) { Reader.responses($0, to: [.get]) }
        let many = ParserTable.bytes("‹HTTP/1.1 100 x⏎⏎*3›").bytes
        var limits = WireLimits()
        limits.interimResponses = 2
        let outcome = Reader.responses([many], to: [.get], limits: limits)
        XCTAssertEqual(outcome.text, "100 (x) keep | 100 (x) keep | tooManyInterimResponses")
    }

    /// Bytes that no request asked for (RFC 9112 §9.2).
    func testNothingAwaited() {
        check(
            ParserTable(
                #"""
                ¦HTTP/1.1 200 OK⏎⏎ → unexpectedData
                ¦⏎ → unexpectedData
                """#)
        ) { Reader.responses($0, to: []) }
    }

    func testHasBegunTellsADeadConnectionFromACutResponse() throws {
        var parser = ResponseParser()
        parser.begin(inAnswerTo: .get)
        XCTAssertFalse(parser.hasBegun)
        var position = 0
        _ = try parser.next(in: [0x48].span, from: &position)
        XCTAssertTrue(parser.hasBegun)
    }
}

extension Outcome {
    /// Without the fault that only says that no further answer came.
    fileprivate var droppingCut: Outcome {
        var outcome = self
        if parts.last == "closedInsideHead" { outcome.parts.removeLast() }
        outcome.faultOffset = nil
        return outcome
    }
}
