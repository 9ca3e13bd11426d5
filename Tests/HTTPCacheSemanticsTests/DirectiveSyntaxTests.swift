import XCTest

@testable import HTTPCacheSemantics

/// RFC 9111 §5.2: `#cache-directive`, read as RFC 9110 §5.6.1.2 asks of a recipient.
final class DirectiveSyntaxTests: XCTestCase {
    private func members(_ text: String) -> (found: [(name: String, argument: String?, DirectiveMember)], open: Bool) {
        let bytes = Array(text.utf8)
        func shown(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var scanner = DirectiveScanner()
        var found: [(String, String?, DirectiveMember)] = []
        while let member = scanner.next(in: bytes.span) {
            found.append((shown(member.name), member.argument.map(shown), member))
        }
        return (found, scanner.hasUnclosedQuote)
    }

    func testMembersThatFollowTheGrammar() {
        let rows: [(String, [(String, String?, Bool)])] = [
            ("no-store", [("no-store", nil, false)]),
            ("No-Store", [("No-Store", nil, false)]),
            ("max-age=60", [("max-age", "60", false)]),
            ("max-age=\"60\"", [("max-age", "60", true)]),
            ("a=\"\"", [("a", "", true)]),
            ("a=\"x\\\"y\"", [("a", "x\\\"y", true)]),
            ("a=\"\\\\\"", [("a", "\\\\", true)]),
            ("private=\"set-cookie, x\", public", [("private", "set-cookie, x", true), ("public", nil, false)]),
            ("a=b,c", [("a", "b", false), ("c", nil, false)]),
            (", ,a,,\tb\t ,", [("a", nil, false), ("b", nil, false)]),
            ("a=\"1\" \t,b", [("a", "1", true), ("b", nil, false)]),
            ("!#$%&'*+-.^_`|~=1", [("!#$%&'*+-.^_`|~", "1", false)]),
            ("a=1,a=2", [("a", "1", false), ("a", "2", false)]),
            ("", []), (",", []), (" \t, ,", []),
        ]
        for (text, expected) in rows {
            let (found, open) = members(text)
            XCTAssertEqual(found.map(\.name), expected.map(\.0), text)
            XCTAssertEqual(found.map(\.argument), expected.map(\.1), text)
            XCTAssertEqual(found.map(\.2.isQuoted), expected.map(\.2), text)
            XCTAssertTrue(found.allSatisfy(\.2.isWellFormed), text)
            XCTAssertFalse(open, text)
        }
    }

    /// The directive is still named, since what it forbids holds all the same; nothing is taken from its argument.
    func testMembersThatOnlyBeginLikeOne() {
        for text in [
            "a x", "a\tx", "a =1", "a= 1", "a=", "a= ", "a=1 2", "a=b=c", "a=\"x\"y", "a=\"x\" y", "a==1", "a=1;b",
            "a;b",
            "a\"x\"", "a=é", "a=\"", "a=x\"y\"", "a(b)", "a/b", "a:b", "a\0", "a=\u{7F}",
        ] {
            let found = members(text + ", b=2").found
            XCTAssertEqual(found.map(\.name), ["a", "b"], text)
            XCTAssertEqual(found.first?.2.isWellFormed, false, text)
            XCTAssertNil(found.first?.2.seconds(in: Array(text.utf8).span), text)
            XCTAssertEqual(found.last?.argument, "2", text)
            XCTAssertEqual(found.last?.2.isWellFormed, true, text)
        }
    }

    func testWhatNamesNothing() {
        for text in ["=1", "\"no-store\"", "@", "(a)", "é", "\0", "= no-store", "\"\"", "=\"no-store\""] {
            XCTAssertEqual(members(text).found.map(\.name), [], text)
            XCTAssertEqual(members(text + ",b").found.map(\.name), ["b"], text)
        }
    }

    /// A quote that is never closed hides no member behind it.
    func testQuotesThatAreNotClosed() {
        let rows: [(String, [String], [Bool])] = [
            ("a=\"x, no-store", ["a", "no-store"], [false, true]),
            ("a=\"x, b=\\\"y, no-store", ["a", "b", "no-store"], [false, false, true]),
            ("a=\"x\\\", b", ["a", "b"], [false, true]),
            ("a=\"x\\", ["a"], [false]),
            ("a=\"1\", b=\"2, c", ["a", "b", "c"], [true, false, true]),
        ]
        for (text, names, wellFormed) in rows {
            let (found, open) = members(text)
            XCTAssertEqual(found.map(\.name), names, text)
            XCTAssertEqual(found.map(\.2.isWellFormed), wellFormed, text)
            XCTAssertTrue(open, text)
        }
    }

    /// What a reader is shown: the name and the argument with its quotes.
    func testWholeMembers() {
        for (text, whole) in [
            ("  max-age=60 ,x", "max-age=60"), ("private=\"a, b\" ,x", "private=\"a, b\""), ("no-store ,x", "no-store"),
            ("max-age =60 ,x", "max-age =60"), ("a=\"x\"y", "a=\"x\""),
        ] {
            let range = members(text).found.first?.2.whole
            XCTAssertEqual(range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }, whole, text)
        }
    }

    func testDirectivesAreKnownInAnyCase() {
        for directive in Directive.allCases {
            let name = directive.name.description
            for spelling in [name, name.uppercased(), name.capitalized] {
                XCTAssertEqual(Directive(Array(spelling.utf8).span), directive, spelling)
            }
            for near in [name + "s", "x" + name, String(name.dropLast()), String(name.dropFirst()), name + "\0"] {
                XCTAssertNil(Directive(Array(near.utf8).span), near)
            }
            XCTAssertNil(Directive(Array((name.replacingOccurrences(of: "-", with: "\r") + "\r").utf8).span), name)
        }
        XCTAssertNil(Directive(Array("".utf8).span))
    }

    /// Twice the bytes are about twice the work, whatever they are; four times would be quadratic.
    func testWorkGrowsWithTheBytesOnly() {
        for piece in [
            ",", "\"", "a=\"", "a=\",", "\\", "a=\"\\", "max-age=1,", "no-store,", "max-age=\"1\",", "a =\"b\" c\"",
            "private=\"a,", "private=\"a\",", "9", "max-age=9", "x", " ", "\t,", "=", "é", "public x\" ,", "a=\"\\\",",
        ] {
            func line(_ count: Int) -> [UInt8] {
                Array(String(repeating: piece, count: count / piece.utf8.count).utf8)
            }
            let growth = growthOfWork(from: 8 << 10) { count in
                let line = line(count)
                return { self.read(line) }
            }
            XCTAssertTrue(growth.isLinear, "\(piece): \(growth)")
        }
    }

    private func read(_ line: [UInt8]) {
        var response = ResponseDirectives()
        response.read(line.span)
        var request = RequestDirectives()
        request.read(line.span)
    }
}
