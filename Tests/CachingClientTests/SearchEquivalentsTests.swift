import CachingClient
import DiskStore
import HTTPCacheSemantics
import TestSupport
import XCTest

/// No-Vary-Search as the client heeds it, over every store.
final class SearchEquivalentsTests: XCTestCase {
    private let params = [("Cache-Control", "max-age=60"), ("No-Vary-Search", "params=(\"utm\")"), ("ETag", "\"1\"")]

    private static let policy: CachePolicy = {
        var options = CacheOptions.rfc9111
        options.noVarySearch = true
        return CachePolicy(.private, options: options)
    }()

    /// Runs the body over each kind of store.
    private func overEachStore(_ body: (any ResponseStore) async throws -> Void) async throws {
        let directories = TestDirectories()
        defer { directories.remove() }
        try await body(MemoryStore(capacity: 1 << 20))
        try await body(DiskStore(at: directories.new()))
        try await body(TieredStore(MemoryStore(capacity: 1 << 20), before: try DiskStore(at: directories.new())))
    }

    func testEquivalentQueriesAreOne() async throws {
        try await overEachStore { store in
            let dialogue = Dialogue(Self.policy, store: store) { [params] request, _ in
                .answer(200, params, request.head.target.query ?? "-")
            }
            try await dialogue.say(.get, "/a?id=1&utm=x", gets: 200, "id=1&utm=x", from: .origin, asked: 1)
            for query in ["id=1&utm=y", "utm=z&id=1", "id=1", "id=%31", "&id=1&"] {
                try await dialogue.say(
                    .get, "/a?\(query)", gets: 200, "id=1&utm=x", from: .store, asked: 1, because: .reuseFresh)
            }
            try await dialogue.say(.get, "/a?id=2&utm=x", gets: 200, "id=2&utm=x", from: .origin, asked: 2)
            try await dialogue.say(.get, "/a?id=1&id=1", gets: 200, "id=1&id=1", from: .origin, asked: 3)
            try await dialogue.say(.get, "/A?id=1", gets: 200, "id=1", from: .origin, asked: 4)
            try await dialogue.say(.get, "/a", gets: 200, "-", from: .origin, asked: 5)
            try await dialogue.say(.get, "/a?utm=1", gets: 200, "-", from: .store, asked: 5)
        }
    }

    /// Random queries under several values of the field, against a list that is searched from end to end.
    func testAgainstALookAtEverything() async throws {
        let values = ["params=(\"a\")", "key-order", "except=(\"b\")", "key-order, params=(\"b\" \"c\")"]
        let configs = values.map { NoVarySearch.obtain(lines: [Array($0.utf8)]) }
        @Sendable func choice(_ query: String) -> Int { query.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 3 }
        var random = SplitMix(seed: 7)
        var (hits, misses) = (0, 0)
        for _ in 0..<8 {
            let dialogue = Dialogue(Self.policy) { request, _ in
                let query = request.head.target.query ?? ""
                return .answer(
                    200, [("Cache-Control", "max-age=60"), ("No-Vary-Search", values[choice(query)])], query)
            }
            var stored: [String] = []
            for _ in 0..<60 {
                let count = Int(random.next() % 4)
                let query = (0..<count).map { _ in
                    ["a", "b", "c", "d"][Int(random.next() % 4)] + "=" + String(random.next() % 2)
                }.joined(separator: "&")
                let answer = try await dialogue.client.send(try request(.get, "/p?" + query))
                let text = try await answer.content.text()
                let mayAnswer = stored.filter { old in
                    old == query || configs[choice(old)].areEquivalent(Array(old.utf8), Array(query.utf8))
                }
                if mayAnswer.isEmpty {
                    XCTAssertEqual(answer.source, .origin, "\(query) of \(stored)")
                    XCTAssertEqual(text, query)
                    stored.append(query)
                    misses += 1
                } else {
                    hits += 1
                    XCTAssertEqual(answer.source, .store, "\(query) of \(stored)")
                    XCTAssertTrue(mayAnswer.contains(text), "\(text) for \(query)")
                }
            }
        }
        XCTAssertGreaterThan(hits, 50)
        XCTAssertGreaterThan(misses, 50)
    }

    /// A value that is another each time must not fill the store, nor push out those that are known.
    func testAFieldThatKeepsChanging() async throws {
        try await overEachStore { store in
            let dialogue = Dialogue(Self.policy, store: store) { request, number in
                let value = "params=(\"utm\" \"x\(number)\")"
                let fields = [("Cache-Control", "max-age=60"), ("No-Vary-Search", value)]
                return .answer(200, fields, request.head.target.query ?? "-")
            }
            for number in 0..<40 { try await dialogue.say(.get, "/a?id=\(number)", gets: 200, asked: number + 1) }
            let key = ResponseKey(CacheKey(of: try TargetURI("http://o.test/a")))
            let qualifier = Array("No-Vary-Search 0 ".utf8) + key.qualifier
            let records = ResponseKey(resource: key.resource, qualifier: qualifier)
            let values = try await store.variants(under: records)
            XCTAssertEqual(values.responses.count, 8)
            try await dialogue.say(.get, "/a?id=0&utm=y", gets: 200, "id=0", from: .store, asked: 40)
            // Under a value that was not noted each query is itself.
            try await dialogue.say(.get, "/a?id=39&utm=y", gets: 200, "id=39&utm=y", from: .origin, asked: 41)
            try await dialogue.say(.get, "/a?id=39", gets: 200, "id=39", from: .store, asked: 41)
        }
    }

    func testWithoutTheOptionOrTheFieldEveryQueryCounts() async throws {
        let off = Dialogue { [params] _, number in .answer(200, params, "\(number)") }
        try await off.say(.get, "/a?id=1&utm=x", gets: 200, "0")
        try await off.say(.get, "/a?id=1", gets: 200, "1", from: .origin)
        let other = try await off.stored("/a")
        XCTAssertTrue(other.isEmpty)
        for value in ["params=utm", "except=(\"a\"), params=(\"b\")", "x"] {
            let dialogue = Dialogue(Self.policy) { _, number in
                .answer(200, [("Cache-Control", "max-age=60"), ("No-Vary-Search", value)], "\(number)")
            }
            try await dialogue.say(.get, "/a?id=1&utm=x", gets: 200, "0")
            try await dialogue.say(.get, "/a?id=1", gets: 200, "1", from: .origin)
        }
    }

    func testWhatIsStaleIsValidatedUnderTheNewQuery() async throws {
        try await overEachStore { store in
            let dialogue = Dialogue(Self.policy, store: store) { [params] request, number in
                request.head.fields.contains("If-None-Match")
                    ? .answer(304, params) : .answer(200, params, "\(number)")
            }
            try await dialogue.say(.get, "/a?utm=x", gets: 200, "0")
            dialogue.clock.advance(61)
            try await dialogue.say(.get, "/a?utm=y", gets: 200, "0", from: .validatedStore, asked: 2)
            XCTAssertEqual(dialogue.origin.requests[1].target.query, "utm=y")
            try await dialogue.say(.get, "/a?utm=x", gets: 200, "0", from: .store, asked: 2)
            try await dialogue.say(.get, "/a?utm=z", gets: 200, "0", from: .store, asked: 2)
        }
    }

    /// The new answer takes the place of the one that was found, though it lies under another key.
    func testAFullAnswerReplacesTheEquivalentOne() async throws {
        try await overEachStore { store in
            let dialogue = Dialogue(Self.policy, store: store) { [params] _, number in .answer(200, params, "\(number)")
            }
            try await dialogue.say(.get, "/a?utm=x", gets: 200, "0")
            dialogue.clock.advance(61)
            try await dialogue.say(.get, "/a?utm=y", gets: 200, "1", from: .origin, asked: 2)
            let old = try await dialogue.stored("/a?utm=x")
            XCTAssertTrue(old.isEmpty)
            try await dialogue.say(.get, "/a?utm=x", gets: 200, "1", from: .store, asked: 2)
        }
    }

    func testVaryAndPartitionsStillCount() async throws {
        try await overEachStore { store in
            let dialogue = Dialogue(Self.policy, store: store) { [params] request, _ in
                .answer(
                    200, params + [("Vary", "Accept-Language")],
                    request.head.fields.combinedValue(of: "Accept-Language") ?? "-")
            }
            try await dialogue.say(.get, "/a?utm=x", [("Accept-Language", "de")], gets: 200, "de", asked: 1)
            try await dialogue.say(.get, "/a?utm=y", [("Accept-Language", "de")], gets: 200, "de", asked: 1)
            try await dialogue.say(.get, "/a?utm=y", [("Accept-Language", "fr")], gets: 200, "fr", asked: 2)
            let answer = try await dialogue.client.send(
                try request(.get, "/a?utm=z", [("Accept-Language", "de")]), partition: "other")
            XCTAssertEqual(answer.source, .origin)
        }
    }

    /// A part of one resource is not completed by the rest of another.
    func testAPartIsCompletedUnderItsOwnQueryOnly() async throws {
        let dialogue = Dialogue(Self.policy) { [params] request, number in
            if number == 0 {
                return IncomingResponse(
                    head: ResponseHead(status: 200, fields: FieldSection(params + [("Content-Length", "8")])),
                    content: .pieces(Array("four".utf8), of: 4, thenThrowing: .reset))
            }
            return .answer(200, params, request.head.fields.combinedValue(of: "Range") ?? "whole")
        }
        guard case .contentCut? = try await dialogue.fails(.get, "/a?utm=x") else { return XCTFail("not cut") }
        let stored = try await dialogue.stored("/a?utm=x")
        XCTAssertEqual(stored.responses.map(\.content.isComplete), [false])
        try await dialogue.say(.get, "/a?utm=y", gets: 200, "whole", from: .origin, asked: 2)
    }

    func testAnInvalidationReachesTheResponseItself() async throws {
        try await overEachStore { store in
            let dialogue = Dialogue(Self.policy, store: store) { [params] request, number in
                request.head.method == .post ? .answer(204) : .answer(200, params, "\(number)")
            }
            try await dialogue.say(.get, "/a?utm=x", gets: 200, "0")
            try await dialogue.say(.post, "/a?utm=x", gets: 204)
            try await dialogue.say(.get, "/a?utm=y", gets: 200, "2", from: .origin)
        }
    }

    func testWhatIsNotedOutlivesTheClient() async throws {
        let directories = TestDirectories()
        defer { directories.remove() }
        let directory = try directories.new()
        for (query, asked) in [("utm=x", 1), ("utm=y", 0)] {
            let disk = try DiskStore(at: directory)
            let dialogue = Dialogue(Self.policy, store: disk) { [params] _, _ in .answer(200, params, "body") }
            try await dialogue.say(.get, "/a?\(query)", gets: 200, "body", asked: asked)
            disk.close()
        }
    }
}
