import Foundation
import XCTest

@testable import HTTPCacheCLI

final class LineOutputTests: XCTestCase {
    /// What was written, and a reader that may stall or fail.
    private final class Reader: @unchecked Sendable {
        // Unchecked: under the lock.
        private let lock = NSLock()
        private var bytes: [UInt8] = []
        private var failures: [FileError] = []
        let gate = DispatchSemaphore(value: 0)
        var written: String { lock.withLock { String(decoding: bytes, as: UTF8.self) } }
        var failed: [FileError] { lock.withLock { failures } }

        func take(_ more: [UInt8]) { lock.withLock { bytes += more } }
        func fail(_ error: FileError) { lock.withLock { failures.append(error) } }
    }

    private func add(_ lines: Range<Int>, to output: LineOutput) {
        for number in lines { output.add(Array("\(number)\n".utf8)) }
    }

    private func text(_ lines: Range<Int>) -> String { lines.map { "\($0)\n" }.joined() }

    func testAllIsWrittenInOrder() {
        let reader = Reader()
        let output = LineOutput(write: { bytes throws(FileError) in reader.take(bytes) }, failed: reader.fail)
        add(0..<20_000, to: output)
        let end = output.finish()
        XCTAssertEqual(end.dropped, 0)
        XCTAssertFalse(end.isStalled)
        XCTAssertEqual(reader.written, text(0..<20_000))
    }

    func testAStalledReaderCostsLinesAndNothingElse() {
        let reader = Reader()
        let output = LineOutput(
            limit: 100, patience: 1,
            write: { bytes throws(FileError) in
                reader.gate.wait()
                reader.take(bytes)
            }, failed: reader.fail)
        add(0..<5_000, to: output)
        let end = output.finish()
        XCTAssertEqual(end.dropped, 5_000)
        XCTAssertTrue(end.isStalled)
        XCTAssertEqual(reader.written, "")
        for _ in 0..<1_000 { reader.gate.signal() }
    }

    /// One that reads slowly gets all that was taken.
    func testASlowReader() {
        let reader = Reader()
        let output = LineOutput(
            patience: 5_000,
            write: { bytes throws(FileError) in
                usleep(20_000)
                reader.take(bytes)
            }, failed: reader.fail)
        add(0..<20_000, to: output)
        XCTAssertFalse(output.finish().isStalled)
        XCTAssertEqual(reader.written, text(0..<20_000))
    }

    func testFailures() {
        for (code, isTold) in [(EPIPE, false), (ENOSPC, true)] {
            let reader = Reader()
            let output = LineOutput(
                write: { _ throws(FileError) in throw FileError(path: "", code: code) }, failed: reader.fail)
            add(0..<10, to: output)
            for _ in 0..<400 where isTold && reader.failed.isEmpty { usleep(5_000) }
            let end = output.finish()
            XCTAssertFalse(end.isStalled)
            XCTAssertEqual(end.dropped, 0)
            XCTAssertEqual(reader.failed.map(\.code), isTold ? [code] : [])
        }
    }
}
