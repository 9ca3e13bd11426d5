import XCTest

@testable import HTTPCacheSemantics

final class StoringRulesTests: XCTestCase {
    private let rules = Rule.allCases.filter { $0.code.hasPrefix("store.") }

    func testEachHasABitOfItsOwn() {
        XCTAssertEqual(rules.count, 23)
        for rule in rules {
            var set = StoringRules()
            set.insert(rule, if: false)
            XCTAssertTrue(set.isEmpty)
            set.insert(rule, if: true)
            XCTAssertEqual(set.first, rule)
            XCTAssertEqual(rules.filter(set.contains), [rule])
            XCTAssertEqual(RuleSet(set), RuleSet(rule))
            set.insert(rule, if: false)
            XCTAssertTrue(set.contains(rule))
            set.remove(rule)
            XCTAssertTrue(set.isEmpty)
            XCTAssertNil(set.first)
        }
    }

    func testOfEveryPairTheOneWhoseCaseStandsFirst() {
        for (first, rule) in rules.enumerated() {
            for other in rules.dropFirst(first) {
                var set = StoringRules()
                set.insert(other, if: true)
                set.insert(rule, if: true)
                XCTAssertEqual(set.first, rule, "\(rule) and \(other)")
            }
        }
    }

    /// The order of the cases says which rule of storing decides: refusals before permissions, and among each as
    /// RFC 9111 §3 restricts most.
    func testRefusalsStandBeforePermissions() {
        let refusals: [Rule] = [
            .storeMethod, .storeInterim, .storeStatus, .storeForThisRequest, .storeMustUnderstand, .storeNoStore,
            .storeRequestNoStore,
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
