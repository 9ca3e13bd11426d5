import Foundation
import HTTPCacheSemantics
import HTTPWire
import LoopbackSockets
import TestSupport
import XCTest

final class LoopbackServerTests: XCTestCase {
    static let loops = EventLoopGroup(count: 2)!

    /// Answers on the loop's thread.
    struct Sync: LoopHandler {
        let body: @Sendable (ServerExchange) -> Void
        func begin(_ exchange: ServerExchange) { body(exchange) }
    }

    static func head(_ status: Int = 200, _ fields: [(String, String)] = []) -> WireResponseHead {
        try! WireResponseHead(status: StatusCode(status), fields: FieldSection(fields))
    }

    func start(_ handler: any LoopHandler) throws -> LoopbackServer { try start({ _ in }, handler) }

    func start(
        _ configure: (inout ServerConfiguration) -> Void, _ handler: any LoopHandler
    ) throws -> LoopbackServer {
        var configuration = ServerConfiguration()
        configure(&configuration)
        return try LoopbackServer(configuration, on: Self.loops, handler: handler)
    }

    /// Answers with the target, at once.
    private let echo = Sync { $0.respond(head(), content: $0.head.target) }

    private let asyncEcho = AsyncHandler { request, writer in
        try? await Task.sleep(for: .milliseconds(1))
        writer.respond(head(), content: request.head.target)
    }

    func testPipelinedRequestsAreAnsweredInOrder() throws {
        for handler in [echo as any LoopHandler, asyncEcho] {
            let server = try start(handler)
            let peer = RawPeer(port: server.address.port)
            let requests = (0..<50).map { "GET /\($0) HTTP/1.1⏎Host: a⏎⏎" }.joined()
            peer.send(requests + "GET /end HTTP/1.1⏎Host: a⏎Connection: close⏎⏎GET /never HTTP/1.1⏎Host: a⏎⏎")
            let answers = (0..<50).map {
                "HTTP/1.1 200 OK\\r\\nContent-Length: \("/\($0)".count)\\r\\n\\r\\n/\($0)"
            }.joined()
            XCTAssertEqual(
                peer.receiveAll(),
                answers + "HTTP/1.1 200 OK\\r\\nContent-Length: 4\\r\\nConnection: close\\r\\n\\r\\n/end")
        }
    }

    func testRequestsInPieces() throws {
        let server = try start(echo)
        let peer = RawPeer(port: server.address.port)
        for byte in ParserTable.bytes("GET /x HTTP/1.1⏎Host: a⏎⏎").bytes { peer.send([byte]) }
        XCTAssertEqual(peer.receive(until: "/x"), "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n/x")
    }

    func testFaultsAreAnsweredAndClose() throws {
        let rows: [(request: String, status: Int)] = [
            ("GET / HTTP/1.1⏎⏎", 400), ("GET / HTTP/1.1⏎Host: a⏎Host: a⏎⏎", 400),
            ("GET / HTTP/1.1⏎Host : a⏎⏎", 400), ("\\x16\\x03\\x01\\0", 400), ("GET / HTTP/3.0⏎⏎", 505),
            ("CONNECT a:1 HTTP/1.1⏎Host: a⏎⏎", 501), ("GET /‹x*17000› HTTP/1.1⏎Host: a⏎⏎", 414),
            ("GET / HTTP/1.1⏎Host: a⏎X: ‹x*70000›⏎⏎", 431),
            ("PUT / HTTP/1.1⏎Host: a⏎Content-Length: 2000⏎⏎", 413),
            ("PUT / HTTP/1.1⏎Host: a⏎Content-Length: 1⏎Transfer-Encoding: chunked⏎⏎", 400),
        ]
        let server = try start({ $0.limits.content = 1000 }, echo)
        for (request, status) in rows {
            let peer = RawPeer(port: server.address.port)
            peer.send("GET /ok HTTP/1.1⏎Host: a⏎⏎" + request)
            let answer = peer.receiveAll()
            XCTAssertTrue(answer.hasPrefix("HTTP/1.1 200 OK\\r\\nContent-Length: 3\\r\\n\\r\\n/ok"), request)
            XCTAssertTrue(answer.dropFirst(8).contains("/okHTTP/1.1 \(status) "), "\(request): \(answer)")
            XCTAssertTrue(answer.contains("Connection: close"), request)
        }
    }

    /// It collects what is sent, and leaves in the box why it can't.
    private func startCollecting(_ failed: Box<ConnectionError?>) throws -> LoopbackServer {
        try start(
            AsyncHandler { request, writer in
                do {
                    _ = try await request.content.collect(upTo: 1000)
                } catch let error as ConnectionError {
                    failed.update { $0 = error }
                }
            })
    }

    func testFaultInsideContent() throws {
        let failed = Box<ConnectionError?>(nil)
        let server = try startCollecting(failed)
        let peer = RawPeer(port: server.address.port)
        peer.send("PUT / HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎1⏎a⏎x⏎")
        XCTAssertTrue(peer.receiveAll().hasPrefix("HTTP/1.1 400 "))
        waitUntil { failed.value != nil }
        guard case .malformed(let error)? = failed.value else { return XCTFail("\(String(describing: failed.value))") }
        XCTAssertEqual(error.fault, .malformedChunkSize)
    }

    func testNoContentWhereNoneMayBe() throws {
        let server = try start(
            Sync {
                switch $0.head.target {
                case Array("/204".utf8): $0.respond(Self.head(204, [("Content-Length", "1")]), content: [65])
                case Array("/304".utf8): $0.respond(Self.head(304, [("Content-Length", "9")]), content: [65])
                case Array("/7".utf8): $0.respond(Self.head(200, [("Content-Length", "7")]))
                default: $0.respond(Self.head(200), content: Array("12345".utf8))
                }
            })
        let peer = RawPeer(port: server.address.port)
        peer.send(
            "GET /204 HTTP/1.1⏎Host: a⏎⏎GET /304 HTTP/1.1⏎Host: a⏎⏎HEAD /7 HTTP/1.1⏎Host: a⏎⏎HEAD / HTTP/1.1⏎Host: a⏎Connection: close⏎⏎"
        )
        XCTAssertEqual(
            peer.receiveAll(),
            "HTTP/1.1 204 No Content\\r\\n\\r\\nHTTP/1.1 304 Not Modified\\r\\nContent-Length: 9\\r\\n\\r\\n"
                + "HTTP/1.1 200 OK\\r\\nContent-Length: 7\\r\\n\\r\\n"
                + "HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\nConnection: close\\r\\n\\r\\n")
    }

    func testStreamedFraming() throws {
        let server = try start(
            AsyncHandler { request, writer in
                let fields = request.head.target.count > 1 ? [("Content-Length", "4")] : []
                writer.start(Self.head(200, fields))
                try await writer.write(Array("ab".utf8))
                try await writer.write(Array("cd".utf8))
                writer.finish(trailers: FieldSection([("T", "1")]))
            })
        let rows = [
            (
                "GET / HTTP/1.1⏎Host: a⏎Connection: close⏎⏎",
                "Transfer-Encoding: chunked⏎Connection: close⏎⏎2⏎ab⏎2⏎cd⏎0⏎T: 1⏎⏎"
            ),
            ("GET /n HTTP/1.1⏎Host: a⏎Connection: close⏎⏎", "Content-Length: 4⏎Connection: close⏎⏎abcd"),
            ("GET / HTTP/1.0⏎⏎", "Connection: close⏎⏎abcd"),
            ("HEAD / HTTP/1.1⏎Host: a⏎Connection: close⏎⏎", "Connection: close⏎⏎"),
        ]
        for (request, answer) in rows {
            let peer = RawPeer(port: server.address.port)
            peer.send(request)
            let expected = ParserTable.bytes("HTTP/1.1 200 OK⏎" + answer).bytes
            XCTAssertEqual(peer.receiveAll(), ParserTable.show(expected))
        }
    }

    func testHTTP10StaysOpenOnlyIfToldTo() throws {
        let request = "GET /a HTTP/1.0⏎Connection: keep-alive⏎⏎"
        let closing = try start(echo)
        let first = RawPeer(port: closing.address.port)
        first.send(request)
        XCTAssertEqual(
            first.receiveAll(), "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\n/a")
        let keeping = try start({ $0.honorsHTTP10KeepAlive = true }, echo)
        let second = RawPeer(port: keeping.address.port)
        second.send(request + request)
        let answer = "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nConnection: keep-alive\\r\\n\\r\\n/a"
        XCTAssertEqual(second.receive(until: "/a") + second.receive(until: "/a"), answer + answer)
    }

    func testInterimResponses() throws {
        let server = try start(
            Sync {
                $0.sendInterim(Self.head(103, [("Link", "a")]))
                $0.sendInterim(Self.head(101))
                $0.respond(Self.head(204))
                $0.sendInterim(Self.head(103))
            })
        let peer = RawPeer(port: server.address.port)
        peer.send("GET / HTTP/1.1⏎Host: a⏎⏎GET / HTTP/1.0⏎⏎")
        XCTAssertEqual(
            peer.receiveAll(),
            "HTTP/1.1 103 Early Hints\\r\\nLink: a\\r\\n\\r\\nHTTP/1.1 204 No Content\\r\\n\\r\\n"
                + "HTTP/1.1 204 No Content\\r\\nConnection: close\\r\\n\\r\\n")
    }

    /// RFC 9110 §10.1.1.
    func testExpectContinue() throws {
        let server = try start(
            AsyncHandler { request, writer in
                guard request.head.target == Array("/read".utf8) else { return writer.respond(Self.head(403)) }
                let content = try await request.content.collect(upTo: 100)
                writer.respond(Self.head(), content: content)
            })
        let reading = RawPeer(port: server.address.port)
        reading.send("PUT /read HTTP/1.1⏎Host: a⏎Content-Length: 2⏎Expect: 100-continue⏎⏎")
        XCTAssertEqual(reading.receive(until: "⏎⏎"), "HTTP/1.1 100 Continue\\r\\n\\r\\n")
        reading.send("hi")
        XCTAssertEqual(reading.receive(until: "hi"), "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nhi")
        let refused = RawPeer(port: server.address.port)
        refused.send("PUT /no HTTP/1.1⏎Host: a⏎Content-Length: 2⏎Expect: 100-continue⏎⏎")
        XCTAssertEqual(
            refused.receiveAll(), "HTTP/1.1 403 Forbidden\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n")
    }

    func testUnreadContentIsDroppedToKeepTheConnection() throws {
        let server = try start({ $0.maximumDiscarded = 1000 }, echo)
        let kept = RawPeer(port: server.address.port)
        kept.send("PUT /1 HTTP/1.1⏎Host: a⏎Content-Length: 1000⏎⏎‹x*1000›GET /2 HTTP/1.1⏎Host: a⏎⏎")
        XCTAssertTrue(kept.receive(until: "/2").hasSuffix("\\r\\n\\r\\n/2"))
        let closed = RawPeer(port: server.address.port)
        closed.send("PUT /1 HTTP/1.1⏎Host: a⏎Content-Length: 2000⏎⏎‹x*2000›GET /2 HTTP/1.1⏎Host: a⏎⏎")
        XCTAssertTrue(closed.receiveAll().hasSuffix("\\r\\n\\r\\n/1"))
    }

    func testHalfClosedClientStillGetsItsResponse() throws {
        let server = try start(asyncEcho)
        let peer = RawPeer(port: server.address.port)
        peer.send("GET /a HTTP/1.1⏎Host: a⏎⏎")
        peer.shutdownWriting()
        XCTAssertTrue(peer.receiveAll().hasSuffix("\\r\\n\\r\\n/a"))
    }

    func testCutRequests() throws {
        let failed = Box<ConnectionError?>(nil)
        let server = try startCollecting(failed)
        let head = RawPeer(port: server.address.port)
        head.send("GET / HT")
        head.shutdownWriting()
        XCTAssertEqual(head.receiveAll(), "")
        let content = RawPeer(port: server.address.port)
        content.send("PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5⏎⏎abc")
        content.shutdownWriting()
        XCTAssertEqual(content.receiveAll(), "")
        waitUntil { failed.value != nil }
        guard case .malformed(let error)? = failed.value else { return XCTFail("\(String(describing: failed.value))") }
        XCTAssertEqual(error.fault, .closedInsideContent)
    }

    func testTimeOuts() throws {
        let configure: (inout ServerConfiguration) -> Void = {
            $0.headTimeout = .milliseconds(150)
            $0.contentTimeout = .milliseconds(150)
            $0.idleTimeout = .milliseconds(300)
        }
        let server = try start(
            configure,
            AsyncHandler { request, writer in
                let content = try await request.content.collect(upTo: 1000)
                writer.respond(Self.head(), content: content)
            })
        let drip = RawPeer(port: server.address.port)
        let thread = Thread {
            for _ in 0..<100 {
                drip.send("G")
                usleep(20_000)
            }
        }
        thread.start()
        XCTAssertTrue(drip.receiveAll().hasPrefix("HTTP/1.1 408 "), "a slow head")
        let content = RawPeer(port: server.address.port)
        content.send("PUT / HTTP/1.1⏎Host: a⏎Content-Length: 5⏎⏎abc")
        XCTAssertTrue(content.receiveAll().hasPrefix("HTTP/1.1 408 "), "slow content")
        let silent = RawPeer(port: server.address.port)
        XCTAssertEqual(silent.receiveAll(), "", "an idle connection closes without a word")
    }

    func testHandlersThatFail() throws {
        struct Failure: Error {}
        let server = try start(
            AsyncHandler { request, writer in
                switch request.head.target {
                case Array("/throw".utf8): throw Failure()
                case Array("/half".utf8):
                    writer.start(Self.head(200, [("Content-Length", "5")]))
                    try await writer.write([65])
                case Array("/short".utf8):
                    writer.start(Self.head(200, [("Content-Length", "5")]))
                    try await writer.write([65])
                    writer.finish()
                default: break
                }
            })
        for (target, start) in [("/throw", "HTTP/1.1 500 "), ("/nothing", "HTTP/1.1 500 ")] {
            let peer = RawPeer(port: server.address.port)
            peer.send("GET \(target) HTTP/1.1⏎Host: a⏎Connection: close⏎⏎")
            XCTAssertTrue(peer.receiveAll().hasPrefix(start), target)
        }
        for target in ["/half", "/short"] {
            let peer = RawPeer(port: server.address.port)
            peer.send("GET \(target) HTTP/1.1⏎Host: a⏎⏎")
            XCTAssertFalse(peer.receiveAll().hasSuffix("AAAAA"), target)
        }
    }

    func testSlowReaderHoldsTheWriter() throws {
        let written = Box(0)
        let server = try start(
            AsyncHandler { _, writer in
                writer.start(Self.head())
                for _ in 0..<400 {
                    try await writer.write([UInt8](repeating: 65, count: 100_000))
                    written.update { $0 += 1 }
                }
                writer.finish()
            })
        let peer = RawPeer(port: server.address.port)
        peer.send("GET / HTTP/1.0⏎⏎")
        var before = -1
        while before != written.value {
            before = written.value
            usleep(300_000)
        }
        XCTAssertLessThan(before, 400, "40 MB do not fit anywhere, so the writer has to wait")
        var count = 0
        while true {
            let more = peer.receive()
            if more.isEmpty { break }
            count += more.count
        }
        XCTAssertGreaterThan(count, 40_000_000)
    }

    func testDrain() async throws {
        let began = Box(false)
        let server = try start(
            AsyncHandler { request, writer in
                began.update { $0 = true }
                try await Task.sleep(for: .milliseconds(300))
                writer.respond(Self.head())
            })
        let idle = RawPeer(port: server.address.port)
        let busy = RawPeer(port: server.address.port)
        busy.send("GET / HTTP/1.1⏎Host: a⏎⏎")
        waitUntil { server.connectionCount == 2 && began.value }
        await server.drain(within: .seconds(10))
        XCTAssertEqual(server.connectionCount, 0)
        XCTAssertEqual(idle.receiveAll(), "")
        XCTAssertEqual(
            busy.receiveAll(), "HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n")
        XCTAssertEqual(RawPeer(port: server.address.port).receiveAll(), "", "nobody listens")
    }

    func testDrainCutsWhatDoesNotEnd() async throws {
        let cancelled = Box(false)
        let began = Box(false)
        let server = try start(
            AsyncHandler { _, _ in
                began.update { $0 = true }
                do {
                    try await Task.sleep(for: .seconds(60))
                } catch {
                    cancelled.update { $0 = true }
                }
            })
        let peer = RawPeer(port: server.address.port)
        peer.send("GET / HTTP/1.1⏎Host: a⏎⏎")
        waitUntil { began.value }
        await server.drain(within: .milliseconds(100))
        XCTAssertEqual(peer.receiveAll(), "")
        waitUntil { cancelled.value }
        XCTAssertTrue(cancelled.value)
    }

    func testOnlyLoopbackUnlessToldOtherwise() throws {
        let any = try XCTUnwrap(SocketAddress("0.0.0.0", port: 0))
        XCTAssertThrowsError(try start({ $0.address = any }, echo)) {
            XCTAssertEqual($0 as? LoopbackServer.StartError, .addressNotAllowed)
        }
        XCTAssertNoThrow(
            try start(
                {
                    $0.address = any
                    $0.allowsAnyAddress = true
                }, echo))
    }

    func testConnectionsBeyondTheLimitAreClosed() throws {
        let server = try start({ $0.maximumConnections = 1 }, echo)
        let first = RawPeer(port: server.address.port)
        first.send("GET /a HTTP/1.1⏎Host: a⏎⏎")
        first.receive(until: "/a")
        XCTAssertEqual(RawPeer(port: server.address.port).receiveAll(), "")
        first.send("GET /b HTTP/1.1⏎Host: a⏎⏎")
        XCTAssertTrue(first.receive(until: "/b").hasSuffix("/b"))
    }
}
