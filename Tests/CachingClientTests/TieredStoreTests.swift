import DiskStore
import HTTPCacheSemantics
import Locking
import TestSupport
import XCTest

@testable import CachingClient

final class TieredStoreTests: XCTestCase {
    private let directories = TestDirectories()
    private let fresh = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]

    override func tearDown() { directories.remove() }

    func testAHitOnDiskFillsTheMemory() async throws {
        let memory = MemoryStore(capacity: 1 << 20)
        let disk = try DiskStore(at: directories.new())
        let dialogue = Dialogue(store: TieredStore(memory, before: disk), answers: [.answer(200, fresh, "body")])
        try await dialogue.say(gets: 200, "body", from: .origin)
        XCTAssertEqual(memory.count, 0)
        XCTAssertNil(dialogue.client.answerAtOnce(try request()))
        try await dialogue.say(gets: 200, "body", from: .store)
        XCTAssertEqual(memory.count, 1)
        XCTAssertNotNil(dialogue.client.answerAtOnce(try request()))
    }

    func testTheDiskOutlivesTheMemory() async throws {
        let directory = try directories.new()
        do {
            let dialogue = Dialogue(
                store: TieredStore(MemoryStore(capacity: 1 << 20), before: try DiskStore(at: directory)),
                answers: [.answer(200, fresh + [("Vary", "Accept")], "body")])
            try await dialogue.say(.get, "/a", [("Accept", "x")], gets: 200, "body", from: .origin)
        }
        let dialogue = Dialogue(
            store: TieredStore(MemoryStore(capacity: 1 << 20), before: try DiskStore(at: directory)),
            answers: [.answer(200, fresh, "other")])
        try await dialogue.say(.get, "/a", [("Accept", "x")], gets: 200, "body", from: .store, asked: 0)
        try await dialogue.say(.get, "/a", [("Accept", "y")], gets: 200, "other", from: .origin, asked: 1)
    }

    func testWhatChangesOnDiskIsForgottenInMemory() async throws {
        let memory = MemoryStore(capacity: 1 << 20)
        let store = TieredStore(memory, before: try DiskStore(at: directories.new()))
        let dialogue = Dialogue(store: store) { [fresh] request, number in
            switch number {
            case 0: .answer(200, fresh, "old")
            case 1: .answer(304, fresh + [("X-New", "yes")])
            case 2: .answer(204)
            default: .answer(200, fresh, "new")
            }
        }
        try await dialogue.say(gets: 200, "old")
        try await dialogue.say(gets: 200, "old", from: .store)
        dialogue.clock.advance(61)
        try await dialogue.say(gets: 200, "old", from: .validatedStore)
        let freshened = try await dialogue.say(gets: 200, "old", from: .store, asked: 2)
        XCTAssertEqual(freshened.fields.combinedValue(of: "X-New"), "yes")
        try await dialogue.say(.post, gets: 204)
        try await dialogue.say(gets: 200, "new", from: .origin)
    }

    func testLargeBodiesStayOnDisk() async throws {
        let memory = MemoryStore(capacity: 1 << 20, bodyLimit: 100)
        let body = String(repeating: "0123456789", count: 30_000)
        let dialogue = Dialogue(
            store: TieredStore(memory, before: try DiskStore(at: directories.new())),
            answers: [.answer(200, fresh, body, piece: 50_000)])
        try await dialogue.say(gets: 200, body, from: .origin)
        try await dialogue.say(gets: 200, body, from: .store, asked: 1)
        try await dialogue.say(
            .get, "/a", [("Range", "bytes=299990-")], gets: 206, "0123456789", from: .store, asked: 1)
        XCTAssertEqual(memory.count, 0)
    }

    // MARK: Filling

    private func put(
        _ count: Int, variants: Int, in store: any ResponseStore, _ key: ResponseKey, _ fields: [(String, String)] = []
    ) async throws {
        for number in 0..<variants {
            let stored = StoredResponse(
                request: try request(.get, "/a", [("Accept", "\(number)")]),
                response: ResponseHead(status: 200, fields: FieldSection([("Vary", "Accept")] + fields)),
                requestTime: TestClock().now, responseTime: TestClock().now, content: .complete(length: count))
            let writer = try await store.writer(
                for: stored, as: VariantID(of: stored), under: key,
                RetentionHint(freshSeconds: 60, isValidatable: true))
            try await writer.append([UInt8](repeating: 1, count: count)[...])
            _ = try await writer.commit(as: .complete(length: count))
        }
    }

    /// One that was missing in memory would count as one that is not stored.
    func testAllVariantsAreInMemoryOrNone() async throws {
        let key = ResponseKey(CacheKey(of: try TargetURI("http://o.test/a")))
        for (variants, fits) in [(3, true), (8, false)] {
            let memory = MemoryStore(capacity: 10_000, bodyLimit: 2000)
            let lasting = MemoryStore(capacity: 1 << 20)
            let store = TieredStore(memory, before: lasting)
            try await put(1500, variants: variants, in: lasting, key)
            for _ in 0..<3 {
                let found = try await store.variants(under: key)
                XCTAssertEqual(found.variants.count, variants)
            }
            XCTAssertEqual(memory.count, fits ? 1 : 0)
        }
    }

    /// However many ask for what is on disk alone, it is taken into memory once at a time.
    func testManyWhoAskDoNotEachFillTheMemory() async throws {
        let key = ResponseKey(CacheKey(of: try TargetURI("http://o.test/a")))
        let lasting = SlowStore()
        try await put(1500, variants: 1, in: lasting.inner, key)
        let store = TieredStore(MemoryStore(capacity: 1 << 20), before: lasting)
        let first = Task { try await store.variants(under: key) }
        let isReading = await eventually { lasting.gate.arrived == 1 }
        XCTAssertTrue(isReading)
        let others = (0..<9).map { _ in Task { try await store.variants(under: key) } }
        let haveAsked = await eventually { lasting.asked.count == 10 }
        XCTAssertTrue(haveAsked)
        for _ in 0..<100 { await Task.yield() }
        XCTAssertEqual(lasting.gate.arrived, 1)
        lasting.gate.open()
        for asking in others + [first] {
            let found = try await asking.value
            XCTAssertEqual(found.variants.map(\.body.count), [1500])
        }
        XCTAssertEqual(store.variantsAtOnce(under: key)?.variants.count, 1)
    }

    // MARK: Removing

    /// A store on disk goes on where one file will not go, and throws at the end: what is gone there is gone here.
    func testWhatIsRemovedBeforeAFailureIsForgottenInMemory() async throws {
        let target = try TargetURI("http://o.test/a")
        let key = ResponseKey(CacheKey(of: target))
        let rows: [(name: String, remove: @Sendable (TieredStore) async throws -> Void)] = [
            ("resource", { _ = try await $0.remove(resource: key.resource) }),
            ("groups", { try await $0.remove(groups: ["g"], of: target.origin) }),
            ("all", { try await $0.removeAll() }),
        ]
        for row in rows {
            let lasting = HalfRemovingStore()
            try await put(1500, variants: 1, in: lasting.inner, key, [("Cache-Groups", "\"g\"")])
            let store = TieredStore(MemoryStore(capacity: 1 << 20), before: lasting)
            // Somebody asks just before it is removed.
            lasting.meanwhile.withLock { $0 = { _ = try? await store.variants(under: key) } }
            do {
                try await row.remove(store)
                XCTFail("no error: \(row.name)")
            } catch OriginError.refused {}
            let found = try await store.variants(under: key)
            XCTAssertTrue(found.isEmpty, row.name)
        }
    }
}

/// A store in memory that removes what it is to remove and throws.
private final class HalfRemovingStore: StoreOverMemory {
    let inner = MemoryStore(capacity: 1 << 20)
    let meanwhile = Locked<@Sendable () async -> Void>({})

    func remove(resource: [UInt8]) async throws -> Set<String> {
        await meanwhile.withLock { $0 }()
        await inner.remove(resource: resource)
        throw OriginError.refused
    }

    func remove(groups: Set<String>, of origin: String) async throws {
        await meanwhile.withLock { $0 }()
        await inner.remove(groups: groups, of: origin)
        throw OriginError.refused
    }

    func removeAll() async throws {
        await meanwhile.withLock { $0 }()
        await inner.removeAll()
        throw OriginError.refused
    }
}

/// A store in memory whose bodies are read when a gate opens.
private final class SlowStore: StoreOverMemory {
    let inner = MemoryStore(capacity: 1 << 20)
    let gate = Gate()
    let asked = Counter()

    private struct Body: BodyReader {
        let body: any BodyReader
        let gate: Gate

        var count: Int { body.count }

        func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8> {
            try await gate.pass()
            return try await body.read(at: offset, upTo: count)
        }
    }

    func variants(under key: ResponseKey) async -> StoredVariants {
        defer { asked.add(1) }
        return await variants(under: key) { Body(body: $0, gate: gate) }
    }
}
