import HTTPCacheSemantics
import Locking
import XCTest

@testable import CachingClient

final class DownloadTests: XCTestCase {
    private let directories = TestDirectories()

    override func tearDown() { directories.remove() }

    /// What was cancelled puts its files away before the next begins and before the directory is another's, though those
    /// who wait for that are cancelled as well.
    func testACancelledDownloadIsWaitedForByAll() async throws {
        let events = Locked<[String]>([])
        let gate = Gate()
        // Takes no notice of a cancellation.
        let origin = ScriptedOrigin { _, number in
            events.withLock { $0.append("asked \(number)") }
            await Task.detached { try? await gate.pass() }.value
            events.withLock { $0.append("answered \(number)") }
            throw OriginError.reset
        }
        let manager = try DownloadManager(directory: try directories.new(), transport: origin)
        let target = try TargetURI("http://o.test/film.mp4")
        let first = manager.download(target, expiresIn: 20)
        let isAsked = await eventually { gate.arrived == 1 }
        XCTAssertTrue(isAsked)
        first.cancel()
        manager.download(target, expiresIn: 20).cancel()
        let third = manager.download(target, expiresIn: 20)
        let closing = Task {
            await manager.close()
            events.withLock { $0.append("closed") }
        }
        closing.cancel()
        try await Task.sleep(for: .milliseconds(50))
        XCTAssertEqual(events.withLock { $0 }, ["asked 0"])
        gate.open()
        await closing.value
        XCTAssertEqual(events.withLock { $0 }, ["asked 0", "answered 0", "closed"])
        withExtendedLifetime(third) {}
    }
}
