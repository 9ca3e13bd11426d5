import XCTest

@testable import HTTPCacheSemantics

final class FresheningGrowthTests: XCTestCase {
    /// A 304 that speaks of all of many stored responses.
    func testWorkGrowsWithTheStoredResponses() {
        let growth = growthOfWork(from: 500) { count in
            let request = RequestHead(target: Sample.target())
            let stored = (0..<count).map { number in
                StoredResponse(
                    request: request,
                    response: ResponseHead(
                        status: 200, fields: Sample.fields(["ETag: \"a\"", "Cache-Control: no-cache"])),
                    requestTime: Sample.start, responseTime: Sample.at(Int64(number)))
            }
            let answer = ResponseHead(status: 304, fields: Sample.fields(["ETag: \"a\""]))
            return {
                let outcome = CachePolicy().validationOutcome(
                    of: answer, to: request, validating: Candidates(selected: count - 1), in: stored, at: Sample.start)
                XCTAssertEqual(outcome.deciding, .freshenStrong)
            }
        }
        XCTAssertTrue(growth.isLinear, "\(growth)")
    }
}
