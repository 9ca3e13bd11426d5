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

    func testTheNumberOfARuleIsItsRawValue() {
        for rule in Rule.allCases {
            XCTAssertEqual(rule.number, rule.rawValue)
            XCTAssertEqual(Rule(number: rule.rawValue), rule)
            XCTAssertEqual(RuleSet(rule).members, [rule])
        }
    }
}
