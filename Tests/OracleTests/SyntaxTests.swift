import XCTest

final class SyntaxTests: XCTestCase {
    /// RFC 9110 §5.6.1.2: the valid and the empty lists of the examples.
    func testMembers() {
        let rows: [(String, [String])] = [
            ("foo,bar", ["foo", "bar"]),
            ("foo ,bar,", ["foo", "bar"]),
            ("foo , ,bar,charlie", ["foo", "bar", "charlie"]),
            ("", []),
            (",", []),
            (",   ,", []),
            ("a=\"b, c\", d", ["a=\"b, c\"", "d"]),
            ("a=\"b\\\", c\", d", ["a=\"b\\\", c\"", "d"]),
            ("a=\"b, c", ["a=\"b", "c"]),
        ]
        for (value, members) in rows {
            XCTAssertEqual(Oracle.members(Oracle.bytes(value)).map { Oracle.text($0) }, members, value)
        }
    }

    /// RFC 9111 §1.2.2.
    func testDeltaSeconds() {
        let rows: [(String, Int64?)] = [
            ("0", 0), ("1", 1), ("007", 7), ("2147483647", 2_147_483_647), ("2147483648", 2_147_483_648),
            ("2147483649", 2_147_483_648), ("9223372036854775808", 2_147_483_648),
            ("99999999999999999999", 2_147_483_648), ("", nil), ("-1", nil), ("+1", nil), ("1.0", nil), (" 1", nil),
            ("1 ", nil), ("0x1", nil), ("١", nil),
        ]
        for (value, seconds) in rows {
            XCTAssertEqual(Oracle.deltaSeconds(Oracle.bytes(value)), seconds, value)
        }
    }

    /// RFC 9111 §5.2: names in any case, arguments in both forms.
    func testDirectives() {
        let rows: [(String, [(String, Oracle.Directive.Argument)])] = [
            ("", []),
            (" , ,", []),
            ("No-Store", [("no-store", .none)]),
            ("max-age=5", [("max-age", .token(Array("5".utf8)))]),
            ("MAX-AGE=\"5\"", [("max-age", .quoted(Array("5".utf8)))]),
            ("max-age=\"\\5\"", [("max-age", .quoted(Array("5".utf8)))]),
            ("max-age=", [("max-age", .malformed)]),
            ("max-age =5", [("max-age", .malformed)]),
            ("max-age=5 6, public", [("max-age", .malformed), ("public", .none)]),
            ("max-age=\"5\"6", [("max-age", .malformed)]),
            ("=5, public", [("public", .none)]),
            ("private=\"a, b\",public", [("private", .quoted(Array("a, b".utf8))), ("public", .none)]),
            ("private=\"a, max-age=5", [("private", .malformed), ("max-age", .token(Array("5".utf8)))]),
            ("x=\"a\", no-store", [("x", .quoted(Array("a".utf8))), ("no-store", .none)]),
        ]
        for (value, expected) in rows {
            let directives = Oracle.directives(Oracle.bytes(value))
            XCTAssertEqual(directives, expected.map { Oracle.Directive(name: $0.0, argument: $0.1) }, value)
        }
    }

    /// RFC 9651 §4.2, as RFC 9213 uses it.
    func testStructuredDictionaries() {
        let rows: [(String, [(String, Oracle.BareItem)]?)] = [
            ("", []),
            ("max-age=60", [("max-age", .integer(60))]),
            ("max-age=60, no-store", [("max-age", .integer(60)), ("no-store", .boolean(true))]),
            ("max-age=60;a=1;b, no-store;c=\"x\"", [("max-age", .integer(60)), ("no-store", .boolean(true))]),
            ("max-age=1, max-age=2", [("max-age", .integer(2))]),
            (
                "a=?0, b=2.5, c=t/x, d=:aGk=:, e=(1 2), f=@5",
                [
                    ("a", .boolean(false)), ("b", .decimal), ("c", .token), ("d", .byteSequence), ("e", .innerList),
                    ("f", .date),
                ]
            ),
            ("a=-999999999999999", [("a", .integer(-999_999_999_999_999))]),
            ("a=1000000000000000", nil),
            ("a=1.", nil), ("a=1.2345", nil), ("a=1234567890123.1", nil), ("a=--1", nil),
            ("Max-Age=60", nil), ("max-age=60,", nil), (",max-age=60", nil), ("max-age=60,,no-store", nil),
            ("max-age = 60", nil), ("max-age=", nil), ("a=\"x", nil), ("a=\"\\x\"", nil), ("a=\u{E9}", nil),
            ("max-age=60 no-store", nil), ("a=?2", nil), ("a=(1", nil),
        ]
        for (value, expected) in rows {
            let dictionary = Oracle.structuredDictionary(Oracle.bytes(value))
            XCTAssertEqual(dictionary?.map(\.key), expected?.map(\.0), value)
            XCTAssertEqual(dictionary?.map(\.item), expected?.map(\.1), value)
        }
    }

    /// RFC 9110 §8.8.3.2, table 3.
    func testEntityTags() {
        let rows: [(String, String, strong: Bool, weak: Bool)] = [
            ("W/\"1\"", "W/\"1\"", false, true),
            ("W/\"1\"", "W/\"2\"", false, false),
            ("W/\"1\"", "\"1\"", false, true),
            ("\"1\"", "\"1\"", true, true),
        ]
        for row in rows {
            guard let one = Oracle.entityTag(Oracle.bytes(row.0)), let other = Oracle.entityTag(Oracle.bytes(row.1))
            else { return XCTFail("\(row)") }
            XCTAssertEqual(Oracle.EntityTag.strongMatch(one, other), row.strong, "\(row)")
            XCTAssertEqual(Oracle.EntityTag.weakMatch(one, other), row.weak, "\(row)")
        }
        for value in ["1", "w/\"1\"", "\"1", "1\"", "\"1\"x", "\"a b\"", "W/1", "", "\"1\", \"2\""] {
            XCTAssertNil(Oracle.entityTag(Oracle.bytes(value)), value)
        }
        let list = Oracle.entityTags(Oracle.bytes("\"a,b\" , W/\"\\\", junk,, \"c\""))
        XCTAssertEqual(list.map { Oracle.text($0.written) }, ["\"a,b\"", "W/\"\\\"", "\"c\""])
    }

    /// RFC 9110 §14.1.2: the examples, for a length of 10000.
    func testRanges() {
        let rows: [(String, [ClosedRange<Int64>?]?)] = [
            ("bytes=0-499", [0...499]),
            ("BYTES=500-999", [500...999]),
            ("bytes=-500", [9500...9999]),
            ("bytes=9500-", [9500...9999]),
            ("bytes=0-0,-1", [0...0, 9999...9999]),
            ("bytes= 0-999, 4500-5499, -1000", [0...999, 4500...5499, 9000...9999]),
            ("bytes=9999-99999999999999999999999", [9999...9999]),
            ("bytes=10000-", [nil]),
            ("bytes=-0", [nil]),
            ("bytes=-99999", [0...9999]),
            ("bytes=5-4", nil), ("bytes=", nil), ("bytes=-", nil), ("bytes=a-b", nil), ("lines=1-2", nil),
            ("bytes", nil), ("bytes 0-1", nil), ("bytes=0-1,x", nil),
        ]
        for (value, expected) in rows {
            let specs = Oracle.rangeSpecs(fields("Range: \(value)"))
            XCTAssertEqual(specs?.map { Oracle.resolved($0, length: 10_000) }, expected, value)
        }
        XCTAssertNil(Oracle.resolved(.suffix(1), length: 0))
    }

    /// RFC 9110 §14.4: the examples and what makes one invalid.
    func testContentRanges() {
        let rows: [(String, ClosedRange<Int64>?, Int64?)] = [
            ("bytes 42-1233/1234", 42...1233, 1234),
            ("bytes 42-1233/*", 42...1233, nil),
            ("bytes 0-499/1234", 0...499, 1234),
            ("bytes */1234", nil, nil), ("bytes 5-4/10", nil, nil), ("bytes 0-10/10", nil, nil),
            ("lines 0-1/10", nil, nil), ("bytes=0-1/10", nil, nil),
        ]
        for (value, range, length) in rows {
            let found = Oracle.contentRange(fields("Content-Range: \(value)"))
            XCTAssertEqual(found?.range, range, value)
            XCTAssertEqual(found?.length, length, value)
        }
    }

    /// RFC 9110 §4.2.3 and RFC 3986 §5.4.
    func testURIs() {
        let same = [
            "http://example.com:80/~smith/home.html", "http://EXAMPLE.com/%7Esmith/home.html",
            "http://EXAMPLE.com:/%7esmith/home.html",
        ]
        for text in same {
            XCTAssertEqual(Oracle.uri(text)?.written, "http://example.com/~smith/home.html", text)
        }
        guard let base = Oracle.uri("http://a/b/c/d;p?q") else { return XCTFail("base") }
        let references = [
            "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g",
            "//g": "http://g/", "?y": "http://a/b/c/d;p?y", "g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q",
            "": "http://a/b/c/d;p?q", ".": "http://a/b/c/", "..": "http://a/b/", "../g": "http://a/b/g",
            "../../../g": "http://a/g", "https://x:8443/y": "https://x:8443/y", "/%e9?%2f": "http://a/%E9?%2F",
        ]
        for (reference, target) in references {
            XCTAssertEqual(Oracle.resolve(reference, against: base)?.written, target, reference)
        }
        for reference in ["mailto:a@b", "http://u@a/", "http:///x", "a b", "http://a:x/"] {
            XCTAssertNil(Oracle.resolve(reference, against: base), reference)
        }
    }

    func testDatesWritten() {
        let rows: [(Int64, String)] = [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (t0, t0Date), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        ]
        for (seconds, text) in rows {
            XCTAssertEqual(Oracle.imfFixdate(seconds), text)
        }
    }
}
