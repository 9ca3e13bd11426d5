import DiskStore
import HTTPCacheSemantics
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
}
