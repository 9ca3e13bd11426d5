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
