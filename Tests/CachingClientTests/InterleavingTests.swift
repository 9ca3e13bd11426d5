import DiskStore
import HTTPCacheSemantics
import Locking
import TestSupport
import XCTest

@testable import CachingClient

/// Random requests, changes, failures and cancellations against an origin that knows what it said: whatever a caller is
/// given whole must be a version that the origin has served, and never one older than the cache may give.
final class InterleavingTests: XCTestCase {
    func testMemory() async throws {
        for seed in 1...12 { try await run(seed: UInt64(seed), store: MemoryStore(capacity: 200_000)) }
    }

    func testDiskUnderMemory() async throws {
        let directories = TestDirectories()
        defer { directories.remove() }
        for seed in 21...26 {
            let disk = try DiskStore(at: directories.new())
            try await run(seed: UInt64(seed), store: TieredStore(MemoryStore(capacity: 100_000), before: disk))
        }
    }

    private func run(seed: UInt64, store: any ResponseStore) async throws {
        let world = World(seed: seed)
        let clock = TestClock()
        var configuration = CachingClient.Configuration()
        configuration.readAhead = 700
        let client = CachingClient(
            transport: world, store: store, policy: CachePolicy(.private), configuration: configuration,
            clock: clock.clock)
        var random = SplitMix(seed: seed)
        for _ in 0..<12 {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<30 {
                    let choice = Choice(&random)
                    group.addTask { await choice.perform(client, world) }
                }
            }
            clock.advance(Int64(random.next() % 40))
            if random.next() % 3 == 0 { world.change(Int(random.next() % 4)) }
        }
        await client.finishBackgroundWork()
        XCTAssertEqual(world.faults, [], "seed \(seed)")
        XCTAssertGreaterThan(world.wholes, 50, "seed \(seed): too little came whole to say anything")
    }
}

/// An origin of four resources, each in a version that goes up; a version's bytes follow from its number.
private final class World: Transport {
    private struct State {
        var versions = [1, 1, 1, 1]
        var random: SplitMix
        var faults: [String] = []
        var wholes = 0
    }

    private let state: Locked<State>

    init(seed: UInt64) { state = Locked(State(random: SplitMix(seed: seed &* 77))) }

    var faults: [String] { state.withLock { $0.faults } }
    var wholes: Int { state.withLock { $0.wholes } }

    func change(_ resource: Int) { state.withLock { $0.versions[resource] += 1 } }
    func fault(_ what: String) { state.withLock { $0.faults.append(what) } }
    func cameWhole() { state.withLock { $0.wholes += 1 } }
    func version(_ resource: Int) -> Int { state.withLock { $0.versions[resource] } }
    func roll(_ sides: UInt64) -> UInt64 { state.withLock { $0.random.next() % sides } }

    static func body(_ resource: Int, _ version: Int, _ language: String) -> [UInt8] {
        let line = Array("\(resource)/\(version)/\(language);".utf8)
        return Array((0..<(40 + resource * 150)).map { _ in line }.joined())
    }

    func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
        if roll(3) == 0 { await Task.yield() }
        let resource = Int(request.head.target.path.dropFirst()) ?? 0
        if request.head.method == .post {
            change(resource)
            return .answer(204)
        }
        if roll(12) == 0 { throw OriginError.reset }
        let version = version(resource)
        // Only the third resource has variants.
        let language = resource == 3 ? request.head.fields.combinedValue(of: "Accept-Language") ?? "" : ""
        let tag = "\"\(resource)-\(version)-\(language)\""
        var fields = [("ETag", tag), ("Cache-Control", "max-age=\(roll(30)), stale-while-revalidate=10")]
        if resource == 3 { fields.append(("Vary", "Accept-Language")) }
        let conditions = request.head.fields.combinedValue(of: "If-None-Match") ?? ""
        if conditions.contains(tag) { return .answer(304, fields) }
        let whole = Self.body(resource, version, language)
        if let range = request.head.fields.combinedValue(of: "Range"), let first = Int(range.dropFirst(6).dropLast()) {
            // Of content that was read to its end, but not known to end there, the rest is asked for.
            guard first < whole.count else { return .answer(416, [("Content-Range", "bytes */\(whole.count)")]) }
            fields.append(("Content-Range", "bytes \(first)-\(whole.count - 1)/\(whole.count)"))
            return answer(206, fields, Array(whole[first...]))
        }
        return answer(200, fields, whole)
    }

    /// Now and then the content breaks off.
    private func answer(_ status: Int, _ fields: [(String, String)], _ bytes: [UInt8]) -> IncomingResponse {
        let isCut = roll(8) == 0
        let sent = isCut ? Array(bytes.prefix(Int(roll(UInt64(bytes.count))))) : bytes
        var fields = fields
        if roll(4) > 0 || isCut { fields.append(("Content-Length", "\(bytes.count)")) }
        return IncomingResponse(
            head: ResponseHead(status: status, fields: FieldSection(fields)),
            content: .pieces(sent, of: 1 + Int(roll(400)), thenThrowing: isCut ? .reset : nil))
    }
}

/// One request and what its caller does with the answer.
private struct Choice: Sendable {
    let resource: Int
    let kind: UInt64
    let language: String
    let patience: UInt64

    init(_ random: inout SplitMix) {
        resource = Int(random.next() % 4)
        kind = random.next() % 20
        language = random.next() % 2 == 0 ? "de" : "fr"
        patience = random.next() % 400
    }

    func perform(_ client: CachingClient, _ world: World) async {
        var fields = [("Accept-Language", language)]
        var method = Method.get
        switch kind {
        case 0: method = .post
        case 1: fields.append(("Cache-Control", "no-cache"))
        case 2, 3: fields.append(("Range", "bytes=10-"))
        default: break
        }
        guard let head = try? request(method, "/\(resource)", fields) else { return world.fault("no request") }
        let versionBefore = world.version(resource)
        let isCancelled = kind >= 17
        let task = Task { try await read(client, head, world, versionBefore: versionBefore) }
        if isCancelled {
            for _ in 0..<(patience % 40) { await Task.yield() }
            task.cancel()
        }
        do {
            try await task.value
        } catch ClientError.cancelled where isCancelled {
        } catch ClientError.originFailed(let cause, _) where cause as? OriginError == .reset {
        } catch ClientError.contentCut {
        } catch {
            world.fault("\(error)")
        }
    }

    private func read(
        _ client: CachingClient, _ head: RequestHead, _ world: World, versionBefore: Int
    ) async throws {
        let answer = try await client.send(head)
        guard answer.status.value == 200 || answer.status.value == 206 else {
            if head.method != .post { world.fault("status \(answer.status)") }
            return
        }
        if kind == 16 { return }
        let content = try await answer.content.collect(upTo: 1 << 20)
        let tag = (answer.fields.combinedValue(of: "ETag") ?? "").dropFirst().dropLast().split(separator: "-")
        guard tag.count >= 2, let version = Int(tag[1]) else { return world.fault("no tag") }
        let spoken = tag.count > 2 ? String(tag[2]) : ""
        var expected = World.body(resource, version, spoken)
        if answer.status.value == 206 { expected = Array(expected.dropFirst(10)) }
        if content != expected {
            world.fault(
                "\(answer.status) of \(resource), \(answer.source): \(content.count) bytes instead of \(expected.count)"
            )
        }
        if resource == 3, spoken != language { world.fault("\(spoken) to one who speaks \(language)") }
        if kind == 1, version < versionBefore { world.fault("an old version to one who asked for the origin's") }
        world.cameWhole()
    }
}
