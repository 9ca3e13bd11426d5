import Foundation
import HTTPCacheProxy
import HTTPWire
import XCTest

@testable import HTTPCacheCLI

final class ArchiveRecorderTests: XCTestCase {
    /// Writes, but for its second call, which writes half and fails.
    private final class Disk {
        private var calls = 0

        func write(_ bytes: [UInt8], _ descriptor: Int32, _ path: String) throws(FileError) {
            calls += 1
            guard calls == 2 else { return try FileAccess.write(bytes, to: descriptor, path: path) }
            try FileAccess.write(Array(bytes.prefix(bytes.count / 2)), to: descriptor, path: path)
            throw FileError(path: path, code: ENOSPC)
        }
    }

    private func exchanges(_ count: Int) throws -> [ProxiedExchange] {
        let queue = TrafficQueue(.records)
        try TrafficQueueTests.fill(queue, count).wait()
        queue.end()
        var result: [ProxiedExchange] = []
        queue.handOn { result += $0 }
        return result
    }

    func testAnArchiveWithAGapTakesNobodysPlace() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.har", "of an earlier run")
        let disk = Disk()
        var recorder = try ArchiveRecorder(path, write: disk.write)
        for exchange in try exchanges(2) { try recorder.add(exchange) }
        XCTAssertThrowsError(try recorder.flush()) { XCTAssertEqual(($0 as? FileError)?.code, ENOSPC) }
        XCTAssertNoThrow(try recorder.finish())
        XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), "of an earlier run")
        XCTAssertTrue(FileManager.default.fileExists(atPath: path + ".part"))
    }

    func testWithoutAFailureItDoes() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.har", "of an earlier run")
        var recorder = try ArchiveRecorder(path)
        for exchange in try exchanges(2) { try recorder.add(exchange) }
        try recorder.finish()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        XCTAssertEqual(text.components(separatedBy: "startedDateTime").count, 3)
        XCTAssertFalse(FileManager.default.fileExists(atPath: path + ".part"))
    }

    /// What a proxy that runs, or one that was killed, has recorded.
    func testAProxyThatDoesNotStartLeavesADraftAlone() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("x.har")
        try directory.write("x.har.part", "mine")
        let other = try LoopbackServer(
            on: try XCTUnwrap(EventLoopGroup(count: 1)), handler: AsyncHandler { _, _ in })
        defer { other.close() }
        let base = ["proxy", "--upstream", "http://127.0.0.1:1", "--record", path]
        for words in [["--listen", "\(other.address)"], ["--listen", "127.0.0.1:0", "--rules", "/none"]] {
            XCTAssertEqual(Run(base + words).status, .notAsked)
            XCTAssertEqual(try String(contentsOfFile: path + ".part", encoding: .utf8), "mine")
        }
    }
}
