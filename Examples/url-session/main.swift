import CachingClient
import CachingURLSession
import Foundation
import HTTPCacheSemantics
import HTTPWire
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A page that is good for a minute, and how often it was asked for.
final class Origin: Sendable {
    let requests = Atomic(0)

    func answer(_ writer: ResponseWriter) throws {
        requests.add(1, ordering: .relaxed)
        let fields = FieldSection([("Cache-Control", "max-age=60"), ("Content-Type", "text/plain")])
        writer.respond(try WireResponseHead(status: StatusCode(200), fields: fields), content: Array("a page".utf8))
    }

    /// How often since the last time.
    var count: Int { requests.exchange(0, ordering: .relaxed) }
}

let origin = Origin()
guard let loops = EventLoopGroup(count: 1) else { exit(1) }
let server = try LoopbackServer(on: loops, handler: AsyncHandler { _, writer in try origin.answer(writer) })
let address = "http://127.0.0.1:\(server.address.port)/page"
guard let url = URL(string: address) else { exit(1) }

// Before: no cache, or one that may not know what it may do.
let plain = URLSession(configuration: .ephemeral)
for _ in 0..<2 { _ = try await plain.data(from: url) }
print("URLSession alone: \(origin.count) requests")

// After: the same calls on a session whose configuration has a cache.
let configuration = URLSessionConfiguration.ephemeral
configuration.useCache(
    of: CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 10 << 20)))
let cached = URLSession(configuration: configuration)
for _ in 0..<2 { _ = try await cached.data(from: url) }
print("URLSession with a cache: \(origin.count) request")

// Or: the client itself, over https too.
let client = CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 10 << 20))
for _ in 0..<2 {
    let answer = try await client.send(RequestHead(target: try TargetURI(address)))
    let page = String(decoding: try await answer.content.collect(upTo: 1 << 20), as: UTF8.self)
    print("CachingClient: \(answer.status) \(page), from the \(answer.source)")
}
print("CachingClient: \(origin.count) request")
exit(0)
