import Foundation
import HTTPCacheSemantics
import HTTPWire
import LoopbackSockets
import TestSupport
import XCTest

/// The transport against the server, over real sockets.
final class ConversationTests: XCTestCase {
    private let loops = LoopbackServerTests.loops

    private static func head(_ fields: [(String, String)] = []) throws -> WireRequestHead {
        try WireRequestHead(method: Method("POST"), target: [0x2F], fields: FieldSection([("Host", "a")] + fields))
    }

    private func echoServer() throws -> LoopbackServer {
        try LoopbackServer(
            on: loops,
            handler: AsyncHandler { request, writer in
                writer.start(LoopbackServerTests.head(200, request.head.fields.contains("X") ? [("X", "1")] : []))
                for try await bytes in request.content { try await writer.write(bytes) }
                writer.finish(trailers: request.content.trailers ?? FieldSection())
            })
    }

    func testContentFlowsBothWaysAtOnce() async throws {
        let server = try echoServer()
        let transport = SocketTransport(on: loops)
        let count = 300
        let sent = Box(0)
        let content = RequestContent.stream(length: nil) {
            guard sent.value < count else { return nil }
            sent.update { $0 += 1 }
            return [UInt8](repeating: UInt8(sent.value & 0xFF), count: 50_000)
        }
        let response = try await transport.send(Self.head(), content: content, to: Endpoint(server.address))
        var received = 0
        var sum = 0
        for try await bytes in response.content {
            received += bytes.count
            sum += bytes.reduce(0) { $0 + Int($1) }
        }
        XCTAssertEqual(received, count * 50_000)
        XCTAssertEqual(sum, (1...count).reduce(0) { $0 + ($1 & 0xFF) * 50_000 })
    }

    /// What is in flight is bounded: a reader that stops stops the source as well.
    func testAReaderThatStopsHoldsTheSource() async throws {
        let server = try echoServer()
        let transport = SocketTransport(on: loops)
        let sent = Box(0)
        let content = RequestContent.stream(length: nil) {
            sent.update { $0 += 100_000 }
            return [UInt8](repeating: 65, count: 100_000)
        }
        let response = try await transport.send(Self.head(), content: content, to: Endpoint(server.address))
        var before = -1
        while before != sent.value {
            before = sent.value
            try await Task.sleep(for: .milliseconds(300))
        }
        // What the two kernels' socket buffers take, and less than a megabyte of our own.
        XCTAssertLessThan(before, 40_000_000)
        _ = response
    }

    func testManyAtOnce() async throws {
        let server = try echoServer()
        let transport = SocketTransport(on: loops)
        let endpoint = Endpoint(server.address)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<400 {
                group.addTask {
                    let bytes = Array("number \(number)".utf8)
                    let response = try await transport.send(
                        Self.head([("X", "1")]), content: .bytes(bytes), to: endpoint)
                    return try await response.content.collect(upTo: 100) == bytes
                }
            }
            for try await isSame in group { XCTAssertTrue(isSame) }
        }
        XCTAssertLessThanOrEqual(server.connectionCount, 400)
    }

    /// One task ends the response while another waits for room in it.
    func testAWriterThatWaitsForRoomIsWokenByTheEnd() async throws {
        let isWritten = Box(false)
        let server = try LoopbackServer(
            on: loops,
            handler: AsyncHandler { _, writer in
                writer.start(LoopbackServerTests.head())
                let writing = Task {
                    try? await writer.write([UInt8](repeating: 65, count: 16 << 20))
                    isWritten.update { $0 = true }
                }
                try await Task.sleep(for: .milliseconds(50))
                writer.finish()
                await writing.value
            })
        let peer = RawPeer(port: server.address.port)
        peer.send("GET / HTTP/1.0⏎⏎")
        peer.awaitInput()
        waitUntil { isWritten.value }
        XCTAssertTrue(isWritten.value)
        XCTAssertTrue(peer.receiveAll().hasSuffix("AAAA"))
    }

    /// Nothing that belongs to an exchange outlives it, however it ends.
    func testNothingIsLeftBehind() async throws {
        let server = try LoopbackServer(
            on: loops,
            handler: LoopbackServerTests.Sync { exchange in
                let token = Token()
                exchange.onLost = { _ in token.touch() }
                exchange.onWritable = { token.touch() }
                let head = LoopbackServerTests.head()
                switch exchange.head.target {
                case Array("/read".utf8):
                    exchange.receive(into: Keeper(token, exchange) { exchange.respond(head) })
                case Array("/abort".utf8): exchange.abort()
                case Array("/half".utf8):
                    exchange.receive(into: Keeper(token, exchange) {})
                    exchange.start(head)
                    exchange.write([65])
                    exchange.handle().run { $0.abort() }
                default: exchange.respond(head)
                }
            })
        let transport = SocketTransport(on: loops)
        let endpoint = Endpoint(server.address)
        for (target, fields) in [
            ("/now", []), ("/read", []), ("/abort", []), ("/half", []), ("/now", [("Expect", "100-continue")]),
            ("/read", [("Connection", "close")]),
        ] as [(String, [(String, String)])] {
            let head = try WireRequestHead(
                method: Method("POST"), target: Array(target.utf8),
                fields: FieldSection([("Host", "a"), ("Content-Length", "2")] + fields))
            for content in [RequestContent.bytes([65, 66]), .none] {
                let token = Token()
                let response = try? await transport.send(head, content: content, to: endpoint) { _ in token.touch() }
                _ = try? await response?.content.collect(upTo: 10)
            }
        }
        let refused = RawPeer(port: server.address.port)
        refused.send("PUT /now HTTP/1.1⏎Host: a⏎Content-Length: 2⏎Expect: 100-continue⏎⏎")
        _ = refused.receiveAll()
        let broken = RawPeer(port: server.address.port)
        broken.send("PUT /read HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎x⏎")
        _ = broken.receiveAll()
        waitUntil { Token.living.value == 0 }
        XCTAssertEqual(Token.living.value, 0)
    }

    func testTheLoopsOwnInterface() async throws {
        let server = try echoServer()
        let loops = loops
        let transport = SocketTransport(on: loops)
        let endpoint = Endpoint(server.address)
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<String, Never>) in
            let loop = loops.loops[0]
            loop.execute {
                let receiver = Collector { continuation.resume(returning: $0) }
                guard let head = try? Self.head(),
                    let exchange = transport.start(head, isStreamed: true, to: endpoint, on: loop, receiver: receiver)
                else { return continuation.resume(returning: "not started") }
                exchange.write(Array("hello".utf8))
                exchange.finish(trailers: FieldSection([("T", "1")]))
            }
        }
        XCTAssertEqual(result, "200 hello T: 1")
    }

    /// The proxy's road: on one loop, the server's exchange is answered from the transport's.
    func testAResponseIsPassedOnWithoutLeavingTheLoop() async throws {
        let origin = try echoServer()
        let transport = SocketTransport(on: loops)
        let proxy = try LoopbackServer(
            on: loops, handler: PassOn(transport: transport, endpoint: Endpoint(origin.address)))
        let client = SocketTransport(on: loops)
        for _ in 0..<3 {
            let response = try await client.send(
                Self.head(), content: .bytes(Array("hello".utf8)), to: Endpoint(proxy.address))
            let content = try await response.content.collect(upTo: 100)
            XCTAssertEqual(content, Array("hello".utf8))
        }
    }
}

/// Counts itself.
private final class Token: Sendable {
    static let living = Box(0)
    init() { Self.living.update { $0 += 1 } }
    deinit { Self.living.update { $0 -= 1 } }
    func touch() {}
}

/// Holds its exchange, as real receivers do.
private final class Keeper: ContentReceiver {
    let token: Token
    let exchange: ServerExchange
    let done: () -> Void

    init(_ token: Token, _ exchange: ServerExchange, _ done: @escaping () -> Void) {
        self.token = token
        self.exchange = exchange
        self.done = done
    }

    func received(_ bytes: Span<UInt8>) {}
    func ended(trailers: FieldSection) { done() }
    func failed(_ error: ConnectionError) {}
}

/// Puts a response into one line of text.
private final class Collector: ClientReceiver {
    private let done: (String) -> Void
    private var text = ""

    init(_ done: @escaping (String) -> Void) { self.done = done }

    func received(interim: WireResponseHead) { text += "\(interim.status) " }
    func received(head: WireResponseHead) { text += "\(head.status) " }
    func received(_ bytes: Span<UInt8>) {
        for index in 0..<bytes.count { text.unicodeScalars.append(.init(bytes[index])) }
    }
    func ended(trailers: FieldSection) { done(text + trailers.lines.map { " " + $0.description }.joined()) }
    func failed(_ error: ConnectionError) { done("\(error)") }
}

/// A proxy in few lines.
private struct PassOn: LoopHandler {
    let transport: SocketTransport
    let endpoint: Endpoint

    func begin(_ exchange: ServerExchange) {
        let pair = Pair(exchange)
        guard
            let upstream = transport.start(
                exchange.head, isStreamed: exchange.head.framing != .none, to: endpoint, on: exchange.loop,
                receiver: pair)
        else { return exchange.respond(LoopbackServerTests.head(500)) }
        pair.upstream = upstream
        upstream.onWritable = { exchange.resumeReading() }
        exchange.onWritable = { upstream.resumeReading() }
        exchange.onLost = { _ in upstream.cancel() }
        exchange.receive(into: Upload(exchange, upstream))
    }

    private final class Upload: ContentReceiver {
        let exchange: ServerExchange
        let upstream: ClientExchange

        init(_ exchange: ServerExchange, _ upstream: ClientExchange) {
            self.exchange = exchange
            self.upstream = upstream
        }

        func received(_ bytes: Span<UInt8>) {
            if !upstream.write(bytes.withUnsafeBufferPointer { Array($0) }) { exchange.pauseReading() }
        }
        func ended(trailers: FieldSection) { upstream.finish(trailers: trailers) }
        func failed(_ error: ConnectionError) { upstream.cancel() }
    }

    private final class Pair: ClientReceiver {
        let exchange: ServerExchange
        var upstream: ClientExchange?

        init(_ exchange: ServerExchange) { self.exchange = exchange }

        func received(interim: WireResponseHead) { exchange.sendInterim(interim) }
        func received(head: WireResponseHead) {
            let kept = head.fields.withoutConnectionFields()
            guard let passed = try? WireResponseHead(status: head.status, reason: head.reason, fields: kept) else {
                return
            }
            exchange.start(passed)
        }
        func received(_ bytes: Span<UInt8>) {
            if !exchange.write(bytes.withUnsafeBufferPointer { Array($0) }) { upstream?.pauseReading() }
        }
        func ended(trailers: FieldSection) {
            exchange.finish(trailers: trailers)
            upstream = nil
        }
        func failed(_ error: ConnectionError) {
            if exchange.hasStarted { exchange.abort() } else { exchange.respond(LoopbackServerTests.head(502)) }
            upstream = nil
        }
    }
}
