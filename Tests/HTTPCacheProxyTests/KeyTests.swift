import CachingClient
import Foundation
import HTTPCacheProxy
import HTTPCacheSemantics
import HTTPWire
import XCTest

/// What a stored answer may answer: what one client sends must not change what others get.
final class KeyTests: XCTestCase {
    /// Answers with Host, target and content as they came, to be kept.
    private static func echo() -> Origin {
        Origin { request, _, _ in
            let content = Array("\(request["Host"] ?? "-") \(request.target) \(request.text)".utf8)
            let fields = "Cache-Control: max-age=60\r\nContent-Length: \(content.count)\r\n\r\n"
            return .bytes(Array("HTTP/1.1 200 OK\r\n\(fields)".utf8) + (request.method == "HEAD" ? [] : content))
        }
    }

    private static let spellings: [[String]] = [
        ["/b", "/a/../b", "/a/%2e%2e/b", "/a/%2E%2E/b", "/./b", "/a/.%2e/b", "//b", "/b?", "/%62"],
        ["/~u", "/%7Eu", "/%7eu"], ["/a/b", "/a%2fb", "/a%2Fb", "/a//b"], ["/q?a=~", "/q?a=%7E", "/q?a=%7e"],
        ["/caf\u{E9}", "/caf%C3%A9", "/caf%c3%a9"],
    ]

    func testWhatIsWrittenOtherwiseIsStoredForItself() throws {
        let origin = Self.echo()
        let subject = try ProxyUnderTest(upstream: origin.port)
        for group in Self.spellings {
            // Twice, so that every one is there already when the others are asked for.
            for isHit in [false, true] {
                for target in group + group.reversed() {
                    let answer = try subject.get(target)
                    XCTAssertEqual(answer.text, "h.test \(target) ")
                    if isHit { XCTAssertEqual(answer["Cache-Status"]?.contains("hit"), true, target) }
                }
            }
        }
        XCTAssertEqual(origin.requests.count, Self.spellings.joined().count)
    }

    func testBytesThatAreNoTextAreTheirOwn() throws {
        let origin = Self.echo()
        let subject = try ProxyUnderTest(upstream: origin.port)
        // U+00E9 in UTF-8, and the same character in Latin-1.
        let targets: [[UInt8]] = [[0x2F, 0xC3, 0xA9], [0x2F, 0xE9]]
        for target in targets {
            let socket = subject.connect()
            socket.send(Array("GET ".utf8) + target + Array(" HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
            XCTAssertEqual(socket.readMessage(inAnswerTo: "GET")?["Cache-Status"]?.contains("fwd=uri-miss"), true)
        }
        XCTAssertEqual(origin.requests.count, 2)
    }

    func testHostsThatAreWrittenOtherwise() throws {
        let origin = Self.echo()
        let subject = try ProxyUnderTest(upstream: origin.port)
        let hosts = ["h.test", "H.test", "h.test:80", "h.test:080", "h.test:", "%68.test", "h.test:81", "h.test."]
        for _ in 0..<2 {
            for host in hosts {
                XCTAssertEqual(try subject.ask("GET / HTTP/1.1\nHost: \(host)\n\n").text, "\(host) / ")
            }
        }
        XCTAssertEqual(origin.requests.count, hosts.count)
    }

    /// A resource is removed however it was asked for (RFC 9111 §4.4).
    func testRemovingReachesAllSpellings() async throws {
        let origin = Self.echo()
        let subject = try ProxyUnderTest(upstream: origin.port)
        let targets = ["/b", "/a/../b", "/%62"]
        func isHit(_ target: String) throws -> Bool {
            try subject.get(target)["Cache-Status"]?.contains("hit") ?? false
        }
        for target in targets { XCTAssertFalse(try isHit(target)) }
        for target in targets { XCTAssertTrue(try isHit(target)) }
        try await subject.proxy.purge(try .init("http://h.test/c/../b"))
        for target in targets { XCTAssertFalse(try isHit(target)) }
        for method in ["/b", "/c/../b"] {
            XCTAssertEqual(try subject.get(method, method: "DELETE").status, 200)
            for target in targets { XCTAssertFalse(try isHit(target), "\(method) \(target)") }
        }
    }

    func testContentOfAGetIsForTheOriginAlone() throws {
        let origin = Self.echo()
        let subject = try ProxyUnderTest(upstream: origin.port)
        let fat = [
            "GET /p HTTP/1.1\nHost: h.test\nContent-Length: 3\n\nfat",
            "GET /p HTTP/1.1\nHost: h.test\nTransfer-Encoding: chunked\n\n3\nfat\n0\n\n",
        ]
        // Before anything is stored, and after.
        for round in 0..<2 {
            for request in fat {
                let answer = try subject.ask(request)
                XCTAssertEqual(answer.text, "h.test /p fat")
                XCTAssertEqual(answer["Cache-Status"], "httpcache;fwd=bypass;detail=request-content")
                XCTAssertNil(answer["Age"])
            }
            let head = try subject.ask(fat[0].replacingOccurrences(of: "GET", with: "HEAD"))
            XCTAssertEqual(head["Cache-Status"], "httpcache;fwd=bypass;detail=request-content")
            let plain = try subject.ask("GET /p HTTP/1.1\nHost: h.test\nContent-Length: 0\n\n")
            XCTAssertEqual(plain.text, "h.test /p ")
            XCTAssertEqual(plain["Cache-Status"]?.contains("hit"), round == 1)
        }
        XCTAssertEqual(origin.requests.count, 7)
        let wish = "GET /p HTTP/1.1\nHost: h.test\nCache-Control: only-if-cached\nContent-Length: 3\n\nfat"
        let refused = try subject.ask(wish)
        XCTAssertEqual(refused.status, 504)
        XCTAssertNil(refused["Cache-Status"])
        XCTAssertEqual(origin.requests.count, 7)
    }

    func testAFatGetWithoutAnOriginIsAnsweredByTheProxy() throws {
        let answers: [(origin: String, status: Int)] = [
            ("", 502), ("HTTP/1.1 304 Not Modified\r\n\r\n", 502),
            ("HTTP/1.1 700 No\r\nContent-Length: 0\r\n\r\n", 502),
            ("HTTP/1.1 206 Part\r\nContent-Length: 0\r\n\r\n", 502), ("HTTP/1.1 204 None\r\n\r\n", 204),
        ]
        for (text, status) in answers {
            let origin = Origin { _, _, _ in .last(Array(text.utf8)) }
            let subject = try ProxyUnderTest(upstream: origin.port)
            let request = "GET / HTTP/1.1\nHost: h\nContent-Length: 1\n\nx"
            XCTAssertEqual(try subject.ask(request).status, status, text)
        }
    }
}
