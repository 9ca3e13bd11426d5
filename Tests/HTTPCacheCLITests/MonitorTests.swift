import Foundation
import XCTest

@testable import HTTPCacheCLI

/// What the unchecked conformance leans on: no change is lost, and whoever waits is woken.
final class MonitorTests: XCTestCase {
    func testThreadsTakeTurns() {
        let monitor = Monitor(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1_000 { monitor.change { $0 += 1 } }
        }
        XCTAssertEqual(monitor.look { $0 }, 8_000)
    }

    func testAChangeWakesWhoWaits() {
        let monitor = Monitor(0)
        DispatchQueue.global().async {
            for _ in 0..<3 { monitor.change { $0 += 1 } }
        }
        XCTAssertEqual(monitor.wait { $0 == 3 ? "three" : nil }, "three")
    }

    func testWaitingEnds() {
        let monitor = Monitor(0)
        for milliseconds in [0, 1, 1_001] {
            XCTAssertNil(monitor.wait(milliseconds: milliseconds) { _ -> Int? in nil })
        }
        XCTAssertEqual(monitor.wait(milliseconds: 60_000) { $0 }, 0)
    }
}
