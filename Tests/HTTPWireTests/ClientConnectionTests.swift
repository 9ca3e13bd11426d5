import HTTPCacheSemantics
import HTTPWire
import XCTest

final class ClientConnectionTests: XCTestCase {
    /// Where what comes along with a head is no content, nobody is told of the head.
    func testAHeadWhoseContentBreaksAtOnceIsNoAnswer() async throws {
        let transport = SocketTransport(on: SocketTransportTests.loops)
        let head = try WireRequestHead(method: .get, target: [0x2F], fields: FieldSection([("Host", "a")]))
        for (content, fault) in [
            ("x⏎", WireError.Fault.malformedChunkSize), ("5;a=‹x*10000›⏎hello⏎0⏎⏎", .chunkExtensionsTooLong),
        ] {
            let server = ScriptedServer { peer, _ in
                peer.receive(until: "⏎⏎")
                peer.send("HTTP/1.1 200 OK⏎Transfer-Encoding: chunked⏎⏎" + content)
            }
            do {
                _ = try await transport.send(head, to: server.endpoint)
                XCTFail("there is a head: " + content)
            } catch {
                guard case .malformed(let error) = error else { return XCTFail("\(error)") }
                XCTAssertEqual(error.fault, fault)
            }
        }
    }

    /// First what is read until the reader has to be waited for, then the rest, which waits in the system of the other side.
    private static func sendMoreThanIsRead(_ peer: RawPeer, _ size: Int) {
        for count in [140_000, size - 140_000] {
            peer.send([UInt8](repeating: 65, count: count))
            usleep(100_000)
        }
    }

    /// A server that closes without having read all of the request resets the connection: what it sent before counts, also
    /// where the reader had to be waited for.
    func testAWholeResponseCountsThoughAResetFollows() async throws {
        let size = 160_000
        let (resets, reset) = AsyncStream<Void>.makeStream()
        let server = ScriptedServer { peer, _ in
            peer.receive(until: "⏎⏎")
            peer.send("HTTP/1.1 200 OK⏎Content-Length: \(size)⏎⏎")
            Self.sendMoreThanIsRead(peer, size)
            peer.reset()
            reset.yield()
        }
        let transport = SocketTransport(on: SocketTransportTests.loops)
        let head = try WireRequestHead(method: .get, target: [0x2F], fields: FieldSection([("Host", "a")]))
        let response = try await transport.send(head, to: server.endpoint)
        for await _ in resets { break }
        try await Task.sleep(for: .milliseconds(100))
        let content = try await response.content.collect(upTo: size)
        XCTAssertEqual(content.count, size)
    }

    /// The same where it is not whole: what came is read, and then that it was cut.
    func testAResponseThatAResetCutsIsCut() async throws {
        let server = ScriptedServer { peer, _ in
            peer.receive(until: "⏎⏎")
            peer.send("HTTP/1.1 200 OK⏎Content-Length: 300000⏎⏎")
            Self.sendMoreThanIsRead(peer, 160_000)
            peer.reset()
        }
        let transport = SocketTransport(on: SocketTransportTests.loops)
        let head = try WireRequestHead(method: .get, target: [0x2F], fields: FieldSection([("Host", "a")]))
        let response = try await transport.send(head, to: server.endpoint)
        try await Task.sleep(for: .milliseconds(300))
        var count = 0
        do {
            for try await piece in response.content { count += piece.count }
            XCTFail("it is cut")
        } catch {
            XCTAssertEqual(count, 160_000, "\(error)")
        }
    }
}
