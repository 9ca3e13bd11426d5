import HTTPCacheSemantics
import XCTest

@testable import DiskStore

final class ArchiveHeadTests: XCTestCase {
    func testEverythingIsReadBack() {
        for head in [ArchiveHead(status: 0, requestTime: .min, responseTime: .max), full] {
            var bytes: [UInt8] = []
            head.encode(into: &bytes)
            XCTAssertLessThanOrEqual(bytes.count, head.encodedLength)
            XCTAssertEqual(ArchiveHead(meta: bytes[...], storagePolicy: head.storagePolicy), head)
        }
    }

    func testCompletenessNeverChangesTheLength() {
        var lengths: Set<Int> = []
        for completeness in completenesses {
            var head = full
            head.completeness = completeness
            var bytes: [UInt8] = []
            head.encode(into: &bytes)
            lengths.insert(bytes.count)
            XCTAssertEqual(ArchiveHead(meta: bytes[...], storagePolicy: 3)?.completeness, completeness)
        }
        XCTAssertEqual(lengths.count, 1)
    }

    /// Numbers that no content has are moved to the nearest that the format can say.
    func testAnyContent() {
        let rows: [(StoredContent, ArchiveHead.Completeness)] = [
            (.partial(range: -5..<3, total: -1), .partial(first: 0, completeLength: 0)),
            (.partial(range: .max..<(.max), total: .max), .partial(first: 1 << 63 - 1, completeLength: 1 << 63 - 1)),
            (.partial(range: 3..<5, total: nil), .partial(first: 3, completeLength: nil)),
            (.complete(length: -1), .complete),
        ]
        for (content, completeness) in rows {
            XCTAssertEqual(ArchiveHead.Completeness(content), completeness, "\(content)")
        }
    }

    func testMalformedValuesAreRefused() {
        let good: [UInt8] =
            tag(1, [200, 0]) + tag(6, [1, 0, 0, 0, 0, 0, 0, 0]) + tag(7, [2, 0, 0, 0, 0, 0, 0, 0])
        XCTAssertEqual(ArchiveHead(meta: good[...], storagePolicy: 0)?.responseTime, 2)
        XCTAssertEqual(
            ArchiveHead(meta: (good + tag(77, [1, 2, 3]))[...], storagePolicy: 0)?.status, 200, "unknown tag")
        let refused: [(String, [UInt8])] = [
            ("nothing", []),
            ("no status", Array(good.dropFirst(8))),
            ("status twice", good + tag(1, [200, 0])),
            ("status of one byte", good.replacing(2, with: 1)),
            ("a cut tag", good + [9]),
            ("a cut length", good + [9, 0, 1]),
            ("a length beyond the end", good + [9, 0, 2, 0, 0, 0, 1]),
            ("a length near 2^32", good + [9, 0, 0xff, 0xff, 0xff, 0xff]),
            ("a cut field line", good + tag(3, [1, 0, 0, 0, 1, 0, 0, 0, 65])),
            ("a field line with huge lengths", good + tag(3, [255, 255, 255, 255, 255, 255, 255, 255, 65])),
            ("half a field line's lengths", good + tag(3, [1, 0, 0, 0])),
            ("an unknown completeness", good + tag(11, [3] + [UInt8](repeating: 0, count: 16))),
            ("a short completeness", good + tag(11, [0])),
        ]
        for (what, bytes) in refused { XCTAssertNil(ArchiveHead(meta: bytes[...], storagePolicy: 0), what) }
        for count in 0..<good.count {
            XCTAssertNil(ArchiveHead(meta: good[..<count], storagePolicy: 0), "cut at \(count)")
        }
    }

    func testFieldLinesKeepOrderCaseAndDuplicates() {
        var fields = ArchiveFields()
        fields.append(name: "Set-Cookie", value: "a=1")
        fields.append(name: "set-cookie", value: "")
        fields.append(name: [UInt8](), value: [0xff, 0x00])
        XCTAssertEqual(fields.map { Array($0.name) }, [Array("Set-Cookie".utf8), Array("set-cookie".utf8), []])
        XCTAssertEqual(fields.map { Array($0.value) }, [Array("a=1".utf8), [], [0xff, 0x00]])
    }

    private var completenesses: [ArchiveHead.Completeness] {
        [.complete, .partial(first: 0, completeLength: nil), .partial(first: .max, completeLength: .max)]
    }

    private var full: ArchiveHead {
        var head = ArchiveHead(
            status: 206, fields: ["A": "1", "a": "2", "": ""], requestTime: -5, responseTime: 4_102_444_800)
        head.reason = Array("Partial".utf8)[...]
        head.requestMethod = Array("QUERY".utf8)[...]
        head.requestFields = ["Accept": "x"]
        head.userInfo = [0, 1, 255]
        head.storagePolicy = 3
        head.cacheGroups = [[1], [], [2]]
        head.partition = []
        head.completeness = .partial(first: 5, completeLength: 10)
        return head
    }

    private func tag(_ number: UInt8, _ value: [UInt8]) -> [UInt8] { [number, 0, UInt8(value.count), 0, 0, 0] + value }
}

extension [UInt8] {
    func replacing(_ index: Int, with byte: UInt8) -> [UInt8] {
        var copy = self
        copy[index] = byte
        return copy
    }
}
