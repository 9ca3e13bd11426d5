import HTTPCacheSemantics
import XCTest

final class StructuredFieldsBareItemsTests: XCTestCase {
    private func check(_ rows: [(String, SF.BareItem)]) {
        for (input, bareItem) in rows {
            XCTAssertEqual(try SF.Item.parse([UInt8](input.utf8)), SF.Item(bareItem), input.debugDescription)
        }
    }

    private func refuse(_ rows: [RefusedRow]) {
        for row in rows { row.check(SF.Item.parse) }
    }

    /// RFC 9651 §3.3.1, §4.2.4
    func testIntegers() {
        check([
            ("42", .integer(42)), ("5", .integer(5)), ("0", .integer(0)), ("-0", .integer(0)), ("00", .integer(0)),
            ("0002", .integer(2)), ("-01", .integer(-1)), ("-42", .integer(-42)), (" 42", .integer(42)),
            ("42  ", .integer(42)), ("   42 ", .integer(42)),
            ("999999999999999", .integer(999_999_999_999_999)),
            ("-999999999999999", .integer(-999_999_999_999_999)),
            ("000000000000007", .integer(7)),
        ])
        refuse([
            RefusedRow("", 0, .bareItem), RefusedRow("   ", 3, .bareItem), RefusedRow("-", 1, .digit),
            RefusedRow("--1", 1, .digit), RefusedRow("- 1", 1, .digit), RefusedRow("-a", 1, .digit),
            RefusedRow("+1", 0, .bareItem), RefusedRow("1 2", 2, .end), RefusedRow("4-2", 1, .end),
            RefusedRow("1_000", 1, .end), RefusedRow("0x10", 1, .end), RefusedRow("1e3", 1, .end),
            RefusedRow("1000000000000000", 15, .fifteenDigits),
            RefusedRow("-1000000000000000", 16, .fifteenDigits),
            RefusedRow("0000000000000000", 15, .fifteenDigits),
            RefusedRow("99999999999999999999999999", 15, .fifteenDigits),
            RefusedRow("9999999999999999.5", 15, .fifteenDigits),
            RefusedRow("1,000", 1, .end), RefusedRow("\t42", 0, .bareItem), RefusedRow("42\t", 2, .end),
            RefusedRow("42\n", 2, .end), RefusedRow("42\0", 2, .end), RefusedRow("４２", 0, .bareItem),
        ])
    }

    /// RFC 9651 §3.3.2, §4.2.4
    func testDecimals() {
        check([
            ("4.5", .thousandths(4500)), ("1.5", .thousandths(1500)), ("0.0", .thousandths(0)),
            ("-0.0", .thousandths(0)), ("0002.5", .thousandths(2500)), ("-01.334", .thousandths(-1334)),
            ("5.230", .thousandths(5230)), ("-0.40", .thousandths(-400)), ("0.001", .thousandths(1)),
            ("-0.001", .thousandths(-1)), ("1.02", .thousandths(1020)), ("0.1", .thousandths(100)),
            ("999999999999.999", .thousandths(999_999_999_999_999)),
            ("-999999999999.999", .thousandths(-999_999_999_999_999)),
            ("000000000001.100", .thousandths(1100)), ("123456789012.1", .thousandths(123_456_789_012_100)),
        ])
        refuse([
            RefusedRow("1.", 2, .fractionDigit), RefusedRow("1. 5", 2, .fractionDigit),
            RefusedRow(".5", 0, .bareItem), RefusedRow("-.5", 1, .digit), RefusedRow("1.a", 2, .fractionDigit),
            RefusedRow("1.-5", 2, .fractionDigit), RefusedRow("1..5", 2, .fractionDigit),
            RefusedRow("1.5.5", 3, .end), RefusedRow("1.0000", 5, .threeFractionDigits),
            RefusedRow("1.2345", 5, .threeFractionDigits),
            RefusedRow("1.00000000000000000", 5, .threeFractionDigits),
            RefusedRow("1234567890123.0", 13, .twelveIntegerDigits),
            RefusedRow("-1234567890123.0", 14, .twelveIntegerDigits),
            RefusedRow("0000000000000.1", 13, .twelveIntegerDigits),
            RefusedRow("999999999999999.9", 15, .twelveIntegerDigits), RefusedRow("1.5e1", 3, .end),
            RefusedRow("1,5", 1, .end),
        ])
    }

    /// RFC 9651 §3.3.3, §4.2.5
    func testStrings() {
        let long = String(repeating: "x", count: 4096)
        check([
            (#""hello world""#, .string("hello world")), (#""""#, .string("")), (#""foo""#, .string("foo")),
            (#""a b""#, .string("a b")), (#""   ""#, .string("   ")), (#""b \"a\" r""#, .string(#"b "a" r"#)),
            (#""\\""#, .string(#"\"#)), (#""\"""#, .string("\"")), (#""\\\"""#, .string(#"\""#)),
            (#""a\\b\\c""#, .string(#"a\b\c"#)), (#""'""#, .string("'")), (#""%22""#, .string("%22")),
            (#""a,b;c=d""#, .string("a,b;c=d")), (#""~ !""#, .string("~ !")),
            ("\"\(long)\"", .string(long)), ("\"\\\\\(long)\"", .string("\\" + long)),
        ])
        refuse([
            RefusedRow("\"", 1, .closingQuote), RefusedRow("\"foo", 4, .closingQuote),
            RefusedRow("\"foo\\\"", 6, .closingQuote), RefusedRow("\"foo\\", 5, .escapedCharacter),
            RefusedRow("\"\\a\"", 2, .escapedCharacter), RefusedRow("\"\\ \"", 2, .escapedCharacter),
            RefusedRow("\"\\n\"", 2, .escapedCharacter), RefusedRow("\"\\\\\\x\"", 4, .escapedCharacter),
            RefusedRow("\"a\tb\"", 2, .visibleCharacter), RefusedRow("\"a\nb\"", 2, .visibleCharacter),
            RefusedRow("\"\0\"", 1, .visibleCharacter), RefusedRow("\"\u{7F}\"", 1, .visibleCharacter),
            RefusedRow("\"é\"", 1, .visibleCharacter), RefusedRow("\"\\\\é\"", 3, .visibleCharacter),
            RefusedRow("'foo'", 0, .bareItem), RefusedRow("\"a\" \"b\"", 4, .end),
            RefusedRow("\"a\"b", 3, .end), RefusedRow("\"\\\"\r\"", 3, .visibleCharacter),
        ])
    }

    /// RFC 9651 §3.3.4, §4.2.6
    func testTokens() {
        let long = String(repeating: "t", count: 2048)
        check([
            ("foo123/456", .word("foo123/456")), ("a", .word("a")), ("*", .word("*")), ("*a", .word("*a")),
            ("A", .word("A")), ("Foo", .word("Foo")), ("a:b", .word("a:b")), ("a//b::c", .word("a//b::c")),
            ("a!#$%&'*+-.^_`|~", .word("a!#$%&'*+-.^_`|~")), ("z9", .word("z9")), ("true", .word("true")),
            ("cde_456", .word("cde_456")), (long, .word(long)),
        ])
        refuse([
            RefusedRow("/a", 0, .bareItem), RefusedRow("_a", 0, .bareItem), RefusedRow("!a", 0, .bareItem),
            RefusedRow("a b", 2, .end), RefusedRow("a(b)", 1, .end), RefusedRow("a\"b\"", 1, .end),
            RefusedRow("a@b", 1, .end), RefusedRow("a[0]", 1, .end), RefusedRow("a{}", 1, .end),
            RefusedRow("aé", 1, .end), RefusedRow("é", 0, .bareItem), RefusedRow("a\\b", 1, .end),
            RefusedRow("a=b", 1, .end), RefusedRow("a,b", 1, .end), RefusedRow("(a)", 0, .bareItem),
        ])
    }

    /// RFC 9651 §3.3.5, §4.2.7; RFC 4648 §10 for the vectors
    func testByteSequences() {
        check([
            (
                ":cHJldGVuZCB0aGlzIGlzIGJpbmFyeSBjb250ZW50Lg==:",
                .byteSequence([UInt8]("pretend this is binary content.".utf8))
            ),
            (":w4ZibGV0w6ZydGU=:", .byteSequence([UInt8]("Æbletærte".utf8))), ("::", .byteSequence([])),
            (":Zg==:", .byteSequence([UInt8]("f".utf8))), (":Zm8=:", .byteSequence([UInt8]("fo".utf8))),
            (":Zm9v:", .byteSequence([UInt8]("foo".utf8))), (":Zm9vYg==:", .byteSequence([UInt8]("foob".utf8))),
            (":Zm9vYmE=:", .byteSequence([UInt8]("fooba".utf8))),
            (":Zm9vYmFy:", .byteSequence([UInt8]("foobar".utf8))),
            // Padding left out.
            (":Zg:", .byteSequence([UInt8]("f".utf8))), (":Zg=:", .byteSequence([UInt8]("f".utf8))),
            (":Zm8:", .byteSequence([UInt8]("fo".utf8))),
            // Pad bits set.
            (":iZ==:", .byteSequence([0x89])), (":Zh==:", .byteSequence([UInt8]("f".utf8))),
            (":Zm9=:", .byteSequence([UInt8]("fo".utf8))),
            (":+/+/:", .byteSequence([0xFB, 0xFF, 0xBF])), (":AAAA:", .byteSequence([0, 0, 0])),
            (":////:", .byteSequence([255, 255, 255])),
        ])
        refuse([
            RefusedRow(":", 1, .closingColon), RefusedRow(":Zm9v", 5, .closingColon),
            RefusedRow(":Z:", 2, .base64Quantum), RefusedRow(":Zm9vZ:", 6, .base64Quantum),
            RefusedRow(":=:", 1, .base64PaddingAtEnd), RefusedRow(":Z=:", 2, .base64PaddingAtEnd),
            RefusedRow(":Zg===:", 5, .base64PaddingAtEnd), RefusedRow(":Zm8==:", 5, .base64PaddingAtEnd),
            RefusedRow(":Zm9v=:", 5, .base64PaddingAtEnd), RefusedRow(":Zg==Zg==:", 5, .base64PaddingAtEnd),
            RefusedRow(":Z=g=:", 2, .base64PaddingAtEnd), RefusedRow(":Zg=Z:", 4, .base64PaddingAtEnd),
            RefusedRow(":Zm 9v:", 3, .base64Character), RefusedRow(":Zm\n9v:", 3, .base64Character),
            RefusedRow(":Zm9v.:", 5, .base64Character), RefusedRow(":_-Zg:", 1, .base64Character),
            RefusedRow(":Zm9é:", 4, .base64Character), RefusedRow(":\"Zg\":", 1, .base64Character),
            RefusedRow(":Zg==", 5, .closingColon), RefusedRow("Zg==:", 2, .end),
            RefusedRow(":Zg==: :Zg==:", 7, .end), RefusedRow(":::", 2, .end),
        ])
        // The least length that §3.3.5 lets a parser support: 16384 = 3 * 5461 + 1 octets.
        let encoded = ":" + String(repeating: "A", count: 4 * 5461 + 2) + "==:"
        let large = SF.Item(.byteSequence([UInt8](repeating: 0, count: 16384)))
        XCTAssertTrue(try SF.Item.parse([UInt8](encoded.utf8)) == large)
    }

    /// RFC 9651 §3.3.6, §4.2.8
    func testBooleans() {
        check([("?1", .boolean(true)), ("?0", .boolean(false)), (" ?1 ", .boolean(true))])
        refuse([
            RefusedRow("?", 1, .zeroOrOne), RefusedRow("?2", 1, .zeroOrOne), RefusedRow("?true", 1, .zeroOrOne),
            RefusedRow("? 1", 1, .zeroOrOne), RefusedRow("?10", 2, .end), RefusedRow("?-1", 1, .zeroOrOne),
            RefusedRow("?T", 1, .zeroOrOne), RefusedRow("??1", 1, .zeroOrOne), RefusedRow("1?", 1, .end),
        ])
    }

    /// RFC 9651 §3.3.7, §4.2.9
    func testDates() {
        check([
            ("@1659578233", .date(1_659_578_233)), ("@0", .date(0)), ("@-1", .date(-1)), ("@-0", .date(0)),
            ("@-62135596800", .date(-62_135_596_800)), ("@253402214400", .date(253_402_214_400)),
            ("@999999999999999", .date(999_999_999_999_999)), ("@01", .date(1)),
        ])
        refuse([
            RefusedRow("@", 1, .digit), RefusedRow("@-", 2, .digit), RefusedRow("@ 1", 1, .digit),
            RefusedRow("@a", 1, .digit), RefusedRow("@1.5", 1, .integerDate), RefusedRow("@1.", 3, .fractionDigit),
            RefusedRow("@@1", 1, .digit), RefusedRow("@\"1\"", 1, .digit), RefusedRow("@1 1", 3, .end),
            RefusedRow("@1000000000000000", 16, .fifteenDigits), RefusedRow("@1659578233.0", 1, .integerDate),
            RefusedRow("1@", 1, .end),
        ])
    }

    /// RFC 9651 §3.3.8, §4.2.10
    func testDisplayStrings() {
        check([
            (#"%"This is intended for display to %c3%bcsers.""#, .display("This is intended for display to üsers.")),
            (#"%"""#, .display("")), (#"%"foo bar""#, .display("foo bar")), (#"%"%22%25""#, .display("\"%")),
            (#"%"\""#, .display("\\")), (#"%"%00%7f""#, .display("\0\u{7F}")), (#"%"%41""#, .display("A")),
            (#"%"%e6%b0%97""#, .display("気")), (#"%"%f0%9f%98%80""#, .display("\u{1F600}")),
            (#"%"%ef%bb%bfx""#, .display("\u{FEFF}x")), (#"%"%ef%bf%bf""#, .display("\u{FFFF}")),
            (#"%"%f4%8f%bf%bf""#, .display("\u{10FFFF}")), (#"%"%ed%9f%bf%ee%80%80""#, .display("\u{D7FF}\u{E000}")),
            (#"%"e%cc%81""#, .display("e\u{301}")),
        ])
        refuse([
            RefusedRow("%", 1, .openingQuote), RefusedRow("%a", 1, .openingQuote), RefusedRow("%'a'", 1, .openingQuote),
            RefusedRow("% \"a\"", 1, .openingQuote), RefusedRow("%\"", 2, .closingQuote),
            RefusedRow("%\"foo", 5, .closingQuote), RefusedRow("%\"a\" %\"b\"", 5, .end),
            RefusedRow("%\"%\"", 3, .lowerCaseHexDigit), RefusedRow("%\"%c", 4, .lowerCaseHexDigit),
            RefusedRow("%\"%c\"", 4, .lowerCaseHexDigit), RefusedRow("%\"%C3%BC\"", 3, .lowerCaseHexDigit),
            RefusedRow("%\"%c3%Bc\"", 6, .lowerCaseHexDigit), RefusedRow("%\"%g0\"", 3, .lowerCaseHexDigit),
            RefusedRow("%\"%%25\"", 3, .lowerCaseHexDigit), RefusedRow("%\"100%\"", 6, .lowerCaseHexDigit),
            RefusedRow("%\"ü\"", 2, .visibleCharacter), RefusedRow("%\"a\tb\"", 3, .visibleCharacter),
            RefusedRow("%\"a\0\"", 3, .visibleCharacter), RefusedRow("%\"a\u{7F}\"", 3, .visibleCharacter),
            // A lone continuation, a cut sequence, overlong forms, a surrogate, above U+10FFFF, never-valid bytes.
            RefusedRow("%\"%80\"", 2, .utf8), RefusedRow("%\"%c3\"", 2, .utf8), RefusedRow("%\"%c3(\"", 2, .utf8),
            RefusedRow("%\"%e6%b0\"", 2, .utf8), RefusedRow("%\"%f0%9f%98\"", 2, .utf8),
            RefusedRow("%\"%c0%af\"", 2, .utf8), RefusedRow("%\"%c1%bf\"", 2, .utf8),
            RefusedRow("%\"%e0%80%af\"", 2, .utf8), RefusedRow("%\"%f0%80%80%af\"", 2, .utf8),
            RefusedRow("%\"%ed%a0%80\"", 2, .utf8), RefusedRow("%\"%f4%90%80%80\"", 2, .utf8),
            RefusedRow("%\"%f5%80%80%80\"", 2, .utf8), RefusedRow("%\"%ff\"", 2, .utf8),
            RefusedRow("%\"a%fea\"", 2, .utf8),
        ])
        XCTAssertNotEqual(
            SF.DisplayString("e\u{301}"), SF.DisplayString("\u{E9}"), "code points differ, no normalization")
        XCTAssertEqual(Set([SF.DisplayString("a"), SF.DisplayString("a"), SF.DisplayString("e\u{301}")]).count, 2)
    }

    private let lowerCase = "abcdefghijklmnopqrstuvwxyz"
    private let upperCase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    private let digits = "0123456789"

    /// Which of the 256 bytes make `prefix byte suffix` a value.
    private func accepted(_ prefix: String, _ suffix: String) -> Set<UInt8> {
        Set((0...255).filter { (try? SF.Item.parse(prefix.utf8 + [$0] + suffix.utf8)) != nil })
    }

    /// Each character class of §4.2 against its list in the RFC, over all 256 bytes.
    func testCharacterClasses() {
        // A space ends the item and is then discarded; ";" would begin a parameter.
        let token = lowerCase + upperCase + digits + "!#$%&'*+-.^_`|~" + ":/" + " "
        XCTAssertEqual(accepted("a", ""), Set(token.utf8))
        XCTAssertEqual(accepted("", "aa"), Set((lowerCase + upperCase + "* ").utf8))
        XCTAssertEqual(accepted("1;", ""), Set((lowerCase + "*").utf8))
        XCTAssertEqual(accepted("1;a", ""), Set((lowerCase + digits + "_-.* ").utf8))
        XCTAssertEqual(accepted("\"", "\""), Set(0x20...0x7E).subtracting("\"\\".utf8))
        XCTAssertEqual(accepted("\"\\", "\""), Set("\"\\".utf8))
        XCTAssertEqual(accepted("%\"", "\""), Set(0x20...0x7E).subtracting("\"%".utf8))
        XCTAssertEqual(accepted("%\"%4", "\""), Set((digits + "abcdef").utf8))
        XCTAssertEqual(accepted(":AAA", ":"), Set((lowerCase + upperCase + digits + "+/=").utf8))
        XCTAssertEqual(accepted("?", ""), Set("01".utf8))
        XCTAssertEqual(accepted("-", ""), Set(digits.utf8))
    }
}
