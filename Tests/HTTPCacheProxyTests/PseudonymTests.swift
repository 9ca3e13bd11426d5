import CachingClient
import Foundation
import HTTPCacheProxy
import HTTPWire
import TestSupport
import XCTest

/// Requests that come back (RFC 9110 §7.6.3).
final class PseudonymTests: XCTestCase {
    /// An upstream that sends everything to a proxy, as one does that is set up wrongly.
    private static func relay(_ port: Box<UInt16>, _ change: @escaping @Sendable (String) -> String) -> Origin {
        Origin { request, _, _ in
            let fields = request.lines.map { "\($0.name): \(String(decoding: $0.value, as: UTF8.self))\r\n" }
            let socket = RawSocket(port: port.value)
            socket.send(change("\(request.startLine)\r\n" + fields.joined() + "\r\n"))
            guard let answer = socket.readMessage(inAnswerTo: request.method) else { return .reset }
            let length = "Content-Length: \(answer.content.count)\r\n\r\n"
            return .bytes(Array("\(answer.startLine)\r\n\(length)".utf8) + answer.content)
        }
    }

    func testALoopEndsWhereItBegan() throws {
        let port = Box<UInt16>(0)
        let relay = Self.relay(port) { $0 }
        let subject = try ProxyUnderTest(upstream: relay.port)
        port.update { $0 = subject.proxy.address.port }
        for (number, method) in ["GET", "GET", "HEAD", "POST", "QUERY"].enumerated() {
            XCTAssertEqual(try subject.get("/", method: method).status, 508, method)
            XCTAssertEqual(relay.requests.count, number + 1, method)
        }
    }

    /// Whoever removes comments leaves nothing but the name: such a request waits for no other, and ends by the count.
    func testALoopWithoutCommentsEndsByTheCount() throws {
        let port = Box<UInt16>(0)
        let relay = Self.relay(port) {
            $0.replacingOccurrences(of: " \\([0-9a-f]*\\)", with: "", options: .regularExpression)
        }
        let subject = try ProxyUnderTest(upstream: relay.port)
        port.update { $0 = subject.proxy.address.port }
        XCTAssertEqual(try subject.get("/").status, 508)
        XCTAssertEqual(relay.requests.count, 4)
    }

    func testOthersOfTheSameName() throws {
        let origin = Origin("HTTP/1.1 200 OK\nCache-Control: no-store\nContent-Length: 0\n\n")
        let inner = try ProxyUnderTest(upstream: origin.port)
        let outer = try ProxyUnderTest(upstream: inner.proxy.address.port)
        XCTAssertEqual(try outer.get("/").status, 200)
        let via = try XCTUnwrap(origin.requests.last?["Via"]).split(separator: ",")
        XCTAssertEqual(via.count, 2)
        let mark = try XCTUnwrap(via.last?.split(separator: "(").last).dropLast()
        XCTAssertEqual(mark.count, 16)
        XCTAssertNotEqual(via[0].trimmingCharacters(in: .whitespaces), via[1].trimmingCharacters(in: .whitespaces))
        let rows: [(via: String, status: Int)] = [
            // Somebody else, wherever in the list.
            ("1.1 httpcache (0123456789abcdef), 1.1 other", 200), ("1.1 other, 1.1 httpcache", 200),
            ("1.1 httpcache, 1.0 a, 1.1 httpcache, 1.1 b, 1.1 httpcache", 200),
            ("1.1 httpcache2, 1.1 httpcache2, 1.1 httpcache2, 1.1 httpcache2", 200),
            ("1.1 a (httpcache), 1.1 HTTPCache, 1.1 httpcache (b), 1.1 httpcache (c), 1.1 httpcache (d)", 200),
            ("1.1 httpcache, 1.1 httpcache (x), HTTP/1.1 httpcache, 1.1  httpcache", 508),
            // This one itself, wherever in the list.
            ("1.1 httpcache (\(mark))", 508), ("1.1 httpcache (\(mark)), 1.1 other", 508),
            ("1.1 other, 1.0\thttpcache  (\(mark)) , 1.1 third", 508),
            ("1.1 other (\(mark))", 200),
        ]
        for (via, status) in rows {
            let before = origin.requests.count
            XCTAssertEqual(try inner.get("/", "Via: \(via)").status, status, via)
            XCTAssertEqual(origin.requests.count, before + (status == 200 ? 1 : 0), via)
        }
    }

    /// The store of a proxy behind one of the same name serves as any other does.
    func testRequestsOfOthersShareTheirWay() throws {
        let rows: [(via: String, requests: Int)] = [
            ("1.1 other", 1), ("1.1 httpcache (0123456789abcdef)", 1), ("1.1 httpcache", 2),
        ]
        for (via, requests) in rows {
            let release = DispatchSemaphore(value: 0)
            let origin = Origin { _, _, _ in
                release.wait()
                return .bytes(Array("HTTP/1.1 200 OK\r\nCache-Control: max-age=9\r\nContent-Length: 0\r\n\r\n".utf8))
            }
            let subject = try ProxyUnderTest(upstream: origin.port)
            let sockets = [subject.connect(), subject.connect()]
            for socket in sockets { socket.send("GET / HTTP/1.1\r\nHost: h\r\nVia: \(via)\r\n\r\n") }
            for _ in 0..<400 where origin.requests.count < requests { usleep(5_000) }
            // One that is to come no more may be late.
            usleep(50_000)
            for _ in 0..<2 { release.signal() }
            for socket in sockets { XCTAssertEqual(socket.readMessage(inAnswerTo: "GET")?.status, 200, via) }
            XCTAssertEqual(origin.requests.count, requests, via)
        }
    }
}
