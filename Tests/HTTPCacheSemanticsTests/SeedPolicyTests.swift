import HTTPDate
import XCTest

@testable import HTTPCacheSemantics

final class SeedPolicyTests: XCTestCase {
    /// What the policy says by itself of the smallest interval; the exchange asks again when the response has arrived.
    func testWhatExpiresAtTheIntervalIsRefused() {
        let policy = CachePolicy(.private, options: .sdurlcache)
        for (seconds, decision) in [(299, Storability.doNotStore), (300, .doNotStore), (301, .store)] {
            let response = Sample.response(200, "Cache-Control: max-age=\(seconds)")
            let verdict = policy.storability(of: response, to: Sample.get())
            XCTAssertEqual(verdict.decision, decision, "\(seconds)")
            XCTAssertEqual(verdict.deciding, seconds > 300 ? Rule.seedMaxAge : .seedMinCacheInterval, "\(seconds)")
        }
    }
}
