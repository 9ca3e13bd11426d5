import TestSupport
import XCTest

@testable import DiskStore

/// The index against a list that does the same slowly.
final class RecencyIndexTests: XCTestCase {
    /// Oldest first.
    private struct Model {
        var entries: [(name: CacheKeyName, size: Int)] = []

        mutating func insert(_ name: CacheKeyName, _ size: Int) {
            remove(name)
            entries.append((name, size))
        }

        mutating func remove(_ name: CacheKeyName) { entries.removeAll { $0.name == name } }

        mutating func touch(_ name: CacheKeyName) {
            guard let index = entries.firstIndex(where: { $0.name == name }) else { return }
            entries.append(entries.remove(at: index))
        }
    }

    private func name(_ number: UInt64, _ variant: UInt64 = 0) -> CacheKeyName {
        CacheKeyName(high: number &* 0x1234_5678_9abc_def1, low: number, variant: variant)
    }

    private func order(_ index: RecencyIndex) -> [CacheKeyName] {
        var names: [CacheKeyName] = []
        index.walk { names.append($0.name) }
        return names
    }

    func testRandomOperationsAgainstAModel() {
        var random = SplitMix(seed: 1)
        for round in 0..<20 {
            var index = RecencyIndex(seed: UInt64(round))
            var model = Model()
            for step in 0..<1500 {
                let name = name(.random(in: 0..<60, using: &random), .random(in: 0..<4, using: &random))
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<4:
                    let size = Int.random(in: 0..<1000, using: &random)
                    index.insert(name, size: size, time: UInt32(step))
                    model.insert(name, size)
                case 4..<7:
                    if let slot = index.find(name) { index.touch(slot, time: UInt32(step)) }
                    model.touch(name)
                case 7..<9:
                    let had = model.entries.contains { $0.name == name }
                    XCTAssertEqual(index.remove(name), had)
                    model.remove(name)
                default:
                    let expected = model.entries.filter { $0.name.low == name.low }.map(\.name.variant)
                    let found = index.variants(of: name).map(\.name.variant)
                    XCTAssertEqual(found.sorted(), expected.sorted())
                    if expected.contains(0) { XCTAssertEqual(found.first, 0) }
                }
                XCTAssertEqual(index.oldest?.name, model.entries.first?.name)
            }
            XCTAssertEqual(order(index), model.entries.map(\.name))
            XCTAssertEqual(index.count, model.entries.count)
            XCTAssertEqual(index.usage, model.entries.reduce(0) { $0 + $1.size })
            for entry in model.entries { XCTAssertEqual(index.find(entry.name).map { index[$0].size }, entry.size) }
        }
    }

    /// All names fall on one cell: nothing may be lost when others leave.
    func testRemovalKeepsWhatLiesBehindReachable() {
        for seed in UInt64(0)..<50 {
            var index = RecencyIndex(seed: seed)
            for number in UInt64(0)..<12 { index.insert(name(number), size: 1, time: 0) }
            for number in stride(from: UInt64(0), to: 12, by: 2) { XCTAssertTrue(index.remove(name(number))) }
            for number in stride(from: UInt64(1), to: 12, by: 2) { XCTAssertNotNil(index.find(name(number))) }
            for number in stride(from: UInt64(0), to: 12, by: 2) { XCTAssertNil(index.find(name(number))) }
        }
    }

    func testTouchedEntriesAreToldInOrderAndOnce() throws {
        var index = RecencyIndex()
        for number in UInt64(0)..<5 { index.insert(name(number), size: 1, time: 0) }
        XCTAssertEqual(index.takeTouched(), [])
        index.touch(try XCTUnwrap(index.find(name(3))), time: 1)
        index.insert(name(9), size: 1, time: 2)
        index.touch(try XCTUnwrap(index.find(name(1))), time: 3)
        XCTAssertEqual(index.takeTouched().map(\.name), [name(3), name(9), name(1)])
        XCTAssertEqual(index.takeTouched(), [])
        index.touch(try XCTUnwrap(index.find(name(0))), time: 4)
        index.remove(name(0))
        XCTAssertEqual(index.takeTouched(), [])
    }

    func testAdoptedEntriesGetTheirPlaceByTime() throws {
        var index = RecencyIndex()
        for number in UInt64(1)...4 { index.insert(name(number), size: 1, time: UInt32(number * 10)) }
        index.beginScan()
        var adopted: [(UInt32, RecencyIndex.SlotNumber)] = []
        for time in [UInt32(25), 5, 50, 26] {
            adopted.append((time, try XCTUnwrap(index.adopt(name(UInt64(time) + 100), size: 1, time: time))))
        }
        XCTAssertNil(index.adopt(name(1), size: 7, time: 99), "known")
        index.place(adopted.sorted { $0.0 < $1.0 }.map(\.1))
        XCTAssertEqual(order(index), [105, 1, 2, 125, 126, 3, 4, 150].map { name($0) })
        XCTAssertEqual(Set(index.unseen()), [name(2), name(3), name(4)])
        XCTAssertEqual(index.usage, 14)
    }

    func testAnAdoptedEntryThatWasUsedKeepsItsPlace() throws {
        var index = RecencyIndex()
        index.insert(name(1), size: 1, time: 10)
        let adopted = try XCTUnwrap(index.adopt(name(2), size: 1, time: 5))
        index.touch(adopted, time: 20)
        index.place([adopted])
        XCTAssertEqual(order(index), [name(1), name(2)])
    }

    func testManyVariantsOfOneURLCostNoMoreThanManyURLs() {
        var index = RecencyIndex()
        // A list walked at each insertion would take minutes here.
        for variant in UInt64(1)...200_000 { index.insert(name(1, variant), size: 1, time: 0) }
        for variant in UInt64(1)...200_000 { XCTAssertTrue(index.remove(name(1, variant))) }
        XCTAssertEqual(index.variants(of: name(1)), [])
        XCTAssertEqual(index.usage, 0)
    }

    func testMemory() {
        for count in [50_000, 99_000, 100_000, 200_000] {
            var index = RecencyIndex()
            for number in 0..<UInt64(count) { index.insert(name(number), size: 1, time: 0) }
            XCTAssertLessThanOrEqual(Double(index.allocatedBytes) / Double(count), 72, "\(count) entries")
        }
    }
}
