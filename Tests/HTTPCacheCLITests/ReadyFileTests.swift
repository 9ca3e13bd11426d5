import Foundation
import XCTest

@testable import HTTPCacheCLI

final class ReadyFileTests: XCTestCase {
    func testItComesAndGoes() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("ready", "127.0.0.1:1\n")
        let file = try ReadyFile(path)
        XCTAssertEqual(try FileNames.inDirectory(directory.root), [], "that of an earlier run is gone")
        file.remove()
        try file.write("127.0.0.1:2\n")
        XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), "127.0.0.1:2\n")
        file.remove()
        XCTAssertEqual(try FileNames.inDirectory(directory.root), [])
        // The next proxy may listen at the same address.
        try directory.write("ready", "127.0.0.1:2\n")
        file.remove()
        XCTAssertEqual(try FileNames.inDirectory(directory.root), ["ready"])
        let none = try ReadyFile(nil)
        try none.write("x")
        none.remove()
    }

    func testThatOfAnotherStays() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("ready")
        let file = try ReadyFile(path)
        try file.write("127.0.0.1:2\n")
        try directory.write("ready", "127.0.0.1:2\n127.0.0.1:3\n")
        file.remove()
        XCTAssertEqual(try FileNames.inDirectory(directory.root), ["ready"])
    }

    /// A script may wait with `read < pipe`.
    func testAPipe() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("ready")
        XCTAssertEqual(mkfifo(path, 0o600), 0)
        let read = expectation(description: "what was written is read")
        Thread.detachNewThread {
            if (try? FileAccess.read(path, limit: 100)) == Array("x\n".utf8) { read.fulfill() }
        }
        let file = try ReadyFile(path)
        try file.write("x\n")
        wait(for: [read], timeout: 20)
        let removed = expectation(description: "the end does not wait for a writer")
        Thread.detachNewThread {
            file.remove()
            removed.fulfill()
        }
        wait(for: [removed], timeout: 20)
        XCTAssertEqual(try FileNames.inDirectory(directory.root), ["ready"])
    }
}
