import HTTPCacheSemantics
import XCTest

final class StructuredFieldsSerializingTests: XCTestCase {
    /// RFC 9651 §4.1.3 to §4.1.11
    func testBareItems() {
        let rows: [(SF.BareItem, String)] = [
            (.integer(0), "0"), (.integer(-42), "-42"), (.integer(999_999_999_999_999), "999999999999999"),
            (.integer(-999_999_999_999_999), "-999999999999999"),
            (.thousandths(0), "0.0"), (.thousandths(1), "0.001"), (.thousandths(-1), "-0.001"),
            (.thousandths(1500), "1.5"), (.thousandths(1050), "1.05"), (.thousandths(1005), "1.005"),
            (.thousandths(-400), "-0.4"), (.thousandths(10000), "10.0"), (.thousandths(5230), "5.23"),
            (.thousandths(999_999_999_999_999), "999999999999.999"),
            (.thousandths(-999_999_999_999_999), "-999999999999.999"),
            (.string(""), "\"\""), (.string("hello world"), "\"hello world\""), (.string("a\"b\\c"), #""a\"b\\c""#),
            (.word("foo123/456"), "foo123/456"), (.word("*"), "*"), (.word("A:b"), "A:b"),
            (.byteSequence([]), "::"), (.byteSequence([UInt8]("f".utf8)), ":Zg==:"),
            (.byteSequence([UInt8]("fo".utf8)), ":Zm8=:"), (.byteSequence([UInt8]("foobar".utf8)), ":Zm9vYmFy:"),
            (.byteSequence([0xFB, 0xFF, 0xBF]), ":+/+/:"),
            (
                .byteSequence([UInt8]("pretend this is binary content.".utf8)),
                ":cHJldGVuZCB0aGlzIGlzIGJpbmFyeSBjb250ZW50Lg==:"
            ),
            (.boolean(true), "?1"), (.boolean(false), "?0"), (.date(1_659_578_233), "@1659578233"), (.date(-1), "@-1"),
            (.display("This is intended for display to üsers."), #"%"This is intended for display to %c3%bcsers.""#),
            (.display("\"%\\"), #"%"%22%25\""#), (.display("\0\u{1F}\u{7F}"), #"%"%00%1f%7f""#),
            (.display("\u{1F600}"), #"%"%f0%9f%98%80""#), (.display(""), "%\"\""),
        ]
        for (bareItem, text) in rows {
            XCTAssertEqual(try SF.Item(bareItem).serialized(), [UInt8](text.utf8), text)
        }
    }

    func testWhatCannotBeSerialized() {
        let rows: [(SF.BareItem, StructuredFieldSerializationError)] = [
            (.integer(1_000_000_000_000_000), .numberOutOfRange(1_000_000_000_000_000)),
            (.integer(-1_000_000_000_000_000), .numberOutOfRange(-1_000_000_000_000_000)),
            (.integer(.max), .numberOutOfRange(.max)), (.integer(.min), .numberOutOfRange(.min)),
            (.date(1_000_000_000_000_000), .numberOutOfRange(1_000_000_000_000_000)),
            (.thousandths(1_000_000_000_000_000), .numberOutOfRange(1_000_000_000_000_000)),
            (.thousandths(.min), .numberOutOfRange(.min)),
            (.string("é"), .stringNotPrintableASCII), (.string("a\tb"), .stringNotPrintableASCII),
            (.string("a\nb"), .stringNotPrintableASCII), (.string("\0"), .stringNotPrintableASCII),
            (.string("\u{7F}"), .stringNotPrintableASCII),
            (.word(""), .invalidToken("")), (.word("1a"), .invalidToken("1a")), (.word("a b"), .invalidToken("a b")),
            (.word("/a"), .invalidToken("/a")), (.word("a,b"), .invalidToken("a,b")), (.word("é"), .invalidToken("é")),
            (.word("aé"), .invalidToken("aé")), (.word("a\r\n"), .invalidToken("a\r\n")),
        ]
        for (bareItem, wanted) in rows {
            let item = SF.Item(bareItem)
            XCTAssertThrowsError(try item.serialized(), "\(bareItem)") {
                XCTAssertEqual($0 as? StructuredFieldSerializationError, wanted)
            }
            XCTAssertThrowsError(try SF.List([.innerList(SF.InnerList([item]))]).serialized(), "\(bareItem)")
            let parameters = SF.Parameters(["a": bareItem])
            XCTAssertThrowsError(try SF.Item(.integer(1), parameters: parameters).serialized(), "\(bareItem)")
        }
        for key in ["", "A", "aB", "1", "-a", "a b", "é", "aé", "a=", "a/b"] {
            XCTAssertThrowsError(try SF.Item(.integer(1), parameters: SF.Parameters([key: .integer(1)])).serialized()) {
                XCTAssertEqual($0 as? StructuredFieldSerializationError, .invalidKey(key))
            }
            XCTAssertThrowsError(try SF.Dictionary([key: .bare(.integer(1))]).serialized()) {
                XCTAssertEqual($0 as? StructuredFieldSerializationError, .invalidKey(key))
            }
        }
    }

    /// Each value as it comes, and as it has to be written (RFC 9651 §4.1.1, §4.1.2).
    func testCanonicalForms() throws {
        let lists = [
            ("sugar,tea ,\trum", "sugar, tea, rum"), ("(  1   2  );a=?1; b=?0", "(1 2);a;b=?0"),
            (#"abc;a=1;b=2; cde_456, (ghi;jk=4 l);q="9";r=w"#, #"abc;a=1;b=2;cde_456, (ghi;jk=4 l);q="9";r=w"#),
            ("0002, -01, -0, 0002.5, 5.230, -0.40, -0.0", "2, -1, 0, 2.5, 5.23, -0.4, 0.0"),
            (":Zg:, :Zh==:, :Zm8:", ":Zg==:, :Zg==:, :Zm8=:"), ("a;b;c;b=1", "a;b=1;c"), ("()", "()"),
            (#"%"%41%22""#, #"%"A%22""#), ("?1", "?1"), ("(?1)", "(?1)"),
        ]
        for (input, canonical) in lists {
            let list = try SF.List.parse([UInt8](input.utf8))
            XCTAssertEqual(try list.serialized(), [UInt8](canonical.utf8), input)
        }
        let dictionaries = [
            ("a=?0, b, c; foo=bar", "a=?0, b, c;foo=bar"), ("a=?1;x=?1,b=()", "a;x, b=()"),
            ("a=1,b=2,a=3", "a=3, b=2"), ("d=(5 6);valid", "d=(5 6);valid"), ("a=(?1)", "a=(?1)"),
        ]
        for (input, canonical) in dictionaries {
            let dictionary = try SF.Dictionary.parse([UInt8](input.utf8))
            XCTAssertEqual(try dictionary.serialized(), [UInt8](canonical.utf8), input)
        }
    }

    func testAnEmptyContainerIsNoField() {
        XCTAssertNil(try SF.List().serialized())
        XCTAssertNil(try SF.Dictionary().serialized())
    }
}
