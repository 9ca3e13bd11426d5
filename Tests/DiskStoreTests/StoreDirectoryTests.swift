import Foundation
import XCTest

@testable import DiskStore

final class StoreDirectoryTests: StoreTestCase {
    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try XCTUnwrap(attributes[.posixPermissions] as? NSNumber).intValue
    }

    func testOnlyTheOwnerMayLookInside() throws {
        path += "/deep/er"
        let store = try open()
        try store.put(pattern(10), for: key(1))
        let writer = try store.writer(sampleHead(), for: key(1))
        try writer.append(pattern(10).span)
        XCTAssertEqual(try mode(path), 0o700)
        XCTAssertEqual(try mode((path as NSString).deletingLastPathComponent), 0o700)
        for name in try XCTUnwrap(FileManager.default.subpaths(atPath: path)) {
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isDirectory)
            XCTAssertEqual(try mode("\(path)/\(name)"), isDirectory.boolValue ? 0o700 : 0o600, name)
        }
    }

    func testADirectoryThatIsThereKeepsItsMode() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        _ = try open()
        XCTAssertEqual(try mode(path), 0o755)
    }

    func testPathsThatLeadNowhere() throws {
        let parent = path
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: parent + "/file"))
        try FileManager.default.createSymbolicLink(
            atPath: parent + "/dangling", withDestinationPath: parent + "/nothing")
        try FileManager.default.createSymbolicLink(atPath: parent + "/loop", withDestinationPath: parent + "/loop")
        let expected: [(String, StoreError)] = [
            ("/dangling", .notADirectory(path: parent + "/dangling", .danglingLink)),
            ("/loop", .notADirectory(path: parent + "/loop", .danglingLink)),
            ("/file", .notADirectory(path: parent + "/file", .file)),
            ("/file/below", .notADirectory(path: parent + "/file/below", .file)),
        ]
        for (name, error) in expected {
            path = parent + name
            XCTAssertThrowsError(try open(), name) { XCTAssertEqual($0 as? StoreError, error) }
        }
        path = parent
        XCTAssertFalse(exists(parent + "/nothing"))
    }

    func testAReadOnlyStoreMakesNothing() throws {
        XCTAssertThrowsError(try open { $0.readOnly = true }) {
            XCTAssertEqual($0 as? StoreError, .notADirectory(path: path, .missing))
        }
        try open().close()
        let before = FileManager.default.subpaths(atPath: path)
        let reader = try open { $0.readOnly = true }
        XCTAssertEqual(reader.access, .readOnly(nil))
        XCTAssertNil(reader.get(key(1)))
        XCTAssertThrowsError(try reader.put([], for: key(1))) { XCTAssertEqual($0 as? StoreError, .permissionDenied) }
        XCTAssertEqual(FileManager.default.subpaths(atPath: path), before)
    }

    func testALinkToADirectoryIsTheUsersChoice() throws {
        let real = path + "-real"
        defer { try? FileManager.default.removeItem(atPath: real) }
        try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: real)
        let store = try open()
        try store.put(pattern(10), for: key(1))
        XCTAssertTrue(exists(real + "/" + file(key(1)).dropFirst(path.count + 1)))
    }

    func testAShardThatIsALinkIsNotFollowed() throws {
        let outside = path + "-outside"
        defer { try? FileManager.default.removeItem(atPath: outside) }
        try open().close()
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
        let shard = (file(key(1)) as NSString).deletingLastPathComponent
        try FileManager.default.createSymbolicLink(atPath: shard, withDestinationPath: outside)
        let store = try open()
        try store.put(pattern(10), for: key(1))
        XCTAssertEqual(store.body(key(1)), pattern(10))
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: outside), [])
        XCTAssertEqual(
            try FileManager.default.attributesOfItem(atPath: shard)[.type] as? FileAttributeType, .typeDirectory)
    }

    func testAShardThatIsAFileIsSetAside() throws {
        let shard = (file(key(1)) as NSString).deletingLastPathComponent
        let store = try open()
        try Data("x".utf8).write(to: URL(fileURLWithPath: shard))
        try store.put(pattern(10), for: key(1))
        XCTAssertEqual(store.body(key(1)), pattern(10))
    }

    func testADirectoryDeletedWhileRunningIsMadeAgain() throws {
        let store = try open()
        for round in 0..<3 {
            for number in 0..<20 { try store.put(pattern(10, number), for: key(number)) }
            try FileManager.default.removeItem(atPath: path)
            XCTAssertNil(store.get(key(3)), "round \(round)")
            try store.put(pattern(5), for: key(round))
            XCTAssertEqual(store.body(key(round)), pattern(5))
            XCTAssertEqual(store.statistics.entries, 1)
            assertBooksAreRight(store)
            XCTAssertEqual(try open().access, .readOnly(.inUse), "the new directory is locked too")
        }
        try FileManager.default.removeItem(atPath: path)
        store.maintain()
        XCTAssertTrue(exists("\(path)/journal"), "maintenance sees to it, too")
        try store.put(pattern(5), for: key(1))
        store.close()
        XCTAssertEqual(try open().body(key(1)), pattern(5))
    }

    func testADeletedShardIsMadeAgain() throws {
        let store = try open()
        try store.put(pattern(10), for: key(1))
        try FileManager.default.removeItem(atPath: (file(key(1)) as NSString).deletingLastPathComponent)
        XCTAssertNil(store.get(key(1)))
        XCTAssertEqual(store.statistics.usage, 0)
        try store.put(pattern(10), for: key(1))
        XCTAssertEqual(store.body(key(1)), pattern(10))
        assertBooksAreRight(store)
    }

    func testADirectoryThatAnotherStoreTookOverMeanwhile() throws {
        let first = try open()
        try first.put(pattern(10), for: key(1))
        try FileManager.default.removeItem(atPath: path)
        let second = try open()
        XCTAssertEqual(second.access, .readWrite)
        XCTAssertThrowsError(try first.put(pattern(10), for: key(1))) { XCTAssertEqual($0 as? StoreError, .inUse) }
        XCTAssertEqual(first.access, .readOnly(.inUse))
        try second.put(pattern(20), for: key(1))
        try second.put(pattern(30), for: key(2))
        XCTAssertEqual(first.body(key(1)), pattern(20))
        XCTAssertEqual(first.body(key(2)), pattern(30))
    }

    func testWhatIsSetAsideIsBounded() throws {
        let store = try open()
        for number in 0..<(StoreDirectory.maximumDamagedFiles + 20) {
            try store.put(pattern(10), for: key(number))
            try write([1, 2, 3], to: file(key(number)))
            XCTAssertNil(store.get(key(number)))
            XCTAssertFalse(exists(file(key(number))))
        }
        let count = try FileManager.default.contentsOfDirectory(atPath: "\(path)/damaged").count
        XCTAssertEqual(count, StoreDirectory.maximumDamagedFiles)
        XCTAssertEqual(store.statistics.damaged, count + 20)
    }

    func testAFileInPlaceOfTheDirectoryForDamage() throws {
        let store = try open()
        try store.put(pattern(10), for: key(1))
        try Data().write(to: URL(fileURLWithPath: "\(path)/damaged"))
        try write([1, 2, 3], to: file(key(1)))
        XCTAssertNil(store.get(key(1)))
        XCTAssertTrue(exists("\(path)/damaged/\(key(1).name.text)"))
    }

    func testADirectoryInPlaceOfTheLock() throws {
        try FileManager.default.createDirectory(atPath: "\(path)/lock/x", withIntermediateDirectories: true)
        XCTAssertEqual(try open().access, .readWrite)
    }

    private var directories: [(what: String, isStore: Bool, change: (String) throws -> Void)] {
        [
            ("all of it", true, { _ in }),
            ("no lock", true, { try FileManager.default.removeItem(atPath: $0 + "/lock") }),
            ("no journal", true, { try FileManager.default.removeItem(atPath: $0 + "/journal") }),
            (
                "entries alone", true,
                {
                    for name in ["lock", "journal"] { try FileManager.default.removeItem(atPath: "\($0)/\(name)") }
                }
            ),
            (
                "no entry", true,
                { path in
                    try FileManager.default.removeItem(
                        atPath: (self.file(key(1)) as NSString).deletingLastPathComponent)
                }
            ),
            (
                "empty shards", false,
                { path in
                    for name in ["lock", "journal"] { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
                    try FileManager.default.removeItem(atPath: self.file(key(1)))
                }
            ),
            (
                "an entry in a wrong shard", false,
                { path in
                    for name in ["lock", "journal"] { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
                    let shard = (self.file(key(1)) as NSString).deletingLastPathComponent
                    try FileManager.default.moveItem(
                        atPath: shard, toPath: path + (shard.hasSuffix("00") ? "/01" : "/00"))
                }
            ),
            (
                "nothing", false,
                { path in
                    try FileManager.default.removeItem(atPath: path)
                    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
                }
            ),
        ]
    }

    /// Only what `createsStore` asks for: whether a directory is a store already.
    func testWhatIsAStore() throws {
        for (what, isStore, change) in directories {
            let store = try open()
            try store.put(pattern(10), for: key(1))
            store.close()
            try change(path)
            let before = try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
            for readOnly in [true, false] {
                do {
                    try open { ($0.readOnly, $0.createsStore) = (readOnly, false) }.close()
                    XCTAssertTrue(isStore, what)
                } catch {
                    XCTAssertEqual(error as? StoreError, .notAStore, what)
                    XCTAssertFalse(isStore, what)
                    XCTAssertEqual(try FileManager.default.subpathsOfDirectory(atPath: path).sorted(), before, what)
                }
            }
            try FileManager.default.removeItem(atPath: path)
        }
        XCTAssertThrowsError(try open { $0.createsStore = false }) { error in
            XCTAssertEqual(error as? StoreError, .notADirectory(path: path, .missing))
        }
    }
}
