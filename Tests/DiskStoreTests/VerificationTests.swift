import Foundation
import XCTest

@testable import DiskStore

final class VerificationTests: StoreTestCase {
    func testASoundStore() throws {
        let store = try open()
        for number in 0..<5 { try store.put(pattern(number * 500_000), for: key(number, variant: UInt64(number))) }
        let report = store.verify()
        XCTAssertTrue(report.isSound)
        XCTAssertEqual(report.entries, 5)
        XCTAssertEqual(report.bytes, entriesOnDisk().values.reduce(0, +))
        XCTAssertEqual(try open { $0.readOnly = true }.verify(), report)
    }

    func testEveryKindOfFinding() throws {
        let store = try open()
        for number in 0..<6 { try store.put(pattern(2 << 20), for: key(number)) }
        let whole = try bytes(file(key(0)))
        try write(whole.replacing(whole.count - 1, with: whole[whole.count - 1] ^ 1), to: file(key(0)))
        try write(Array(whole.prefix(100)), to: file(key(1)))
        try FileManager.default.removeItem(atPath: file(key(2)))
        try write(whole, to: file(key(9)))
        let shard = (file(key(3)) as NSString).deletingLastPathComponent
        try write([1], to: shard + "/strange")
        try write([], to: file(key(4)))
        XCTAssertNil(store.get(key(4)))
        let findings = Set(store.verify().findings)
        let expected: Set<DiskStore.Report.Finding> = [
            .damaged(key(0).name.text), .damaged(key(1).name.text), .wrongSize(key(1).name.text),
            .missing(key(2).name.text), .damaged(key(9).name.text), .unlisted(key(9).name.text), .foreign("strange"),
            .setAside(key(4).name.text),
        ]
        XCTAssertEqual(findings, expected)
        XCTAssertTrue(exists(file(key(0))), "nothing is changed")
    }
}
