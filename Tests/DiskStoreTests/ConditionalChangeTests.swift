import XCTest

@testable import DiskStore

final class ConditionalChangeTests: StoreTestCase {
    private typealias Change = @Sendable (DiskStore, UInt64) async throws -> Void

    private let changes: [(name: String, make: Change)] = [
        ("update", { _ = try await $0.update(sampleHead(203), for: key(1), ifStill: $1) }),
        ("remove", { _ = try await $0.remove(key(1), ifStill: $1) }),
        ("removeAll", { store, revision in try await store.removeAll { $0.revision == revision } }),
    ]

    func testOnlyTheEntryThatWasSeenIsChanged() async throws {
        let store = try open()
        let seen = try stored(pattern(100), in: store).revision
        let newer = try stored(pattern(100, 3), in: store).revision
        for change in changes {
            try await change.make(store, seen)
            XCTAssertEqual(try entry(in: store, change.name).revision, newer, change.name)
        }
        let updated = try await store.update(sampleHead(203), for: key(1), ifStill: newer)
        XCTAssertTrue(updated)
        let updatedEntry = try entry(in: store, "update")
        XCTAssertEqual(updatedEntry.head.status, 203)
        XCTAssertEqual(body(of: updatedEntry), pattern(100, 3))
        let removed = try await store.remove(key(1), ifStill: updatedEntry.revision)
        XCTAssertTrue(removed)
        let gone = await store.get(key(1))
        XCTAssertNil(gone)
    }

    /// The newer entry is stored by a synchronous call, which waits for no other: before the change, within it, or after.
    func testWhatIsStoredMeanwhileStays() async throws {
        let store = try open()
        for change in changes {
            for round in 0..<300 {
                let seen = try stored(pattern(100), in: store).revision
                let newer = pattern(60, round)
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { put(newer, in: store) }
                    group.addTask {
                        do { try await change.make(store, seen) } catch { XCTFail("\(change.name): \(error)") }
                    }
                }
                let found = try entry(in: store, "\(change.name) took what was stored meanwhile")
                XCTAssertEqual(found.head.status, 200, change.name)
                XCTAssertEqual(body(of: found), newer, change.name)
            }
        }
        assertBooksAreRight(store)
    }
}

// Synchronous, as no call is that a task makes itself.

private func stored(_ body: [UInt8], in store: DiskStore) throws -> StoredEntry {
    put(body, in: store)
    return try entry(in: store, "stored")
}

private func put(_ body: [UInt8], in store: DiskStore) { XCTAssertNoThrow(try store.put(body, for: key(1))) }

private func entry(in store: DiskStore, _ message: String) throws -> StoredEntry {
    try XCTUnwrap(store.get(key(1)), message)
}

private func body(of entry: StoredEntry) -> [UInt8]? { (try? entry.body.bytes()).map { Array($0) } }
