import HTTPCacheSemantics
import HTTPDate
import TestSupport
import XCTest

@testable import CachingClient

final class MemoryStoreTests: XCTestCase {
    private func response(_ path: String) throws -> StoredResponse {
        StoredResponse(
            request: try request(.get, path), response: ResponseHead(status: 200),
            requestTime: HTTPDate(secondsSinceEpoch: 0), responseTime: HTTPDate(secondsSinceEpoch: 0))
    }

    private func key(_ path: String) throws -> ResponseKey {
        ResponseKey(CacheKey(of: try request(.get, path).target))
    }

    private func put(_ store: MemoryStore, _ path: String, _ count: Int, as variant: UInt64 = 0) async throws {
        let writer = try await store.writer(
            for: response(path), as: VariantID(number: variant), under: key(path),
            RetentionHint(freshSeconds: 0, isValidatable: false))
        try await writer.append([UInt8](repeating: 1, count: count)[...])
        _ = try await writer.commit(as: .complete(length: count))
    }

    private func has(_ store: MemoryStore, _ path: String) throws -> Bool {
        try store.variantsAtOnce(under: key(path))?.isEmpty == false
    }

    func testTheLeastRecentlyUsedGoesFirst() async throws {
        let store = MemoryStore(capacity: 40_000, bodyLimit: 10_000)
        for number in 0..<3 { try await put(store, "/\(number)", 10_000) }
        XCTAssertTrue(try has(store, "/0"))
        try await put(store, "/3", 10_000)
        XCTAssertTrue(try has(store, "/0"), "it was used")
        XCTAssertFalse(try has(store, "/1"))
        XCTAssertTrue(try has(store, "/2"))
        XCTAssertTrue(try has(store, "/3"))
        XCTAssertLessThanOrEqual(store.usage, 40_000)
    }

    func testUsageIsWhatIsThere() async throws {
        let store = MemoryStore(capacity: 1 << 20)
        for round in 0..<3 {
            for number in 0..<50 { try await put(store, "/\(number)", 100 * (round + 1), as: UInt64(number % 3)) }
        }
        for number in 0..<50 {
            let key = try key("/\(number)")
            if number % 2 == 0 {
                await store.remove(resource: key.resource)
            } else {
                for variant in await store.variants(under: key).variants {
                    await store.remove(variant.id, revision: variant.revision, under: key)
                }
            }
        }
        XCTAssertEqual(store.usage, 0)
        XCTAssertEqual(store.count, 0)
    }

    func testTheCapacityHolds() async throws {
        let store = MemoryStore(capacity: 100_000)
        var random = SplitMix(seed: 3)
        for _ in 0..<500 {
            try await put(
                store, "/\(random.next() % 40)", Int(random.next() % 25_000), as: random.next() % 5)
            XCTAssertLessThanOrEqual(store.usage, 100_000)
        }
        XCTAssertGreaterThan(store.count, 2)
    }

    func testVariantsOfOneKeyAreBounded() async throws {
        let store = MemoryStore(capacity: 10 << 20)
        for number in 0..<200 { try await put(store, "/a", 1, as: UInt64(number)) }
        let found = await store.variants(under: try key("/a"))
        XCTAssertEqual(found.variants.map(\.id.number), Array(136..<200))
        // What is stored anew is not one more.
        try await put(store, "/a", 1, as: 150)
        let still = await store.variants(under: try key("/a"))
        XCTAssertEqual(still.variants.map(\.id.number), Array(136..<150) + Array(151..<200) + [150])
    }

    func testWhatIsTooLargeIsRefused() async throws {
        let store = MemoryStore(capacity: 1000, bodyLimit: 100)
        do {
            try await put(store, "/a", 101)
            XCTFail("it was taken")
        } catch MemoryStoreError.bodyTooLarge(limit: 100) {}
        do {
            _ = try await store.writer(
                for: response("/a"), as: VariantID(number: 0), under: key("/a"),
                RetentionHint(freshSeconds: 0, isValidatable: false, expectedLength: 101))
            XCTFail("it was taken")
        } catch MemoryStoreError.bodyTooLarge(limit: 100) {}
        let nothing = MemoryStore(capacity: -5)
        try await put(nothing, "/a", 0)
        XCTAssertEqual(nothing.usage, 0)
    }

    /// Many that arrive together are not more than the store may hold, whatever becomes of each.
    func testWhatIsBeingWrittenIsBounded() async throws {
        let store = MemoryStore(capacity: 1000, bodyLimit: 600)
        func writer(_ path: String) async throws -> any BodyWriter {
            try await store.writer(
                for: response(path), as: VariantID(number: 0), under: key(path),
                RetentionHint(freshSeconds: 0, isValidatable: false))
        }
        func isTaken(_ count: Int, by writer: any BodyWriter) async throws -> Bool {
            do {
                try await writer.append([UInt8](repeating: 1, count: count)[...])
                return true
            } catch MemoryStoreError.tooMuchArriving(limit: 1000) {
                return false
            }
        }
        for end in ["cancelled", "committed", "dropped"] {
            var first: (any BodyWriter)? = try await writer("/a")
            let second = try await writer("/b")
            let isFirstTaken = try await isTaken(600, by: XCTUnwrap(first))
            let isAllTaken = try await isTaken(400, by: second)
            let isMoreTaken = try await isTaken(1, by: second)
            XCTAssertEqual([isFirstTaken, isAllTaken, isMoreTaken], [true, true, false], end)
            switch end {
            case "cancelled": await first?.cancel()
            case "committed": _ = try await first?.commit(as: .complete(length: 600))
            default: first = nil
            }
            let isTakenThen = try await isTaken(200, by: second)
            XCTAssertTrue(isTakenThen, end)
            _ = try await second.commit(as: .complete(length: 600))
            await second.cancel()
        }
    }

    func testBodiesAreNotCopied() async throws {
        let dialogue = Dialogue(answers: [.answer(200, [("Cache-Control", "max-age=60")], "0123456789")])
        try await dialogue.say(gets: 200)
        func address(_ fields: [(String, String)]) async throws -> UnsafeRawPointer? {
            let answer = try await dialogue.client.send(try request(.get, "/a", fields))
            return answer.content.bytes?.withUnsafeBytes { $0.baseAddress }
        }
        let whole = try await address([])
        let again = try await address([])
        let part = try await address([("Range", "bytes=4-5")])
        XCTAssertEqual(whole, again)
        XCTAssertEqual(whole.map { $0 + 4 }, part)
    }
}
