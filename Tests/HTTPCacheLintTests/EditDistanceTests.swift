import XCTest

@testable import HTTPCacheLint

final class EditDistanceTests: XCTestCase {
    func testDistances() {
        let rows: [(String, String, Int)] = [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("a", "a", 0), ("a", "A", 0), ("ab", "ba", 1),
            ("max-age", "maxage", 1), ("must-revalidat", "must-revalidate", 1), ("kitten", "sitting", 3),
            ("no-cahce", "no-cache", 1), ("no-chace", "no-cache", 2), ("abc", "xyz", 3),
        ]
        for (a, b, distance) in rows {
            XCTAssertEqual(EditDistance.between(Array(a.utf8), Array(b.utf8)), distance, "\(a) \(b)")
            XCTAssertEqual(EditDistance.between(Array(b.utf8), Array(a.utf8)), distance, "\(b) \(a)")
        }
    }

    func testDirectivesThatWereProbablyMeant() {
        let rows: [(String, String?)] = [
            ("maxage", "max-age"), ("max_age", "max-age"), ("mx-age", "max-age"), ("s-max-age", "s-maxage"),
            ("smaxage", "s-maxage"), ("nocache", "no-cache"), ("no-chace", "no-cache"), ("nostore", "no-store"),
            ("must-reval", "must-revalidate"), ("mustrevalidate", "must-revalidate"), ("pubic", "public"),
            ("privat", "private"), ("imutable", "immutable"), ("stale-while-revalidation", "stale-while-revalidate"),
            ("stale-on-error", "stale-if-error"), ("only-if-cache", "only-if-cached"),
            ("community", nil), ("pre-check", nil), ("post-check", nil), ("age", nil), ("x", nil), ("none", nil),
            ("max", nil), ("proxy-maxage", nil), ("channel-maxage", nil), ("group", nil), ("stale", nil),
            (String(repeating: "a", count: 10_000), nil),
        ]
        for (name, near) in rows { XCTAssertEqual(DirectiveNames.near(name), near, name) }
    }
}
