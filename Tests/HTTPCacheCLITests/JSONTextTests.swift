import Foundation
import XCTest

@testable import HTTPCacheCLI

final class JSONTextTests: XCTestCase {
    private func read(_ json: String) throws -> JSONText {
        var text = JSONText()
        let bytes = Array(json.utf8)
        try text.read(bytes, 0..<bytes.count)
        return text
    }

    /// Accepted or refused as RFC 8259 says, and as Foundation does.
    func testGrammar() {
        let valid = [
            "null", " true ", "false", "0", "-0", "-1", "10", "1.5", "1e5", "1E+5", "1.0e-5", "\"\"", "\"a\"", "[]",
            "[ ]",
            "[1, 2]", "{}", "{ }", "{\"a\":1,\"b\":[{}]}", "\"\\u00e9\\n\\/\\\"\"", "\"\\ud83d\\ude00\"",
            "\"\u{E9}\u{7F}\"",
            "\t\r\n[\t\r\n]\t\r\n",
        ]
        let invalid = [
            "", " ", "nul", "nulll", "True", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "\"", "\"\\\"", "\"\\a\"",
            "\"\\u12g4\"", "\"\\ud83d\"", "\"\\ude00\"", "\"\n\"", "[", "[1", "[1,", "[,1]", "[1 2]", "{", "{\"a\"}",
            "{\"a\":}",
            "{a:1}", "{\"a\":1,}", "[1]]", "1 2", "\u{FEFF}1", "'a'", "[1,]",
        ]
        for json in valid { XCTAssertNoThrow(try read(json), json) }
        for json in invalid { XCTAssertThrowsError(try read(json), json) }
        for json in valid { XCTAssertNoThrow(try foundation(json), json) }
    }

    private func foundation(_ json: String) throws {
        _ = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
    }

    func testStrings() throws {
        let rows: [(String, String)] = [
            (#""""#, ""), (#""abc""#, "abc"), (#""\b\f\n\r\t\/\\\"""#, "\u{8}\u{C}\n\r\t/\\\""),
            (#""\u0041\u00E9""#, "A\u{E9}"),
            (#""\ud83d\ude00""#, "\u{1F600}"), ("\"\u{1F600}\u{E9}\"", "\u{1F600}\u{E9}"), (#""\u0000""#, "\0"),
        ]
        for (json, value) in rows { XCTAssertEqual(try read(json).string(.root), value, json) }
    }

    func testLatin1() throws {
        XCTAssertEqual(try read(#""a\u00ff\u0000""#).latin1(.root), [0x61, 0xFF, 0])
        XCTAssertEqual(try read("\"\u{E9}\"").latin1(.root), [0xE9])
        XCTAssertThrowsError(try read("\"\u{100}\"").latin1(.root))
    }

    func testIntegers() throws {
        let rows: [(String, Int64?)] = [
            ("0", 0), ("-0", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1e2", nil), ("1.0", nil), ("true", nil),
            ("\"1\"", nil),
        ]
        for (json, value) in rows { XCTAssertEqual(try read(json).integer(.root), value, json) }
    }

    func testMembersAreFoundHoweverTheyAreWritten() throws {
        let text = try read(#"{"a":{"b":1},"\u0062":[1,2],"c":3}"#)
        let array = try text.required("b", of: .root)
        XCTAssertEqual(text.kind(of: array), .array)
        XCTAssertEqual(try text.required("c", of: .root).index, 10)
        XCTAssertNil(text.member("d", of: .root))
        XCTAssertNil(text.member("a", of: array))
        XCTAssertNoThrow(try text.checkMembers(of: .root, ["c", "b", "a"]))
        XCTAssertThrowsError(try text.checkMembers(of: .root, ["c", "b"]))
    }

    /// More names than are compared one by one.
    func testManyNamesMustDiffer() throws {
        let names = (0..<40).map { "\"n\($0)\":0" }
        XCTAssertNoThrow(try read("{" + names.joined(separator: ",") + "}"))
        for twice in [0, 15, 16, 17, 39] {
            XCTAssertThrowsError(try read("{" + (names + ["\"n\(twice)\":0"]).joined(separator: ",") + "}"), "\(twice)")
        }
    }

    func testOneValueReadsTextAfterText() throws {
        var text = JSONText()
        let bytes = Array("[1] {\"a\":2}".utf8)
        try text.read(bytes, 0..<3)
        XCTAssertEqual(text.tokens.count, 2)
        try text.read(bytes, 4..<bytes.count)
        XCTAssertEqual(text.integer(try text.required("a", of: .root)), 2)
        XCTAssertEqual(text.offset(of: .root), 4)
    }
}
