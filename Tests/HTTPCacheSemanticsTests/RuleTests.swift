import HTTPCacheSemantics
import XCTest

final class RuleTests: XCTestCase {
    func testCodesAreUniqueAndWellFormed() {
        XCTAssertEqual(Set(Rule.allCases.map(\.code)).count, Rule.allCases.count)
        for rule in Rule.allCases {
            let words = rule.code.split(separator: ".", omittingEmptySubsequences: false)
            XCTAssertEqual(words.count, 2, rule.code)
            for part in rule.code.split(omittingEmptySubsequences: false, whereSeparator: { ".-".contains($0) }) {
                let isWord = part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
                XCTAssertTrue(isWord && !part.isEmpty, rule.code)
            }
        }
    }

    func testARuleIsFoundByItsCode() {
        for rule in Rule.allCases { XCTAssertEqual(Rule(code: rule.code), rule) }
        for code in ["", "store", "store.", "Store.no-store", "store.no-store ", "storeNoStore", "x.y"] {
            XCTAssertNil(Rule(code: code), code)
        }
    }

    func testSummariesAreSentences() {
        for rule in Rule.allCases {
            XCTAssertTrue(rule.summary.hasSuffix("."), rule.code)
            XCTAssertFalse(rule.summary.contains("|") || rule.summary.contains("\n"), "\(rule.code): one table cell")
        }
        XCTAssertEqual(Set(Rule.allCases.map(\.summary)).count, Rule.allCases.count)
    }

    /// The sections that are cited, by the titles that they have in their RFCs.
    private static let sections: [Int: [String: String]] = [
        9111: [
            "3": "Storing Responses in Caches", "3.1": "Storing Header and Trailer Fields",
            "3.2": "Updating Stored Header Fields", "3.3": "Storing Incomplete Responses",
            "3.4": "Combining Partial Content", "3.5": "Storing Responses to Authenticated Requests",
            "4": "Constructing Responses from Caches", "4.1": "Calculating Cache Keys with the Vary Header Field",
            "4.2": "Freshness", "4.2.1": "Calculating Freshness Lifetime", "4.2.2": "Calculating Heuristic Freshness",
            "4.2.3": "Calculating Age", "4.2.4": "Serving Stale Responses", "4.3.1": "Sending a Validation Request",
            "4.3.2": "Handling a Received Validation Request", "4.3.3": "Handling a Validation Response",
            "4.3.4": "Freshening Stored Responses upon Validation", "4.3.5": "Freshening Responses with HEAD",
            "4.4": "Invalidating Stored Responses", "5.1": "Age", "5.2.1.1": "max-age", "5.2.1.2": "max-stale",
            "5.2.1.3": "min-fresh", "5.2.1.4": "no-cache", "5.2.1.5": "no-store", "5.2.1.7": "only-if-cached",
            "5.2.2.2": "must-revalidate", "5.2.2.3": "must-understand", "5.2.2.4": "no-cache", "5.2.2.5": "no-store",
            "5.2.2.7": "private", "5.2.2.8": "proxy-revalidate", "5.2.2.9": "public", "5.2.2.10": "s-maxage",
            "5.3": "Expires", "5.4": "Pragma", "7.3": "Caching of Sensitive Information",
        ],
        9110: [
            "7.6.1": "Connection", "9.3.3": "POST", "13.1.5": "If-Range", "13.2.2": "Precedence of Preconditions",
            "14.2": "Range", "15.4.5": "304 Not Modified",
        ],
        5861: [
            "3": "The stale-while-revalidate Cache-Control Extension",
            "4": "The stale-if-error Cache-Control Extension",
        ],
        8246: ["2": "The Immutable Cache-Control Extension"],
        9213: ["2.2": "Cache Behavior"],
        2616: [
            "10.3.3": "302 Found", "13.2.4": "Expiration Calculations", "13.3.3": "Weak and Strong Validators",
            "13.4": "Response Cacheability", "14.9.3": "Modifications of the Basic Expiration Mechanism",
            "14.21": "Expires", "14.32": "Pragma",
        ],
        9875: ["3": "The Cache-Group-Invalidation Response Header Field"],
    ]

    func testCitedSectionsExist() {
        var unused = Self.sections.mapValues { Set($0.keys) }
        for rule in Rule.allCases {
            XCTAssertNotNil(Self.sections[rule.citation.rfc]?[rule.citation.section], "\(rule.code): \(rule.citation)")
            unused[rule.citation.rfc]?.remove(rule.citation.section)
        }
        XCTAssertEqual(unused.filter { !$0.value.isEmpty }, [:], "sections that no rule cites")
        XCTAssertEqual(Rule.storeNoStore.citation.description, "RFC 9111 §5.2.2.5")
    }

    func testRuleSet() {
        var all = RuleSet()
        XCTAssertEqual(all.members, [])
        for rule in Rule.allCases {
            let one = RuleSet(rule)
            XCTAssertEqual(one.members, [rule], "each rule has a bit of its own")
            XCTAssertFalse(all.contains(rule))
            all = all.union(one)
            XCTAssertTrue(all.contains(rule))
        }
        XCTAssertEqual(all.members, Rule.allCases)
        XCTAssertEqual(RuleSet(.storeNoStore, .storeNoStore), RuleSet(.storeNoStore))
    }
}
