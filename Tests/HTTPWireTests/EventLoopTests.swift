import Foundation
import HTTPCacheSemantics
import LoopbackSockets
import TestSupport
import XCTest

@testable import HTTPWire

final class EventLoopTests: XCTestCase {
    func testTasksRunInOrderOnTheLoopsThread() throws {
        let loop = try XCTUnwrap(EventLoop())
        let seen = Box<[Int]>([])
        XCTAssertFalse(loop.isCurrent)
        for number in 0..<1000 {
            loop.execute {
                if !loop.isCurrent { return }
                seen.update { $0.append(number) }
            }
        }
        waitUntil { seen.value.count == 1000 }
        XCTAssertEqual(seen.value, Array(0..<1000))
        loop.stop()
    }

    /// So that a loop need not wait long for a processor that others use too.
    func testALoopAsksForAShortSlice() throws {
        let loop = try XCTUnwrap(EventLoop())
        let slice = Box<UInt64?>(nil)
        loop.execute { slice.update { $0 = System.slice } }
        waitUntil { slice.value != nil }
        // Kernels before 6.12 say nothing of slices.
        XCTAssertEqual(slice.value, System.slice == 0 ? 0 : 100_000)
        loop.stop()
    }

    /// Two descriptors each have to leave most of the 1024 that a process may have, and every processor has a loop.
    func testHowManyLoopsThereAre() {
        for (processors, loops) in [(1, 8), (2, 16), (8, 64), (9, 64), (64, 64), (65, 65), (256, 256)] {
            XCTAssertEqual(EventLoopGroup.defaultCount(processors: processors), loops, "\(processors)")
        }
    }

    func testATaskGivenByATaskRuns() throws {
        let loop = try XCTUnwrap(EventLoop())
        let done = Box(false)
        loop.execute { loop.execute { done.update { $0 = true } } }
        waitUntil { done.value }
        XCTAssertTrue(done.value)
        loop.stop()
    }

    func testStoppingEndsWhatIsUnderWay() async throws {
        let group = try XCTUnwrap(EventLoopGroup(count: 1))
        let server = try LoopbackServer(on: group, handler: LoopbackServerTests.Sync { _ in })
        let peer = RawPeer(port: server.address.port)
        peer.send("GET / HTTP/1.1⏎Host: a⏎⏎")
        waitUntil { server.connectionCount == 1 }
        group.stop()
        XCTAssertEqual(peer.receiveAll(), "")
        let transport = SocketTransport(on: group)
        let head = try WireRequestHead(method: .get, target: [0x2F], fields: FieldSection([("Host", "a")]))
        do {
            _ = try await transport.send(head, to: Endpoint(server.address))
            XCTFail("the loop is gone")
        } catch {
            XCTAssertEqual(error, .shutDown)
        }
        waitUntil { !group.loops[0].execute {} }
        XCTAssertFalse(group.loops[0].execute {})
    }

    /// What is accepted for a loop that is gone is closed, not forgotten.
    func testAConnectionForALoopThatWasStoppedIsClosed() throws {
        let group = try XCTUnwrap(EventLoopGroup(count: 2))
        defer { group.stop() }
        let server = try LoopbackServer(on: group, handler: LoopbackServerTests.Sync { _ in })
        group.loops[1].stop()
        waitUntil { !group.loops[1].execute {} }
        var isOver: [Box<Bool>] = []
        let peers = (0..<4).map { _ in RawPeer(port: server.address.port) }
        for peer in peers {
            let box = Box(false)
            isOver.append(box)
            Thread.detachNewThread {
                _ = peer.receiveAll()
                box.update { $0 = true }
            }
        }
        waitUntil { isOver.count { $0.value } == 2 }
        XCTAssertEqual(isOver.count { $0.value }, 2)
        XCTAssertEqual(server.connectionCount, 2)
        for peer in peers { peer.shutdownWriting() }
    }

    func testAServerOnALoopThatWasStopped() throws {
        let group = try XCTUnwrap(EventLoopGroup(count: 1))
        group.stop()
        waitUntil { !group.loops[0].execute {} }
        XCTAssertThrowsError(try LoopbackServer(on: group, handler: LoopbackServerTests.Sync { _ in }))
    }

    func testContentThatIsReadAfterTheLoopHasStopped() async throws {
        let group = try XCTUnwrap(EventLoopGroup(count: 1))
        let content = Box<ContentStream?>(nil)
        let server = try LoopbackServer(
            on: group,
            handler: AsyncHandler { request, _ in
                content.update { $0 = request.content }
                try await Task.sleep(for: .seconds(60))
            })
        let peer = RawPeer(port: server.address.port)
        peer.send("PUT / HTTP/1.1⏎Host: a⏎Content-Length: 9⏎⏎")
        waitUntil { content.value != nil }
        group.stop()
        waitUntil { !group.loops[0].execute {} }
        let stream = try XCTUnwrap(content.value)
        let failure = Box<ConnectionError?>(nil)
        Task {
            do throws(ConnectionError) {
                _ = try await stream.collect(upTo: 9)
            } catch {
                failure.update { $0 = error }
            }
        }
        waitUntil { failure.value != nil }
        XCTAssertNotNil(failure.value)
    }

    func testAddresses() {
        let rows: [(text: String, isLoopback: Bool, shown: String)] = [
            ("127.0.0.1", true, "127.0.0.1:80"), ("127.9.9.9", true, "127.9.9.9:80"), ("::1", true, "[::1]:80"),
            ("0.0.0.0", false, "0.0.0.0:80"), ("::", false, "[::]:80"), ("10.0.0.1", false, "10.0.0.1:80"),
            ("::ffff:127.0.0.1", false, "[::ffff:127.0.0.1]:80"),
        ]
        for (text, isLoopback, shown) in rows {
            let address = SocketAddress(text, port: 80)
            XCTAssertEqual(address?.isLoopback, isLoopback, text)
            XCTAssertEqual(address?.description, shown)
            XCTAssertEqual(address.map(Endpoint.init), Endpoint(host: text, port: 80))
        }
        for text in ["localhost", "", "127.0.0", "1.2.3.4.5", "::1:80:", "127.0.0.1:80"] {
            XCTAssertNil(SocketAddress(text, port: 80), text)
        }
    }

    func testEndpointsOfURIs() throws {
        let rows: [(uri: String, host: String?, port: UInt16)] = [
            ("http://a/", "a", 80), ("http://A:8080/x", "a", 8080), ("http://[::1]/", "::1", 80),
            ("http://[::1]:81/", "::1", 81), ("https://a/", nil, 0),
        ]
        for (uri, host, port) in rows {
            let expected = host.map { Endpoint(host: $0, port: port) }
            XCTAssertEqual(Endpoint(try TargetURI(uri)), expected, uri)
        }
    }
}

final class IdleLoopTests: XCTestCase {
    /// A loop that has waited longer than a time-out gives the next connection the whole of it.
    func testDeadlinesBeginWhenTheLoopAwakes() throws {
        let group = try XCTUnwrap(EventLoopGroup(count: 1))
        defer { group.stop() }
        var configuration = ServerConfiguration()
        configuration.headTimeout = .milliseconds(200)
        let server = try LoopbackServer(
            configuration, on: group,
            handler: AsyncHandler { _, writer in writer.respond(try WireResponseHead(status: StatusCode(204))) })
        usleep(400_000)
        let peer = RawPeer(port: server.address.port)
        peer.send("GET / HTTP/1.1\r\n")
        usleep(50_000)
        peer.send("Host: h\r\n\r\n")
        XCTAssertTrue(peer.receive(until: "\r\n").hasPrefix("HTTP/1.1 204 "))
    }
}
