import Foundation
import LoopbackSockets
import TestSupport
import XCTest

@testable import DiskStore

final class DiskStoreTests: StoreTestCase {
    /// 100,000 random operations against a list in order of use.
    func testLeastRecentlyUsedGoesFirst() throws {
        var random = SplitMix(seed: 11)
        let capacity = 60_000
        var store = try open { $0.capacity = capacity }
        var model: [(key: StoreKey, body: [UInt8], size: Int)] = []
        let overhead = try { () -> Int in
            try store.put([], for: key(0))
            defer { _ = try? store.remove(key(0)) }
            return entriesOnDisk().values.first ?? 0
        }()
        func sum() -> Int { model.reduce(0) { $0 + $1.size } }
        for step in 0..<100_000 {
            let key = key(.random(in: 10..<99, using: &random), variant: .random(in: 0..<3, using: &random))
            let suffix = 1  // URLs here have one digit more than the one measured.
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<30:
                let body = pattern(.random(in: 0..<1500, using: &random), step)
                try store.put(body, for: key)
                model.removeAll { $0.key == key }
                model.append((key, body, overhead + suffix + body.count))
                while sum() > capacity { model.removeFirst() }
            case 30..<85:
                let index = model.firstIndex { $0.key == key }
                XCTAssertEqual(store.body(key), index.map { model[$0].body })
                if let index { model.append(model.remove(at: index)) }
            case 85..<99:
                let index = model.firstIndex { $0.key == key }
                XCTAssertEqual(try store.remove(key), index != nil)
                if let index { model.remove(at: index) }
            default:
                XCTAssertEqual(Set(store.variants(of: key.url)), Set(model.filter { $0.key.url == key.url }.map(\.key)))
            }
            if step.isMultiple(of: 10_000) {
                if step.isMultiple(of: 20_000) { store.maintain() }
                store.close()
                store = try open { $0.capacity = capacity }
            }
            if step.isMultiple(of: 1_000) {
                XCTAssertEqual(store.list().map(\.name), model.map(\.key.name), "step \(step)")
                XCTAssertEqual(store.statistics.usage, entriesOnDisk().values.reduce(0, +), "step \(step)")
                XCTAssertEqual(store.statistics.usage, sum(), "step \(step)")
            }
        }
        XCTAssertGreaterThan(store.statistics.hits, 100)
        assertBooksAreRight(store)
    }

    func testUsesOutliveTheProcess() throws {
        let store = try open()
        for number in 0..<10 { try store.put(pattern(10), for: key(number)) }
        for number in [4, 2, 7] { _ = store.get(key(number)) }
        store.close()
        let again = try open()
        XCTAssertEqual(again.list().map(\.name), [0, 1, 3, 5, 6, 8, 9, 4, 2, 7].map { key($0).name })
        let one = again.statistics.usage / 10
        try again.prune(to: 3 * one)
        XCTAssertEqual(again.list().map(\.name), [4, 2, 7].map { key($0).name })
        XCTAssertEqual(again.statistics.evictions, 7)
    }

    func testCapacityZeroStoresNothing() throws {
        let store = try open { $0.capacity = 0 }
        XCTAssertThrowsError(try store.put([], for: key(1))) { XCTAssertEqual($0 as? StoreError, .tooLarge) }
        XCTAssertEqual(entriesOnDisk(), [:])
        let negative = try open { $0.capacity = .min }
        XCTAssertNil(negative.get(key(1)))
    }

    func testWhatIsLargerThanTheCapacityRemovesTheOldValueOnly() throws {
        let store = try open { $0.capacity = 2000 }
        try store.put(pattern(100), for: key(1))
        try store.put(pattern(100), for: key(2))
        XCTAssertThrowsError(try store.put(pattern(2000), for: key(1))) { XCTAssertEqual($0 as? StoreError, .tooLarge) }
        XCTAssertNil(store.get(key(1)))
        XCTAssertEqual(store.body(key(2)), pattern(100))
        assertBooksAreRight(store)
    }

    func testWhatTheFormatHasNoRoomFor() throws {
        let store = try open()
        let long = StoreKey(url: [UInt8](repeating: 65, count: ArchiveFormat.maximumURLLength + 1))
        XCTAssertThrowsError(try store.put([], for: long)) { XCTAssertEqual($0 as? StoreError, .tooLarge) }
        var large = sampleHead()
        large.userInfo = [UInt8](repeating: 0, count: ArchiveFormat.maximumMetaLength)[...]
        XCTAssertThrowsError(try store.put(large, body: [UInt8]().span, for: key(1))) {
            XCTAssertEqual($0 as? StoreError, .tooLarge)
        }
        let longest = StoreKey(url: [UInt8](repeating: 65, count: ArchiveFormat.maximumURLLength))
        try store.put(pattern(5), for: longest)
        XCTAssertEqual(store.body(longest), pattern(5))
    }

    func testEmptyBodiesAndEmptyURLs() throws {
        let store = try open()
        try store.put([], for: StoreKey(url: ""))
        XCTAssertEqual(store.body(StoreKey(url: "")), [])
        XCTAssertEqual(store.get(StoreKey(url: ""))?.head, sampleHead())
    }

    func testReadersOfAReplacedOrEvictedEntryKeepTheOldBytes() throws {
        let store = try open()
        let (old, new) = (pattern(3 << 20, 1), pattern(3 << 20, 2))
        for change in ["replace", "remove", "evict"] {
            try store.put(old, for: key(1))
            let whole = try XCTUnwrap(store.get(key(1)))
            let unread = try XCTUnwrap(store.head(key(1)))
            switch change {
            case "replace": try store.put(new, for: key(1))
            case "remove": try store.remove(key(1))
            default: try store.prune(to: 0)
            }
            XCTAssertEqual(Array(try whole.body.bytes()), old, change)
            XCTAssertEqual(Array(try unread.body.bytes()), old, change)
        }
    }

    func testThreads() throws {
        let store = try open { $0.capacity = 40_000 }
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var random = SplitMix(seed: UInt64(thread))
            for _ in 0..<1500 {
                let number = Int.random(in: 0..<60, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: try? store.put(pattern(number * 20, number), for: key(number))
                case 1: _ = try? store.remove(key(number))
                default: if let body = store.body(key(number)) { XCTAssertEqual(body, pattern(number * 20, number)) }
                }
            }
        }
        XCTAssertEqual(store.statistics.damaged, 0)
        XCTAssertEqual(store.statistics.lost, 0)
        XCTAssertLessThanOrEqual(store.statistics.usage, 40_000)
        assertBooksAreRight(store)
    }

    func testASecondStoreOnlyReads() throws {
        let first = try open()
        try first.put(pattern(10), for: key(1))
        let second = try open()
        XCTAssertEqual(first.access, .readWrite)
        XCTAssertEqual(second.access, .readOnly(.inUse))
        XCTAssertEqual(second.body(key(1)), pattern(10))
        XCTAssertThrowsError(try second.put(pattern(10), for: key(2))) { XCTAssertEqual($0 as? StoreError, .inUse) }
        XCTAssertThrowsError(try second.remove(key(1))) { XCTAssertEqual($0 as? StoreError, .inUse) }
        try first.put(pattern(20), for: key(1))
        XCTAssertEqual(second.body(key(1)), pattern(20), "always what the writer stored last")
        XCTAssertEqual(second.list().map(\.name), [key(1).name])
        first.close()
        XCTAssertEqual(try open().access, .readWrite)
    }

    func testAnotherProcessOwnsTheDirectory() throws {
        let input = Pipe()
        let output = Pipe()
        let child = try startChild(["hold", path], output: output, input: input)
        var said = ""
        while !said.contains("\n") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            said += String(decoding: more, as: UTF8.self)
        }
        XCTAssertEqual(said, "readWrite\n")
        XCTAssertEqual(try open().access, .readOnly(.inUse))
        try input.fileHandleForWriting.close()
        child.waitUntilExit()
        XCTAssertEqual(try open().access, .readWrite)
    }

    func testAClosedStoreAnswersWithMissesAndRefusals() throws {
        let store = try open()
        try store.put(pattern(10), for: key(1))
        let writer = try store.writer(sampleHead(), for: key(2))
        store.close()
        store.close()
        XCTAssertNil(store.get(key(1)))
        XCTAssertThrowsError(try store.put(pattern(10), for: key(1))) { XCTAssertEqual($0 as? StoreError, .closed) }
        XCTAssertThrowsError(try writer.commit()) { XCTAssertEqual($0 as? StoreError, .closed) }
        XCTAssertEqual(Array(entriesOnDisk().keys), [key(1).name.text])
    }

    func testRemoveAll() throws {
        let store = try open()
        for number in 0..<10 { try store.put([], for: key(number)) }
        try store.removeAll()
        XCTAssertEqual(entriesOnDisk(), [:])
        assertBooksAreRight(store)
    }
}
