import Foundation
import TestSupport
import XCTest

@testable import DiskStore

/// What bad files get: never served, set aside by a store that writes, left alone by one that reads.
final class ArchiveReaderTests: StoreTestCase {
    private let body = Array("some body".utf8)

    private func archive() throws -> [UInt8] {
        let store = try open()
        try store.put(body, for: key(1))
        let whole = try bytes(file(key(1)))
        store.close()
        return whole
    }

    /// Serves `bytes` from a store that writes and from one that only reads.
    private func assertRefused(
        _ bytes: [UInt8], _ writer: DiskStore, _ reader: DiskStore, _ what: @autoclosure () -> String
    ) throws {
        try bytes.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: file(key(1)))) }
        XCTAssertNil(reader.get(key(1)), what())
        XCTAssertTrue(exists(file(key(1))), what())
        XCTAssertNil(writer.get(key(1)), what())
        XCTAssertFalse(exists(file(key(1))), what())
        XCTAssertTrue(exists("\(path)/damaged/\(key(1).name.text)"), what())
    }

    private func assertAllRefused(_ bad: some Sequence<(String, [UInt8])>, line: UInt = #line) throws {
        _ = try archive()
        let writer = try open()
        let reader = try open { $0.readOnly = true }
        for (what, bytes) in bad {
            // The index has the entry, as it has when damage happens: a probe is another way through the code.
            try writer.put(body, for: key(1))
            try assertRefused(bytes, writer, reader, what)
        }
        try writer.put(body, for: key(1))
        XCTAssertEqual(writer.body(key(1)), body, line: line)
        assertBooksAreRight(writer, line: line)
    }

    func testEveryBitFlip() throws {
        let whole = try archive()
        XCTAssertLessThan(whole.count, 400)
        let flipped = (0..<(whole.count * 8)).lazy.map { (bit: Int) -> (String, [UInt8]) in
            let byte = whole[bit / 8] ^ (1 << UInt8(bit % 8))
            return ("bit \(bit)", whole.replacing(bit / 8, with: byte))
        }
        try assertAllRefused(flipped)
    }

    func testEveryTruncationAndSomeGrowth() throws {
        let whole = try archive()
        try assertAllRefused((0..<whole.count).lazy.map { ("cut to \($0)", Array(whole[..<$0])) })
        try assertAllRefused([1, 2, 79, 80, 5000].map { ("\($0) more", whole + [UInt8](repeating: 0, count: $0)) })
    }

    func testRandomSplices() throws {
        let whole = try archive()
        var random = SplitMix(seed: 5)
        let spliced = (0..<400).map { number -> (String, [UInt8]) in
            var bytes = whole
            let from = Int.random(in: 0..<whole.count, using: &random)
            let count = Int.random(in: 1...40, using: &random)
            switch number % 3 {
            case 0: bytes.removeSubrange(from..<min(from + count, whole.count))
            case 1:
                bytes.insert(contentsOf: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }, at: from)
            default:
                for index in from..<min(from + count, whole.count) {
                    bytes[index] = UInt8.random(in: 0...255, using: &random)
                }
            }
            return ("splice \(number)", bytes)
        }
        try assertAllRefused(spliced.filter { $0.1 != whole })
    }

    /// Sums do not help against a file that was made on purpose; limits must.
    func testForgedLengthsWithRightSums() throws {
        let whole = try archive()
        var forged: [(String, [UInt8])] = []
        for (offset, width) in [(12, 4), (40, 8), (48, 4)] {
            for value in [0, 1, 0x7fff_ffff, 0xffff_ffff, 0x7fff_ffff_ffff_ffff, UInt64.max] {
                var bytes = whole
                for index in 0..<width {
                    bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))
                }
                let sum = bytes.withUnsafeBytes { XXH64.sum(UnsafeRawBufferPointer(rebasing: $0[..<72])) }
                for index in 0..<8 { bytes[72 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt64(index))) }
                if bytes != whole { forged.append(("\(value) at \(offset)", bytes)) }
            }
        }
        try assertAllRefused(forged)
    }

    func testOtherKindsOfFiles() throws {
        _ = try archive()
        let writer = try open()
        let reader = try open { $0.readOnly = true }
        let place = file(key(1))
        let kinds: [(String, () throws -> Void)] = [
            ("link", { try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "/etc/passwd") }),
            (
                "link to nothing",
                { try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "x") }
            ),
            (
                "directory",
                { try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false) }
            ),
            ("pipe", { XCTAssertEqual(mkfifo(place, 0o600), 0) }),
            ("empty", { try Data().write(to: URL(fileURLWithPath: place)) }),
        ]
        for (what, make) in kinds {
            try writer.put(body, for: key(1))
            try FileManager.default.removeItem(atPath: place)
            try make()
            XCTAssertNil(reader.get(key(1)), what)
            XCTAssertNil(writer.get(key(1)), what)
            XCTAssertNil(try? FileManager.default.attributesOfItem(atPath: place), what)
            try writer.put(body, for: key(1))
            XCTAssertEqual(writer.body(key(1)), body, what)
            try? FileManager.default.removeItem(atPath: "\(path)/damaged")
        }
        // A directory may stand in the way of storing, too.
        try writer.remove(key(1))
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        try writer.put(body, for: key(1))
        XCTAssertEqual(writer.body(key(1)), body)
        assertBooksAreRight(writer)
    }

    func testAWholeArchiveUnderAnotherNameIsDamage() throws {
        let store = try open()
        try store.put(body, for: key(1))
        try store.put(Array("other".utf8), for: key(2))
        try write(try bytes(file(key(2))), to: file(key(1)))
        XCTAssertNil(store.get(key(1)))
        XCTAssertTrue(exists("\(path)/damaged/\(key(1).name.text)"))
        try store.put(body, for: key(1, variant: 7))
        try store.put(body, for: key(1))
        try write(try bytes(file(key(1))), to: file(key(1, variant: 7)))
        XCTAssertNil(store.get(key(1, variant: 7)))
        XCTAssertEqual(store.body(key(1)), body)
    }

    /// Two inputs with one MD5, published by Wang, Feng, Lai and Yu in 2004; `md5sum` gives
    /// 79054025255fb1a26e4bc422aef54eb4.
    func testAnotherURLWithTheSameDigestIsAMissAndStays() throws {
        let firstURL = stride(from: 0, to: Self.collision.count, by: 2).map { offset -> UInt8 in
            UInt8(Self.collision.dropFirst(offset).prefix(2), radix: 16) ?? 0
        }
        var secondURL = firstURL
        for index in [19, 45, 59, 83, 109, 123] { secondURL[index] ^= 0x80 }
        let (first, second) = (StoreKey(url: firstURL), StoreKey(url: secondURL))
        XCTAssertNotEqual(first.url, second.url)
        XCTAssertEqual(first.name.text, "2_79054025255fb1a26e4bc422aef54eb4")
        XCTAssertEqual(second.name, first.name)
        let store = try open()
        try store.put(body, for: first)
        XCTAssertNil(store.get(second))
        XCTAssertEqual(store.statistics.collisions, 1)
        XCTAssertEqual(store.statistics.damaged, 0)
        XCTAssertEqual(store.body(first), body)
        assertBooksAreRight(store)
    }

    private static let collision = """
        d131dd02c5e6eec4693d9a0698aff95c2fcab58712467eab4004583eb8fb7f8955ad340609f4b30283e488832571415a0851\
        25e8f7cdc99fd91dbdf280373c5bd8823e3156348f5bae6dacd436c919c6dd53e2b487da03fd02396306d248cda0e99f3342\
        0f577ee8ce54b67080a80d1ec69821bcb6a8839396f9652b6ff72a70
        """
}
