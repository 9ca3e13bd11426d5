import Dispatch
import Foundation
import Synchronization
import XCTest

@testable import DiskStore

final class UpdatingTests: StoreTestCase {
    func testANewHeadKeepsTheBody() throws {
        let store = try open()
        for (number, count) in [0, 1000, 20_000, 3 << 20].enumerated() {
            let body = pattern(count)
            try store.put(body, for: key(number))
            var head = sampleHead(203)
            head.fields.append(name: "Age", value: "0")
            XCTAssertTrue(try store.update(head, for: key(number)))
            XCTAssertEqual(store.get(key(number))?.head, head)
            XCTAssertEqual(store.body(key(number)), body)
        }
        assertBooksAreRight(store)
    }

    func testWithoutAWholeEntryThereIsNothingToUpdate() throws {
        let store = try open()
        XCTAssertFalse(try store.update(sampleHead(), for: key(1)))
        try store.put(pattern(3 << 20), for: key(1))
        let whole = try bytes(file(key(1)))
        try write(whole.replacing(whole.count - 1, with: whole[whole.count - 1] ^ 1), to: file(key(1)))
        XCTAssertFalse(try store.update(sampleHead(), for: key(1)))
        XCTAssertNil(store.get(key(1)))
        XCTAssertThrowsError(try open { $0.readOnly = true }.update(sampleHead(), for: key(1)))
    }
}

/// Runs what a test says when the store is about to do something, once.
private final class Interruption: Sendable {
    private let plan = Guarded<(call: FileSystem.Call, after: Int, action: @Sendable () -> Void)?>(nil)

    var fileSystem: FileSystem {
        FileSystem { call in
            let action = self.plan.withLock { plan -> (@Sendable () -> Void)? in
                guard plan?.call == call else { return nil }
                plan?.after -= 1
                guard let found = plan, found.after < 0 else { return nil }
                plan = nil
                return found.action
            }
            action?()
            return nil
        }
    }

    /// `after` calls of that kind pass.
    func arm(_ call: FileSystem.Call, after: Int = 0, _ action: @escaping @Sendable () -> Void) {
        plan.withLock { $0 = (call, after, action) }
    }
}

final class InterruptedTests: StoreTestCase {
    private func open(_ interruption: Interruption) throws -> DiskStore {
        var options = DiskStore.Options(capacity: 1 << 30)
        options.maintenanceInterval = 0
        options.durability = .none
        return try DiskStore(at: path, options: options, interruption.fileSystem, version: ArchiveFormat.version)
    }

    /// A head that is written anew while its entry is removed must not bring the entry back.
    func testWhatIsRemovedDuringAnUpdateStaysRemoved() throws {
        let interruption = Interruption()
        let store = try open(interruption)
        for count in [1000, 3 << 20] {
            try store.put(pattern(count), for: key(1))
            // The new file is made after the old one has been read.
            interruption.arm(.create) { XCTAssertEqual(try? store.remove(key(1)), true) }
            XCTAssertFalse(try store.update(sampleHead(203), for: key(1)))
            XCTAssertNil(store.get(key(1)), "\(count) bytes came back")
            assertBooksAreRight(store)
        }
        let newer = pattern(500, 3)
        try store.put(pattern(1000), for: key(1))
        interruption.arm(.create) { XCTAssertNotNil(try? store.put(newer, for: key(1))) }
        XCTAssertFalse(try store.update(sampleHead(203), for: key(1)))
        XCTAssertEqual(store.body(key(1)), newer)
        assertBooksAreRight(store)
        let names = FileManager.default.subpaths(atPath: path) ?? []
        XCTAssertEqual(names.filter { $0.contains("/.t") }, [], "temporary files are left")
    }

    /// What a scan has found in a directory that was deleted meanwhile is nothing to the one that was made anew.
    func testADirectoryIsDeletedDuringAScan() throws {
        do {
            let store = try open(Interruption())
            for number in 0..<600 { try store.put(pattern(10), for: key(number)) }
        }
        try FileManager.default.removeItem(atPath: "\(path)/journal")
        let interruption = Interruption()
        let (isPaused, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        interruption.arm(.list, after: 100) {
            isPaused.signal()
            goesOn.wait()
        }
        let store = try open(interruption)
        isPaused.wait()
        try FileManager.default.removeItem(atPath: path)
        // One lock of 64 is held by the scan that was stopped; half of the keys are of shards with locks of their own.
        let stored = DispatchSemaphore(value: 0)
        for number in 1000..<1002 {
            DispatchQueue.global().async {
                _ = try? store.put(pattern(10), for: key(number))
                stored.signal()
            }
        }
        stored.wait()
        goesOn.signal()
        stored.wait()
        store.waitForRecovery()
        store.maintain()
        for number in 1000..<1002 { XCTAssertEqual(store.body(key(number)), pattern(10)) }
        XCTAssertEqual(store.statistics.entries, 2)
        assertBooksAreRight(store)
    }
}
