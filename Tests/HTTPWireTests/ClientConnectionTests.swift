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
}
