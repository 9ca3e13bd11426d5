import Foundation
import XCTest

@testable import DiskStore

final class StoredBodyTests: StoreTestCase {
    private let large = pattern(3 << 20)

    func testPiecesOfSmallAndLargeBodies() throws {
        let store = try open()
        for (number, body) in [pattern(1000), large].enumerated() {
            try store.put(body, for: key(number))
            for entry in [store.get(key(number)), store.head(key(number))] {
                let stored = try XCTUnwrap(entry).body
                XCTAssertEqual(stored.count, body.count)
                XCTAssertEqual(Array(try stored.bytes()), body)
                XCTAssertEqual(Array(try stored.read(at: 10, upTo: 100)), Array(body[10..<110]))
                XCTAssertEqual(Array(try stored.read(at: body.count - 5, upTo: .max)), Array(body.suffix(5)))
                for (offset, count) in [(body.count, 1), (-1, 5), (0, 0), (0, -1), (.max, .max), (.min, 1)] {
                    XCTAssertEqual(try stored.read(at: offset, upTo: count), [], "\(offset) \(count)")
                }
                XCTAssertEqual(try stored.withSpan { span in span.count }, body.count)
            }
        }
    }

    func testMappedBodies() throws {
        for verification in [DiskStore.Options.BodyVerification.always, .unlessMapped, .never] {
            let store = try open {
                $0.mapsBodiesAbove = 1 << 20
                $0.bodyVerification = verification
            }
            try store.put(large, for: key(1))
            let entry = try XCTUnwrap(store.get(key(1)))
            try store.remove(key(1))
            let copy = large
            let expected = XXH64.sum(copy.span)
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let sum = try? entry.body.withSpan { XXH64.sum($0) }
                XCTAssertEqual(sum, expected, "\(verification)")
            }
            store.close()
        }
    }

    private func damage(_ key: StoreKey, fromEnd distance: Int) throws {
        let place = file(key)
        let whole = try bytes(place)
        try write(whole.replacing(whole.count - distance, with: whole[whole.count - distance] ^ 1), to: place)
    }

    func testADamagedLargeBodyIsAMissOfGet() throws {
        let store = try open()
        for number in 1...2 { try store.put(large, for: key(number)) }
        try damage(key(1), fromEnd: 1)
        try damage(key(2), fromEnd: large.count)
        for number in 1...2 {
            XCTAssertNil(store.get(key(number)))
            XCTAssertTrue(exists("\(path)/damaged/\(key(number).name.text)"))
        }
        XCTAssertEqual(store.statistics.misses, 2)
        XCTAssertEqual(store.statistics.hits, 0)
        assertBooksAreRight(store)
    }

    func testADamagedBodyAfterItsHeadIsThrownAsCorrupt() throws {
        let store = try open()
        try store.put(large, for: key(1))
        try damage(key(1), fromEnd: 1)
        let entry = try XCTUnwrap(store.head(key(1)))
        XCTAssertEqual(entry.head, sampleHead())
        XCTAssertThrowsError(try entry.body.read(at: 0, upTo: 10), "not even the whole part") {
            XCTAssertEqual($0 as? StoreError, .corrupt(key(1).name))
        }
        XCTAssertThrowsError(try entry.body.withSpan { $0.count })
        XCTAssertTrue(exists("\(path)/damaged/\(key(1).name.text)"))
        XCTAssertEqual(store.statistics.damaged, 1)
        assertBooksAreRight(store)
    }

    /// The file that was found damaged is set aside, and not the one that has taken its place since.
    func testAReplacedFileIsNotBlamed() throws {
        let store = try open()
        try store.put(large, for: key(1))
        try damage(key(1), fromEnd: 1)
        let entry = try XCTUnwrap(store.head(key(1)))
        try store.put(pattern(10), for: key(1))
        XCTAssertThrowsError(try entry.body.bytes())
        XCTAssertEqual(store.body(key(1)), pattern(10))
    }

    func testAReaderLeavesDamageAlone() throws {
        let store = try open()
        try store.put(large, for: key(1))
        try damage(key(1), fromEnd: 1)
        let reader = try open { $0.readOnly = true }
        XCTAssertNil(reader.get(key(1)))
        XCTAssertTrue(exists(file(key(1))))
    }

    func testWithoutVerificationTheHeadIsStillChecked() throws {
        let store = try open { $0.bodyVerification = .never }
        try store.put(pattern(100), for: key(1))
        try damage(key(1), fromEnd: 1)
        XCTAssertNotNil(store.get(key(1)))
        try damage(key(1), fromEnd: 101)
        XCTAssertNil(store.get(key(1)))
    }

    func testAFileCutShortWhileItIsOpen() throws {
        let store = try open()
        try store.put(large, for: key(1))
        let entry = try XCTUnwrap(store.get(key(1)))
        XCTAssertEqual(truncate(file(key(1)), 1000), 0)
        XCTAssertThrowsError(try entry.body.bytes()) { XCTAssertEqual($0 as? StoreError, .corrupt(key(1).name)) }
    }
}
