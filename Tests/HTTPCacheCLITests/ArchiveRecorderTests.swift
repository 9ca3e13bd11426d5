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

    /// However many try at once, an archive is the work of one.
    func testOneAtATime() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("x.har")
        let exchanges = try exchanges(3)
        let first = try ArchiveRecorder(path)
        XCTAssertThrowsError(try ArchiveRecorder(path)) { XCTAssertTrue($0 is ToolError, "\($0)") }
        let mine = try String(contentsOfFile: path + ".part", encoding: .utf8)
        XCTAssertTrue(mine.hasPrefix("{\"log\""), "the draft is not touched")
        var last = first
        try last.finish()
        let recorded = NSLock()
        nonisolated(unsafe) var count = 0
        DispatchQueue.concurrentPerform(iterations: 10) { _ in
            for _ in 0..<50 {
                guard var recorder = try? ArchiveRecorder(path) else { continue }
                for exchange in exchanges { try? recorder.add(exchange) }
                guard (try? recorder.finish()) != nil else { continue }
                recorded.withLock { count += 1 }
            }
        }
        XCTAssertGreaterThan(count, 0)
        XCTAssertEqual(try FileNames.inDirectory(directory.root), ["x.har"])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        XCTAssertEqual(text.components(separatedBy: "startedDateTime").count, 4)
        XCTAssertNoThrow(try JSONSerialization.jsonObject(with: Data(text.utf8)))
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
