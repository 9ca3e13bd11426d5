import HTTPCacheSemantics
import HTTPWire
import XCTest

final class RequestParserTests: XCTestCase {
    /// RFC 9112 §3.
    func testRequestLines() {
        check(
            ParserTable(
                #"""
                GET / HTTP/1.1⏎Host: a⏎⏎ → GET / keep
                GET / HTTP/1.0⏎⏎ → GET / close
                GET / HTTP/1.0⏎Host: a⏎⏎ → GET / close
                GET / HTTP/1.2⏎Host: a⏎⏎ → GET / keep
                GET / HTTP/1.9⏎Host: a⏎⏎ → GET / keep
                GET /a/b?c=d&e=%20 HTTP/1.1⏎Host: a⏎⏎ → GET /a/b?c=d&e=%20 keep
                GET // HTTP/1.1⏎Host: a⏎⏎ → GET // keep
                GET /? HTTP/1.1⏎Host: a⏎⏎ → GET /? keep
                GET /"<>\^`{|} HTTP/1.1⏎Host: a⏎⏎ → GET /"<>\^`{|} keep
                GET /\xc3\xa9\xff HTTP/1.1⏎Host: a⏎⏎ → GET /\xc3\xa9\xff keep
                GET http://b/c HTTP/1.1⏎Host: a⏎⏎ → GET http://b/c keep
                GET HTTP://B:80/c?d HTTP/1.1⏎Host: a⏎⏎ → GET HTTP://B:80/c?d keep
                GET http://b HTTP/1.1⏎Host: a⏎⏎ → GET http://b keep
                GET http://b?q HTTP/1.1⏎Host: a⏎⏎ → GET http://b?q keep
                GET https://[::1]:8080/ HTTP/1.1⏎Host: a⏎⏎ → GET https://[::1]:8080/ keep
                OPTIONS * HTTP/1.1⏎Host: a⏎⏎ → OPTIONS * keep
                OPTIONS http://a HTTP/1.1⏎Host: a⏎⏎ → OPTIONS http://a keep
                FROBNICATE / HTTP/1.1⏎Host: a⏎⏎ → FROBNICATE / keep
                get / HTTP/1.1⏎Host: a⏎⏎ → get / keep
                connect / HTTP/1.1⏎Host: a⏎⏎ → connect / keep
                !#$%&'*+-.^_`|~09aZ / HTTP/1.1⏎Host: a⏎⏎ → !#$%&'*+-.^_`|~09aZ / keep
                ⏎GET / HTTP/1.1⏎Host: a⏎⏎ → GET / keep
                \n⏎\nGET / HTTP/1.1⏎Host: a⏎⏎ → GET / keep
                GET / HTTP/1.1\nHost: a\n\n → GET / keep
                GET / HTTP/1.1\nHost: a⏎\n → GET / keep
                ‹⏎*8›GET / HTTP/1.1⏎Host: a⏎⏎ → GET / keep
                """#)
        ) { Reader.requests($0) }
    }

    func testRefusedRequestLines() {
        check(
            ParserTable(
                #"""
                ‹⏎*8›¦⏎GET / HTTP/1.1⏎Host: a⏎⏎ → 400 malformedRequestLine
                GET /¦⏎Host: a⏎⏎ → 400 malformedRequestLine
                GET¦⏎Host: a⏎⏎ → 400 malformedRequestLine
                GET / ¦⏎Host: a⏎⏎ → 400 malformedVersion
                GET ¦ HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET  ¦/ HTTP/1.1⏎Host: a⏎⏎ → 400 malformedVersion
                GET / ¦ HTTP/1.1⏎Host: a⏎⏎ → 400 malformedVersion
                GET / ¦HTTP/1.1 ⏎Host: a⏎⏎ → 400 malformedVersion
                ¦ GET / HTTP/1.1⏎Host: a⏎⏎ → 400 malformedRequestLine
                GET / ¦HTTP/1.1x⏎Host: a⏎⏎ → 400 malformedVersion
                GET / ¦http/1.1⏎Host: a⏎⏎ → 400 malformedVersion
                GET / ¦HTTP/11⏎Host: a⏎⏎ → 400 malformedVersion
                GET / ¦HTTP/1.10⏎Host: a⏎⏎ → 400 malformedVersion
                GET / ¦HTTP/1⏎Host: a⏎⏎ → 400 malformedVersion
                GET / ¦HTTP/01.1⏎Host: a⏎⏎ → 400 malformedVersion
                GET / ¦HTTPS/1.1⏎Host: a⏎⏎ → 400 malformedVersion
                GET /a ¦b HTTP/1.1⏎Host: a⏎⏎ → 400 malformedVersion
                GET / ¦HTTP/2.0⏎Host: a⏎⏎ → 505 unsupportedVersion
                GET / ¦HTTP/0.9⏎Host: a⏎⏎ → 505 unsupportedVersion
                PRI * ¦HTTP/2.0⏎⏎SM⏎⏎ → 505 unsupportedVersion
                GET¦\t/ HTTP/1.1⏎Host: a⏎⏎ → 400 malformedRequestLine
                GET /¦\tHTTP/1.1⏎Host: a⏎⏎ → 400 malformedRequestLine
                GET /a¦\x0bb HTTP/1.1⏎Host: a⏎⏎ → 400 malformedRequestLine
                GET /a¦\x7f HTTP/1.1⏎Host: a⏎⏎ → 400 malformedRequestLine
                GET /a¦\0b HTTP/1.1⏎Host: a⏎⏎ → 400 malformedRequestLine
                GET /¦\rHost: x HTTP/1.1⏎Host: a⏎⏎ → 400 bareCarriageReturn
                GET / HTTP/1.1¦\r⏎Host: a⏎⏎ → 400 bareCarriageReturn
                G¦(T / HTTP/1.1⏎Host: a⏎⏎ → 400 malformedRequestLine
                G¦\xc3\xa9T / HTTP/1.1⏎Host: a⏎⏎ → 400 malformedRequestLine
                GET ¦a HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦* HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                options ¦* HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                OPTIONS ¦** HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦/a#b HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦?a HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦http:/a HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦http:// HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦http:///a HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦http://u:p@b/ HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦http://u@b/ HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦1http://b/ HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦://b/ HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦mailto:a HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                GET ¦b:80 HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                ¦CONNECT b:443 HTTP/1.1⏎Host: b⏎⏎ → 501 connectNotSupported
                CONNECT ¦/ HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                CONNECT ¦b: HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                CONNECT ¦b HTTP/1.1⏎Host: a⏎⏎ → 400 malformedTarget
                ¦\x16\x03\x01\x02\x00\x01 → 400 malformedRequestLine
                ¦{"a":1} → 400 malformedRequestLine
                ¦\0GET / HTTP/1.1⏎Host: a⏎⏎ → 400 malformedRequestLine
                """#)
        ) { Reader.requests($0) }
    }

    /// RFC 9112 §5, RFC 9110 §5.5.
    func testFieldLines() {
        check(
            ParserTable(
                #"""
                GET / HTTP/1.1⏎Host: a⏎X: 1⏎⏎ → GET / keep [X: 1]
                GET / HTTP/1.1⏎Host: a⏎X:1⏎⏎ → GET / keep [X: 1]
                GET / HTTP/1.1⏎Host: a⏎X: \t 1 \t⏎⏎ → GET / keep [X: 1]
                GET / HTTP/1.1⏎Host: a⏎X:⏎⏎ → GET / keep [X: ]
                GET / HTTP/1.1⏎Host: a⏎X:\s\s⏎⏎ → GET / keep [X: ]
                GET / HTTP/1.1⏎Host: a⏎X: a \t b⏎⏎ → GET / keep [X: a \t b]
                GET / HTTP/1.1⏎Host: a⏎X: \x80\xff⏎⏎ → GET / keep [X: \x80\xff]
                GET / HTTP/1.1⏎Host: a⏎X: a:b: c⏎⏎ → GET / keep [X: a:b: c]
                GET / HTTP/1.1⏎Host: a⏎X: 1⏎x: 2⏎X: 1⏎⏎ → GET / keep [X: 1; x: 2; X: 1]
                GET / HTTP/1.1⏎X: 1⏎Host: a⏎⏎ → GET / keep [X: 1]
                GET / HTTP/1.1⏎Host: a⏎!#$%&'*+-.^_`|~: 1⏎⏎ → GET / keep [!#$%&'*+-.^_`|~: 1]
                GET / HTTP/1.1⏎Host: a⏎X: 1\nY: 2⏎⏎ → GET / keep [X: 1; Y: 2]
                GET / HTTP/1.1⏎Host: a⏎Set-Cookie: a="b, c"; d⏎⏎ → GET / keep [Set-Cookie: a="b, c"; d]
                GET / HTTP/1.1⏎Host: a⏎X¦ : 1⏎⏎ → 400 spaceBeforeColon
                GET / HTTP/1.1⏎Host: a⏎X¦\t: 1⏎⏎ → 400 spaceBeforeColon
                GET / HTTP/1.1⏎Host¦ : a⏎⏎ → 400 spaceBeforeColon
                GET / HTTP/1.1⏎Host: a⏎Content-Length¦ : 5⏎⏎hello → 400 spaceBeforeColon
                GET / HTTP/1.1⏎Host: a⏎Transfer-Encoding¦ : chunked⏎⏎0⏎⏎ → 400 spaceBeforeColon
                GET / HTTP/1.1⏎Host: a⏎¦ X: 1⏎⏎ → 400 lineFolding
                GET / HTTP/1.1⏎Host: a⏎X: 1⏎¦ 2⏎⏎ → 400 lineFolding
                GET / HTTP/1.1⏎Host: a⏎X: 1⏎¦\t2⏎⏎ → 400 lineFolding
                GET / HTTP/1.1⏎Host: a⏎X: 1⏎¦ ⏎⏎ → 400 lineFolding
                GET / HTTP/1.1⏎¦ Host: a⏎⏎ → 400 blankAfterStartLine
                GET / HTTP/1.1⏎¦\tX: b⏎Host: a⏎⏎ → 400 blankAfterStartLine
                GET / HTTP/1.1⏎Host: a⏎¦: 1⏎⏎ → 400 emptyFieldName
                GET / HTTP/1.1⏎Host: a⏎X¦⏎⏎ → 400 malformedFieldLine
                GET / HTTP/1.1⏎Host: a⏎X ¦y: 1⏎⏎ → 400 malformedFieldLine
                GET / HTTP/1.1⏎Host: a⏎X¦(y): 1⏎⏎ → 400 malformedFieldLine
                GET / HTTP/1.1⏎Host: a⏎X¦\xc3\xa9: 1⏎⏎ → 400 malformedFieldLine
                GET / HTTP/1.1⏎Host: a⏎¦"X": 1⏎⏎ → 400 malformedFieldLine
                GET / HTTP/1.1⏎Host: a⏎X¦\0: 1⏎⏎ → 400 controlByte
                GET / HTTP/1.1⏎Host: a⏎X¦\r: 1⏎⏎ → 400 bareCarriageReturn
                GET / HTTP/1.1⏎Host: a⏎X: a¦\0b⏎⏎ → 400 controlByte
                GET / HTTP/1.1⏎Host: a⏎X: a¦\rb⏎⏎ → 400 bareCarriageReturn
                GET / HTTP/1.1⏎Host: a⏎X: a¦\r⏎⏎ → 400 bareCarriageReturn
                GET / HTTP/1.1⏎Host: a⏎X: a¦\x7fb⏎⏎ → 400 controlByte
                GET / HTTP/1.1⏎Host: a⏎X: a¦\x1bb⏎⏎ → 400 controlByte
                GET / HTTP/1.1⏎Host: a⏎X: a¦\x0bb⏎⏎ → 400 controlByte
                GET / HTTP/1.1⏎Host: a⏎¦\r⏎⏎ → 400 bareCarriageReturn
                GET / HTTP/1.1⏎Host: a⏎¦\rX: 1⏎⏎ → 400 bareCarriageReturn
                """#)
        ) { Reader.requests($0) }
    }

    /// RFC 9112 §3.2, RFC 9110 §7.2; the fault of a whole head stands at its end.
    func testHost() {
        check(
            ParserTable(
                #"""
                GET / HTTP/1.1⏎⏎¦ → 400 missingHost
                GET / HTTP/1.1⏎X: 1⏎⏎¦ → 400 missingHost
                GET http://a/ HTTP/1.1⏎⏎¦ → 400 missingHost
                GET / HTTP/1.1⏎Host: a⏎Host: a⏎⏎¦ → 400 repeatedHost
                GET / HTTP/1.1⏎Host: a⏎host: b⏎⏎¦ → 400 repeatedHost
                GET / HTTP/1.0⏎Host: a⏎Host: a⏎⏎¦ → 400 repeatedHost
                GET / HTTP/1.1⏎Host:⏎⏎ → GET / keep [Host: ]
                GET / HTTP/1.1⏎Host: b:8080⏎⏎ → GET / keep [Host: b:8080]
                GET / HTTP/1.1⏎Host: b:⏎⏎ → GET / keep [Host: b:]
                GET / HTTP/1.1⏎Host: 127.0.0.1⏎⏎ → GET / keep [Host: 127.0.0.1]
                GET / HTTP/1.1⏎Host: [::1]:80⏎⏎ → GET / keep [Host: [::1]:80]
                GET / HTTP/1.1⏎Host: a_b.example⏎⏎ → GET / keep [Host: a_b.example]
                GET / HTTP/1.1⏎Host: %41b⏎⏎ → GET / keep [Host: %41b]
                GET / HTTP/1.1⏎HOST: b⏎⏎ → GET / keep [HOST: b]
                GET / HTTP/1.1⏎Host: a b⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: :80⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: a/b⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: u@a⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: http://a⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: a:b⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: a:123456⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: a:80:80⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: [::1⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: []⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: [::1]x⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: a%4⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: a?b⏎⏎¦ → 400 malformedHost
                GET / HTTP/1.1⏎Host: \xc3\xa9⏎⏎¦ → 400 malformedHost
                """#)
        ) { Reader.requests($0) }
    }

    /// RFC 9112 §9.3 and RFC 9110 §10.1.1.
    func testPersistenceAndExpectation() {
        check(
            ParserTable(
                #"""
                GET / HTTP/1.1⏎Host: a⏎Connection: close⏎⏎ → GET / close [Connection: close]
                GET / HTTP/1.1⏎Host: a⏎Connection: Close⏎⏎ → GET / close [Connection: Close]
                GET / HTTP/1.1⏎Host: a⏎Connection: x, close⏎⏎ → GET / close [Connection: x, close]
                GET / HTTP/1.1⏎Host: a⏎Connection: x⏎Connection: ,close⏎⏎ → GET / close [Connection: x; Connection: ,close]
                GET / HTTP/1.1⏎Host: a⏎Connection: closed⏎⏎ → GET / keep [Connection: closed]
                GET / HTTP/1.1⏎Host: a⏎Close: 1⏎⏎ → GET / keep [Close: 1]
                GET / HTTP/1.0⏎Connection: keep-alive⏎⏎ → GET / keep [Connection: keep-alive]
                GET / HTTP/1.0⏎Connection: Keep-Alive, close⏎⏎ → GET / close [Connection: Keep-Alive, close]
                GET / HTTP/1.0⏎Connection: x⏎⏎ → GET / close [Connection: x]
                GET / HTTP/1.1⏎Host: a⏎⏎GET /2 HTTP/1.1⏎Host: a⏎⏎ → GET / keep | GET /2 keep
                GET / HTTP/1.1⏎Host: a⏎⏎⏎GET /2 HTTP/1.1⏎Host: a⏎⏎ → GET / keep | GET /2 keep
                GET / HTTP/1.1⏎Host: a⏎⏎ GET → GET / keep | 400 malformedRequestLine
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 1⏎Expect: 100-Continue⏎⏎x → PUT / keep expects-continuation [Content-Length: 1; Expect: 100-Continue] "x"
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎Expect: 100-continue⏎⏎0⏎⏎ → PUT / keep expects-continuation [Transfer-Encoding: chunked; Expect: 100-continue]
                PUT / HTTP/1.0⏎Content-Length: 1⏎Expect: 100-continue⏎⏎x → PUT / close [Content-Length: 1; Expect: 100-continue] "x"
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 0⏎Expect: 100-continue⏎⏎ → PUT / keep [Content-Length: 0; Expect: 100-continue]
                GET / HTTP/1.1⏎Host: a⏎Expect: 100-continue⏎⏎ → GET / keep [Expect: 100-continue]
                GET / HTTP/1.1⏎Host: a⏎Expect: x=y⏎⏎ → GET / keep expects-unknown [Expect: x=y]
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 1⏎Expect: x, 100-continue⏎⏎x → PUT / keep expects-unknown [Content-Length: 1; Expect: x, 100-continue] "x"
                """#)
        ) { Reader.requests($0) }
    }

    /// Where the connection ends in the middle of a request.
    func testCutOff() {
        check(
            ParserTable(
                #"""
                G¦ → 400 closedInsideHead
                GET / HTTP/1.1¦ → 400 closedInsideHead
                GET / HTTP/1.1\r¦ → 400 closedInsideHead
                GET / HTTP/1.1⏎¦ → 400 closedInsideHead
                GET / HTTP/1.1⏎Host: a⏎¦ → 400 closedInsideHead
                GET / HTTP/1.1⏎Host: a⏎⏎G → GET / keep | 400 closedInsideHead
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 3⏎⏎ab → PUT / keep [Content-Length: 3] "ab" | 400 closedInsideContent
                PUT / HTTP/1.1⏎Host: a⏎Content-Length: 3⏎⏎ → PUT / keep [Content-Length: 3] | 400 closedInsideContent
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎3⏎ab → PUT / keep [Transfer-Encoding: chunked] "ab" | 400 closedInsideContent
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎2⏎ab → PUT / keep [Transfer-Encoding: chunked] "ab" | 400 closedInsideContent
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎2⏎ab⏎ → PUT / keep [Transfer-Encoding: chunked] "ab" | 400 closedInsideContent
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎0⏎ → PUT / keep [Transfer-Encoding: chunked] | 400 closedInsideContent
                PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎0⏎T: 1⏎ → PUT / keep [Transfer-Encoding: chunked] | 400 closedInsideContent
                """#)
        ) { Reader.requests($0) }
    }
}
