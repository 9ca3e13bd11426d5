import Foundation
import LoopbackSockets
import TestSupport
import XCTest

@testable import DiskStore

final class RecoveryTests: StoreTestCase {
    /// A process that stores is killed at random moments; what it said was stored and did not replace is there, and
    /// whole.
    func testKilledProcesses() throws {
        var random = SplitMix(seed: 3)
        var next = 0
        for round in 0..<12 {
            let output = Pipe()
            let child = try startChild(["fill", path, "\(next)"], output: output)
            var said = ""
            while !said.contains("ready") {
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { return XCTFail("the process has ended: \(said)") }
                said += String(decoding: more, as: UTF8.self)
            }
            usleep(.random(in: 1_000...60_000, using: &random))
            kill(child.processIdentifier, SIGKILL)
            child.waitUntilExit()
            said += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            let last = said.split(separator: "\n").compactMap { Int($0) }.last
            next = (last ?? next) + 1

            let store = try open { $0.capacity = 4 << 20 }
            XCTAssertEqual(store.access, .readWrite)
            if let last {
                XCTAssertNotNil(
                    store.get(StoreKey(url: "https://example.com/\(last % 500)")), "round \(round): \(last)")
            }
            for number in 0..<500 { try assertWhole(store, number, before: next + 1) }
            store.waitForRecovery()
            for number in 0..<500 { try assertWhole(store, number, before: next + 1) }
            XCTAssertEqual(store.statistics.damaged, 0, "a kill damages nothing")
            assertBooksAreRight(store)
            XCTAssertEqual(temporaries(), [])
            store.close()
        }
        XCTAssertGreaterThan(next, 12, "the children stored something")
    }

    private func assertWhole(_ store: DiskStore, _ number: Int, before end: Int) throws {
        guard let entry = store.get(StoreKey(url: "https://example.com/\(number)")) else { return }
        let generation = Int(entry.head.requestTime)
        XCTAssertLessThanOrEqual(generation, end)
        let unit = Array("\(number):\(generation);".utf8)
        XCTAssertEqual(Array(try entry.body.bytes()), (0..<(1 + number % 7 * 700)).flatMap { _ in unit })
    }

    private func temporaries() -> [String] {
        (FileManager.default.subpaths(atPath: path) ?? []).filter { $0.contains("/.t") || $0.hasSuffix(".tmp") }
    }

    func testWhatLossOfPowerLeavesIsNeverServed() throws {
        let store = try open()
        for number in 0..<20 { try store.put(pattern(5000, number), for: key(number)) }
        store.close()
        // Names without bytes, and bytes that are zero: what file systems make of files that were not synced.
        for number in 0..<5 { try write([], to: file(key(number))) }
        for number in 5..<10 { try write([UInt8](repeating: 0, count: 5400), to: file(key(number))) }
        for number in 10..<12 { try write(Array(try bytes(file(key(number))).prefix(4096)), to: file(key(number))) }
        try FileManager.default.removeItem(atPath: file(key(12)))
        try FileManager.default.removeItem(atPath: "\(path)/journal")
        let again = try open()
        again.waitForRecovery()
        for number in 0..<13 { XCTAssertNil(again.get(key(number)), "\(number)") }
        for number in 13..<20 { XCTAssertEqual(again.body(key(number)), pattern(5000, number)) }
        assertBooksAreRight(again)
    }

    func testAMissingJournalKeepsTheOrderByTime() throws {
        let store = try open()
        for number in 0..<8 {
            try store.put(pattern(10), for: key(number))
            let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(number * 37 % 8))
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file(key(number)))
        }
        store.close()
        try FileManager.default.removeItem(atPath: "\(path)/journal")
        let again = try open()
        again.waitForRecovery()
        XCTAssertEqual(again.list().map(\.name), (0..<8).sorted { $0 * 37 % 8 < $1 * 37 % 8 }.map { key($0).name })
        XCTAssertEqual(again.statistics.adopted, 8)
        again.close()
        XCTAssertFalse(try open().statistics.isRecovering, "the new journal tells all")
    }

    func testEntriesAreFoundAndStoredWhileAScanRuns() throws {
        let store = try open()
        for number in 0..<300 { try store.put(pattern(10, number), for: key(number)) }
        store.close()
        try FileManager.default.removeItem(atPath: "\(path)/journal")
        let again = try open()
        for number in 0..<300 where !number.isMultiple(of: 3) {
            XCTAssertEqual(again.body(key(number)), pattern(10, number))
            if number.isMultiple(of: 2) { try again.put(pattern(20, number), for: key(number)) }
            if number.isMultiple(of: 5) { XCTAssertTrue(try again.remove(key(number))) }
        }
        XCTAssertEqual(again.variants(of: key(0).url).count, 1)
        again.waitForRecovery()
        assertBooksAreRight(again)
        for number in 0..<300 where !number.isMultiple(of: 3) && number.isMultiple(of: 5) {
            XCTAssertNil(again.get(key(number)))
        }
    }

    func testLeftoversAndForeignFiles() throws {
        let store = try open()
        try store.put(pattern(10), for: key(1))
        let shard = (file(key(1)) as NSString).deletingLastPathComponent
        let own = try store.writer(sampleHead(), for: key(1))
        try write([1], to: shard + "/.t1-00000000000000aa-1")
        try write([1], to: shard + "/1_182ccedb33a9e03fbf1079b209da1a31")
        try write([1], to: shard + "/notes.txt")
        try write([1], to: shard + "/" + String(repeating: "n", count: 255))
        try write([1], to: "\(path)/README")
        try write(try bytes(file(key(1))), to: "\(path)/\(shard.hasSuffix("00") ? "01" : "00")/\(key(1).name.text)")
        store.maintain()
        XCTAssertFalse(exists(shard + "/.t1-00000000000000aa-1"), "a dead process's temporary")
        XCTAssertFalse(exists(shard + "/1_182ccedb33a9e03fbf1079b209da1a31"), "another version's entry")
        XCTAssertFalse(exists(shard + "/notes.txt"))
        XCTAssertTrue(exists("\(path)/damaged/notes.txt"))
        XCTAssertTrue(exists("\(path)/damaged/" + String(repeating: "n", count: 255)))
        XCTAssertTrue(exists("\(path)/README"), "what lies outside the shards is not the store's")
        XCTAssertTrue(exists("\(path)/damaged/\(key(1).name.text)"), "in the wrong shard")
        try own.append(pattern(3).span)
        try own.commit()
        XCTAssertEqual(store.body(key(1)), pattern(3))
        assertBooksAreRight(store)
    }

    func testAnotherFormatVersionEmptiesTheStore() throws {
        let old = try open()
        for number in 0..<10 { try old.put(pattern(10), for: key(number)) }
        old.close()
        var options = DiskStore.Options()
        options.maintenanceInterval = 0
        let new = try DiskStore(at: path, options: options, FileSystem(), version: 3)
        XCTAssertNil(new.get(key(1)))
        try new.put(pattern(7), for: key(1))
        new.maintain()
        XCTAssertEqual(entriesOnDisk(), [:], "entries of version 2")
        XCTAssertEqual(new.body(key(1)), pattern(7))
        XCTAssertEqual(new.statistics.entries, 1)
        new.close()
        XCTAssertEqual(try DiskStore(at: path, options: options, FileSystem(), version: 3).statistics.entries, 1)
    }

    func testEntriesPutThereByHandAreAdopted() throws {
        let store = try open()
        try store.put(pattern(10), for: key(1))
        let whole = try bytes(file(key(1)))
        try store.remove(key(1))
        try write(whole, to: file(key(1)))
        XCTAssertNil(store.get(key(1)))
        store.maintain()
        XCTAssertEqual(store.body(key(1)), pattern(10))
        assertBooksAreRight(store)
    }
}
