import HTTPCacheSemantics
import HTTPDate
import XCTest

final class AssessmentTests: XCTestCase {
    /// A part that is stored is the whole of what a 206 brings (RFC 9111 §3.3): to hold no more of the representation
    /// does not make it unfit for the store.
    func testAStoredPartMayBeStored() throws {
        let now = HTTPDate(secondsSinceEpoch: 1_767_268_800)
        let request = RequestHead(
            target: try TargetURI("https://a.example/"), fields: FieldSection([("Range", "bytes=0-9")]))
        let response = ResponseHead(
            status: 206,
            fields: FieldSection([("Content-Range", "bytes 0-9/100"), ("Cache-Control", "max-age=60")]))
        let stored = StoredResponse(
            request: request, response: response, requestTime: now, responseTime: now,
            content: .partial(range: 0..<10, total: 100))
        let assessment = CachePolicy(.shared).assess(stored, for: request, at: now)
        XCTAssertEqual(assessment.storability.decision, .store)
        XCTAssertEqual(assessment.storability.deciding, .storePartial)
        XCTAssertEqual(assessment.reuse.deciding, .reuseFresh)
    }

    func testVerdictsAreEqualWhenTheySayTheSame() {
        let one = Verdict(Storability.store, because: .storeMaxAge)
        let other = Verdict(Storability.store, because: .storeMaxAge, weighing: RuleSet())
        XCTAssertEqual(one, other)
        XCTAssertEqual(one.hashValue, other.hashValue)
        XCTAssertEqual(other.rules, RuleSet(.storeMaxAge))
        XCTAssertNotEqual(one, Verdict(.store, because: .storeMaxAge, weighing: RuleSet(.storePublic)))
    }
}
