import HTTPCacheSemantics
import Locking
import XCTest

@testable import HTTPWire

final class ContentPipeTests: XCTestCase {
    /// A loop that stops when it is told to and goes on when it is called back holds the mark and one piece at most.
    func testWhatWaitsIsBounded() async {
        for pieceSize in [1, 700, 1000, 64 * 1024] {
            let mark = 128 * 1024
            let resumed = Locked(0)
            let pipe = ContentPipe(highMark: mark, resume: { resumed.withLock { $0 += 1 } }, abandon: {})
            let piece = [UInt8](repeating: 7, count: pieceSize)
            var (pushed, read, most, pauses) = (0, 0, 0, 0)
            var isPaused = false
            while read < 2_000_000 {
                while !isPaused {
                    isPaused = !pipe.push(piece)
                    pushed += pieceSize
                    if isPaused { pauses += 1 }
                }
                most = max(most, pushed - read)
                guard case .success(let bytes?) = await pipe.next() else { return XCTFail("no bytes") }
                read += bytes.count
                let mayGoOn = resumed.withLock { $0 } == pauses
                XCTAssertEqual(mayGoOn, pushed - read <= mark / 4, "\(pushed - read) bytes wait")
                isPaused = !mayGoOn
                if !isPaused { XCTAssertGreaterThan(pauses, 0) }
            }
            XCTAssertGreaterThanOrEqual(most, mark)
            XCTAssertLessThan(most, mark + pieceSize)
        }
    }

    func testWhatNobodyReadsIsDropped() async {
        let abandoned = Locked(0)
        let pipe = ContentPipe(highMark: 10, resume: {}, abandon: { abandoned.withLock { $0 += 1 } })
        XCTAssertFalse(pipe.push([UInt8](repeating: 1, count: 10)))
        pipe.abandonNow()
        XCTAssertTrue(pipe.push([UInt8](repeating: 1, count: 10)), "nothing waits any more")
        pipe.abandonNow()
        XCTAssertEqual(abandoned.withLock { $0 }, 1)
    }
}
