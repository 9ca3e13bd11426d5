import Dispatch
import Foundation
import HTTPCacheSemantics
import LoopbackSockets
import TestSupport
import XCTest

@testable import HTTPWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Counts how requests end.
private final class Ends: Sendable {
    let failures = Box<[ConnectionError]>([])
    let wholes = Box(0)

    var count: Int { failures.value.count + wholes.value }
}

private final class EndReceiver: ClientReceiver {
    private let ends: Ends

    init(_ ends: Ends) { self.ends = ends }

    func received(interim: WireResponseHead) {}
    func received(head: WireResponseHead) {}
    func received(_ bytes: Span<UInt8>) {}
    func ended(trailers: FieldSection) { ends.wholes.update { $0 += 1 } }
    func failed(_ error: ConnectionError) { ends.failures.update { $0.append(error) } }
}

final class ConnectionPoolTests: XCTestCase {
    private func head() throws -> WireRequestHead {
        try WireRequestHead(method: .get, target: [0x2F], fields: FieldSection([("Host", "a")]))
    }

    /// Starts requests on the loop and calls `then` in the same turn.
    private func start(
        _ count: Int, _ transport: SocketTransport, _ endpoint: Endpoint, on loop: EventLoop, _ ends: Ends,
        then: @escaping @Sendable () -> Void = {}
    ) throws {
        let head = try head()
        loop.execute {
            for _ in 0..<count {
                _ = transport.start(head, to: endpoint, on: loop, receiver: EndReceiver(ends))
            }
            then()
        }
    }

    /// Those who wait for a connection have no channel that the loop could close.
    func testALoopThatStopsEndsThoseWhoWaitForTheirTurn() throws {
        let loops = try XCTUnwrap(EventLoopGroup(count: 1))
        let server = ScriptedServer { peer, _ in _ = peer.receiveAll() }
        var configuration = TransportConfiguration()
        configuration.maximumConnections = 2
        let transport = SocketTransport(configuration, on: loops)
        let ends = Ends()
        try start(50, transport, server.endpoint, on: loops.loops[0], ends)
        waitUntil { server.connections == 2 }
        XCTAssertEqual(ends.count, 0)
        loops.stop()
        waitUntil { ends.count == 50 }
        XCTAssertEqual(ends.failures.value, Array(repeating: .shutDown, count: 50))
        XCTAssertEqual(server.connections, 2)
    }

    func testALoopThatStopsEndsThoseWhoseServerIsLookedUp() throws {
        for closesTransport in [false, true] {
            let loops = try XCTUnwrap(EventLoopGroup(count: 1))
            let loop = loops.loops[0]
            let transport = SocketTransport(on: loops)
            let ends = Ends()
            try start(20, transport, Endpoint(host: "localhost", port: 1), on: loop, ends) {
                if closesTransport { transport.close() }
                loop.stop()
            }
            waitUntil { ends.count == 20 }
            XCTAssertEqual(ends.failures.value, Array(repeating: .shutDown, count: 20))
        }
    }

    /// Each failure makes room for the next in line, of which there may be more than a stack holds.
    func testManyFailOneAfterTheOther() throws {
        let loops = try XCTUnwrap(EventLoopGroup(count: 1))
        defer { loops.stop() }
        let closes = DispatchSemaphore(value: 0)
        let server = ScriptedServer { _, _ in closes.wait() }
        var configuration = TransportConfiguration()
        configuration.maximumConnections = 1
        let transport = SocketTransport(configuration, on: loops)
        let ends = Ends()
        try start(50_000, transport, server.endpoint, on: loops.loops[0], ends)
        waitUntil { server.connections == 1 }
        // No descriptor is left for the next connection.
        var usual = rlimit()
        XCTAssertEqual(getrlimit(resource, &usual), 0)
        var none = usual
        none.rlim_cur = 0
        XCTAssertEqual(setrlimit(resource, &none), 0)
        closes.signal()
        waitUntil { ends.count == 50_000 }
        XCTAssertEqual(setrlimit(resource, &usual), 0)
        XCTAssertEqual(ends.failures.value.count { $0 == .system(EMFILE) }, 49_999)
    }

    /// A client of many servers keeps nothing of those that it has left.
    func testServersAreForgotten() throws {
        let loops = try XCTUnwrap(EventLoopGroup(count: 1))
        defer { loops.stop() }
        let loop = loops.loops[0]
        let transport = SocketTransport(on: loops)
        let shard = try XCTUnwrap(transport.shards[ObjectIdentifier(loop)])
        let server = ScriptedServer { peer, _ in
            peer.receive(until: "⏎⏎")
            peer.send("HTTP/1.1 204 x⏎⏎")
            _ = peer.receiveAll()
        }
        let ends = Ends()
        try start(1, transport, server.endpoint, on: loop, ends)
        waitUntil { ends.count == 1 }
        for number in 2..<100 {
            // Nobody listens there.
            try start(2, transport, Endpoint(host: "127.0.0.\(number)", port: server.port), on: loop, ends)
        }
        waitUntil { ends.count == 1 + 2 * 98 }
        XCTAssertEqual(ends.wholes.value, 1)
        let left = Box<[Endpoint]?>(nil)
        loop.execute { loop.execute { left.update { $0 = Array(shard.pools.keys) } } }
        waitUntil { left.value != nil }
        XCTAssertEqual(left.value, [server.endpoint], "one connection is kept")
    }

    #if canImport(Glibc)
        private let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private let resource = RLIMIT_NOFILE
    #endif
}
