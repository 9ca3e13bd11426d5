import CachingClient
import Foundation
import HTTPCacheProxy
import HTTPWire
import TestSupport
import XCTest

final class AdminServerTests: XCTestCase {
    private final class Subject {
        let origin = Origin("HTTP/1.1 200 OK\nCache-Control: max-age=60\nVary: A\nContent-Length: 2\n\nok")
        let proxied: ProxyUnderTest
        let admin: AdminServer

        init() throws {
            proxied = try ProxyUnderTest(upstream: origin.port)
            admin = try AdminServer(
                for: proxied.proxy, aging: proxied.store, at: .loopback(port: 0),
                on: try XCTUnwrap(ProxyUnderTest.group)
            ) { [("memoryBytes", 7)] }
        }

        deinit { admin.close() }

        func ask(_ request: String, _ fields: String = "") throws -> RawMessage {
            let socket = RawSocket(port: admin.address.port)
            socket.send("\(request) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(fields)\r\n")
            return try XCTUnwrap(socket.readMessage(inAnswerTo: String(request.prefix { $0 != " " })))
        }
    }

    func testPurge() throws {
        let subject = try Subject()
        func isHit(_ path: String, _ host: String = "h.test") throws -> Bool {
            let before = subject.origin.requests.count
            _ = try subject.proxied.ask("GET \(path) HTTP/1.1\nHost: \(host)\nA: 1\n\n")
            return subject.origin.requests.count == before
        }
        XCTAssertEqual(try [isHit("/a"), isHit("/a"), isHit("/b"), isHit("/b")], [false, true, false, true])
        XCTAssertEqual(try subject.ask("POST /purge?url=http://h.test/a").status, 200)
        XCTAssertEqual(try [isHit("/b"), isHit("/a"), isHit("/a")], [true, false, true])
        // Percent-encoded, as it has to be where it has a query of its own.
        XCTAssertFalse(try isHit("/a?b&c"))
        XCTAssertEqual(try subject.ask("POST /purge?url=http%3A%2F%2Fh.test%2Fa%3Fb%26c").status, 200)
        XCTAssertEqual(try [isHit("/a?b&c"), isHit("/a")], [false, true])
        XCTAssertEqual(try subject.ask("POST /purge?all").status, 200)
        XCTAssertEqual(try [isHit("/a"), isHit("/b")], [false, false])
        // A path is one of each authority of the proxy's own.
        let own = "127.0.0.1:\(subject.proxied.proxy.address.port)"
        XCTAssertEqual(try [isHit("/p", own), isHit("/p")], [false, false])
        XCTAssertEqual(try subject.ask("POST /purge?url=/p").status, 200)
        XCTAssertEqual(try [isHit("/p", own), isHit("/p")], [false, true])
    }

    func testStatisticsAndClock() throws {
        let subject = try Subject()
        for _ in 0..<3 { _ = try subject.proxied.get("/") }
        _ = try subject.proxied.ask("GET http://elsewhere.test/ HTTP/1.1\nHost: h\n\n")
        let statistics = try subject.ask("GET /statistics")
        XCTAssertEqual(statistics["Content-Type"], "application/json")
        let numbers = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(statistics.content)) as? [String: Any])
        XCTAssertEqual(numbers["schema"] as? String, "httpcache.statistics/1")
        for (name, value) in ["requests": 4, "hits": 2, "misses": 1, "own": 1, "stale": 0, "memoryBytes": 7] {
            XCTAssertEqual(numbers[name] as? Int, value, name)
        }
        for (text, advance) in [("59s", 59), ("1", 60), ("1h1m", 3720), ("1d", 90_120)] {
            XCTAssertEqual(try subject.ask("POST /clock?advance=\(text)").text, "{\"advance\":\(advance)}\n")
        }
        XCTAssertEqual(try subject.ask("GET /clock").text, "{\"advance\":90120}\n")
        XCTAssertEqual(try subject.proxied.get("/")["Cache-Status"]?.contains("fwd=stale"), true)
    }

    func testRefusals() throws {
        let subject = try Subject()
        for (request, status) in [
            ("GET /health", 200), ("POST /health", 405), ("GET /purge?all", 405), ("POST /purge", 400),
            ("POST /purge?url=x", 400), ("POST /clock", 400), ("POST /clock?advance=", 400),
            ("POST /clock?advance=-1s", 400), ("POST /clock?advance=1y", 400), ("POST /clock?advance=s", 400),
            ("POST /clock?advance=1s2", 400), ("POST /clock?advance=9999999999999s", 400), ("GET /", 404),
            ("GET /elsewhere", 404), ("DELETE /statistics", 405), ("GET /clock?advance=1h", 405),
            ("HEAD /clock?advance=1h", 405),
        ] {
            XCTAssertEqual(try subject.ask(request).status, status, request)
        }
        for (path, allowed) in [
            ("/health", "GET, HEAD"), ("/statistics", "GET, HEAD"), ("/clock", "GET, HEAD, POST"), ("/purge", "POST"),
        ] {
            let answer = try subject.ask("DELETE \(path)")
            XCTAssertEqual(answer.status, 405, path)
            XCTAssertEqual(answer["Allow"], allowed, path)
            for method in ["GET", "HEAD", "POST"] {
                let isAllowed = try subject.ask("\(method) \(path)").status != 405
                XCTAssertEqual(isAllowed, allowed.contains(method), "\(method) \(path)")
            }
        }
        for (host, status) in [
            ("localhost", 200), ("LocalHost:1", 200), ("[::1]:1", 200), ("localhost.test", 403), ("LOCAL", 403),
        ] {
            let socket = RawSocket(port: subject.admin.address.port)
            socket.send("GET /health HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            XCTAssertEqual(try XCTUnwrap(socket.readMessage(inAnswerTo: "GET")).status, status, host)
        }
        // The absolute form is to be taken, and what it names goes before Host (RFC 9112 §3.2.2).
        for (target, status) in [
            ("http://127.0.0.1/health", 200), ("http://127.0.0.1:\(subject.admin.address.port)/health?x", 200),
            ("HTTP://localhost/statistics", 200), ("http://127.0.0.1", 404), ("http://[::1]/none", 404),
            ("http://page.test/health", 403), ("https://127.0.0.1/health", 421), ("http://127.0.0.1:99999/health", 400),
        ] {
            XCTAssertEqual(try subject.ask("GET \(target)").status, status, target)
        }
        XCTAssertEqual(try subject.ask("POST http://127.0.0.1/clock?advance=5s").text, "{\"advance\":5}\n")
        XCTAssertEqual(try subject.ask("GET /health", "Origin: http://page.test\r\n").status, 403)
        let socket = RawSocket(port: subject.admin.address.port)
        socket.send("GET /health HTTP/1.1\r\nHost: page.test\r\n\r\n")
        XCTAssertEqual(try XCTUnwrap(socket.readMessage(inAnswerTo: "GET")).status, 403)
        // Nothing of it is on the proxied port.
        XCTAssertEqual(try subject.proxied.get("/statistics").text, "ok")
    }

    func testUnixSocket() throws {
        let path = ProcessDirectory.path + "/hc-\(UUID().uuidString.prefix(8))"
        let origin = Origin("HTTP/1.1 200 OK\nContent-Length: 0\n\n")
        let proxied = try ProxyUnderTest(upstream: origin.port)
        let group = try XCTUnwrap(ProxyUnderTest.group)
        let address = try XCTUnwrap(SocketAddress(unixPath: path))
        let admin = try AdminServer(for: proxied.proxy, aging: proxied.store, at: address, on: group)
        XCTAssertEqual("\(admin.address)", "unix:\(path)")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
        // While it listens, nobody else can; a dead socket's file is no obstacle.
        XCTAssertThrowsError(try AdminServer(for: proxied.proxy, aging: proxied.store, at: address, on: group))
        admin.close()
        XCTAssertFalse(FileManager.default.fileExists(atPath: path))
        XCTAssertNil(SocketAddress(unixPath: ""))
        XCTAssertNil(SocketAddress(unixPath: String(repeating: "a", count: 104)))
    }
}
