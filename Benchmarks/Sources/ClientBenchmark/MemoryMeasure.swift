import CachingClient
import DiskStore
import Dispatch
import Foundation
import HTTPCacheSemantics
import HTTPWire

/// Large responses through the client, from a server in another process, and what they add to this one's peak memory.
func measureMemory(megabytes: Int) async throws {
    let server = Process()
    let output = Pipe()
    server.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    server.arguments = ["serve", String(megabytes)]
    server.standardOutput = output
    try server.run()
    defer { server.terminate() }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.filter(\.isNumber)), let loops = EventLoopGroup(count: 1) else { return }
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }

    let transport = SocketTransport(on: loops)
    let disk = try DiskStore(at: directory, options: .init(capacity: 4 << 30))
    let tooSmall = MemoryStore(capacity: 16 << 20)
    let rows: [(name: String, store: (any ResponseStore)?)] = [
        ("SocketTransport alone", nil), ("CachingClient, MemoryStore that is too small", tooSmall),
        ("CachingClient, DiskStore", disk),
        ("CachingClient, TieredStore", TieredStore(MemoryStore(capacity: 16 << 20), before: disk)),
    ]
    print("growth of peak memory (VmHWM), \(megabytes) MB each:")
    for row in rows {
        let client = row.store.map { CachingClient(transport: transport, store: $0) }
        let address = "http://127.0.0.1:\(port)/"
        // What the first transfer sets up is not its size.
        _ = try await receive(address + "small", client, transport)
        for (count, words) in [(1, "one transfer"), (8, "eight at once")] {
            let start = DispatchTime.now().uptimeNanoseconds
            let before = resetPeak()
            let bytes = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<count {
                    group.addTask {
                        let target = address + "\(count)/\(number)?\(UInt64.random(in: 0 ... .max))"
                        return try await receive(target, client, transport)
                    }
                }
                return try await group.reduce(0, +)
            }
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            let growth = kilobytes("VmHWM") - before
            let speed = Int(Double(bytes >> 20) / seconds)
            print("  \(row.name), \(words): \(growth) KB, \(growth / count) KB each; \(speed) MB/s")
            try await row.store?.removeAll()
        }
    }
}

private func receive(_ target: String, _ client: CachingClient?, _ transport: SocketTransport) async throws -> Int {
    let head = RequestHead(target: try TargetURI(target))
    let content: Content
    if let client {
        content = try await client.send(head).content
    } else {
        content = try await transport.send(OutgoingRequest(head: head)).content
    }
    var received = 0
    for try await piece in content { received += piece.count }
    return received
}

/// Serves responses of that length until it is ended; prints its port.
func serve(megabytes: Int) async throws {
    guard let loops = EventLoopGroup(count: 1) else { return }
    let piece = [UInt8](repeating: 42, count: 64 << 10)
    let server = try LoopbackServer(
        on: loops,
        handler: AsyncHandler { request, writer in
            let length = request.head.target.suffix(5).elementsEqual("small".utf8) ? piece.count : megabytes << 20
            writer.start(
                try WireResponseHead(
                    status: StatusCode(200),
                    fields: FieldSection([("Cache-Control", "max-age=60"), ("Content-Length", String(length))])))
            for _ in 0..<(length / piece.count) { try await writer.write(piece) }
            writer.finish()
        })
    FileHandle.standardOutput.write(Data("\(server.address.port)\n".utf8))
    while true { try await Task.sleep(for: .seconds(3600)) }
}

/// Makes the peak what is in use now, and returns that.
private func resetPeak() -> Int {
    // 5 resets the high-water mark: see proc_pid_clear_refs(5).
    if let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") { try? file.write(contentsOf: Data("5".utf8)) }
    return kilobytes("VmHWM")
}

private func kilobytes(_ name: String) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
}
