import HTTPCacheSemantics
import XCTest

final class CacheGroupsTests: XCTestCase {
    private func parse(_ lines: String...) throws -> Set<String> {
        try CacheGroups.parse(lines: lines.map { [UInt8]($0.utf8) }).names
    }

    /// RFC 9875 §2, §3
    func testAccepted() {
        XCTAssertEqual(try parse(), [])
        XCTAssertEqual(try parse(""), [])
        XCTAssertEqual(try parse("\"scripts\""), ["scripts"])
        XCTAssertEqual(try parse("\"eurovision-results\", \"australia\""), ["eurovision-results", "australia"])
        XCTAssertEqual(try parse("\"a\"", "\"b\", \"a\""), ["a", "b"])
        XCTAssertEqual(try parse("\"a\";x=1;y, \"b\";z=\"c\""), ["a", "b"], "parameters are ignored")
        XCTAssertEqual(try parse("\"a\", \"A\""), ["a", "A"], "case-sensitive")
        XCTAssertEqual(try parse("\"\""), [""])
        XCTAssertEqual(try parse(#""a\"b", " ""#), ["a\"b", " "])
    }

    func testRefused() {
        let rows: [(String, StructuredFieldRejection)] = [
            ("scripts", .memberType(index: 0)), ("\"a\", b", .memberType(index: 1)), ("1", .memberType(index: 0)),
            ("(\"a\")", .memberType(index: 0)), ("\"a\", ?1", .memberType(index: 1)), ("%\"a\"", .memberType(index: 0)),
            (":YQ==:", .memberType(index: 0)),
            ("\"a", .syntax(StructuredFieldError(offset: 2, expected: .closingQuote))),
            ("\"a\",", .syntax(StructuredFieldError(offset: 4, expected: .memberAfterComma))),
            ("\"é\"", .syntax(StructuredFieldError(offset: 1, expected: .visibleCharacter))),
            ("'a'", .syntax(StructuredFieldError(offset: 0, expected: .bareItem))),
        ]
        for (value, wanted) in rows {
            XCTAssertThrowsError(try parse(value), value) {
                XCTAssertEqual($0 as? StructuredFieldRejection, wanted, value)
            }
        }
    }

    /// RFC 9875 §2: at least 32 groups of 32 characters; and the bounds that keep a field's memory in hand.
    func testLimits() {
        func field(members: Int, characters: Int) -> String {
            (0..<members).map { index in
                let number = String(index)
                return "\"\(number)\(String(repeating: "x", count: characters - number.count))\""
            }.joined(separator: ", ")
        }
        XCTAssertEqual(try parse(field(members: 32, characters: 32)).count, 32)
        XCTAssertEqual(try parse(field(members: 1024, characters: 8)).count, 1024)
        XCTAssertEqual(try parse(field(members: 1, characters: 1024)).count, 1)
        XCTAssertThrowsError(try parse(field(members: 1025, characters: 8))) {
            XCTAssertEqual($0 as? StructuredFieldRejection, .limit(index: 1024))
        }
        XCTAssertThrowsError(try parse("\"a\", " + field(members: 1, characters: 1025))) {
            XCTAssertEqual($0 as? StructuredFieldRejection, .limit(index: 1))
        }
    }

    /// RFC 9875 §2.1
    func testSharing() {
        let rows: [(Set<String>, Set<String>, Bool)] = [
            (["a"], ["a"], true), (["a", "b"], ["c", "b"], true), (["a"], ["b"], false), (["a"], ["A"], false),
            ([], [], false), (["a"], [], false), ([""], [""], true), (["ab"], ["a"], false),
        ]
        for (left, right, share) in rows {
            XCTAssertEqual(CacheGroups(left).sharesGroup(with: CacheGroups(right)), share)
            XCTAssertEqual(CacheGroups(right).sharesGroup(with: CacheGroups(left)), share)
        }
    }

    /// RFC 9875 §3
    func testInvalidation() {
        let lines = [[UInt8]("\"eurovision-results\", \"australia\"".utf8)]
        XCTAssertEqual(
            CacheGroups.invalidated(by: lines, requestMethodIsSafe: false),
            CacheGroups(["eurovision-results", "australia"]))
        XCTAssertEqual(CacheGroups.invalidated(by: lines, requestMethodIsSafe: true), CacheGroups([]))
        XCTAssertEqual(CacheGroups.invalidated(by: [], requestMethodIsSafe: false), CacheGroups([]))
        XCTAssertEqual(
            CacheGroups.invalidated(by: [[UInt8]("\"a\", b".utf8)], requestMethodIsSafe: false), CacheGroups([]),
            "one member of another type spoils the field")
    }
}
