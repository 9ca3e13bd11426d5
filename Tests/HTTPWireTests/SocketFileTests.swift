import Foundation
import HTTPWire
import TestSupport
import XCTest

final class SocketFileTests: XCTestCase {
    private func serve(at path: String) throws -> LoopbackServer {
        var configuration = ServerConfiguration()
        configuration.address = try XCTUnwrap(SocketAddress(unixPath: path))
        return try LoopbackServer(configuration, on: LoopbackServerTests.loops, handler: AsyncHandler { _, _ in })
    }

    private func withDirectory(_ body: (String) throws -> Void) throws {
        let root = ProcessDirectory.path + "/wire-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        try body(root)
    }

    func testWhatIsNoSocketStays() throws {
        try withDirectory { root in
            let path = root + "/notes"
            try "mine".write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: path)
            for place in [path, root + "/link", root] {
                XCTAssertThrowsError(try serve(at: place)) {
                    XCTAssertEqual($0 as? LoopbackServer.StartError, .system(EADDRINUSE))
                }
            }
            XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), "mine")
            XCTAssertTrue(FileManager.default.fileExists(atPath: root + "/link"))
        }
    }

    func testADeadSocketMakesWay() throws {
        try withDirectory { root in
            let path = root + "/s"
            let dead = streamSocket()
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(dead, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            XCTAssertEqual(result, 0)
            close(dead)
            let server = try serve(at: path)
            // One that lives does not.
            XCTAssertThrowsError(try serve(at: path))
            XCTAssertTrue(FileManager.default.fileExists(atPath: path))
            server.close()
            XCTAssertFalse(FileManager.default.fileExists(atPath: path))
        }
    }

    func testTheSocketOfASuccessorStays() throws {
        try withDirectory { root in
            let path = root + "/s"
            var first: LoopbackServer? = try serve(at: path)
            first?.close()
            let second = try serve(at: path)
            first = nil
            XCTAssertTrue(FileManager.default.fileExists(atPath: path))
            // Nor when its file has come into the place of one that was not yet removed.
            XCTAssertEqual(unlink(path), 0)
            let third = try serve(at: path)
            second.close()
            XCTAssertTrue(FileManager.default.fileExists(atPath: path))
            third.close()
            XCTAssertFalse(FileManager.default.fileExists(atPath: path))
        }
    }

    private func streamSocket() -> Int32 {
        #if canImport(Glibc)
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
    }
}
