import CachingClient
import CachingURLSession
import Foundation
import HTTPCacheSemantics
import HTTPWire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends a large response over one transport and prints by how much the peak of memory grew since a small one.
@concurrent
func transfer(_ way: String, _ megabytes: Int) async throws {
    guard let loops = EventLoopGroup(count: 1) else { throw NoLoop() }
    let piece = [UInt8](repeating: 42, count: 64 << 10)
    let length = megabytes << 20
    let server = try LoopbackServer(
        on: loops,
        handler: AsyncHandler { request, writer in
            let count = request.head.target == Array("/small".utf8) ? 1 : length / piece.count
            let fields = FieldSection([
                ("Content-Length", String(count * piece.count)), ("Cache-Control", "max-age=3600"),
            ])
            writer.start(try WireResponseHead(status: StatusCode(200), fields: fields))
            for _ in 0..<count { try await writer.write(piece) }
            writer.finish()
        })
    defer { server.close() }
    let transport: any Transport = way == "socket" ? SocketTransport(on: loops) : URLSessionTransport()
    let session = way == "protocol" ? ProtocolSession() : nil
    defer { session?.close() }
    func read(_ path: String) async throws -> Int {
        let target = try TargetURI("http://127.0.0.1:\(server.address.port)/\(path)")
        if let session { return try await session.read(target.description) }
        var received = 0
        let response = try await transport.send(OutgoingRequest(head: RequestHead(target: target)))
        for try await piece in response.content {
            received += piece.count
            // So slow that the origin has sent everything long before.
            if way == "slow", received < 8 << 20 { try await Task.sleep(nanoseconds: 50_000_000) }
        }
        return received
    }
    for _ in 0..<3 { _ = try await read("small") }
    let before = peakKilobytes()
    let start = DispatchTime.now().uptimeNanoseconds
    let received = try await read("large")
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    let limit = way == "socket" ? 1024 : 16_384
    print(
        "\(received >> 20) MB over \(way): peak memory grew by \(peakKilobytes() - before) KB (asked for: \(limit)),"
            + " \(Int(Double(received >> 20) / seconds)) MB/s")
}

/// An ordinary session with a cache on disk, whose delegate counts what it is given.
final class ProtocolSession: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
        "session-\(UUID().uuidString)")
    private let lock = NSLock()
    private var received = 0
    private var end: CheckedContinuation<Int, any Error>?
    private var session: URLSession?

    override init() {
        super.init()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.useCache(
            DiskURLCache(memoryCapacity: 1 << 20, diskCapacity: 1 << 30, diskPath: directory.path), bodies: .inPieces)
        session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    func close() { try? FileManager.default.removeItem(at: directory) }

    func read(_ url: String) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            guard let url = URL(string: url), let session else { return continuation.resume(throwing: NoLoop()) }
            lock.withLock {
                received = 0
                end = continuation
            }
            session.dataTask(with: url).resume()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        lock.withLock { received += data.count }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (count, end) = lock.withLock { (received, self.end) }
        if let error { end?.resume(throwing: error) } else { end?.resume(returning: count) }
    }
}
