import XCTest

@testable import HTTPTranscript

final class JSONCursorTests: XCTestCase {
    private func cursor(_ text: String) -> JSONCursor {
        let bytes = Array(text.utf8)
        return JSONCursor(bytes, 0..<bytes.count)
    }

    /// The fault of passing over the whole text; nil where it is JSON.
    private func fault(_ text: String) -> JSONFault? {
        var cursor = cursor(text)
        do throws(JSONFault) {
            try cursor.skipValue()
            try cursor.expectEnd()
            return nil
        } catch {
            return error
        }
    }

    func testWhatIsPassedOver() {
        let texts = [
            "null", " true ", "\t\r\nfalse", "0", "-0", "12.50", "1e9", "-1.5E-3", "\"\"", "\"a\\n\\u00e9\\\"\"", "{}",
            "[ ]", "[1,2 , [3]]", "{\"a\":{\"b\":[null]},\"c\":\"}\"}",
            // Half a pair has the form of an escape; whoever wants the text minds.
            "\"\\ud800\"", String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
        ]
        for text in texts { XCTAssertNil(fault(text), text) }
    }

    func testWhatIsRefused() {
        let rows: [(text: String, message: String, offset: Int)] = [
            ("", "the text ends where a value is expected", 0),
            ("  ", "the text ends where a value is expected", 2),
            ("nul", "expected a value", 0), ("truth", "expected a value", 0), ("Infinity", "expected a value", 0),
            ("NaN", "expected a value", 0), ("'a'", "expected a value", 0), ("+1", "expected a value", 0),
            ("01", "a number has no leading zero", 0), ("-", "expected a digit", 1), ("1.", "expected a digit", 2),
            ("1e", "expected a digit", 2), (".5", "expected a value", 0),
            ("1 2", "expected the end of the text", 2), ("{} x", "expected the end of the text", 3),
            ("\"a", "a string without its closing quote", 0), ("\"a\\", "a string without its closing quote", 0),
            ("\"\\x\"", "no such escape", 1), ("\"\\u12g4\"", "expected four hex digits", 1),
            ("\"\\u12\"", "expected four hex digits", 1), ("\"a\nb\"", "a control byte in a string", 2),
            ("[1", "the text ends inside a value", 2), ("[1 2]", "expected , or ]", 3), ("[1,]", "expected a value", 3),
            ("[,1]", "expected a value", 1), ("{1:2}", "expected a name", 1), ("{\"a\" 1}", "expected a colon", 5),
            ("{\"a\":1,}", "expected a name", 7), ("{\"a\":1 \"b\":2}", "expected , or }", 7),
            ("[}", "expected a value", 1), ("{]", "expected a name", 1),
            (String(repeating: "[", count: 513), "nested deeper than 512", 512),
            (String(repeating: "{\"a\":", count: 100_000), "nested deeper than 512", 512 * 5),
        ]
        for row in rows {
            XCTAssertEqual(fault(row.text), JSONFault(row.message, at: row.offset), String(row.text.prefix(40)))
        }
    }

    func testNumbers() throws {
        let rows: [(text: String, value: Double)] = [
            ("0", 0), ("-0", 0), ("-17", -17), ("999999999999999", 999_999_999_999_999), ("2.5", 2.5), ("1e3", 1000),
            ("-1.25e-2", -0.0125), ("1e999", .infinity), ("9007199254740993000", 9.007199254740993e18),
        ]
        for row in rows {
            var cursor = cursor(row.text)
            XCTAssertEqual(try cursor.number(), row.value, row.text)
        }
    }

    func testStrings() throws {
        let rows: [(text: String, value: String)] = [
            ("\"\"", ""), ("\"a b\"", "a b"), ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{C}\n\r\t"),
            ("\"\\u0041\\u00E9\\u20ac\"", "A\u{E9}\u{20AC}"), ("\"\\ud83d\\ude00!\"", "\u{1F600}!"), ("\"é\"", "é"),
        ]
        for row in rows {
            var cursor = cursor(row.text)
            XCTAssertEqual(try cursor.string(), row.value, row.text)
        }
        for text in ["\"\\ud83d\"", "\"\\ud83dx\"", "\"\\ude00\"", "\"\\ud83d\\u0041\""] {
            var cursor = cursor(text)
            XCTAssertThrowsError(try cursor.string(), text) { error in
                XCTAssertEqual((error as? JSONFault)?.message, "half of a surrogate pair")
            }
        }
    }

    /// `a\n\u00e9b`: which byte of the text each decoded byte comes from.
    func testWhereDecodedBytesComeFrom() throws {
        let bytes = Array("a\\n\\u00e9b".utf8)
        let traced = try JSONCursor.traced(bytes, 0..<bytes.count)
        XCTAssertEqual(traced.bytes, [0x61, 0x0A, 0xC3, 0xA9, 0x62])
        XCTAssertEqual(traced.segments.map(\.start), [0, 1, 2, 4])
        XCTAssertEqual(traced.segments.map(\.source), [0, 1, 3, 9])
        XCTAssertEqual(traced.segments.map(\.isEscape), [false, true, true, false])
    }

    func testTypes() {
        var object = cursor("[]")
        XCTAssertThrowsError(try object.beginObject()) {
            XCTAssertEqual(($0 as? JSONFault)?.message, "expected an object")
        }
        var array = cursor("{}")
        XCTAssertThrowsError(try array.beginArray()) {
            XCTAssertEqual(($0 as? JSONFault)?.message, "expected an array")
        }
        var string = cursor("1")
        XCTAssertThrowsError(try string.string()) { XCTAssertEqual(($0 as? JSONFault)?.message, "expected a string") }
        var number = cursor("\"1\"")
        XCTAssertThrowsError(try number.number()) { XCTAssertEqual(($0 as? JSONFault)?.message, "expected a number") }
        var boolean = cursor("0")
        XCTAssertThrowsError(try boolean.boolean()) {
            XCTAssertEqual(($0 as? JSONFault)?.message, "expected true or false")
        }
    }
}
