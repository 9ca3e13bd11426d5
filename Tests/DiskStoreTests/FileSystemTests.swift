import Foundation
import Synchronization
import XCTest

@testable import DiskStore

/// A fault that is armed and disarmed while a store runs.
private final class Faults: Sendable {
    struct Plan {
        var kinds: [FileSystem.Call] = []
        var number: Int?
        var code: Int32 = 0
        var isArmed = false
        var calls = 0
        var failures = 0
    }

    let plan = Guarded(Plan())

    var fileSystem: FileSystem {
        FileSystem { call in
            self.plan.withLock { plan in
                guard plan.isArmed else { return nil }
                defer { plan.calls += 1 }
                guard plan.kinds.contains(call) || plan.number == plan.calls else { return nil }
                plan.failures += 1
                return plan.code
            }
        }
    }

    /// Calls of these kinds fail.
    func arm(_ calls: FileSystem.Call..., code: Int32) {
        plan.withLock { $0 = Plan(kinds: calls, code: code, isArmed: true) }
    }

    /// The call of that number fails.
    func arm(number: Int, _ code: Int32) {
        plan.withLock { $0 = Plan(number: number, code: code, isArmed: true) }
    }

    /// How often something failed.
    @discardableResult
    func disarm() -> Int {
        plan.withLock { plan in
            plan.isArmed = false
            return plan.failures
        }
    }
}

final class FileSystemTests: StoreTestCase {
    private let codes = [ENOSPC, EMFILE, EACCES, EROFS, EIO]

    private func open(_ faults: Faults, _ durability: DiskStore.Options.Durability = .none) throws(StoreError)
        -> DiskStore
    {
        var options = DiskStore.Options(capacity: 4000)
        options.maintenanceInterval = 0
        options.durability = durability
        return try DiskStore(at: path, options: options, faults.fileSystem, version: ArchiveFormat.version)
    }

    /// Everything that a store does; any of it may fail, and what it gives must be right.
    private func useAll(_ store: DiskStore) {
        for number in 1...4 { try? store.put(pattern(700, number), for: key(number)) }
        if let writer = try? store.writer(sampleHead(), for: key(5)) {
            try? writer.append(pattern(300, 5).span)
            try? writer.append(pattern(20, 5).span)
            try? writer.commit()
        }
        for number in 1...6 { assertRight(store, number) }
        _ = try? store.update(sampleHead(304), for: key(4))
        _ = store.head(key(4))
        _ = try? store.remove(key(3))
        _ = store.variants(of: key(2).url)
        _ = store.list()
        _ = store.verify()
        store.maintain()
        try? store.prune(to: 2500)
    }

    private func assertRight(_ store: DiskStore, _ number: Int) {
        guard let entry = store.get(key(number)) else { return }
        let expected = number == 5 ? pattern(300, 5) + pattern(20, 5) : pattern(700, number)
        XCTAssertEqual((try? entry.body.bytes()).map { Array($0) } ?? expected, expected)
    }

    private func assertUsable(_ store: DiskStore, _ what: String) throws {
        for number in 1...6 { assertRight(store, number) }
        try store.put(pattern(700, 1), for: key(1))
        XCTAssertEqual(store.body(key(1)), pattern(700, 1), what)
        store.maintain()
        store.waitForRecovery()
        XCTAssertLessThanOrEqual(store.statistics.usage, 4000, what)
        assertBooksAreRight(store)
        XCTAssertEqual(store.statistics.damaged, 0, what)
    }

    /// What cannot be read is not taken for what is not there.
    func testShardsThatCannotBeRead() throws {
        let faults = Faults()
        let store = try open(faults)
        try store.put(pattern(700, 6), for: key(6))
        XCTAssertTrue(store.verify().isSound)
        faults.arm(.list, code: EACCES)
        let report = store.verify()
        faults.disarm()
        XCTAssertEqual(report.entries, 0)
        let shards = (0...255).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        for shard in shards { XCTAssertTrue(report.findings.contains(.unreadable(shard)), shard) }
        XCTAssertEqual(store.statistics.readFailures, 256)
        store.close()
        var options = DiskStore.Options()
        options.readOnly = true
        options.createsStore = false
        let reader = try DiskStore(at: path, options: options, faults.fileSystem, version: ArchiveFormat.version)
        XCTAssertNil(reader.verify(key(6).name))
        faults.arm(.list, code: EACCES)
        XCTAssertEqual(reader.variants(of: key(6).url), [])
        faults.arm(.open, code: EACCES)
        XCTAssertEqual(reader.verify(key(6).name), .unreadable(key(6).name.text))
        faults.disarm()
        XCTAssertEqual(reader.statistics.readFailures, 1)
    }

    /// A call that fails for as long as the trouble lasts.
    func testEachCallFailing() throws {
        for call in FileSystem.Call.allCases {
            for code in codes {
                let what = "\(call) fails with \(code)"
                let faults = Faults()
                let store = try open(faults, call == .sync ? .everyWrite : .none)
                try store.put(pattern(700, 6), for: key(6))
                faults.arm(call, code: code)
                useAll(store)
                let failures = faults.disarm()
                XCTAssertTrue(failures > 0 || [.lock, .map, .makeDirectory].contains(call), what)
                try assertUsable(store, what)
                store.close()
                let again = try open(faults)
                try assertUsable(again, what + ", reopened")
                again.close()
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }

    /// One call that fails once, whichever it is: opening, storing, evicting, reading, maintaining, closing.
    func testEveryCallFailingOnce() throws {
        for code in [EIO] {
            var number = 0
            while true {
                let what = "call \(number) fails with \(code)"
                let faults = Faults()
                let before = try open(faults)
                try before.put(pattern(700, 6), for: key(6))
                before.close()
                if number.isMultiple(of: 2) { try FileManager.default.removeItem(atPath: "\(path)/journal") }
                faults.arm(number: number, code)
                if let store = try? open(faults) {
                    useAll(store)
                    store.close()
                }
                let failures = faults.disarm()
                let again = try open(faults)
                again.waitForRecovery()
                try assertUsable(again, what)
                again.close()
                try FileManager.default.removeItem(atPath: path)
                if failures == 0 { break }
                number += 1
            }
            XCTAssertGreaterThan(number, 50)
        }
    }

    func testWhatTheCallerIsTold() throws {
        let faults = Faults()
        let store = try open(faults)
        let expected: [(FileSystem.Call, Int32, StoreError)] = [
            (.write, ENOSPC, .outOfSpace), (.create, ENOSPC, .outOfSpace), (.rename, EDQUOT, .outOfSpace),
            (.create, EACCES, .permissionDenied), (.create, EROFS, .permissionDenied),
            (.write, EPERM, .permissionDenied),
            (.create, EMFILE, .io(errno: EMFILE, operation: "create")),
            (.write, EIO, .io(errno: EIO, operation: "write")),
            (.close, EIO, .io(errno: EIO, operation: "close")), (.write, EFBIG, .tooLarge),
        ]
        for (call, code, error) in expected {
            try store.put(pattern(700, 1), for: key(1))
            faults.arm(call, code: code)
            XCTAssertThrowsError(try store.put(pattern(10), for: key(1))) { XCTAssertEqual($0 as? StoreError, error) }
            faults.disarm()
            XCTAssertEqual(store.body(key(1)), error == .tooLarge ? nil : pattern(700, 1), "\(call) \(code)")
        }
    }

    /// Who has everything removed is told where something is left.
    func testRemovingThatFailsIsTold() throws {
        let faults = Faults()
        let store = try open(faults)
        for number in 1...3 { try store.put(pattern(700, number), for: key(number)) }
        let removals: [(DiskStore) throws -> Void] = [{ try $0.removeAll() }, { try $0.prune(to: 0) }]
        for remove in removals {
            faults.arm(.unlink, code: EIO)
            XCTAssertThrowsError(try remove(store)) {
                XCTAssertEqual($0 as? StoreError, .io(errno: EIO, operation: "unlink"))
            }
            faults.disarm()
            XCTAssertEqual(store.statistics.entries, 3)
            assertBooksAreRight(store)
        }
        // One that fails keeps none of the others.
        faults.arm(number: 0, EIO)
        XCTAssertThrowsError(try store.removeAll())
        faults.disarm()
        XCTAssertEqual(store.statistics.entries, 1)
        try store.removeAll()
        XCTAssertEqual(store.statistics.entries, 0)
        XCTAssertEqual(store.statistics.evictions, 0, "nothing had to make room")
    }

    /// One that the disk will not let go of keeps none of the others, and has its turn again.
    func testWhatCannotBeEvictedIsPassedOver() throws {
        let faults = Faults()
        let store = try open(faults)
        for number in 1...3 { try store.put(pattern(700, number), for: key(number)) }
        let one = store.statistics.usage / 3
        faults.arm(number: 0, EACCES)
        XCTAssertNoThrow(try store.prune(to: 2 * one))
        XCTAssertEqual(faults.disarm(), 1)
        XCTAssertEqual(store.list().map(\.name), [3, 1].map { key($0).name })
        try store.prune(to: one)
        XCTAssertEqual(store.list().map(\.name), [key(1).name])
        assertBooksAreRight(store)
    }

    /// Else it would be found again by the next scan, though it was purged.
    func testWhatCanNeitherBeRemovedNorSetAsideIsNotForgotten() throws {
        let faults = Faults()
        let store = try open(faults)
        try store.put(pattern(700, 1), for: key(1))
        faults.arm(.unlink, .rename, code: EPERM)
        XCTAssertThrowsError(try store.remove(key(1))) { XCTAssertEqual($0 as? StoreError, .permissionDenied) }
        faults.disarm()
        XCTAssertNotNil(store.get(key(1)))
        assertBooksAreRight(store)
        XCTAssertTrue(try store.remove(key(1)))
    }

    /// What cannot be read may be what is to go.
    func testRemovingByHeadsThatCannotBeReadIsTold() async throws {
        let faults = Faults()
        let store = try open(faults)
        for number in 1...3 { XCTAssertNoThrow(try store.put(pattern(700, number), for: key(number))) }
        faults.arm(number: 0, EMFILE)
        do {
            try await store.removeAll { _ in true }
            XCTFail("nothing told")
        } catch {
            XCTAssertEqual(error, .io(errno: EMFILE, operation: "open"))
        }
        faults.disarm()
        XCTAssertEqual(store.statistics.entries, 1)
        try await store.removeAll { _ in true }
        XCTAssertEqual(store.statistics.entries, 0)
    }

    /// While the index does not know all: who has a URL removed is told where nobody can see what there is of it.
    func testRemovingWhatCannotBeSeenIsTold() throws {
        let faults = Faults()
        let store = try open(faults)
        store.waitForRecovery()
        for variant in [0, 1, 2] as [UInt64] { try store.put(pattern(700, 1), for: key(1, variant: variant)) }
        try store.put(pattern(700, 2), for: key(2))
        for (call, isWhole) in [(FileSystem.Call.list, false), (.unlink, false), (.unlink, true)] {
            store.books.withLock { $0.isWhole = isWhole }
            faults.arm(call, code: EIO)
            XCTAssertThrowsError(try store.removeAll(of: key(1).url)) {
                XCTAssertEqual($0 as? StoreError, .io(errno: EIO, operation: call.rawValue))
            }
            faults.disarm()
            XCTAssertNotNil(store.get(key(1)), "\(call)")
        }
        faults.arm(.open, code: EMFILE)
        XCTAssertEqual(try store.removeAll(of: key(1).url), [])
        faults.disarm()
        XCTAssertEqual(store.variants(of: key(1).url), [])
        XCTAssertEqual(try store.removeAll(of: key(2).url), [sampleHead()])
        XCTAssertEqual(try store.removeAll(of: key(3).url), [])
        XCTAssertEqual(entriesOnDisk(), [:])
    }

    /// What cannot be read would be served again once it can.
    func testWhatCannotBeReadIsRemovedWithAll() async throws {
        let faults = Faults()
        let store = try open(faults)
        for number in 1...3 { try store.put(pattern(700, number), for: key(number)) }
        faults.arm(.open, code: EMFILE)
        try await store.removeAll()
        faults.disarm()
        XCTAssertEqual(entriesOnDisk(), [:])
        assertBooksAreRight(store)
    }

    func testReadingFailuresAreMissesAndTouchNothing() throws {
        let faults = Faults()
        let store = try open(faults)
        try store.put(pattern(700, 1), for: key(1))
        for call in [FileSystem.Call.open, .read] {
            for code in codes {
                faults.arm(call, code: code)
                XCTAssertNil(store.get(key(1)))
                faults.disarm()
                XCTAssertEqual(store.body(key(1)), pattern(700, 1), "\(call) \(code)")
            }
        }
        XCTAssertEqual(store.statistics.readFailures, 10)
        XCTAssertEqual(store.statistics.damaged, 0)
    }

    func testAnOpenThatMayNotWriteReads() throws {
        let faults = Faults()
        let store = try open(faults)
        try store.put(pattern(700, 1), for: key(1))
        store.close()
        for (code, error) in [(EACCES, StoreError.permissionDenied), (EROFS, .permissionDenied), (ENOSPC, .outOfSpace)]
        {
            faults.arm(.create, code: code)
            let reader = try open(faults)
            XCTAssertEqual(reader.access, .readOnly(error))
            XCTAssertEqual(reader.body(key(1)), pattern(700, 1))
            XCTAssertThrowsError(try reader.put([], for: key(2))) { XCTAssertEqual($0 as? StoreError, error) }
            faults.disarm()
        }
        faults.arm(.create, code: EMFILE)
        XCTAssertThrowsError(try open(faults)) {
            XCTAssertEqual($0 as? StoreError, .io(errno: EMFILE, operation: "create"))
        }
    }

    func testOpeningLeaksNoDescriptors() throws {
        // Files and directories alone: timers and queues are the system library's, which opens them when it likes.
        func opened() throws -> [String] {
            let all = "/proc/self/fd"
            return try FileManager.default.contentsOfDirectory(atPath: all)
                .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(all)/\($0)") }
                .filter { $0.hasPrefix("/") }.sorted()
        }
        let faults = Faults()
        let before = try opened()
        for number in 0..<30 {
            faults.arm(number: number, EMFILE)
            if let store = try? open(faults) {
                useAll(store)
                store.close()
            }
            faults.disarm()
        }
        XCTAssertEqual(try opened(), before)
    }
}
