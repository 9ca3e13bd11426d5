import Foundation
import Locking
import XCTest

@testable import CachingClient

final class DownloadDirectoryTests: XCTestCase {
    private let directories = TestDirectories()

    override func tearDown() { directories.remove() }

    func testAPipeInThePlaceOfTheRecordIsNotWaitedFor() throws {
        let path = try directories.new()
        XCTAssertEqual(mkfifo(path + "/Downloads.plist", 0o600), 0)
        XCTAssertEqual(try DownloadDirectory(path: path).read("Downloads.plist"), [])
    }

    func testNames() {
        let rows: [(String, Bool)] = [
            (String(repeating: "0", count: 32), true), (String(repeating: "f", count: 32) + ".mp4", true),
            (String(repeating: "g", count: 32), false), (String(repeating: "F", count: 32), false),
            (String(repeating: "0", count: 31), false), (String(repeating: "0", count: 32) + ".", false),
            (String(repeating: "0", count: 32) + ".part", false), (String(repeating: "0", count: 32) + ".a/b", false),
            ("../../etc/passwd", false), (String(repeating: "0", count: 32) + ".123456789", false), ("", false),
        ]
        for (name, isName) in rows { XCTAssertEqual(DownloadDirectory.isName(name), isName, name) }
        for (path, suffix) in [
            ("/a.mp4", ".mp4"), ("/a", ""), ("/.mp4", ""), ("/a.part", ""), ("/a.b%2F", ""), ("/x.tar.gz", ".gz"),
            ("/", ""), ("/a.", ""), ("/dir.d/a", ""),
        ] {
            let name = DownloadDirectory.newName(for: path)
            XCTAssertTrue(DownloadDirectory.isName(name), name)
            XCTAssertEqual(String(name.dropFirst(32)), suffix, path)
        }
    }

    /// What is to be kept of a part and is not there is not made up of zeros.
    func testAPartThatHasGoneIsNotGoneOnWith() throws {
        let path = try directories.new()
        let directory = try DownloadDirectory(path: path)
        XCTAssertThrowsError(try directory.openPart("a", keeping: 4))
        XCTAssertNil(directory.size(of: "a.part"))
        try directory.openPart("a", keeping: 0).write([1, 2, 3])
        XCTAssertThrowsError(try directory.openPart("a", keeping: 4))
        XCTAssertEqual(directory.size(of: "a.part"), 3)
        try directory.openPart("a", keeping: 2).write([4])
        XCTAssertEqual(try directory.read("a.part"), [1, 2, 4])
    }

    /// The directory is another manager's then.
    func testNothingIsDoneThereOnceItIsUnlocked() async throws {
        let directory = try DownloadDirectory(path: try directories.new())
        await directory.unlock()
        do {
            try await directory.run { (files) throws(DownloadError) in try files.replace("Downloads.plist", by: [1]) }
            XCTFail("done all the same")
        } catch {
            guard case .closed = error else { return XCTFail("\(error)") }
        }
        XCTAssertNil(directory.size(of: "Downloads.plist"))
    }

    /// A descriptor that was closed twice would be another's by then.
    func testADirectoryInUseCostsNobodyElseAFile() throws {
        let directory = try directories.new()
        let first = try DownloadDirectory(path: directory)
        let (lost, isOver) = (Locked(0), Locked(false))
        let watchers = DispatchGroup()
        for _ in 0..<3 {
            watchers.enter()
            Thread.detachNewThread {
                while !isOver.withLock({ $0 }) {
                    let files = (0..<8).map { _ in open("/dev/null", O_RDONLY) }
                    for file in files where close(file) != 0 { lost.withLock { $0 += 1 } }
                }
                watchers.leave()
            }
        }
        for _ in 0..<5000 {
            XCTAssertThrowsError(try DownloadDirectory(path: directory)) {
                guard case DownloadError.inUse = $0 else { return XCTFail("\($0)") }
            }
        }
        isOver.withLock { $0 = true }
        watchers.wait()
        XCTAssertEqual(lost.withLock { $0 }, 0)
        withExtendedLifetime(first) {}
    }
}
