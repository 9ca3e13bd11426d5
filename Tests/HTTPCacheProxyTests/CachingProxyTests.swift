import CachingClient
import DiskStore
import Foundation
import HTTPCacheProxy
import HTTPCacheSemantics
import HTTPWire
import LoopbackSockets
import TestSupport
import XCTest

final class CachingProxyTests: XCTestCase {
    func testListensOnLoopbackAlone() throws {
        let group = try XCTUnwrap(ProxyUnderTest.group)
        for (text, isAllowed) in [("0.0.0.0", false), ("::", false), ("127.0.0.2", true), ("::1", true)] {
            var configuration = ProxyConfiguration(upstream: Endpoint(host: "127.0.0.1", port: 1))
            configuration.server.address = try XCTUnwrap(SocketAddress(text, port: 0))
            let proxy = try? CachingProxy(configuration, store: MemoryStore(capacity: 0), on: group)
            // A machine without IPv6 has no ::1.
            if text != "::1" || proxy != nil { XCTAssertEqual(proxy != nil, isAllowed, text) }
            proxy?.close()
        }
        var configuration = ProxyConfiguration(upstream: Endpoint(host: "127.0.0.1", port: 1))
        configuration.server.address = try XCTUnwrap(SocketAddress("0.0.0.0", port: 0))
        configuration.server.allowsAnyAddress = true
        try CachingProxy(configuration, store: MemoryStore(capacity: 0), on: group).close()
    }

    func testNobodyAtTheUpstream() throws {
        let subject = try ProxyUnderTest(upstream: 1)
        let response = try subject.get("/")
        XCTAssertEqual(response.status, 502)
        XCTAssertNil(response["Cache-Status"])
        XCTAssertNotNil(response["Date"])
    }

    func testDrainingLetsAnswersFinishAndStoresThem() async throws {
        let release = DispatchSemaphore(value: 0)
        let origin = Origin { _, _, socket in
            socket.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 8\r\n\r\nhalf")
            release.wait()
            return .bytes(Array("half".utf8))
        }
        let store = MemoryStore(capacity: 1 << 20)
        let subject = try ProxyUnderTest(upstream: origin.port, store: store)
        let idle = subject.connect()
        let busy = subject.connect()
        busy.send("GET / HTTP/1.1\r\nHost: h.test\r\n\r\n")
        XCTAssertEqual(busy.read(until: "half").map { String(decoding: $0, as: UTF8.self).hasSuffix("half") }, true)
        let proxy = subject.proxy
        let drained = Task { await proxy.drain(within: .seconds(10)) }
        XCTAssertEqual(idle.readAll(), [], "a connection at rest is closed")
        release.signal()
        XCTAssertEqual(busy.readAll(), Array("half".utf8))
        await drained.value
        XCTAssertEqual(store.count, 1)
        XCTAssertEqual(proxy.connectionCount, 0)
    }

    func testAnAsteriskIsAsNormalAsAPath() throws {
        let origin = Origin { _, _, _ in .bytes(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)) }
        let seen = Observer()
        let subject = try ProxyUnderTest(upstream: origin.port, observer: seen)
        for target in ["*", "/", "/%62"] {
            XCTAssertEqual(try subject.ask("OPTIONS \(target) HTTP/1.1\nHost: h.test\n\n").status, 204)
        }
        for _ in 0..<200 where seen.exchanges.value.count < 3 { usleep(5000) }
        XCTAssertEqual(seen.exchanges.value.map(\.spelling), [nil, nil, "h.test/%62"])
    }

    func testDrainingDoesNotWaitForHalfARequest() async throws {
        let origin = Origin { _, _, _ in .silence }
        let subject = try ProxyUnderTest(upstream: origin.port)
        let halves = ["G", "GET / HT", "GET / HTTP/1.1\r\nHost: h.test\r\n"].map { text in
            let socket = subject.connect()
            socket.send(text)
            return socket
        }
        XCTAssertTrue(waitUntil { subject.proxy.connectionCount == halves.count })
        // So that they have been read.
        usleep(50_000)
        await subject.proxy.drain(within: .seconds(60))
        // A time-out would be told with a 408.
        for socket in halves { XCTAssertEqual(socket.readAll(), []) }
    }

    func testDrainingIsBounded() async throws {
        let origin = Origin { _, _, _ in .silence }
        let subject = try ProxyUnderTest(upstream: origin.port)
        let socket = subject.connect()
        socket.send("GET / HTTP/1.1\r\nHost: h.test\r\n\r\n")
        XCTAssertTrue(waitUntil { !origin.requests.isEmpty })
        await subject.proxy.drain(within: .milliseconds(100))
        XCTAssertNil(socket.readMessage(inAnswerTo: "GET"))
    }

    func testWhatIsOnDiskOutlivesTheProxy() async throws {
        let directory = ProcessDirectory.path + "/hc-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let origin = Origin { request, _, _ in
            let content = String(repeating: request.target, count: 20_000)
            let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: \(content.utf8.count)\r\n\r\n"
            return .bytes(Array((head + content).utf8))
        }
        for round in 0..<2 {
            let disk = try DiskStore(at: directory)
            let store = TieredStore(MemoryStore(capacity: 1 << 20, bodyLimit: 1000), before: disk)
            let subject = try ProxyUnderTest(upstream: origin.port, store: store)
            for path in ["/aa", "/bb"] {
                let response = try subject.get(path)
                XCTAssertEqual(response.text, String(repeating: path, count: 20_000))
                XCTAssertEqual(response["Cache-Status"]?.contains("hit"), round == 1)
            }
            await subject.proxy.drain(within: .seconds(5))
            disk.close()
        }
        XCTAssertEqual(origin.requests.count, 2)
    }

    #if os(Linux)
        /// Whoever asks for parts of what is stored and takes none of them holds no copies.
        func testPartsOfWhatIsStoredAreNotCopied() throws {
            let size = 16 << 20
            let origin = Origin { _, _, _ in
                let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: \(size)\r\n\r\n"
                return .bytes(Array(head.utf8) + [UInt8](repeating: 65, count: size))
            }
            let subject = try ProxyUnderTest(upstream: origin.port, store: MemoryStore(capacity: 8 * size))
            XCTAssertEqual(try subject.get("/").content.count, size)
            let before = try Self.residentBytes()
            let sockets = (0..<16).map { _ in subject.connect() }
            for socket in sockets {
                socket.send("GET / HTTP/1.1\r\nHost: h.test\r\nRange: bytes=1-\r\n\r\n")
                let head = String(decoding: socket.read(until: "\r\n\r\n") ?? [], as: UTF8.self)
                XCTAssertTrue(head.contains(" 206 ") && head.contains("; hit"), head)
            }
            XCTAssertLessThan(try Self.residentBytes() - before, 8 * size)
            XCTAssertEqual(origin.requests.count, 1)
        }

        private static func residentBytes() throws -> Int {
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            return try XCTUnwrap(pages.count > 1 ? Int(pages[1]) : nil) * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
    #endif

    func testObserver() throws {
        let seen = Observer()
        let origin = Origin { request, _, _ in
            let fields = "Cache-Control: max-age=60\r\nContent-Length: 4\r\n\r\n"
            return .last(Array("HTTP/1.1 200 OK\r\n\(fields)\(request.target == "/cut" ? "ab" : "abcd")".utf8))
        }
        let subject = try ProxyUnderTest(upstream: origin.port, observer: seen)
        for path in ["/a", "/a", "/cut", "http://elsewhere.test/"] {
            let socket = subject.connect()
            socket.send("GET \(path) HTTP/1.1\r\nHost: h.test\r\nConnection: close\r\n\r\n")
            _ = socket.readAll()
        }
        for _ in 0..<200 where seen.exchanges.value.count < 4 { usleep(5000) }
        let exchanges = seen.exchanges.value
        XCTAssertEqual(exchanges.map { $0.target?.path }, ["/a", "/a", "/cut", "/"])
        XCTAssertEqual(exchanges.map { $0.status.value }, [200, 200, 200, 421])
        XCTAssertEqual(exchanges.map(\.isWhole), [true, true, false, true])
        XCTAssertEqual(exchanges.prefix(3).map(\.contentLength), [4, 4, 2])
        XCTAssertEqual(exchanges.map { $0.verdict?.source }, [.origin, .store, .origin, nil])
        XCTAssertEqual(exchanges.map { $0.verdict?.asking }, [.selectMiss, nil, .selectMiss, nil])
        XCTAssertEqual(exchanges.map { $0.verdict?.cacheStatus?.hit }, [false, true, false, nil])
        XCTAssertTrue(exchanges[0].requestFields.contains("Connection"))
        XCTAssertNotNil(exchanges[3].ownReason)
    }

    private final class Observer: ProxyObserver {
        let exchanges = Box<[ProxiedExchange]>([])

        func exchangeEnded(_ exchange: ProxiedExchange) { exchanges.update { $0.append(exchange) } }
    }
}
