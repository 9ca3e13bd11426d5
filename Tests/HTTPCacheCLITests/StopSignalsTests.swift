import Foundation
import XCTest

@testable import HTTPCacheCLI

/// That the second one ends the process, and that a process may end with the first, is for Scripts/integration.d to show
/// (proxy-signals, fetch).
final class StopSignalsTests: XCTestCase {
    func testTheFirstSignalIsHeard() {
        let signals = StopSignals()
        let heard = DispatchSemaphore(value: 0)
        signals.call { heard.signal() }
        XCTAssertEqual(heard.wait(timeout: .now() + 0.05), .timedOut)
        kill(getpid(), SIGTERM)
        XCTAssertEqual(heard.wait(timeout: .now() + 10), .success)
        XCTAssertEqual(signals.release(), SIGTERM)
        let last = StopSignals()
        last.call {}
        last.end()
    }

    func testWhatTheProcessIgnoresStaysIgnored() {
        signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, SIG_DFL) }
        let signals = StopSignals()
        let heard = DispatchSemaphore(value: 0)
        signals.call { heard.signal() }
        raise(SIGINT)
        XCTAssertEqual(heard.wait(timeout: .now() + 0.2), .timedOut)
        XCTAssertNil(signals.release())
        // Still: or this would be the end.
        raise(SIGINT)
    }
}
