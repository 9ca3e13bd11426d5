import HTTPCacheSemantics
import HTTPWire
import XCTest

/// RFC 9112 §6.3 for requests, and what request smuggling is made of (§11.2).
final class MessageFramingTests: XCTestCase {
    func testLengths() {
        check(
            ParserTable(
                #"""
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5⏎⏎hello → PUT / keep [Content-Length: 5] "hello"
                PUT / HTTP/1.1⏎Host: a⏎content-length: 5⏎⏎hello → PUT / keep [content-length: 5] "hello"
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 005⏎⏎hello → PUT / keep [Content-Length: 005] "hello"
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 0⏎⏎ → PUT / keep [Content-Length: 0]
                PUT / HTTP/1.1⏎Host: a⏎⏎ → PUT / keep
                GET / HTTP/1.1⏎Host: a⏎Content-Length: 2⏎⏎hi → GET / keep [Content-Length: 2] "hi"
                HEAD / HTTP/1.1⏎Host: a⏎Content-Length: 2⏎⏎hi → HEAD / keep [Content-Length: 2] "hi"
                ODD / HTTP/1.1⏎Host: a⏎Content-Length: 2⏎⏎hi → ODD / keep [Content-Length: 2] "hi"
                PUT / HTTP/1.0⏎Content-Length: 2⏎⏎hi → PUT / close [Content-Length: 2] "hi"
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 2⏎⏎\r\nGET /2 HTTP/1.1⏎Host: a⏎⏎ → PUT / keep [Content-Length: 2] "\r\n" | GET /2 keep
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 4⏎⏎\0\xff\r\n → PUT / keep [Content-Length: 4] "\x00\xff\r\n"
                PUT / HTTP/1.1⏎Host: a⏎Content-Length:⏎⏎¦ → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: +5⏎⏎¦hello → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: -1⏎⏎¦ → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5 5⏎⏎¦hello → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 0x5⏎⏎¦hello → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5.0⏎⏎¦hello → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 1e1⏎⏎¦hello → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: "5"⏎⏎¦hello → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5;⏎⏎¦hello → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5, 5⏎⏎¦hello → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5,⏎⏎¦hello → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: \xd9\xa5⏎⏎¦ → 400 malformedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5⏎Content-Length: 5⏎⏎¦hello → 400 repeatedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5⏎Content-Length: 6⏎⏎¦hello → 400 repeatedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5⏎X: y⏎content-LENGTH: x⏎⏎¦hello → 400 repeatedContentLength
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 9223372036854775808⏎⏎¦ → 413 contentLengthTooLarge
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 18446744073709551621⏎⏎¦ → 413 contentLengthTooLarge
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: ‹9*400›⏎⏎¦ → 413 contentLengthTooLarge
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 9223372036854775807⏎⏎x → PUT / keep [Content-Length: 9223372036854775807] "x" | 400 closedInsideContent
                """#)
        ) { Reader.requests($0) }
    }

    func testTransferEncoding() {
        check(
            ParserTable(
                #"""
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎0⏎⏎ → PUT / keep [Transfer-Encoding: chunked]
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: CHUNKED⏎⏎1⏎x⏎0⏎⏎ → PUT / keep [Transfer-Encoding: CHUNKED] "x"
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: gzip, chunked⏎⏎¦0⏎⏎ → 501 unsupportedTransferCoding
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: gzip⏎Transfer-Encoding: chunked⏎⏎¦0⏎⏎ → 501 unsupportedTransferCoding
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked, gzip⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked, chunked⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎Transfer-Encoding: chunked⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎Transfer-Encoding: x⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: identity⏎⏎¦ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: gzip⏎⏎¦ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding:⏎⏎¦ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked,⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: ,chunked⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: xchunked⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunkedx⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: "chunked"⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked;q=1⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked foo⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: 'chunked'⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: \xa0chunked⏎⏎¦0⏎⏎ → 400 chunkedNotFinal
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: ¦\x0bchunked⏎⏎0⏎⏎ → 400 controlByte
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding:\tchunked⏎⏎0⏎⏎ → PUT / keep [Transfer-Encoding: chunked]
                PUT / HTTP/1.1⏎Host: a⏎Transfer_Encoding: chunked⏎⏎ → PUT / keep [Transfer_Encoding: chunked]
                PUT / HTTP/1.0⏎Transfer-Encoding: chunked⏎⏎¦0⏎⏎ → 400 transferEncodingInHTTP10
                PUT / HTTP/1.0⏎Transfer-Encoding: x⏎Content-Length: 1⏎⏎¦x → 400 transferEncodingInHTTP10
                """#)
        ) { Reader.requests($0) }
    }

    func testSmuggling() {
        check(
            ParserTable(
                #"""
                POST / HTTP/1.1⏎Host: a⏎Content-Length: 6⏎Transfer-Encoding: chunked⏎⏎¦0⏎⏎GET /x → 400 lengthAndTransferEncoding
                POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎Content-Length: 4⏎⏎¦0⏎⏎ → 400 lengthAndTransferEncoding
                POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: x⏎Content-Length: 4⏎⏎¦0⏎⏎ → 400 lengthAndTransferEncoding
                POST / HTTP/1.1⏎Host: a⏎Content-Length: x⏎Transfer-Encoding: chunked⏎⏎¦0⏎⏎ → 400 lengthAndTransferEncoding
                POST / HTTP/1.1⏎Host: a⏎X: y¦\rTransfer-Encoding: chunked⏎⏎0⏎⏎ → 400 bareCarriageReturn
                POST / HTTP/1.1⏎Host: a⏎X: y\nTransfer-Encoding: chunked⏎⏎0⏎⏎ → POST / keep [X: y; Transfer-Encoding: chunked]
                POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding:⏎¦ chunked⏎⏎0⏎⏎ → 400 lineFolding
                POST / HTTP/1.1⏎Host: a⏎Foo: bar⏎¦ Transfer-Encoding: chunked⏎⏎0⏎⏎ → 400 lineFolding
                POST / HTTP/1.1⏎Host: a⏎¦\0Transfer-Encoding: chunked⏎⏎0⏎⏎ → 400 controlByte
                POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding¦\0: chunked⏎⏎0⏎⏎ → 400 controlByte
                POST / HTTP/1.1⏎Host: a⏎Content-Length: 0⏎¦ ⏎GET /x HTTP/1.1⏎ → 400 lineFolding
                GET / HTTP/1.1⏎Host: a⏎Content-Length: 3⏎⏎GETGET /2 HTTP/1.1⏎Host: a⏎⏎ → GET / keep [Content-Length: 3] "GET" | GET /2 keep
                POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎0⏎⏎0⏎⏎ → POST / keep [Transfer-Encoding: chunked] | 400 malformedRequestLine
                POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎3⏎abc¦X → POST / keep [Transfer-Encoding: chunked] "abc" | 400 malformedChunkEnd
                POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎3⏎abc¦\n0⏎⏎ → POST / keep [Transfer-Encoding: chunked] "abc" | 400 malformedChunkEnd
                POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎3⏎abc\r¦\r\n0⏎⏎ → POST / keep [Transfer-Encoding: chunked] "abc" | 400 malformedChunkEnd
                POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎3¦\nabc⏎0⏎⏎ → POST / keep [Transfer-Encoding: chunked] | 400 malformedChunkSize
                POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎2;¦\nxx⏎4c⏎0⏎⏎ → POST / keep [Transfer-Encoding: chunked] | 400 malformedChunkSize
                POST / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎0¦x3⏎abc⏎0⏎⏎ → POST / keep [Transfer-Encoding: chunked] | 400 malformedChunkSize
                """#)
        ) { Reader.requests($0) }
    }

    /// RFC 9112 §7.1; `@` stands for the head of a chunked request, `$` for what is read of it.
    func testChunkedCoding() {
        let rows = #"""
            @5⏎hello⏎0⏎⏎ → $ "hello"
            @5⏎hello⏎6⏎ world⏎0⏎⏎ → $ "hello world"
            @005⏎hello⏎000⏎⏎ → $ "hello"
            @a⏎0123456789⏎0⏎⏎ → $ "0123456789"
            @A⏎0123456789⏎0⏎⏎ → $ "0123456789"
            @‹0*900›1⏎x⏎0⏎⏎ → $ "x"
            @2⏎\r\n⏎0⏎⏎ → $ "\r\n"
            @5⏎0⏎⏎ ⏎0⏎⏎ → $ "0\r\n\r\n" | 400 malformedChunkEnd
            @1;a⏎x⏎0;b⏎⏎ → $ "x"
            @1;a=b⏎x⏎0⏎⏎ → $ "x"
            @1;a="b;\"c"⏎x⏎0⏎⏎ → $ "x"
            @1 ; a = b ;c⏎x⏎0⏎⏎ → $ "x"
            @1\t;\ta⏎x⏎0⏎⏎ → $ "x"
            @1;a="\x80"⏎x⏎0⏎⏎ → $ "x"
            @1⏎x⏎0⏎X: 1⏎⏎ → $ "x" {X: 1}
            @0⏎X: 1⏎x: 2⏎⏎ → $ {X: 1; x: 2}
            @0⏎X: 1\n⏎ → $ {X: 1}
            @0⏎Content-Length: 5⏎⏎ → $ {Content-Length: 5}
            @0⏎⏎GET /2 HTTP/1.1⏎Host: a⏎⏎ → $ | GET /2 keep
            @¦⏎ → $ | 400 malformedChunkSize
            @¦g⏎ → $ | 400 malformedChunkSize
            @¦-1⏎ → $ | 400 malformedChunkSize
            @¦+1⏎ → $ | 400 malformedChunkSize
            @¦ 1⏎ → $ | 400 malformedChunkSize
            @1¦_0⏎ → $ | 400 malformedChunkSize
            @1 ¦⏎x⏎0⏎⏎ → $ | 400 malformedChunkExtension
            @1 ¦2⏎x⏎0⏎⏎ → $ | 400 malformedChunkExtension
            @1¦\r⏎x⏎0⏎⏎ → $ | 400 malformedChunkSize
            @1;¦⏎x⏎0⏎⏎ → $ | 400 malformedChunkExtension
            @1;a=¦⏎x⏎0⏎⏎ → $ | 400 malformedChunkExtension
            @1;a="b¦⏎x⏎0⏎⏎ → $ | 400 malformedChunkExtension
            @1;a="b"¦c⏎x⏎0⏎⏎ → $ | 400 malformedChunkSize
            @1;a¦\0⏎x⏎0⏎⏎ → $ | 400 malformedChunkSize
            @1;a¦\r;b⏎x⏎0⏎⏎ → $ | 400 malformedChunkSize
            @1;a="¦\rb"⏎x⏎0⏎⏎ → $ | 400 malformedChunkExtension
            @1;a;¦;b⏎x⏎0⏎⏎ → $ | 400 malformedChunkExtension
            @7fffffffffffffff⏎x → $ "x" | 400 closedInsideContent
            @800000000000000¦0⏎x → $ | 413 chunkSizeTooLarge
            @1000000000000000¦0⏎x → $ | 413 chunkSizeTooLarge
            @fffffffffffffff¦f⏎x → $ | 413 chunkSizeTooLarge
            @1⏎x⏎¦7fffffffffffffff⏎y → $ "x" | 413 contentTooLarge
            @0⏎X¦ : 1⏎⏎ → $ | 400 spaceBeforeColon
            @0⏎X: 1⏎¦ 2⏎⏎ → $ | 400 lineFolding
            @0⏎X: ¦\0⏎⏎ → $ | 400 controlByte
            @0⏎X¦⏎⏎ → $ | 400 malformedFieldLine
            @1;a=‹x*4096›⏎x⏎0⏎⏎ → $ | 400 chunkExtensionsTooLong
            @0⏎⏎@0⏎⏎ → $ | $
            """#
        let text = rows.replacing("@", with: "PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎")
            .replacing("$", with: "PUT / keep [Transfer-Encoding: chunked]")
        check(ParserTable(text)) { Reader.requests($0) }
    }
}
