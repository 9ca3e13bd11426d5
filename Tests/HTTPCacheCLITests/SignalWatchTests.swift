import Foundation
import XCTest

@testable import HTTPCacheCLI

/// That the process then ends with the signal is for Scripts/integration.d/fetch to show.
final class SignalWatchTests: XCTestCase {
    func testTheFirstSignalIsCaught() {
        for (first, second) in [(SIGINT, SIGTERM), (SIGTERM, SIGINT)] {
            let watch = SignalWatch()
            XCTAssertNil(watch.signal)
            raise(first)
            raise(second)
            XCTAssertEqual(watch.signal, first)
        }
        let last = SignalWatch()
        XCTAssertNil(last.signal)
        last.end()
    }

    func testWhatTheProcessIgnoresStaysIgnored() {
        signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, SIG_DFL) }
        let watch = SignalWatch()
        raise(SIGINT)
        XCTAssertNil(watch.signal)
        watch.end()
        // Still: or this would be the end.
        raise(SIGINT)
    }
}
