import HTTPCacheSemantics
import XCTest

final class EntityTagTests: XCTestCase {
    private func tag(_ text: String) -> EntityTag? { EntityTag(Array(text.utf8)) }

    private func condition(_ lines: String...) -> EntityTagCondition? {
        EntityTagCondition(lines: lines.map { Array($0.utf8) })
    }

    /// RFC 9110 §8.8.3.
    func testTags() {
        let rows: [(String, isWeak: Bool)] = [
            ("\"\"", false), ("\"a\"", false), ("\"a,b\"", false), ("\"W/\"", false), ("\"\\\"", false),
            ("\"é\"", false), ("\"!#~\"", false), ("W/\"\"", true), ("W/\"a\"", true),
        ]
        for (text, isWeak) in rows {
            XCTAssertEqual(tag(text)?.isWeak, isWeak, text)
            XCTAssertEqual(tag(text)?.text, text, "written as it was read")
        }
        for text in [
            "", "a", "\"", "\"a", "a\"", "\"a\"b", "\"a\" ", " \"a\"", "\"a b\"", "\"a\tb\"", "\"a\u{7F}\"", "W/",
            "W/a",
            "w/\"a\"", "W \"a\"", "W\"a\"", "W/ \"a\"", "W//\"a\"", "'a'", "\"a\", \"b\"", "*",
        ] {
            XCTAssertNil(tag(text), text)
        }
    }

    /// The table of RFC 9110 §8.8.3.2.
    func testComparison() throws {
        let rows: [(String, String, strong: Bool, weak: Bool)] = [
            ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
            ("W/\"1\"", "\"1\"", false, true), ("\"1\"", "\"1\"", true, true), ("\"1\"", "\"2\"", false, false),
            ("\"a\"", "\"A\"", false, false),
        ]
        for (first, second, strong, weak) in rows {
            let a = try XCTUnwrap(tag(first))
            let b = try XCTUnwrap(tag(second))
            XCTAssertEqual(a.matchesStrongly(b), strong, "\(first) \(second)")
            XCTAssertEqual(b.matchesStrongly(a), strong, "\(second) \(first)")
            XCTAssertEqual(a.matchesWeakly(b), weak, "\(first) \(second)")
            XCTAssertEqual(b.matchesWeakly(a), weak, "\(second) \(first)")
        }
    }

    /// RFC 9110 §13.1.2.
    func testConditions() {
        XCTAssertNil(EntityTagCondition(lines: []))
        XCTAssertEqual(condition("*"), .any)
        let rows: [([String], tags: [String])] = [
            (["\"a\""], ["\"a\""]), (["\"a\", W/\"b\""], ["\"a\"", "W/\"b\""]), (["\"a\",\"b\""], ["\"a\"", "\"b\""]),
            (["\"a\"", "\"b\""], ["\"a\"", "\"b\""]), ([", ,\"a\",, "], ["\"a\""]),
            (["\"a,b\" , \"c\""], ["\"a,b\"", "\"c\""]),
            // What is no tag is passed over up to the next comma.
            ([""], []), (["a"], []), (["\"a"], []), (["a, \"b\""], ["\"b\""]), (["w/\"a\", \"b\""], ["\"b\""]),
            (["\"a b\", \"c\""], ["\"c\""]), (["*, \"a\""], ["\"a\""]), (["*", "*"], []),
            (["\"a\"x, \"b\""], ["\"b\""]), (["\"a\"\"b\""], []), (["\"a\" \"b\", \"c\""], ["\"c\""]),
            (["\"a\";x"], []), (["\"a\"\t , \"b\""], ["\"a\"", "\"b\""]), (["W/\"a\"W/\"b\""], []),
        ]
        for (lines, tags) in rows {
            let read = EntityTagCondition(lines: lines.map { Array($0.utf8) })
            XCTAssertEqual(read, .tags(tags.compactMap(tag)), "\(lines)")
        }
    }

    func testWhatAConditionMatches() {
        XCTAssertEqual(condition("*")?.matchesWeakly(tag("\"a\"")), true)
        XCTAssertEqual(condition("*")?.matchesWeakly(nil), true)
        XCTAssertEqual(condition("\"a\", \"b\"")?.matchesWeakly(tag("W/\"b\"")), true)
        XCTAssertEqual(condition("W/\"a\"")?.matchesWeakly(tag("\"a\"")), true)
        XCTAssertEqual(condition("\"a\"")?.matchesWeakly(tag("\"b\"")), false)
        XCTAssertEqual(condition("\"a\"")?.matchesWeakly(nil), false)
        XCTAssertEqual(condition("")?.matchesWeakly(tag("\"a\"")), false)
    }
}
