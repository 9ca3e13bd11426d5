import Foundation
import HTTPCacheSemantics
import HTTPTranscript
import XCTest

/// Holds the requirements of RFC 9111 §3 to §5 and the list of rules together.
final class RequirementsTests: XCTestCase {
    /// The rules that no row names, and where they come from.
    private static let rulesFromElsewhere: [(code: String, origin: String)] = [
        ("store.for-this-request", "a choice: what is left unstored RFC 9111 §3 requires nothing of"),
        ("store.set-cookie", "an option, on the advice of RFC 9111 §7.3, which lies outside sections 3 to 5"),
        ("request.pragma", "an option: RFC 9111 §5.4 deprecates the field and requires nothing"),
        ("lifetime.targeted", "RFC 9213"),
        ("reuse.immutable", "RFC 8246"),
        ("range.unsatisfiable", "RFC 9110"),
    ]

    /// Rows for one rule of their own section whose level is not the rule's.
    private static let otherLevels: [(section: String, level: String, code: String, why: String)] = [
        ("3.2", "SHOULD", "fields.excluded", "the SHOULD bounds what the MAY before it, which is the rule, leaves out"),
        ("4.2.1", "OUGHT", "lifetime.invalid", "Rule has no weaker level than SHOULD for what is encouraged"),
        ("4.2.2", "OUGHT", "lifetime.heuristic", "the advice bounds what the MAY of the section, the rule, permits"),
        ("5.2.2.2", "MUST", "stale.must-revalidate", "the error is what the MUST NOT, which is the rule, leaves"),
        ("5.2.2.4", "MAY", "fields.no-cache", "the MAY lets the rest be reused; the rule is what it leaves out"),
        ("5.2.2.7", "MAY", "fields.private", "the MAY lets the rest be stored; the rule is what it leaves out"),
    ]

    private func rows() throws -> [Requirement] {
        let rows = try Requirement.rows()
        XCTAssertFalse(rows.contains { $0 == nil }, "a row has not five columns")
        return rows.compactMap { $0 }
    }

    func testEveryRowNamesRulesOrAReason() throws {
        for row in try rows() {
            XCTAssertFalse(row.text.isEmpty, "line \(row.line) says nothing")
            for code in row.codes {
                XCTAssertNotNil(Rule(code: code), "line \(row.line): there is no rule \(code)")
            }
            XCTAssertEqual(Set(row.codes).count, row.codes.count, "line \(row.line) names a rule twice")
            guard row.codes.isEmpty else {
                XCTAssertEqual(row.reason, "", "line \(row.line) has rules and a reason for having none")
                continue
            }
            let isNoDecision = row.reason.hasPrefix("not a cache's decision, because ")
            let isHeldByCases = row.reason.hasPrefix("no rule of its own, because ") && row.holdingCases != nil
            XCTAssertTrue(isNoDecision || isHeldByCases, "line \(row.line): \(row.reason)")
        }
    }

    /// What a cache decides without a rule of its own is held by required cases that pass.
    func testCasesThatStandInForRulesPass() throws {
        var passed: Set<String> = []
        for result in try ConformanceTests.results() {
            let path = result.file.path.components(separatedBy: "/conformance/").last ?? ""
            for item in result.cases where item.status == .passed && item.kind != .check {
                passed.insert(path + "#" + item.id)
            }
        }
        var count = 0
        for row in try rows() {
            for place in row.holdingCases ?? [] {
                count += 1
                let name = "\(place.file).httpcache#\(place.id)"
                XCTAssertTrue(passed.contains(name), "line \(row.line): no passing case \(name)")
            }
        }
        XCTAssertGreaterThan(count, 0)
    }

    func testEveryRuleOfRFC9111IsNamedByARow() throws {
        let named = Set(try rows().flatMap(\.codes))
        let elsewhere = Set(Self.rulesFromElsewhere.map(\.code))
        // Those of SDURLCache cite RFC 2616.
        for rule in Rule.allCases where rule.citation.rfc != 2616 {
            let isNamed = named.contains(rule.code)
            XCTAssertNotEqual(isNamed, elsewhere.contains(rule.code), "\(rule.code): named by a row is \(isNamed)")
        }
        for (code, origin) in Self.rulesFromElsewhere where origin.hasPrefix("RFC") {
            XCTAssertEqual("RFC \(Rule(code: code)?.citation.rfc ?? 0)", origin, code)
        }
    }

    /// A rule stands in a row of the section that it cites, or of one around it: there the text has its keyword.
    func testRulesStandInTheSectionThatTheyCite() throws {
        let rows = try rows()
        for rule in Rule.allCases where rule.citation.rfc == 9111 {
            let sections = rows.filter { $0.codes.contains(rule.code) }.map(\.section)
            guard !sections.isEmpty else { continue }
            let cited = rule.citation.section
            XCTAssertTrue(
                sections.contains { cited == $0 || cited.hasPrefix($0 + ".") }, "\(rule.code) cites §\(cited) only")
        }
    }

    func testLevelsAgreeWhereARowIsOneRule() throws {
        var used = 0
        for row in try rows() where row.codes.count == 1 {
            guard let rule = Rule(code: row.codes[0]), rule.citation.rfc == 9111,
                rule.citation.section == row.section
            else { continue }
            let isExcused = Self.otherLevels.contains {
                $0.section == row.section && $0.level == row.level && $0.code == rule.code && !$0.why.isEmpty
            }
            if isExcused { used += 1 }
            XCTAssertNotEqual(
                rule.level.rawValue == row.level, isExcused,
                "line \(row.line): the row is \(row.level), \(rule.code) is \(rule.level.rawValue)")
        }
        XCTAssertEqual(used, Self.otherLevels.count, "an exception is no longer needed")
    }

    func testSectionsAreReal() throws {
        for row in try rows() {
            XCTAssertTrue(CountedKeywords.sections.contains(row.section), "line \(row.line): no §\(row.section)")
        }
    }

    func testEveryKeywordHasItsRow() throws {
        var found: [String: Int] = [:]
        for row in try rows() { found[row.section + " " + row.level, default: 0] += 1 }
        for count in CountedKeywords.counts {
            let key = count.section + " " + count.level
            XCTAssertEqual(found.removeValue(forKey: key) ?? 0, count.keywords * count.conditions, key)
        }
        XCTAssertEqual(found, [:], "rows for keywords that the text does not have")
    }

    /// The keywords of the three sections counted once more, without regard to subsections.
    func testSumsOfKeywords() {
        var sums: [String: Int] = [:]
        for count in CountedKeywords.counts { sums[count.level, default: 0] += count.keywords }
        sums["OUGHT"] = nil
        XCTAssertEqual(sums, ["MUST": 25, "MUST NOT": 38, "SHOULD": 16, "SHOULD NOT": 2, "MAY": 21])
    }
}
