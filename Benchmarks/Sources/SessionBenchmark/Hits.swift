import CachingClient
import CachingURLSession
import Foundation
import HTTPCacheSemantics
import HTTPWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct NoLoop: Error {}

/// A server that answers every request with 1 KB.
func smallServer() throws -> (LoopbackServer, TargetURI) {
    guard let loops = EventLoopGroup(count: 1) else { throw NoLoop() }
    let head = try WireResponseHead(status: StatusCode(200), fields: FieldSection([("Cache-Control", "max-age=3600")]))
    let server = try LoopbackServer(
        on: loops,
        handler: AsyncHandler { _, writer in writer.respond(head, content: [UInt8](repeating: 1, count: 1000)) })
    return (server, try TargetURI("http://127.0.0.1:\(server.address.port)/"))
}

/// One request with a completion handler, as it is made over URLSession.
func ask(_ session: URLSession, _ request: URLRequest) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        session.dataTask(with: request) { data, _, error in
            if data?.count == 1000 { continuation.resume() } else { continuation.resume(throwing: error ?? NoLoop()) }
        }.resume()
    }
}

@concurrent
func hits() async throws {
    let (server, target) = try smallServer()
    defer { server.close() }
    let client = CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 1 << 20))
    let head = RequestHead(target: target)
    guard let url = URL(string: target.description) else { throw NoLoop() }
    let request = URLRequest(url: url)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration)
    let cachingConfiguration = URLSessionConfiguration.ephemeral
    cachingConfiguration.useCache(of: client)
    let cachingSession = URLSession(configuration: cachingConfiguration)
    var medians = Medians()
    _ = try await client.send(head).content.collect(upTo: 4000)
    for _ in 0..<51 {
        medians.add(
            "hit",
            try await nanoseconds(2000) { _ = try await client.send(head).content.collect(upTo: 4000) })
        medians.add("session", try await nanoseconds(20) { try await ask(session, request) })
        medians.add("caching", try await nanoseconds(20) { try await ask(cachingSession, request) })
    }
    print("hit in CachingClient's memory, 1 KB, content read: \(medians.microseconds("hit")) µs")
    print("the same over URLSession to a loopback server: \(medians.microseconds("session")) µs")
    print("the same over a session with that cache, a hit: \(medians.microseconds("caching")) µs")
    print("ratio: \(medians.ratio("session", to: "hit")) (asked for: 50)")
}
