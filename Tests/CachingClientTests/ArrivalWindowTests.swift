import HTTPCacheSemantics
import XCTest

@testable import CachingClient

/// The books of arriving content, as a dialogue: what readers do, what the sender does, and what follows.
final class ArrivalWindowTests: XCTestCase {
    private func window(
        readAhead: Int = 10, wanted: Bool = false
    ) -> ArrivalWindow {
        ArrivalWindow(readAhead: readAhead, isWantedAnyway: wanted)
    }

    private func bytes(_ count: Int, _ value: UInt8 = 1) -> ArraySlice<UInt8> {
        [UInt8](repeating: value, count: count)[...]
    }

    private func name(_ step: ArrivalWindow.Step) -> String {
        switch step {
        case .take(let piece): "take \(piece.count)"
        case .readBack(let offset, let count): "back \(offset) \(count)"
        case .readStored(_, let offset): "stored \(offset)"
        case .end: "end"
        case .fail(let error): "fail \(error)"
        case .wait: "wait"
        }
    }

    func testAReaderGetsWhatArrivesAndThenTheEnd() throws {
        var window = window()
        let reader = try XCTUnwrap(window.addReader())
        XCTAssertEqual(name(window.next(for: reader)), "wait")
        XCTAssertTrue(window.isWaiting(reader))
        window.append(bytes(3))
        XCTAssertFalse(window.isWaiting(reader))
        XCTAssertEqual(name(window.next(for: reader)), "take 3")
        XCTAssertEqual(name(window.next(for: reader)), "wait")
        window.wrote()
        window.finish(.whole(MemoryBody(array: Array(bytes(3)))))
        XCTAssertEqual(name(window.next(for: reader)), "end")
    }

    func testTheFastestReaderSetsThePace() throws {
        var window = window()
        let fast = try XCTUnwrap(window.addReader())
        let slow = try XCTUnwrap(window.addReader())
        window.append(bytes(9))
        window.wrote()
        XCTAssertTrue(window.wantsMore)
        window.append(bytes(1))
        window.wrote()
        XCTAssertFalse(window.wantsMore)
        XCTAssertEqual(name(window.next(for: fast)), "take 10")
        XCTAssertTrue(window.wantsMore)
        for _ in 0..<3 {
            window.append(bytes(5000))
            window.wrote()
            XCTAssertFalse(window.wantsMore)
            XCTAssertEqual(name(window.next(for: fast)), "take 5000")
        }
        XCTAssertEqual(window.start, 5010)
        XCTAssertEqual(name(window.next(for: slow)), "back 0 10")
        window.advance(slow, by: 5010)
        XCTAssertEqual(name(window.next(for: slow)), "take 5000")
    }

    func testOneWhoHasFallenBehindWaitsForAStoreThatGivesNothingBack() throws {
        var window = window()
        let fast = try XCTUnwrap(window.addReader())
        let slow = try XCTUnwrap(window.addReader())
        window.cannotReadBack()
        for _ in 0..<3 {
            window.append(bytes(6000))
            window.wrote()
            XCTAssertEqual(name(window.next(for: fast)), "take 6000")
        }
        window.append(bytes(6000))
        window.wrote()
        XCTAssertEqual(name(window.next(for: slow)), "wait")
        XCTAssertTrue(window.isWaiting(slow))
        // Nobody else wants more, but this one can only go on at the end.
        XCTAssertTrue(window.wantsMore)
        window.finish(.whole(MemoryBody(array: Array(bytes(24_000)))))
        XCTAssertEqual(name(window.next(for: slow)), "stored 0")
        XCTAssertFalse(window.isWaiting(fast))
    }

    func testWhatIsNotWrittenYetStays() throws {
        var window = window(readAhead: 1)
        let fast = try XCTUnwrap(window.addReader())
        let slow = try XCTUnwrap(window.addReader())
        for _ in 0..<3 {
            window.append(bytes(5000))
            _ = window.next(for: fast)
        }
        XCTAssertEqual(window.start, 0)
        window.wrote()
        XCTAssertEqual(window.start, 5000)
        XCTAssertEqual(name(window.next(for: slow)), "back 0 1")
    }

    func testWithoutAStoreTheSlowestReaderSetsThePace() throws {
        var window = window()
        let fast = try XCTUnwrap(window.addReader())
        let slow = try XCTUnwrap(window.addReader())
        window.stopWriting()
        window.append(bytes(5000))
        XCTAssertEqual(name(window.next(for: fast)), "take 5000")
        XCTAssertFalse(window.wantsMore)
        XCTAssertEqual(name(window.next(for: fast)), "wait")
        XCTAssertEqual(name(window.next(for: slow)), "take 5000")
        XCTAssertTrue(window.wantsMore)
        XCTAssertNil(window.addReader(), "the beginning is gone")
        window.finish(.whole(nil))
        XCTAssertEqual(name(window.next(for: slow)), "end")
    }

    func testWithoutReadersItIsGivenUp() throws {
        var window = window()
        let one = try XCTUnwrap(window.addReader())
        let two = try XCTUnwrap(window.addReader())
        window.removeReader(one)
        XCTAssertFalse(window.isAbandoned)
        window.reserve(1)
        window.removeReader(two)
        XCTAssertFalse(window.isAbandoned, "somebody was promised that it would come")
        window.release()
        XCTAssertTrue(window.isAbandoned)
        XCTAssertFalse(window.wantsMore)
        XCTAssertNil(window.addReader())
    }

    func testWhatIsAllThereIsNotGivenUp() throws {
        var window = window()
        let reader = try XCTUnwrap(window.addReader())
        window.append(bytes(2))
        window.holdLast()
        window.removeReader(reader)
        XCTAssertFalse(window.isAbandoned)
        XCTAssertTrue(window.wantsMore, "the end has yet to be seen")
    }

    func testWhatIsWantedAnywayNeedsNoReader() {
        var window = window(wanted: true)
        for _ in 0..<10 {
            XCTAssertTrue(window.wantsMore)
            window.append(bytes(5000))
            window.wrote()
        }
        XCTAssertEqual(window.end, 50_000)
        XCTAssertEqual(window.start, 40_000, "a bounded part of it is kept")
    }

    /// A store that takes no more leaves the readers, whose pace it then is, or nobody.
    func testWhatIsWantedForAStoreThatTakesNoMore() throws {
        var window = window(wanted: true)
        let reader = try XCTUnwrap(window.addReader())
        window.append(bytes(5000))
        window.stopWriting()
        XCTAssertFalse(window.wantsMore, "all of it would gather in memory")
        XCTAssertEqual(name(window.next(for: reader)), "take 5000")
        XCTAssertTrue(window.wantsMore)
        window.removeReader(reader)
        XCTAssertTrue(window.isAbandoned)
        var unread = self.window(wanted: true)
        unread.stopWriting()
        XCTAssertTrue(unread.isAbandoned)
    }

    func testAnyNumberOfBytesMayBeReadAhead() throws {
        for readAhead in [Int.max, .max / 2, 0, -1, .min] {
            var window = window(readAhead: readAhead)
            let reader = try XCTUnwrap(window.addReader())
            XCTAssertTrue(window.wantsMore)
            window.append(bytes(5000))
            window.wrote()
            XCTAssertEqual(window.wantsMore, readAhead > 5000, "\(readAhead)")
            XCTAssertEqual(name(window.next(for: reader)), "take 5000")
        }
    }

    func testABreakReachesReadersAfterWhatCameBefore() throws {
        var window = window()
        let reader = try XCTUnwrap(window.addReader())
        window.append(bytes(3))
        window.finish(.broken(.cancelled))
        XCTAssertEqual(name(window.next(for: reader)), "take 3")
        XCTAssertEqual(name(window.next(for: reader)), "fail cancelled")
        XCTAssertNil(window.addReader())
    }

    func testSmallPiecesAreJoined() throws {
        var window = window(readAhead: 100_000)
        let reader = try XCTUnwrap(window.addReader())
        for value in 0..<4096 { window.append(bytes(1, UInt8(truncatingIfNeeded: value))) }
        guard case .take(let piece) = window.next(for: reader) else { return XCTFail("nothing to take") }
        XCTAssertEqual(Array(piece), (0..<4096).map { UInt8(truncatingIfNeeded: $0) })
    }
}
