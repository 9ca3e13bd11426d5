import HTTPCacheSemantics
import XCTest

final class StructuredFieldsParsingTests: XCTestCase {
    /// RFC 9651 §3.1, §4.2.1
    func testLists() {
        let rows: [(String, [SF.Member])] = [
            ("", []), ("   ", []),
            ("sugar, tea, rum", [.bare(.word("sugar")), .bare(.word("tea")), .bare(.word("rum"))]),
            ("a,b", [.bare(.word("a")), .bare(.word("b"))]), ("1 , 2", [.bare(.integer(1)), .bare(.integer(2))]),
            ("1\t,\t 2", [.bare(.integer(1)), .bare(.integer(2))]), ("  42  ", [.bare(.integer(42))]),
            ("1,1", [.bare(.integer(1)), .bare(.integer(1))]),
            // OWS is discarded before the end is looked for, so that a tab there passes in a List but not in an Item.
            ("42\t", [.bare(.integer(42))]),
            ("\"a,b\", c", [.bare(.string("a,b")), .bare(.word("c"))]),
            (
                #"("foo" "bar"), ("baz"), ("bat" "one"), ()"#,
                [
                    .inner([.string("foo"), .string("bar")]), .inner([.string("baz")]),
                    .inner([.string("bat"), .string("one")]), .inner([]),
                ]
            ),
            (
                #"("foo"; a=1;b=2);lvl=5, ("bar" "baz");lvl=1"#,
                [
                    .innerList(
                        SF.InnerList(
                            [SF.Item(.string("foo"), parameters: SF.Parameters(["a": .integer(1), "b": .integer(2)]))],
                            parameters: SF.Parameters(["lvl": .integer(5)]))),
                    .inner([.string("bar"), .string("baz")], ["lvl": .integer(1)]),
                ]
            ),
            (
                #"abc;a=1;b=2; cde_456, (ghi;jk=4 l);q="9";r=w"#,
                [
                    .bare(.word("abc"), ["a": .integer(1), "b": .integer(2), "cde_456": .boolean(true)]),
                    .innerList(
                        SF.InnerList(
                            [
                                SF.Item(.word("ghi"), parameters: SF.Parameters(["jk": .integer(4)])),
                                SF.Item(.word("l")),
                            ], parameters: SF.Parameters(["q": .string("9"), "r": .word("w")]))),
                ]
            ),
            ("(  )", [.inner([])]), ("(  1   2  )", [.inner([.integer(1), .integer(2)])]),
            (
                "(1 1.5 ?0 :: @1 %\"\" a)",
                [
                    .inner([
                        .integer(1), .thousandths(1500), .boolean(false), .byteSequence([]), .date(1), .display(""),
                        .word("a"),
                    ])
                ]
            ),
            ("();a", [.inner([], ["a": .boolean(true)])]),
        ]
        for (input, members) in rows {
            XCTAssertEqual(try SF.List.parse([UInt8](input.utf8)), SF.List(members), input.debugDescription)
        }
    }

    func testRefusedLists() {
        let refused = [
            RefusedRow(",", 0, .bareItem), RefusedRow("1,", 2, .memberAfterComma),
            RefusedRow("1, ", 3, .memberAfterComma),
            RefusedRow("1,\t", 3, .memberAfterComma), RefusedRow(",1", 0, .bareItem), RefusedRow("1,,2", 2, .bareItem),
            RefusedRow("1, , 2", 3, .bareItem), RefusedRow("1 2", 2, .commaOrEnd), RefusedRow("1;", 2, .key),
            RefusedRow("a=1", 1, .commaOrEnd), RefusedRow("\t1", 0, .bareItem), RefusedRow("1\n,2", 1, .commaOrEnd),
            RefusedRow("(1", 2, .closingParenthesis), RefusedRow("(", 1, .closingParenthesis),
            RefusedRow("(1 ", 3, .closingParenthesis), RefusedRow("(1,2)", 2, .spaceOrClosingParenthesis),
            RefusedRow("(1\t2)", 2, .spaceOrClosingParenthesis), RefusedRow("(\t1)", 1, .bareItem),
            RefusedRow("((1))", 1, .bareItem), RefusedRow("(1 (2))", 3, .bareItem), RefusedRow(")", 0, .bareItem),
            RefusedRow("(1))", 3, .commaOrEnd), RefusedRow("(\"a\"\"b\")", 4, .spaceOrClosingParenthesis),
            RefusedRow("(1;)", 3, .key), RefusedRow("(1 ;a)", 3, .bareItem), RefusedRow("(a);b=", 6, .bareItem),
            RefusedRow("(1)(2)", 3, .commaOrEnd), RefusedRow("(1) ;a", 4, .commaOrEnd),
            RefusedRow("1, \u{80}", 3, .bareItem),
        ]
        for row in refused { row.check(SF.List.parse) }
    }

    /// RFC 9651 §3.2, §4.2.2
    func testDictionaries() {
        let rows: [(String, KeyValuePairs<String, SF.Member>)] = [
            ("", [:]), ("  ", [:]), ("a", ["a": .bare(.boolean(true))]), ("a=1", ["a": .bare(.integer(1))]),
            (
                #"en="Applepie", da=:w4ZibGV0w6ZydGU=:"#,
                ["en": .bare(.string("Applepie")), "da": .bare(.byteSequence([UInt8]("Æbletærte".utf8)))]
            ),
            (
                "a=?0, b, c; foo=bar",
                [
                    "a": .bare(.boolean(false)), "b": .bare(.boolean(true)),
                    "c": .bare(.boolean(true), ["foo": .word("bar")]),
                ]
            ),
            (
                "rating=1.5, feelings=(joy sadness)",
                ["rating": .bare(.thousandths(1500)), "feelings": .inner([.word("joy"), .word("sadness")])]
            ),
            (
                "a=(1 2), b=3, c=4;aa=bb, d=(5 6);valid",
                [
                    "a": .inner([.integer(1), .integer(2)]), "b": .bare(.integer(3)),
                    "c": .bare(.integer(4), ["aa": .word("bb")]),
                    "d": .inner([.integer(5), .integer(6)], ["valid": .boolean(true)]),
                ]
            ),
            ("foo=1, bar=2", ["foo": .bare(.integer(1)), "bar": .bare(.integer(2))]),
            ("a=?1", ["a": .bare(.boolean(true))]),
            ("a ,\tb", ["a": .bare(.boolean(true)), "b": .bare(.boolean(true))]),
            // The last value counts; the place is that of the first.
            ("a=1, b=2, a=3", ["a": .bare(.integer(3)), "b": .bare(.integer(2))]),
            ("a=1;x, b, a", ["a": .bare(.boolean(true)), "b": .bare(.boolean(true))]),
            ("a, a=(1)", ["a": .inner([.integer(1)])]), ("*=1", ["*": .bare(.integer(1))]),
            ("a_-.*0=1", ["a_-.*0": .bare(.integer(1))]), ("a;b", ["a": .bare(.boolean(true), ["b": .boolean(true)])]),
        ]
        for (input, members) in rows {
            XCTAssertEqual(
                try SF.Dictionary.parse([UInt8](input.utf8)), SF.Dictionary(members), input.debugDescription)
        }
        let refused = [
            RefusedRow("=1", 0, .key), RefusedRow("a=", 2, .bareItem), RefusedRow("a =1", 2, .commaOrEnd),
            RefusedRow("a= 1", 2, .bareItem), RefusedRow("a=,b", 2, .bareItem), RefusedRow("a,", 2, .memberAfterComma),
            RefusedRow("a, ", 3, .memberAfterComma), RefusedRow(",a", 0, .key), RefusedRow("a,,b", 2, .key),
            RefusedRow("A=1", 0, .key), RefusedRow("aB=1", 1, .commaOrEnd), RefusedRow("a, B", 3, .key),
            RefusedRow("1=a", 0, .key), RefusedRow("-a=1", 0, .key), RefusedRow("\"a\"=1", 0, .key),
            RefusedRow("a=b=c", 3, .commaOrEnd), RefusedRow("a b", 2, .commaOrEnd),
            RefusedRow("a=1 b=2", 4, .commaOrEnd),
            RefusedRow("a=1;", 4, .key), RefusedRow("a;b=", 4, .bareItem), RefusedRow("a=(1", 4, .closingParenthesis),
            RefusedRow("(1)", 0, .key), RefusedRow("a==1", 2, .bareItem), RefusedRow("é=1", 0, .key),
            RefusedRow("a/b=1", 1, .commaOrEnd), RefusedRow("a:b", 1, .commaOrEnd), RefusedRow("max-age=-", 9, .digit),
        ]
        for row in refused { row.check(SF.Dictionary.parse) }
    }

    /// RFC 9651 §3.1.2, §4.2.3.2
    func testParameters() {
        let rows: [(String, KeyValuePairs<String, SF.BareItem>)] = [
            ("2; foourl=\"https://foo.example.com/\"", ["foourl": .string("https://foo.example.com/")]),
            ("2; a; b=?0", ["a": .boolean(true), "b": .boolean(false)]), ("2;a;a=1;a=2", ["a": .integer(2)]),
            ("2;a=1;b;a=3", ["a": .integer(3), "b": .boolean(true)]), ("2;   a=1", ["a": .integer(1)]),
            ("2;a=?1", ["a": .boolean(true)]), ("2;a=@1", ["a": .date(1)]), ("2;a=%\"%25\"", ["a": .display("%")]),
            ("2;a=b/c:d", ["a": .word("b/c:d")]), ("2;a=::", ["a": .byteSequence([])]), ("2;a ", ["a": .boolean(true)]),
            ("2;a=-1.5", ["a": .thousandths(-1500)]), ("2;*", ["*": .boolean(true)]),
        ]
        for (input, parameters) in rows {
            let item = SF.Item(.integer(2), parameters: SF.Parameters(parameters))
            XCTAssertEqual(try SF.Item.parse([UInt8](input.utf8)), item, input.debugDescription)
        }
        let refused = [
            RefusedRow("2;", 2, .key), RefusedRow("2; ", 3, .key), RefusedRow("2;;a", 2, .key),
            RefusedRow("2;=1", 2, .key), RefusedRow("2;a=", 4, .bareItem), RefusedRow("2 ;a", 2, .end),
            RefusedRow("2;\ta", 2, .key), RefusedRow("2;A", 2, .key), RefusedRow("2;aA", 3, .end),
            RefusedRow("2;1a", 2, .key), RefusedRow("2;a= 1", 4, .bareItem), RefusedRow("2;a =1", 4, .end),
            RefusedRow("2;a=(1)", 4, .bareItem), RefusedRow("2;a=1;", 6, .key), RefusedRow("2;\"a\"", 2, .key),
            RefusedRow("2;a==1", 4, .bareItem), RefusedRow(";a", 0, .bareItem), RefusedRow("2;a,b", 3, .end),
        ]
        for row in refused { row.check(SF.Item.parse) }
    }

    /// RFC 9651 §4.2 and RFC 9110 §5.2: all lines of a field are one value.
    func testLinesAreCombined() throws {
        func lines(_ texts: [String]) -> [[UInt8]] { texts.map { [UInt8]($0.utf8) } }

        XCTAssertEqual(
            try SF.List.parse(lines: lines(["sugar, tea", "rum"])), try SF.List.parse([UInt8]("sugar, tea, rum".utf8)))
        XCTAssertEqual(
            try SF.Dictionary.parse(lines: lines(["foo=1", "bar=2"])),
            SF.Dictionary(["foo": .bare(.integer(1)), "bar": .bare(.integer(2))]))
        XCTAssertEqual(
            try SF.Dictionary.parse(lines: lines(["a=1", "b", "a=2"])),
            SF.Dictionary(["a": .bare(.integer(2)), "b": .bare(.boolean(true))]))
        XCTAssertEqual(try SF.List.parse(lines: []), SF.List())
        XCTAssertEqual(try SF.Dictionary.parse(lines: []), SF.Dictionary())
        XCTAssertEqual(try SF.List.parse(lines: [[]]), SF.List())
        XCTAssertEqual(try SF.Item.parse(lines: lines(["5; a"])), try SF.Item.parse([UInt8]("5;a".utf8)))
        // A string may fall to pieces over lines without a parser noticing (§4.2).
        XCTAssertEqual(try SF.List.parse(lines: lines(["\"foo", "bar\""])), SF.List([.bare(.string("foo, bar"))]))

        let refused: [([String], StructuredFieldError)] = [
            (["1", ""], StructuredFieldError(line: 1, offset: 0, expected: .memberAfterComma)),
            (["", "1"], StructuredFieldError(line: 0, offset: 0, expected: .bareItem)),
            (["1", "", "2"], StructuredFieldError(line: 1, offset: 0, expected: .bareItem)),
            (["1,", "2"], StructuredFieldError(line: 0, offset: 2, expected: .bareItem)),
            (["1", "2 3"], StructuredFieldError(line: 1, offset: 2, expected: .commaOrEnd)),
            (["1", "22", "!"], StructuredFieldError(line: 2, offset: 0, expected: .bareItem)),
            (["(1", "2)"], StructuredFieldError(line: 0, offset: 2, expected: .spaceOrClosingParenthesis)),
            (["a;", "b"], StructuredFieldError(line: 0, offset: 2, expected: .key)),
            (["a", "\"b"], StructuredFieldError(line: 1, offset: 2, expected: .closingQuote)),
        ]
        for (texts, wanted) in refused {
            XCTAssertThrowsError(try SF.List.parse(lines: lines(texts)), "\(texts)") {
                XCTAssertEqual($0 as? StructuredFieldError, wanted, "\(texts)")
            }
        }
        XCTAssertThrowsError(try SF.Item.parse(lines: lines(["1", "2"]))) {
            XCTAssertEqual($0 as? StructuredFieldError, StructuredFieldError(line: 0, offset: 1, expected: .end))
        }
        XCTAssertThrowsError(try SF.Item.parse(lines: [])) {
            XCTAssertEqual($0 as? StructuredFieldError, StructuredFieldError(offset: 0, expected: .bareItem))
        }
    }

    /// The least that RFC 9651 §3.1, §3.1.1, §3.1.2 and §3.2 let a parser support, and more.
    func testSizesThatMustBeSupported() throws {
        let key = String(repeating: "k", count: 64)
        let list = try SF.List.parse([UInt8]((0..<4096).map(String.init).joined(separator: ",").utf8))
        XCTAssertEqual(list.members.count, 4096)
        XCTAssertEqual(list.members[4095], .bare(.integer(4095)))
        let inner = try SF.List.parse([UInt8]("(\((0..<1024).map(String.init).joined(separator: " ")))".utf8))
        guard case .innerList(let innerList) = inner.members[0] else { return XCTFail("no inner list") }
        XCTAssertEqual(innerList.items.count, 1024)
        let members = (0..<4096).map { "\(key)\($0)=\($0)" }.joined(separator: ",")
        let dictionary = try SF.Dictionary.parse([UInt8](members.utf8))
        XCTAssertEqual(dictionary.count, 4096)
        XCTAssertEqual(dictionary["\(key)4095"], .bare(.integer(4095)))
        XCTAssertEqual(dictionary.entries[17].key, "\(key)17")
        let item = try SF.Item.parse([UInt8](("a" + (0..<1024).map { ";\(key)\($0)" }.joined()).utf8))
        XCTAssertEqual(item.parameters.count, 1024)
        XCTAssertEqual(item.parameters["\(key)1023"], .boolean(true))
    }

    func testErrorsSayWhereAndWhat() {
        XCTAssertThrowsError(try SF.Item.parse([UInt8]("\"a".utf8))) {
            XCTAssertEqual("\($0)", "line 0, byte 2: expected a closing double quote")
        }
        let wordings = Set(StructuredFieldError.Expectation.allCases.map(\.rawValue))
        XCTAssertEqual(wordings.count, StructuredFieldError.Expectation.allCases.count)
    }
}
