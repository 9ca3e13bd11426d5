import Foundation
import HTTPCacheSemantics
import HTTPWire
import LoopbackSockets
import TestSupport
import XCTest

/// How connections end.
final class ServerConnectionTests: XCTestCase {
    private static let loops = EventLoopGroup(count: 2)

    private func start(_ body: @escaping @Sendable (ServerExchange) -> Void) throws -> LoopbackServer {
        try LoopbackServer(
            ServerConfiguration(), on: try XCTUnwrap(Self.loops), handler: LoopbackServerTests.Sync(body: body))
    }

    /// Takes content piece by piece: pauses at each, and goes on a turn later.
    private final class PausingReceiver: ContentReceiver {
        private let exchange: ServerExchange
        private var count = 0

        init(_ exchange: ServerExchange) { self.exchange = exchange }

        func received(_ bytes: Span<UInt8>) {
            count += bytes.count
            exchange.pauseReading()
            exchange.handle().run { $0.resumeReading() }
        }

        func ended(trailers: FieldSection) {
            exchange.respond(LoopbackServerTests.head(), content: Array("\(count)".utf8))
        }

        func failed(_ error: ConnectionError) {}
    }

    /// With the last byte of a known length the content is whole, though nothing more comes that could be read.
    func testAPauseAtTheLastByteOfTheContent() throws {
        let server = try start { $0.receive(into: PausingReceiver($0)) }
        let peer = RawPeer(port: server.address.port)
        peer.send("PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5⏎⏎hello")
        peer.send("PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎3⏎abc⏎0⏎⏎")
        peer.send("PUT / HTTP/1.1⏎Host: a⏎Content-Length: 4⏎Connection: close⏎⏎")
        peer.send("wo")
        peer.send("rd")
        XCTAssertEqual(
            peer.receiveAll(),
            "HTTP/1.1 200 OK\\r\\nContent-Length: 1\\r\\n\\r\\n5HTTP/1.1 200 OK\\r\\nContent-Length: 1\\r\\n\\r\\n3"
                + "HTTP/1.1 200 OK\\r\\nContent-Length: 1\\r\\nConnection: close\\r\\n\\r\\n4")
    }

    func testHalfAHeadIsNotWaitedFor() async throws {
        let server = try start { $0.respond(LoopbackServerTests.head()) }
        let halves = ["G", "\\r\\n", "GET / HTTP/1.1⏎", "GET / HTTP/1.1⏎Host: a⏎X: "]
        let peers = halves.map { half in
            let peer = RawPeer(port: server.address.port)
            peer.send("GET / HTTP/1.1⏎Host: a⏎⏎")
            peer.receive(until: "⏎⏎")
            peer.send(half)
            return peer
        }
        // So that they have been read.
        usleep(50_000)
        await server.drain(within: .seconds(60))
        // A time-out would be told with a 408.
        for (peer, half) in zip(peers, halves) { XCTAssertEqual(peer.receiveAll(), "", half) }
    }

    /// A response that was given and is still to be taken is the last of its connection.
    func testWhatIsToBeSentGoesOutAndTheConnectionEnds() async throws {
        let size = 32 << 20
        let given = Box(false)
        let server = try start { exchange in
            exchange.respond(LoopbackServerTests.head(), content: [UInt8](repeating: 65, count: size))
            given.update { $0 = true }
        }
        let peer = RawPeer(port: server.address.port)
        peer.send("GET / HTTP/1.1⏎Host: a⏎⏎")
        XCTAssertTrue(waitUntil { given.value })
        let drained = Task { await server.drain(within: .seconds(60)) }
        usleep(50_000)
        var count = 0
        while true {
            let more = peer.receive()
            if more.isEmpty { break }
            count += more.count
        }
        XCTAssertGreaterThan(count, size)
        for _ in 0..<300 where server.connectionCount > 0 { usleep(10_000) }
        XCTAssertEqual(server.connectionCount, 0)
        await drained.value
    }

    /// Whoever sends requests and takes no answers is not read on, so that what waits for him is bounded.
    func testRequestsWaitForTheAnswersBeforeThem() async throws {
        let begun = Box(0)
        let content = [UInt8](repeating: 65, count: 100_000)
        let answer: @Sendable (ServerExchange) -> Void = { exchange in
            begun.update { $0 += 1 }
            exchange.respond(LoopbackServerTests.head(), content: content)
        }
        let later = AsyncHandler { _, writer in
            begun.update { $0 += 1 }
            writer.respond(LoopbackServerTests.head(), content: content)
        }
        for handler in [LoopbackServerTests.Sync(body: answer) as any LoopHandler, later] {
            begun.update { $0 = 0 }
            let server = try LoopbackServer(on: try XCTUnwrap(Self.loops), handler: handler)
            let peer = RawPeer(port: server.address.port)
            let count = 2_000
            peer.send(String(repeating: "GET / HTTP/1.1⏎Host: a⏎⏎", count: count - 1))
            peer.send("GET / HTTP/1.1⏎Host: a⏎Connection: close⏎⏎")
            var before = -1
            while before != begun.value {
                before = begun.value
                usleep(200_000)
            }
            // What the system holds for both ends is a few megabytes.
            XCTAssertLessThan(before, 200)
            var size = 0
            while true {
                let more = peer.receive()
                if more.isEmpty { break }
                size += more.count
            }
            XCTAssertEqual(begun.value, count)
            XCTAssertGreaterThan(size, count * content.count)
        }
    }

    func testAHighWaterOfNothing() throws {
        var configuration = ServerConfiguration()
        for highWater in [0, -1] {
            configuration.highWater = highWater
            let server = try LoopbackServer(
                configuration, on: try XCTUnwrap(Self.loops),
                handler: LoopbackServerTests.Sync { $0.respond(LoopbackServerTests.head()) })
            let peer = RawPeer(port: server.address.port)
            for _ in 0..<3 {
                peer.send("GET / HTTP/1.1⏎Host: a⏎⏎")
                XCTAssertTrue(peer.receive(until: "⏎⏎").hasPrefix("HTTP/1.1 200 OK"), "\(highWater)")
            }
        }
    }

    /// Where nothing waits there is room, whatever the mark: nothing would come that tells of it.
    func testAnEmptyPieceAtAHighWaterOfNothing() throws {
        var configuration = ServerConfiguration()
        configuration.highWater = 0
        let server = try LoopbackServer(
            configuration, on: try XCTUnwrap(Self.loops),
            handler: AsyncHandler { _, writer in
                writer.start(LoopbackServerTests.head(200, [("Content-Length", "2")]))
                for piece in [[], [65], [], [66], []] as [[UInt8]] { try await writer.write(piece) }
                writer.finish()
            })
        let peer = RawPeer(port: server.address.port)
        peer.send("GET / HTTP/1.1⏎Host: a⏎Connection: close⏎⏎")
        XCTAssertTrue(peer.receiveAll().hasSuffix("AB"))
    }

    /// Whoever takes nothing is cut in time, however much it sends meanwhile.
    func testWhatAClientSendsDoesNotPutOffThatItTakesNothing() throws {
        let server = try startGivingMuch(32 << 20, writeTimeout: .milliseconds(200))
        let peer = RawPeer(port: server.address.port)
        peer.send("PUT / HTTP/1.1⏎Host: a⏎Content-Length: 100000⏎⏎")
        XCTAssertTrue(waitUntil { server.connectionCount == 1 })
        for _ in 0..<500 where server.connectionCount > 0 {
            peer.send([66])
            usleep(20_000)
        }
        XCTAssertEqual(server.connectionCount, 0)
    }

    /// A refusal reaches whoever sends all that it has before it reads: the connection stays as long as that comes.
    func testARefusalIsNotOvertakenByAResetWhileTheClientSends() throws {
        let server = try start { $0.respond(LoopbackServerTests.head(413, [("Connection", "close")])) }
        let peer = RawPeer(port: server.address.port)
        peer.send("PUT / HTTP/1.1⏎Host: a⏎Content-Length: 100000000⏎⏎")
        for number in 0..<50 {
            XCTAssertTrue(peer.send([UInt8](repeating: 65, count: 20_000)), "\(number)")
            usleep(50_000)
        }
        XCTAssertTrue(peer.receiveAll().hasPrefix("HTTP/1.1 413 "))
        // But nobody waits for one who has nothing more to send.
        XCTAssertTrue(waitUntil { server.connectionCount == 0 })
    }

    /// And whoever goes on taking is not.
    func testASlowReaderIsWaitedFor() throws {
        let size = 64 << 20
        let server = try startGivingMuch(size, writeTimeout: .milliseconds(1500))
        let peer = RawPeer(port: server.address.port)
        peer.send("GET / HTTP/1.1⏎Host: a⏎Connection: close⏎⏎")
        var count = 0
        while true {
            let more = peer.receive(1 << 20)
            if more.isEmpty { break }
            count += more.count
            usleep(50_000)
        }
        XCTAssertGreaterThan(count, size)
    }

    private func startGivingMuch(_ size: Int, writeTimeout: Duration) throws -> LoopbackServer {
        var configuration = ServerConfiguration()
        configuration.writeTimeout = writeTimeout
        let content = [UInt8](repeating: 65, count: size)
        return try LoopbackServer(
            configuration, on: try XCTUnwrap(Self.loops),
            handler: LoopbackServerTests.Sync { $0.respond(LoopbackServerTests.head(), content: content) })
    }

    /// A head that was begun is seen before the cut.
    func testACutComesAfterTheHead() throws {
        let server = try start { exchange in
            exchange.start(LoopbackServerTests.head())
            exchange.write(Array("half".utf8))
            exchange.abort()
        }
        for _ in 0..<20 {
            let peer = RawPeer(port: server.address.port)
            peer.send("GET / HTTP/1.1⏎Host: a⏎⏎")
            XCTAssertTrue(peer.receiveAll().hasPrefix("HTTP/1.1 200 OK"))
        }
    }
}
