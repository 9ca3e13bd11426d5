import CachingClient
import CachingURLSession
import Foundation
import HTTPCacheSemantics
import HTTPWire

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
            let fields = FieldSection([("Content-Length", String(count * piece.count))])
            writer.start(try WireResponseHead(status: StatusCode(200), fields: fields))
            for _ in 0..<count { try await writer.write(piece) }
            writer.finish()
        })
    defer { server.close() }
    let transport: any Transport = way == "socket" ? SocketTransport(on: loops) : URLSessionTransport()
    func read(_ path: String) async throws -> Int {
        let target = try TargetURI("http://127.0.0.1:\(server.address.port)/\(path)")
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
