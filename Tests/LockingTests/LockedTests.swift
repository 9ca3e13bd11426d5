import Locking
import XCTest

final class LockedTests: XCTestCase {
    func testManyThreadsLoseNothing() async {
        let counts = Locked([Int](repeating: 0, count: 7))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for step in 0..<2000 { counts.withLock { $0[(task + step) % 7] += 1 } }
                }
            }
        }
        XCTAssertEqual(counts.withLock { $0.reduce(0, +) }, 16_000)
    }

    func testAnErrorLeavesItUnlocked() {
        let value = Locked(1)
        XCTAssertThrowsError(try value.withLock { _ in throw CancellationError() })
        XCTAssertEqual(value.withLock { $0 }, 1)
    }
}
