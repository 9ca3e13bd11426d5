import HTTPCacheSemantics
import TestSupport
import XCTest

@testable import CachingClient

/// A store that fails costs hits, never answers.
final class FailingStoreTests: XCTestCase {
    private let fresh = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]

    func testEveryCallMayFail() async throws {
        for failing in FailingStore.Call.allCases {
            let failures = Counter()
            var configuration = CachingClient.Configuration()
            configuration.storeFailed = { _ in failures.add(1) }
            configuration.readAhead = 3
            let store = FailingStore(failing)
            let dialogue = Dialogue(store: store, configuration: configuration) { [fresh] request, number in
                if request.head.method == .post { return .answer(204) }
                if request.head.fields.contains("If-None-Match") { return .answer(304, fresh) }
                return .answer(200, fresh, "a body of some length", piece: 4)
            }
            for _ in 0..<2 { try await dialogue.say(gets: 200, "a body of some length") }
            dialogue.clock.advance(61)
            try await dialogue.say(gets: 200, "a body of some length")
            try await dialogue.say(.post, gets: 204)
            try await dialogue.say(gets: 200, "a body of some length")
            let stored = await store.inner.variants(under: ResponseKey(CacheKey(of: try request().target)))
            for variant in stored.variants { XCTAssertEqual(variant.body.count, 21, "\(failing)") }
            XCTAssertGreaterThan(failures.count, 0, "\(failing) did not fail")
        }
    }

    /// Readers at different places when the store gives up in the middle.
    func testReadersGoOnWhenTheStoreGivesUp() async throws {
        let gate = Gate()
        let count = Counter()
        let text = String(repeating: "x", count: 8192)
        var configuration = CachingClient.Configuration()
        configuration.readAhead = 1
        let dialogue = Dialogue(
            store: MemoryStore(capacity: 1 << 20, bodyLimit: 20_000), configuration: configuration
        ) { [fresh] _, _ in
            IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection(fresh)),
                content: Content {
                    let number = count.add(1)
                    if number == 2 { try await gate.pass() }
                    return number > 6 ? nil : Array(text.utf8)[...]
                })
        }
        let fast = try await dialogue.client.send(try request())
        let slow = try await dialogue.client.send(try request())
        gate.open()
        async let first = fast.content.collect(upTo: 1 << 20).count
        try await Task.sleep(nanoseconds: 10_000_000)
        async let second = slow.content.collect(upTo: 1 << 20).count
        let counts = (try await first, try await second)
        XCTAssertEqual(counts.0, 6 * 8192)
        XCTAssertEqual(counts.1, 6 * 8192)
        XCTAssertEqual(dialogue.origin.requests.count, 1)
        let stored = try await dialogue.stored()
        XCTAssertTrue(stored.isEmpty)
    }

    /// What the store has lost is fetched.
    func testLostContentIsFetchedAgain() async throws {
        let store = FailingStore(.read)
        let dialogue = Dialogue(store: store) { [fresh] request, _ in
            XCTAssertFalse(request.head.fields.contains("If-None-Match"))
            return .answer(200, fresh, "body")
        }
        try await dialogue.say(gets: 200, "body", from: .origin, asked: 1)
        try await dialogue.say(gets: 200, "body", from: .origin, asked: 2)
    }
}

/// A store in memory one of whose calls throws.
final class FailingStore: StoreOverMemory {
    enum Call: CaseIterable { case variants, writer, append, commit, update, read, removeResource }

    let inner = MemoryStore(capacity: 1 << 20)
    private let failing: Call

    init(_ failing: Call) { self.failing = failing }

    fileprivate func fail(_ call: Call) throws { if call == failing { throw OriginError.refused } }

    func variants(under key: ResponseKey) async throws -> StoredVariants {
        try fail(.variants)
        return await variants(under: key) { Body(store: self, body: $0) }
    }

    private struct Body: BodyReader {
        let store: FailingStore
        let body: any BodyReader

        var count: Int { body.count }

        func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8> {
            try store.fail(.read)
            return try await body.read(at: offset, upTo: count)
        }
    }

    func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter {
        try fail(.writer)
        return Writer(store: self, writer: try await inner.writer(for: response, as: variant, under: key, hint))
    }

    private struct Writer: PassingWriter {
        let store: FailingStore
        let writer: any BodyWriter

        func append(_ bytes: ArraySlice<UInt8>) async throws {
            try store.fail(.append)
            try await writer.append(bytes)
        }

        func commit(as content: StoredContent) async throws -> any BodyReader {
            try store.fail(.commit)
            return try await writer.commit(as: content)
        }
    }

    func update(
        to response: StoredResponse, _ variant: VariantID, revision: UInt64, under key: ResponseKey,
        _ hint: RetentionHint
    ) async throws -> Bool {
        try fail(.update)
        return await inner.update(to: response, variant, revision: revision, under: key, hint)
    }

    func remove(resource: [UInt8]) async throws -> Set<String> {
        try fail(.removeResource)
        return await inner.remove(resource: resource)
    }
}
