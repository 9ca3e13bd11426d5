import CachingClient
import Foundation
import HTTPCacheProxy
import HTTPWire
import XCTest

/// Messages on their way through (RFC 9110 §7, RFC 9112).
final class WireTests: XCTestCase {
    private static let ok = "HTTP/1.1 200 OK\nContent-Length: 2\nDate: Thu, 01 Jan 2026 00:00:00 GMT\n\nok"

    func testTargets() throws {
        let origin = Origin(Self.ok)
        let subject = try ProxyUnderTest(upstream: origin.port)
        let own = "127.0.0.1:\(subject.proxy.address.port)"
        let upstream = "127.0.0.1:\(origin.port)"
        let sent: [(String, String, String)] = [
            // What the client writes, what the origin sees: target and Host.
            ("GET /a%2Fb/../c?%7e=é#x", "", ""),
            ("GET /a%2Fb/../c?%7e=é", "/a%2Fb/../c?%7e=é", "h.test"),
            ("GET //a//b", "//a//b", "h.test"),
            ("GET /?", "/?", "h.test"),
            ("OPTIONS *", "*", "h.test"),
            ("GET http://\(own)/x?y", "/x?y", own),
            ("GET http://\(upstream)/x", "/x", upstream),
            ("GET http://LOCALHOST:\(subject.proxy.address.port)/x", "/x", "localhost:\(subject.proxy.address.port)"),
            ("GET http://\(own)", "/", own),
            ("GET http://\(own)?q", "/?q", own),
            ("OPTIONS http://\(own)", "*", own),
        ]
        for (request, target, host) in sent {
            let before = origin.requests.count
            let response = try subject.ask("\(request) HTTP/1.1\nHost: h.test\nCache-Control: no-store\n\n")
            guard !target.isEmpty else {
                XCTAssertEqual(response.status, 400, request)
                continue
            }
            XCTAssertEqual(response.status, 200, request)
            XCTAssertEqual(origin.requests.count, before + 1, request)
            XCTAssertEqual(origin.requests.last?.target, target, request)
            XCTAssertEqual(origin.requests.last?["Host"], host, request)
        }
        let before = origin.requests.count
        for (request, status) in [
            ("GET http://example.com/", 421), ("GET https://\(own)/", 421), ("GET http://127.0.0.1:1/", 421),
            ("CONNECT h.test:443", 501), ("GET *", 400), ("GET h.test", 400), ("GET http://", 400),
        ] {
            let response = try subject.ask("\(request) HTTP/1.1\nHost: h.test\n\n")
            XCTAssertEqual(response.status, status, request)
            XCTAssertNil(response["Cache-Status"], request)
        }
        XCTAssertEqual(origin.requests.count, before)
    }

    func testRewrittenHost() throws {
        let origin = Origin(Self.ok)
        let subject = try ProxyUnderTest(upstream: origin.port) { $0.rewritesHost = true }
        _ = try subject.get("/")
        XCTAssertEqual(origin.requests.last?["Host"], "127.0.0.1:\(origin.port)")
    }

    func testBytesAndOrderOfFields() throws {
        let bytes = Array("HTTP/1.1 200 OK\r\nB: \u{00}\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\n".utf8)
            .map { $0 == 0 ? 0xE9 : $0 }
        let rest = "a: 1\r\nB: 2\r\nA:\r\nCache-Control: max-age=60\r\nContent-Length: 0\r\n\r\n"
        let origin = Origin { _, _, _ in .bytes(bytes + Array(rest.utf8)) }
        let subject = try ProxyUnderTest(upstream: origin.port)
        for _ in 0..<2 {
            let socket = subject.connect()
            socket.send(
                Array("GET / HTTP/1.1\r\nHost: h\r\nX: ".utf8) + [0xC3, 0x28] + Array("\r\nx: b\r\nX:\r\n\r\n".utf8))
            let response = try XCTUnwrap(socket.readMessage(inAnswerTo: "GET"))
            let kept = response.lines.prefix(5)
            XCTAssertEqual(kept.map(\.name), ["B", "Date", "a", "B", "A"])
            XCTAssertEqual(kept.map(\.value)[0], [0xE9])
            XCTAssertEqual(kept.map { String(decoding: $0.value, as: UTF8.self) }.suffix(3), ["1", "2", ""])
        }
        let sent = try XCTUnwrap(origin.requests.first)
        XCTAssertEqual(origin.requests.count, 1)
        let lines = sent.lines.filter { $0.name.lowercased() == "x" }
        XCTAssertEqual(lines.map(\.name), ["X", "x", "X"])
        XCTAssertEqual(lines.map(\.value), [[0xC3, 0x28], [0x62], []])
    }

    func testChunkedContentAndTrailersBothWays() throws {
        let origin = Origin(
            """
            HTTP/1.1 200 OK
            Transfer-Encoding: chunked
            Trailer: T

            5
            hello
            1
            !
            0
            T: 1


            """)
        let subject = try ProxyUnderTest(upstream: origin.port)
        let response = try subject.ask(
            "POST / HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\nTrailer: U\n\n3\nabc\n2\nde\n0\nU: 2\n\n")
        XCTAssertEqual(response.text, "hello!")
        XCTAssertEqual(response.trailers.map(\.name), ["T"])
        XCTAssertEqual(origin.requests.first?.text, "abcde")
        XCTAssertEqual(origin.requests.first?.trailers.map(\.name), ["U"])
    }

    /// Connection of the head speaks of the trailers too (RFC 9110 §7.6.1).
    func testTrailersThatConnectionNamesDoNotPass() throws {
        let origin = Origin(
            """
            HTTP/1.1 200 OK
            Transfer-Encoding: chunked
            Connection: X-Hop

            2
            ok
            0
            X-Hop: 1
            T: 1


            """)
        let subject = try ProxyUnderTest(upstream: origin.port)
        let response = try subject.ask(
            "POST / HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\nConnection: x-leg\n\n1\na\n0\nX-Leg: 2\nU: 2\n\n")
        XCTAssertEqual(response.trailers.map(\.name), ["T"])
        XCTAssertEqual(origin.requests.first?.trailers.map(\.name), ["U"])
    }

    func testAnswersThatEndWithTheConnection() throws {
        let origin = Origin { request, _, _ in
            let head = "HTTP/1.\(request.target == "/10" ? 0 : 1) 200 OK\r\nCache-Control: max-age=60\r\n\r\n"
            return .last(Array((head + "until the end").utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port)
        for path in ["/10", "/11"] {
            for _ in 0..<2 {
                let response = try subject.get(path)
                XCTAssertEqual(response.text, "until the end")
                XCTAssertTrue(response.isWhole)
            }
        }
        XCTAssertEqual(origin.requests.count, 2)
    }

    func testCutAnswersAreSeenToBeCutAndAreNotStored() throws {
        for framing in ["Content-Length: 9\r\n\r\nhalf", "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"] {
            let origin = Origin { _, _, _ in
                .last(Array("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n\(framing)".utf8))
            }
            let subject = try ProxyUnderTest(upstream: origin.port)
            for number in 1...2 {
                let socket = subject.connect()
                socket.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                let response = try XCTUnwrap(socket.readMessage(inAnswerTo: "GET"))
                XCTAssertFalse(response.isWhole)
                XCTAssertEqual(origin.requests.count, number)
            }
        }
    }

    func testACutAnswerUnderAStrongTagIsCompleted() throws {
        let origin = Origin { request, _, _ in
            let fields = "Cache-Control: max-age=60\r\nETag: \"a\"\r\n"
            guard request["Range"] == "bytes=4-" else {
                return .last(Array("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 9\r\n\r\nhalf".utf8))
            }
            let part = "Content-Range: bytes 4-8/9\r\nContent-Length: 5\r\n\r\n rest"
            return .bytes(Array("HTTP/1.1 206 Partial Content\r\n\(fields)\(part)".utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port)
        XCTAssertFalse(try subject.get("/").isWhole)
        let whole = try subject.get("/")
        XCTAssertEqual(whole.status, 200)
        XCTAssertEqual(whole.text, "half rest")
        XCTAssertEqual(try subject.get("/")["Cache-Status"], "httpcache; hit; ttl=60")
        XCTAssertEqual(origin.requests.count, 2)
    }

    func testInterimResponses() throws {
        let origin = Origin { _, _, socket in
            socket.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nConnection: X\r\nX: 1\r\n\r\n")
            usleep(100_000)
            socket.send("HTTP/1.1 102 Processing\r\n\r\n")
            return .bytes(Array("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 2\r\n\r\nok".utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port)
        let socket = subject.connect()
        socket.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        let hints = try XCTUnwrap(socket.readMessage(inAnswerTo: "GET"))
        XCTAssertEqual(hints.status, 103)
        XCTAssertEqual(hints["Link"], "</a>")
        XCTAssertNil(hints["X"])
        XCTAssertNil(hints["Cache-Status"])
        XCTAssertEqual(try XCTUnwrap(socket.readMessage(inAnswerTo: "GET")).status, 102)
        XCTAssertEqual(try XCTUnwrap(socket.readMessage(inAnswerTo: "GET")).status, 200)
        // Not stored, and not for HTTP/1.0.
        socket.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        XCTAssertEqual(try XCTUnwrap(socket.readMessage(inAnswerTo: "GET")).status, 200)
        let old = subject.connect()
        old.send("GET /2 HTTP/1.0\r\n\r\n")
        XCTAssertEqual(try XCTUnwrap(old.readMessage(inAnswerTo: "GET")).status, 200)
    }

    func testOldClients() throws {
        let origin = Origin("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nContent-Type: a/b\n\n2\nok\n0\n\n")
        let subject = try ProxyUnderTest(upstream: origin.port)
        let response = try subject.ask("GET / HTTP/1.0\nConnection: keep-alive\nExpect: 100-continue\n\n")
        XCTAssertEqual(response.text, "ok")
        XCTAssertNil(response["Transfer-Encoding"])
        XCTAssertEqual(response["Connection"], "close")
        let sent = try XCTUnwrap(origin.requests.first)
        XCTAssertTrue(sent.startLine.hasSuffix("HTTP/1.1"))
        XCTAssertEqual(sent["Host"], "127.0.0.1:\(origin.port)")
        XCTAssertNil(sent["Expect"])
        XCTAssertEqual(sent["Via"]?.hasPrefix("1.0 httpcache ("), true)
    }

    func testViaGrowsAndEndsLoops() throws {
        let origin = Origin("HTTP/1.0 200 OK\nVia: 1.1 inner\nContent-Length: 0\n\n")
        let subject = try ProxyUnderTest(upstream: origin.port)
        let response = try subject.get("/", "Via: 1.1 outer, 1.1 httpcache")
        XCTAssertEqual(origin.requests.last?["Via"]?.hasPrefix("1.1 outer, 1.1 httpcache, 1.1 httpcache ("), true)
        XCTAssertEqual(response["Via"], "1.1 inner, 1.0 httpcache")
        let entries = Array(repeating: "1.1 httpcache", count: 4).joined(separator: ", ")
        XCTAssertEqual(try subject.get("/", "Via: \(entries)").status, 508)
        XCTAssertEqual(origin.requests.count, 1)
    }

    func testMaxForwards() throws {
        let origin = Origin(Self.ok)
        let subject = try ProxyUnderTest(upstream: origin.port)
        for method in ["TRACE", "OPTIONS"] {
            let before = origin.requests.count
            let own = try subject.get("/", "Max-Forwards: 0", "Cookie: secret", "A: b", method: method)
            XCTAssertEqual(own.status, method == "TRACE" ? 200 : 204)
            XCTAssertNil(own["Cache-Status"])
            if method == "TRACE" {
                XCTAssertEqual(own["Content-Type"], "message/http")
                XCTAssertTrue(own.text.hasPrefix("TRACE / HTTP/1.1\r\n"))
                XCTAssertTrue(own.text.contains("A: b\r\n"))
                XCTAssertFalse(own.text.contains("secret"))
            }
            XCTAssertEqual(origin.requests.count, before)
            _ = try subject.get("/", "Max-Forwards: 3", method: method)
            XCTAssertEqual(origin.requests.last?["Max-Forwards"], "2")
            _ = try subject.get("/", "Max-Forwards: x", method: method)
            XCTAssertEqual(origin.requests.last?["Max-Forwards"], "x")
        }
        _ = try subject.get("/", "Max-Forwards: 0")
        XCTAssertEqual(origin.requests.last?["Max-Forwards"], "0")
    }
}
