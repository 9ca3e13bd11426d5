import XCTest

@testable import HTTPCacheSemantics

final class RuleSetTests: XCTestCase {
    /// Of every pair of rules the one whose case stands first.
    func testTheFirstIsTheOneWhoseCaseStandsFirst() {
        XCTAssertNil(RuleSet().first)
        for (first, rule) in Rule.allCases.enumerated() {
            XCTAssertEqual(RuleSet(rule).first, rule)
            for other in Rule.allCases.dropFirst(first) {
                XCTAssertEqual(RuleSet(other, rule).first, rule, "\(rule) and \(other)")
            }
        }
    }

    func testOnlyWhatHoldsIsInserted() {
        for rule in Rule.allCases {
            var rules = RuleSet()
            rules.insert(rule, if: false)
            XCTAssertEqual(rules, RuleSet())
            rules.insert(rule, if: true)
            XCTAssertEqual(rules, RuleSet(rule))
            rules.insert(rule, if: false)
            XCTAssertEqual(rules.members, [rule])
        }
    }

    /// The order of the cases says which rule of storing decides: refusals before permissions, and among each as
    /// RFC 9111 §3 restricts most.
    func testRefusalsStandBeforePermissions() {
        let refusals: [Rule] = [
            .storeMethod, .storeInterim, .storeStatus, .storeMustUnderstand, .storeNoStore, .storeRequestNoStore,
            .storePrivate, .storeSetCookie, .storeAuthorization, .storeIncomplete, .storeUnjudgeable,
            .storeNothingAllows,
        ]
        let permissions: [Rule] = [
            .storeNoStoreIgnored, .storeAuthorized, .storePost, .storePartial, .storeSMaxAge, .storeMaxAge,
            .storeExpires, .storePrivateResponse, .storePublic, .storeHeuristic,
        ]
        XCTAssertEqual(Array(Rule.allCases.prefix(refusals.count + permissions.count)), refusals + permissions)
    }
}
