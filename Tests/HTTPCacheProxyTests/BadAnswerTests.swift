import CachingClient
import Foundation
import HTTPCacheProxy
import HTTPWire
import XCTest

/// Answers of an origin that are none, or stop to be (RFC 9112 §6.3).
final class BadAnswerTests: XCTestCase {
    /// A length that is none is as wrong where no content follows it (RFC 9110 §8.6).
    func testLengthsThatAreNone() throws {
        let fields: [(text: String, isGood: Bool)] = [
            ("Content-Length: 5\r\n", true), ("Content-Length: 5x\r\n", false), ("Content-Length: -1\r\n", false),
            ("Content-Length:\r\n", false), ("Content-Length: 5, 6\r\n", false), ("Content-Length: 5, 5\r\n", false),
            ("Content-Length: 5\r\nContent-Length: 6\r\n", false), ("Content-Length: 99999999999999999999\r\n", false),
            ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", false),
        ]
        for (text, isGood) in fields {
            let origin = Origin { request, _, _ in
                let isUnchanged = request.target == "/304"
                let status = isUnchanged ? "304 Not Modified" : "200 OK"
                let content = isUnchanged || request.method == "HEAD" ? "" : "hello"
                return .last(Array("HTTP/1.1 \(status)\r\n\(text)\r\n\(content)".utf8))
            }
            let subject = try ProxyUnderTest(upstream: origin.port)
            XCTAssertEqual(try subject.get("/").status, isGood ? 200 : 502, text)
            let head = try subject.get("/", method: "HEAD")
            XCTAssertEqual(head.status, isGood ? 200 : 502, text)
            if isGood { XCTAssertEqual(head["Content-Length"], "5") }
            XCTAssertEqual(try subject.get("/304", "If-None-Match: \"a\"").status, isGood ? 304 : 502, text)
        }
    }

    /// A status above 599 is none of HTTP's (RFC 9110 §15): the same as an answer that cannot be read.
    func testStatusCodesThatAreNone() throws {
        for (status, sent) in [(299, 299), (599, 599), (600, 502), (999, 502), (1000, 502), (99, 502)] {
            let origin = Origin("HTTP/1.1 \(status) X\nContent-Length: 0\n\n")
            let subject = try ProxyUnderTest(upstream: origin.port)
            let answer = try subject.get("/")
            XCTAssertEqual(answer.status, sent, "\(status)")
            XCTAssertEqual(answer["Cache-Status"] == nil, sent == 502, "\(status)")
        }
        let origin = Origin(
            "HTTP/1.1 200 OK\nCache-Control: max-age=1\nContent-Length: 2\n\nok",
            "HTTP/1.1 700 X\nContent-Length: 0\n\n")
        let subject = try ProxyUnderTest(upstream: origin.port)
        _ = try subject.get("/")
        subject.clock.advance(5)
        let stale = try subject.get("/")
        XCTAssertEqual(stale.text, "ok", "what is stored stands in")
        XCTAssertEqual(stale["Cache-Status"], "httpcache;fwd=stale;ttl=-4")
        XCTAssertEqual(origin.requests.count, 2)
    }

    private static let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    func testContentThatIsNoneFromItsFirstByte() throws {
        let long = String(repeating: "x", count: 10_000)
        for chunks in ["5;a=\(long)\r\nhello\r\n0\r\n\r\n", "x\r\n", "-1\r\n", "ffffffffffffffffff\r\n"] {
            let origin = Origin { _, _, _ in .bytes(Array((Self.head + chunks).utf8)) }
            let subject = try ProxyUnderTest(upstream: origin.port)
            let socket = subject.connect()
            for _ in 0..<2 {
                socket.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                let answer = try XCTUnwrap(socket.readMessage(inAnswerTo: "GET"), String(chunks.prefix(9)))
                XCTAssertEqual(answer.status, 502)
                XCTAssertNil(answer["Cache-Status"])
            }
        }
    }

    func testContentThatIsNoneLater() throws {
        let long = String(repeating: "x", count: 10_000)
        let seen = DispatchSemaphore(value: 0)
        let late = Origin { _, _, socket in
            socket.send(Self.head + "2\r\nab\r\n")
            seen.wait()
            return .last(Array("5;a=\(long)\r\nhello\r\n0\r\n\r\n".utf8))
        }
        let subject = try ProxyUnderTest(upstream: late.port)
        let socket = subject.connect()
        socket.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        let head = try XCTUnwrap(socket.read(until: "\r\n\r\n"))
        XCTAssertTrue(String(decoding: head, as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
        seen.signal()
        let rest = String(decoding: socket.readAll(), as: UTF8.self)
        XCTAssertTrue(rest.hasPrefix("2\r\nab\r\n"))
        XCTAssertFalse(rest.contains("0\r\n\r\n"), "the end of content that broke off")
    }
}
