import Foundation
import Synchronization
import XCTest

@testable import DiskStore

final class MaintenanceTests: StoreTestCase {
    private func counting(
        _ durability: DiskStore.Options.Durability, interval: Double = 0
    ) throws -> (DiskStore, @Sendable (FileSystem.Call) -> Int) {
        final class Counter: Sendable { let counts = Guarded<[FileSystem.Call: Int]>([:]) }
        let counter = Counter()
        var options = DiskStore.Options()
        options.maintenanceInterval = interval
        options.durability = durability
        let fileSystem = FileSystem { call in
            counter.counts.withLock { $0[call, default: 0] += 1 }
            return nil
        }
        let store = try DiskStore(at: path, options: options, fileSystem, version: ArchiveFormat.version)
        store.waitForRecovery()
        counter.counts.withLock { $0 = [:] }
        return (store, { call in counter.counts.withLock { $0[call] ?? 0 } })
    }

    func testDurability() throws {
        for (durability, atPut, atMaintenance) in [
            (DiskStore.Options.Durability.interval, 0, 1), (.everyWrite, 2, 0), (.none, 0, 0),
        ] {
            let (store, count) = try counting(durability)
            try store.put(pattern(10), for: key(1))
            XCTAssertEqual(count(.sync), atPut, "\(durability): file and shard")
            store.maintain()
            XCTAssertEqual(count(.sync), atPut + atMaintenance, "\(durability)")
            store.maintain()
            XCTAssertEqual(count(.sync), atPut + atMaintenance, "\(durability): nothing new")
            store.close()
        }
    }

    /// Whoever opens the directory next makes a journal of its own there.
    func testClosingWaitsForTheNewJournal() throws {
        final class Course: Sendable {
            let store = Guarded<DiskStore?>(nil)
            let events = Guarded<[String]>([])
            let closed = DispatchSemaphore(value: 0)

            func closeMeanwhile() {
                guard let store = store.withLock({ $0.take() }) else { return }
                Thread.detachNewThread { [self] in
                    store.close()
                    events.withLock { $0.append("closed") }
                    closed.signal()
                }
                // Long enough for a close that does not wait.
                usleep(100_000)
            }
        }
        let course = Course()
        let fileSystem = FileSystem { call in
            if call == .create { course.closeMeanwhile() }
            if call == .rename { course.events.withLock { $0.append("renamed") } }
            return nil
        }
        var options = DiskStore.Options()
        options.maintenanceInterval = 0
        let store = try DiskStore(at: path, options: options, fileSystem, version: ArchiveFormat.version)
        store.waitForRecovery()
        store.books.withLock { $0.journal?.markIncomplete() }
        course.events.withLock { $0 = [] }
        course.store.withLock { $0 = store }
        store.maintain()
        XCTAssertEqual(course.closed.wait(timeout: .now() + 60), .success)
        XCTAssertEqual(course.events.withLock { $0 }, ["renamed", "closed"])
    }

    /// The directory was deleted while the journal was written, and another store has made it anew.
    func testTheNewJournalOfAnotherStoreIsLeftAlone() throws {
        final class Course: Sendable {
            let store = Guarded<DiskStore?>(nil)
            let other = Guarded<DiskStore?>(nil)
        }
        let (course, path) = (Course(), path)
        let fileSystem = FileSystem { call in
            guard call == .create, let store = course.store.withLock({ $0.take() }) else { return nil }
            try? FileManager.default.removeItem(atPath: path)
            let other = try? DiskStore(at: path)
            other?.waitForRecovery()
            course.other.withLock { $0 = other }
            _ = FileManager.default.createFile(atPath: path + "/journal.tmp", contents: Data("its own".utf8))
            try? store.makeDirectoryAgain()
            return nil
        }
        var options = DiskStore.Options()
        options.maintenanceInterval = 0
        let store = try DiskStore(at: path, options: options, fileSystem, version: ArchiveFormat.version)
        store.waitForRecovery()
        store.books.withLock { $0.journal?.markIncomplete() }
        course.store.withLock { $0 = store }
        store.maintain()
        XCTAssertEqual(store.access, .readOnly(.inUse))
        XCTAssertEqual(try bytes("\(path)/journal.tmp"), Array("its own".utf8))
        let other = try XCTUnwrap(course.other.withLock { $0.take() })
        XCTAssertEqual(other.access, .readWrite)
        other.close()
    }

    func testItRunsByItselfAfterSomethingHappened() throws {
        let (store, count) = try counting(.interval, interval: 0.01)
        try store.put(pattern(10), for: key(1))
        let deadline = Date(timeIntervalSinceNow: 20)
        while count(.sync) == 0, Date() < deadline { usleep(1000) }
        XCTAssertGreaterThan(count(.sync), 0)
    }

    /// Touches that maintenance has written outlive a process that dies without closing.
    func testTouchesAreWritten() throws {
        let store = try open()
        for number in 0..<5 { try store.put(pattern(10), for: key(number)) }
        for number in [3, 0] { _ = store.get(key(number)) }
        store.maintain()
        let journal = try bytes("\(path)/journal")
        store.close()
        try write(journal, to: "\(path)/journal")
        let again = try open()
        again.waitForRecovery()
        XCTAssertEqual(again.list().map(\.name), [1, 2, 4, 3, 0].map { key($0).name })
    }

    func testASmallerCapacityIsKeptFromTheFirstMaintenanceOn() throws {
        let store = try open()
        for number in 0..<10 { try store.put(pattern(1000), for: key(number)) }
        store.close()
        let again = try open { $0.capacity = 4000 }
        again.maintain()
        XCTAssertEqual(again.list().map(\.name), [7, 8, 9].map { key($0).name })
        assertBooksAreRight(again)
    }

    func testAStoreNobodyUsesCloses() throws {
        weak var gone: DiskStore?
        do {
            let store = try open { $0.maintenanceInterval = 1000 }
            try store.put(pattern(10), for: key(1))
            gone = store
        }
        XCTAssertNil(gone, "a maintenance to come does not keep it")
        XCTAssertEqual(try open().access, .readWrite)
    }
}
