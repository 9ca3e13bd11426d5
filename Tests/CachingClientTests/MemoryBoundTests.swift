import DiskStore
import HTTPCacheSemantics
import TestSupport
import XCTest

@testable import CachingClient

/// How much of a response lies in memory while it passes: counted byte by byte, not measured.
final class MemoryBoundTests: XCTestCase {
    private static let pieceSize = 64 << 10
    private static let pieces = 512

    /// Content that counts what has been taken of it.
    private static func source(_ taken: Counter) -> Content {
        let piece = [UInt8](repeating: 7, count: pieceSize)
        return Content(length: pieces * pieceSize) {
            taken.add(pieceSize) > pieces * pieceSize ? nil : piece[...]
        }
    }

    /// What has left the origin and not reached the reader is read ahead: no more than was asked for and one piece.
    func testWhatIsReadAheadIsBounded() async throws {
        let directories = TestDirectories()
        defer { directories.remove() }
        let disk = try DiskStore(at: directories.new())
        let rows: [(name: String, store: any ResponseStore, readAhead: Int)] = [
            ("no room", MemoryStore(capacity: 1 << 20), 64 << 10), ("disk", disk, 64 << 10), ("disk", disk, 300_000),
            ("tiers", TieredStore(MemoryStore(capacity: 1 << 20), before: disk), 64 << 10),
        ]
        for row in rows {
            let taken = Counter()
            var configuration = CachingClient.Configuration()
            configuration.readAhead = row.readAhead
            let dialogue = Dialogue(store: row.store, configuration: configuration) { _, _ in
                let length = ("Content-Length", "\(Self.pieces * Self.pieceSize)")
                return IncomingResponse(
                    head: ResponseHead(status: 200, fields: FieldSection([("Cache-Control", "max-age=60"), length])),
                    content: Self.source(taken))
            }
            let answer = try await dialogue.client.send(try request())
            var (received, most) = (0, 0)
            for try await piece in answer.content {
                received += piece.count
                // Whoever fetches ahead gets every chance to.
                for _ in 0..<20 { await Task.yield() }
                most = max(most, taken.count - received)
            }
            XCTAssertEqual(received, Self.pieces * Self.pieceSize, row.name)
            XCTAssertLessThanOrEqual(most, row.readAhead + Self.pieceSize, row.name)
            try await row.store.removeAll()
        }
    }

    /// What became too large to be stored takes no room from others, though its readers go on for as long as they like;
    /// one who has fallen behind still gets all of it.
    func testWhatIsNotStoredAfterAllHoldsNoRoom() async throws {
        for isFollowed in [false, true] {
            // Four times what one may have of it.
            let (gate, failures, store) = (Gate(), Counter(), MemoryStore(capacity: 100_000))
            var configuration = CachingClient.Configuration()
            configuration.readAhead = 1
            configuration.storeFailed = { _ in failures.add(1) }
            let dialogue = Dialogue(store: store, configuration: configuration) { request, _ in
                let fields = [("Cache-Control", "max-age=60")]
                guard request.head.target.path.hasPrefix("/long") else {
                    return .answer(200, fields, String(repeating: "s", count: 20_000))
                }
                let pieces = Counter()
                return IncomingResponse(
                    head: ResponseHead(status: 200, fields: FieldSection(fields)),
                    content: Content {
                        let number = pieces.add(1)
                        if number == 10 { try await gate.pass() }
                        return number > 10 ? nil : [UInt8](repeating: UInt8(number), count: 5000)[...]
                    })
            }
            var reading: [Task<[UInt8], any Error>] = []
            for number in 1...4 {
                let path = "/long\(number)"
                let fast = try await dialogue.client.send(try request(.get, path))
                let slow = isFollowed ? try await dialogue.client.send(try request(.get, path)) : nil
                reading.append(Task { try await fast.content.collect(upTo: 100_000) })
                let hasFailed = await eventually { failures.count == number }
                XCTAssertTrue(hasFailed)
                if let slow { reading.append(Task { try await slow.content.collect(upTo: 100_000) }) }
                let isAtGate = await eventually { gate.arrived == number }
                XCTAssertTrue(isAtGate)
            }
            try await dialogue.say(.get, "/short", gets: 200)
            let stored = try await dialogue.stored("/short")
            XCTAssertFalse(stored.isEmpty, "followed: \(isFollowed)")
            gate.open()
            for task in reading {
                let got = try await task.value
                XCTAssertEqual(got, (1...10).flatMap { [UInt8](repeating: $0, count: 5000) })
            }
        }
    }

    /// What the window keeps for readers who are a little behind, however far the content goes and whatever its pieces.
    func testTheWindowIsBounded() throws {
        var random = SplitMix(seed: 5)
        for readAhead in [1, 1000, 64 << 10] {
            var window = ArrivalWindow(readAhead: readAhead, isWantedAnyway: false)
            let fast = try XCTUnwrap(window.addReader())
            let slow = try XCTUnwrap(window.addReader())
            let largest = 20_000
            var most = 0
            while window.end < 5_000_000 {
                if window.wantsMore {
                    let count = 1 + Int(random.next() % UInt64(largest))
                    window.append([UInt8](repeating: 1, count: count)[...])
                    most = max(most, window.end - window.start)
                    window.wrote()
                } else {
                    _ = window.next(for: fast)
                }
                if random.next() % 50 == 0 { _ = window.next(for: slow) }
            }
            XCTAssertGreaterThan(most, readAhead)
            // Twice what is read ahead, the piece that reaches over its edge, and the one that has just come.
            XCTAssertLessThanOrEqual(most, 2 * max(readAhead, largest) + 2 * largest, "\(readAhead)")
        }
    }
}
