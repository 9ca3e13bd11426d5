import Foundation
import HTTPCacheSemantics
import XCTest

@testable import CachingClient

/// What tests of downloads have in common.
class DownloadCase: XCTestCase {
    let url = "http://o.test/film.mp4"
    let clock = TestClock()
    let directories = TestDirectories()

    override func tearDown() { directories.remove() }

    func manager(
        _ directory: String, _ origin: any Transport, _ incomplete: DownloadManager.Incomplete = .remove,
        at once: Int = 4
    ) throws -> DownloadManager {
        var options = DownloadManager.Options()
        options.incomplete = incomplete
        options.maximumConcurrent = once
        return try DownloadManager(
            directory: directory, transport: origin, options: options, clock: clock.clock)
    }

    func contents(_ download: CachedDownload) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: download.path)), as: UTF8.self)
    }

    /// The names of the downloads' files, the record and the lock aside.
    func files(_ directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).filter { !$0.hasPrefix("Downloads.") }.sorted()
    }

    func record(_ directory: String) throws -> [String: [String: Any]] {
        let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/Downloads.plist"))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        return try XCTUnwrap(list as? [String: [String: Any]])
    }
}
