import CMallocCount
import CachingClient
import DiskStore
import Dispatch
import Foundation
import HTTPCacheSemantics
import HTTPWire

// ClientBenchmark [time | count MODE ROUNDS | memory [MEGABYTES] | serve MEGABYTES]
//
// `time` prints what a hit takes from call to head; `count` runs one mode in a loop for a profiler that counts
// instructions; `memory` sends large responses (300 MB each) through the client and prints the growth of peak memory;
// `serve` is the other process that it starts for them.

struct Origin: Transport {
    let fields: FieldSection
    let content: [UInt8]

    func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
        IncomingResponse(head: ResponseHead(status: 200, fields: fields), content: Content(content))
    }
}

let fields = FieldSection([
    ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "max-age=2147483647"), ("ETag", "\"33a64df551425fcc55e4d42a148795d9f25f89d4\""),
    ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Server", "origin"), ("Vary", "Accept-Encoding"),
    ("Content-Length", "1048576"),
])
let request = RequestHead(
    target: try TargetURI("https://www.example.com/articles/2026/a-title-of-some-length?page=2"),
    fields: FieldSection([("Accept", "*/*"), ("Accept-Encoding", "gzip, br"), ("User-Agent", "benchmark/1.0")]))

func client(_ store: any ResponseStore) async throws -> CachingClient {
    let client = CachingClient(
        transport: Origin(fields: fields, content: [UInt8](repeating: 7, count: 1 << 20)), store: store)
    _ = try await client.send(request).content.collect(upTo: 2 << 20)
    return client
}

func time(_ name: String, rounds: Int, _ body: () async throws -> Int) async throws {
    for _ in 0..<(rounds / 10) { _ = try await body() }
    var samples: [Double] = []
    let mallocs = mallocCount()
    var sum = 0
    for _ in 0..<51 {
        let start = DispatchTime.now().uptimeNanoseconds
        for _ in 0..<rounds { sum &+= try await body() }
        samples.append(Double(DispatchTime.now().uptimeNanoseconds - start) / Double(rounds))
    }
    let each = Double(mallocCount() - mallocs) / Double(51 * rounds)
    samples.sort()
    print(
        "\(name): median \(Int(samples[25])) ns, best \(Int(samples[0])) ns, \(String(format: "%.1f", each)) allocations"
            + (sum == .min ? " " : ""))
}

func memoryHit(_ client: CachingClient) async throws -> Int {
    let answer = try await client.send(request)
    return answer.status.value &+ (answer.content.length ?? 0)
}

await run(Array(CommandLine.arguments.dropFirst()))

/// Runs off the main actor: what is measured is the client, not the way from one executor to another.
@concurrent
func run(_ arguments: [String]) async {
    do {
        switch arguments.first ?? "time" {
        case "count":
            let rounds = Int(arguments.last ?? "") ?? 1000
            let client = try await client(MemoryStore(capacity: 16 << 20))
            for _ in 0..<rounds { _ = try await memoryHit(client) }
            print("\(rounds) hits")
        case "memory": try await measureMemory(megabytes: Int(arguments.last ?? "") ?? 300)
        case "serve": try await serve(megabytes: Int(arguments.last ?? "") ?? 300)
        default: try await timeAll()
        }
    } catch {
        print("failed: \(error)")
    }
}

func timeAll() async throws {
    let memory = try await client(MemoryStore(capacity: 16 << 20))
    try await time("hit in memory, 1 MB body, call to head", rounds: 10_000) { try await memoryHit(memory) }
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let disk = try await client(try DiskStore(at: directory))
    try await time("hit on disk, 1 MB body, call to head and first piece", rounds: 20) { try await memoryHit(disk) }
    try await overLoopback()
}

/// The same request from the store and from a server on the loopback interface.
func overLoopback() async throws {
    guard let loops = EventLoopGroup(count: 1) else { return }
    let head = try WireResponseHead(status: StatusCode(200), fields: FieldSection([("Cache-Control", "max-age=60")]))
    let server = try LoopbackServer(
        on: loops,
        handler: AsyncHandler { _, writer in writer.respond(head, content: [UInt8](repeating: 1, count: 1000)) })
    let transport = SocketTransport(on: loops)
    let target = try TargetURI("http://127.0.0.1:\(server.address.port)/")
    let caching = CachingClient(transport: transport, store: MemoryStore(capacity: 1 << 20))
    let plain = RequestHead(target: target)
    let reload = RequestHead(target: target, fields: FieldSection([("Cache-Control", "no-cache")]))
    _ = try await caching.send(plain).content.collect(upTo: 4000)
    try await time("1 KB from the origin over loopback", rounds: 200) {
        try await caching.send(reload).content.collect(upTo: 4000).count
    }
    try await time("the same from memory", rounds: 5000) {
        try await caching.send(plain).content.collect(upTo: 4000).count
    }
}
