import Foundation
import XCTest

@testable import DiskStore

/// Whatever happens to the journal, every whole entry is found again.
final class JournalTests: StoreTestCase {
    private let count = 6

    private func fill() throws {
        let store = try open()
        for number in 0..<count { try store.put(pattern(50 + number), for: key(number)) }
        _ = store.get(key(0))
        try store.remove(key(1))
        try store.put(pattern(9), for: key(1))
        store.close()
    }

    private func assertAllFound(_ what: String) throws {
        let store = try open()
        // At once, and again when the scan is done.
        for number in 0..<count { XCTAssertNotNil(store.get(key(number)), "\(what): \(number) while recovering") }
        store.waitForRecovery()
        XCTAssertFalse(store.statistics.isRecovering, what)
        for number in 0..<count { XCTAssertNotNil(store.get(key(number)), "\(what): \(number)") }
        assertBooksAreRight(store)
        store.close()
    }

    func testEveryFlippedByte() throws {
        try fill()
        let journal = try bytes("\(path)/journal")
        for offset in journal.indices {
            try write(journal.replacing(offset, with: journal[offset] ^ 0x5a), to: "\(path)/journal")
            try assertAllFound("byte \(offset)")
        }
    }

    func testEveryCut() throws {
        try fill()
        let journal = try bytes("\(path)/journal")
        for length in 0..<journal.count {
            try write(Array(journal[..<length]), to: "\(path)/journal")
            try assertAllFound("cut to \(length)")
        }
        for more in [1, 47, 48, 480] {
            try write(journal + [UInt8](repeating: 0, count: more), to: "\(path)/journal")
            try assertAllFound("\(more) more")
        }
    }

    func testAnOrderlyCloseNeedsNoScan() throws {
        try fill()
        let store = try open()
        XCTAssertFalse(store.statistics.isRecovering)
        XCTAssertEqual(store.statistics.entries, count)
        assertBooksAreRight(store)
    }

    func testAStoreThatWasNotClosedIsScanned() throws {
        try fill()
        let store = try open()
        let unclean = try bytes("\(path)/journal")
        store.close()
        try write(unclean, to: "\(path)/journal")
        let again = try open()
        again.waitForRecovery()
        XCTAssertEqual(again.statistics.entries, count)
    }

    /// One bad record costs its own entry's place in the order and nothing else.
    func testABadRecordIsDroppedAlone() throws {
        let store = try open()
        for number in 0..<5 { try store.put(pattern(10), for: key(number)) }
        store.close()
        var journal = try bytes("\(path)/journal")
        let record = Journal.headerLength + 2 * Journal.recordLength
        journal[record + 20] ^= 1
        try write(journal, to: "\(path)/journal")
        let again = try open()
        again.waitForRecovery()
        XCTAssertEqual(again.statistics.adopted, 1)
        let order = again.list().map(\.name)
        XCTAssertEqual(order.filter { $0 != key(2).name }, [0, 1, 3, 4].map { key($0).name })
    }

    func testOtherKindsOfFilesInItsPlace() throws {
        let kinds: [(String, (String) throws -> Void)] = [
            ("nothing", { _ in }),
            ("directory", { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) }),
            ("link", { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/etc/passwd") }),
            ("link to nothing", { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "x") }),
            ("pipe", { XCTAssertEqual(mkfifo($0, 0o600), 0) }),
            ("text", { try Data("hello".utf8).write(to: URL(fileURLWithPath: $0)) }),
        ]
        for (what, make) in kinds {
            try fill()
            for name in ["journal", "journal.tmp"] {
                try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
                try make("\(path)/\(name)")
            }
            try assertAllFound(what)
            let store = try open()
            XCTAssertFalse(store.statistics.isRecovering, "\(what): closed in order after recovery")
            store.close()
        }
    }

    func testCompactionKeepsTheJournalShortAndTheOrder() throws {
        let store = try open()
        for number in 0..<20 { try store.put(pattern(10), for: key(number)) }
        for round in 0..<500 {
            for number in 0..<20 { try store.put(pattern(10 + round % 3), for: key(number)) }
            if round.isMultiple(of: 50) { store.maintain() }
        }
        store.maintain()
        XCTAssertLessThan(
            try bytes("\(path)/journal").count, Journal.headerLength + (2 * 20 + 4096 + 20) * Journal.recordLength)
        for number in [3, 1, 2] { _ = store.get(key(number)) }
        store.close()
        let again = try open()
        XCTAssertFalse(again.statistics.isRecovering)
        XCTAssertEqual(again.list().suffix(3).map(\.name), [3, 1, 2].map { key($0).name })
        assertBooksAreRight(again)
    }

    /// A record whose sum is right but which no store writes.
    func testForgedRecordsDoNoHarm() throws {
        try fill()
        var journal = try bytes("\(path)/journal")
        for size in [UInt64.max, 1 << 62, 1 << 48] {
            var record: [UInt8] = []
            record.append(number: UInt32(1))
            record.append(number: UInt32(0))
            for byte in UInt8(0)..<16 { record.append(byte) }
            record.append(number: UInt64(0))
            record.append(number: size)
            record.append(number: XXH64.sum(record.span))
            journal += record
        }
        try write(journal, to: "\(path)/journal")
        try assertAllFound("forged")
    }

    /// The sizes that records name add up to more than a number holds.
    func testForgedSizesDoNotTrap() throws {
        try fill()
        var journal = try bytes("\(path)/journal")
        for number in UInt64(0)..<33_000 {
            let name = CacheKeyName(high: number, low: number, variant: 0)
            Journal.Record(.put, name, size: 1 << 48 - 1, time: 0).append(to: &journal)
        }
        try write(journal, to: "\(path)/journal")
        let store = try open()
        store.waitForRecovery()
        XCTAssertEqual(store.statistics.lost, 33_000)
        assertBooksAreRight(store)
    }

    // MARK: Length

    /// A journal of a terabyte, all of it a hole but the beginning, is given up before it delays the opening.
    func testAJournalLongerThanItsEntriesCanNeedIsDropped() throws {
        try fill()
        XCTAssertEqual(truncate("\(path)/journal", 1 << 40), 0)
        let store = try open()
        for number in 0..<count { XCTAssertNotNil(store.get(key(number)), "\(number) while recovering") }
        store.waitForRecovery()
        XCTAssertEqual(store.statistics.adopted, count, "nothing of it was believed")
        XCTAssertLessThan(try bytes("\(path)/journal").count, 4096)
        assertBooksAreRight(store)
        store.close()
        XCTAssertFalse(try open().statistics.isRecovering)
    }

    func testWhichLengthsArePlausible() {
        let rows: [(records: Int, entries: Int, isPlausible: Bool)] = [
            (0, 0, true), (1_048_576, 0, true), (1_048_577, 0, false), (1_048_577, 1, true), (1_048_578, 1, true),
            (1_048_579, 1, false), (3_048_576, 1_000_000, true), (3_048_577, 1_000_000, false),
        ]
        for row in rows {
            XCTAssertEqual(
                Journal.isPlausible(records: row.records, entries: row.entries), row.isPlausible, "\(row)")
        }
    }

    /// What processes that end before any maintenance leave to each other: long, closed in order, and all of it right.
    func testOpeningShortensALongJournal() throws {
        let store = try open()
        for number in [2, 1] { try store.put(pattern(9), for: key(number)) }
        store.close()
        var long = try bytes("\(path)/journal")
        for _ in 1..<2500 { long += long[Journal.headerLength..<(Journal.headerLength + 2 * Journal.recordLength)] }
        try write(long, to: "\(path)/journal")
        let handle = try XCTUnwrap(FileHandle(forUpdatingAtPath: "\(path)/journal"))
        let journal = Journal(file: handle.fileDescriptor, records: 5000)
        try journal.writeHeader(clean: true, entries: 2, version: ArchiveFormat.version, FileSystem())
        try handle.close()
        let again = try open()
        XCTAssertFalse(again.statistics.isRecovering, "it is believed")
        again.waitForRecovery()
        XCTAssertEqual(try bytes("\(path)/journal").count, Journal.headerLength + 2 * Journal.recordLength)
        XCTAssertEqual(again.list().map(\.name), [key(2).name, key(1).name])
        again.close()
        XCTAssertFalse(try open().statistics.isRecovering)
    }
}
