import Foundation
import XCTest

@testable import CachingClient

final class DownloadDirectoryTests: XCTestCase {
    private let directories = TestDirectories()

    override func tearDown() { directories.remove() }

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
