import CachingClient
import Foundation
import HTTPCacheProxy
import HTTPCacheSemantics
import HTTPWire
import XCTest

@testable import HTTPCacheCLI

final class TrafficQueueTests: XCTestCase {
    private struct Failed: Error {}

    /// A queue that a proxy's answers to nonsense have filled with so many exchanges, and the threads that fill it.
    static func fill(_ queue: TrafficQueue, _ count: Int) throws -> DispatchGroup {
        let group = try XCTUnwrap(EventLoopGroup(count: 1))
        let proxy = try CachingProxy(
            ProxyConfiguration(upstream: Endpoint(host: "127.0.0.1", port: 1)), store: MemoryStore(capacity: 0),
            on: group, observer: queue)
        let transport = SocketTransport(on: group)
        let filling = DispatchGroup()
        let port = proxy.address.port
        filling.enter()
        Task {
            for _ in 0..<count {
                let head = try WireRequestHead(
                    method: .get, target: Array("http://elsewhere.test/".utf8),
                    fields: FieldSection([("Host", "h")]))
                _ = try? await transport.send(head, to: Endpoint(host: "127.0.0.1", port: port)).content.collect(
                    upTo: 1000)
            }
            proxy.close()
            filling.leave()
        }
        return filling
    }

    func testWhatPassesIsHandedOnToTheEnd() throws {
        let queue = TrafficQueue(.records)
        let filling = try Self.fill(queue, 50)
        var seen = 0
        DispatchQueue.global().async {
            filling.wait()
            queue.end()
        }
        queue.handOn { seen += $0.count }
        XCTAssertEqual(seen, 50)
        XCTAssertNil(queue.failure)
        XCTAssertEqual(queue.dropped, 0)
    }

    func testAFailureEndsIt() throws {
        let queue = TrafficQueue(.lines)
        let filling = try Self.fill(queue, 5)
        queue.handOn { _ in throw Failed() }
        XCTAssertTrue(queue.failure is Failed)
        DispatchQueue.global().async {
            filling.wait()
            queue.end()
        }
        queue.awaitEnd()
        queue.handOn { _ in XCTFail("nothing is handed on after a failure") }
        let other = TrafficQueue(.lines)
        other.fail(Failed())
        other.handOn { _ in XCTFail("nothing is handed on after a failure") }
    }

    /// Nobody fetches anything, and the proxy goes on all the same.
    func testAFullQueueHoldsNobodyUp() throws {
        for wanted in [TrafficQueue.Wanted.lines, .records] {
            let queue = TrafficQueue(wanted, limit: 4, patience: 1)
            try Self.fill(queue, 20).wait()
            queue.end()
            var seen = 0
            queue.handOn { seen += $0.count }
            XCTAssertEqual(seen, 4)
            XCTAssertEqual(queue.dropped, 16)
        }
    }

    /// A record gets its place when there is one in time.
    func testARecordWaits() throws {
        let queue = TrafficQueue(.records, limit: 1, patience: 60_000)
        let filling = try Self.fill(queue, 200)
        var seen = 0
        DispatchQueue.global().async {
            filling.wait()
            queue.end()
        }
        queue.handOn { exchanges in
            usleep(500)
            seen += exchanges.count
        }
        XCTAssertEqual(seen, 200)
        XCTAssertEqual(queue.dropped, 0)
    }
}
