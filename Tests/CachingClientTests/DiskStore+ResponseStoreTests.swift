import DiskStore
import HTTPCacheSemantics
import XCTest

@testable import CachingClient

final class DiskStoreResponseStoreTests: XCTestCase {
    private let directories = TestDirectories()

    override func tearDown() { directories.remove() }

    private func put(_ store: DiskStore, _ head: RequestHead, partition: String = "", vary: String = "") async throws {
        let stored = StoredResponse(
            request: head, response: ResponseHead(status: 200, fields: FieldSection([("Vary", vary)])),
            requestTime: TestClock().now, responseTime: TestClock().now, content: .complete(length: 1))
        let key = ResponseKey(CacheKey(for: head, partition: partition))
        let writer = try await store.writer(
            for: stored, as: VariantID(of: stored), under: key, RetentionHint(freshSeconds: 60, isValidatable: true))
        try await writer.append([1])
        _ = try await writer.commit(as: .complete(length: 1))
    }

    private func query(_ number: Int) throws -> RequestHead {
        RequestHead(
            method: .query, target: try TargetURI("http://o.test/a"), fields: FieldSection(),
            content: Array("\(number)".utf8))
    }

    /// What else is stored for the same URI costs a look-up nothing: other contents of QUERY, other partitions.
    func testALookUpReadsWhatLiesUnderItsKey() async throws {
        let store = try DiskStore(at: directories.new())
        try await put(store, request())
        for number in 0..<20 {
            try await put(store, query(number))
            try await put(store, request(), partition: "\(number)")
            try await put(store, request(.get, "/a", [("Accept", "\(number)")]), vary: "Accept")
        }
        let rows: [(RequestHead, partition: String, count: Int)] = [
            (try query(7), "", 1), (try query(99), "", 0), (try request(), "7", 1), (try request(), "", 21),
        ]
        for (head, partition, count) in rows {
            let before = store.statistics.hits
            let found = try await store.variants(under: ResponseKey(CacheKey(for: head, partition: partition)))
            XCTAssertEqual(found.variants.count, count, "\(head.method) \(partition)")
            XCTAssertEqual(store.statistics.hits - before, count, "\(head.method) \(partition)")
        }
        let candidates = store.candidates(for: try query(7))
        XCTAssertEqual(candidates.count, 1)
    }

    /// A field that Vary names and that is another in each request; the last ones stored stay.
    func testVariantsOfOneKeyAreBounded() async throws {
        let store = try DiskStore(at: directories.new())
        for number in 0..<100 {
            try await put(store, request(.get, "/a", [("Accept", "\(number)")]), vary: "Accept")
            try await put(store, query(number))
        }
        let found = try await store.variants(under: ResponseKey(CacheKey(of: try request().target)))
        let values = found.responses.compactMap { $0.request.fields.combinedValue(of: "Accept") }
        XCTAssertEqual(values.count, 64)
        XCTAssertTrue(Set(values).isSuperset(of: (40..<100).map(String.init)), "\(values)")
        let queried = try await store.variants(under: ResponseKey(CacheKey(for: try query(0))))
        XCTAssertEqual(queried.variants.count, 1, "of other keys there may be any number")
    }

    /// The identity that a response was stored under comes back, whatever its number.
    func testEveryIdentityComesBack() async throws {
        let store = try DiskStore(at: directories.new())
        let stored = StoredResponse(
            request: try request(), response: ResponseHead(status: 200, fields: FieldSection()),
            requestTime: TestClock().now, responseTime: TestClock().now, content: .complete(length: 0))
        let numbers: [UInt64] = [0, 1, 1 << 63, 1 << 63 | 1 << 62, .max, .max >> 1, 1 << 24]
        for partition in ["", "p"] {
            for number in numbers {
                let key = ResponseKey(CacheKey(of: try TargetURI("http://o.test/\(number)"), partition: partition))
                let writer = try await store.writer(
                    for: stored, as: VariantID(number: number), under: key,
                    RetentionHint(freshSeconds: 60, isValidatable: true))
                _ = try await writer.commit(as: .complete(length: 0))
                let found = try await store.variants(under: key)
                XCTAssertEqual(found.variants.map(\.id.number), [number], partition)
                for variant in found.variants {
                    try await store.remove(variant.id, revision: variant.revision, under: key)
                }
                let left = try await store.variants(under: key)
                XCTAssertTrue(left.isEmpty, "\(number) \(partition)")
            }
        }
    }
}
