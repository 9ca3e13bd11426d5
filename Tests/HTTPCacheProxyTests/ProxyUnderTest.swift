import CachingClient
import Foundation
import HTTPCacheProxy
import HTTPCacheSemantics
import HTTPDate
import HTTPWire
import TestSupport
import XCTest

/// A proxy in front of a scripted origin, with a clock that the test sets.
final class ProxyUnderTest {
    static let group = EventLoopGroup(count: 2)

    let proxy: CachingProxy
    let store: AgingStore
    let clock = TestClock()

    init(
        upstream port: UInt16, store: any ResponseStore = MemoryStore(capacity: 16 << 20),
        observer: (any ProxyObserver)? = nil, _ configure: (inout ProxyConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = ProxyConfiguration(upstream: Endpoint(host: "127.0.0.1", port: port))
        configure(&configuration)
        self.store = AgingStore(store)
        proxy = try CachingProxy(
            configuration, store: self.store, clock: clock.clock, on: try XCTUnwrap(Self.group), observer: observer)
    }

    deinit { proxy.close() }

    func connect() -> RawSocket { RawSocket(port: proxy.address.port) }

    /// Sends a request on a connection of its own, LF written for CRLF, and returns the final response.
    func ask(_ request: String) throws -> RawMessage {
        let socket = connect()
        socket.send(request.replacingOccurrences(of: "\n", with: "\r\n"))
        let method = String(request.prefix { $0 != " " })
        while true {
            let message = try XCTUnwrap(socket.readMessage(inAnswerTo: method), "no answer to: \(request)")
            if message.status >= 200 { return message }
        }
    }

    /// A request without content.
    func get(_ path: String, _ fields: String..., method: String = "GET") throws -> RawMessage {
        try ask("\(method) \(path) HTTP/1.1\nHost: h.test\n" + fields.map { $0 + "\n" }.joined() + "\n")
    }
}

final class TestClock: Sendable {
    private let seconds = Box<Int64>(1_767_225_600)

    var clock: WallClock { WallClock { [self] in now } }
    var now: HTTPDate { HTTPDate(secondsSinceEpoch: seconds.value) }

    func advance(_ by: Int64) { seconds.update { $0 += by } }
}
