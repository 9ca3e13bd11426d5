import HTTPDate
import HTTPTranscript
import XCTest

private struct NoResponse: Error {}

final class MessageTemplateTests: XCTestCase {
    private func response(_ lines: String) throws -> (SourceFile, RawMessage) {
        let (file, steps) = try steps(inAnswer(lines))
        guard case .answer(.response(let message)) = steps[1].action else { throw NoResponse() }
        return (file, message)
    }

    func testValues() throws {
        // The clock is 1000000000, Sun, 09 Sep 2001 01:46:40 GMT (date -u -d @1000000000).
        let rows: [(String, String)] = [
            ("< A: b", "b"), ("< A:b", "b"), ("< A: \t b c \t", "b c"), ("< A:", ""), ("< A: ", ""), ("< A: b\r", "b"),
            ("< A: b\tc", "b\tc"), ("< A: \"x: y\"", "\"x: y\""), ("< A: a\\nb", "a\\nb"), ("< A: {x}", "{x}"),
            ("< A: {\"date\":1}", "{\"date\":1}"), ("< A: {dates}", "{dates}"), ("< A: {date:1}", "{date:1}"),
            ("< A: {Date}", "{Date}"),
            ("< A: {date}", "Sun, 09 Sep 2001 01:46:40 GMT"),
            ("< A: {date -1d}", "Sat, 08 Sep 2001 01:46:40 GMT"),
            ("< A: {date +1h}", "Sun, 09 Sep 2001 02:46:40 GMT"),
            ("< A: {date -0.5s}", "Sun, 09 Sep 2001 01:46:39 GMT"),
            ("< A: {date +0.5s}", "Sun, 09 Sep 2001 01:46:40 GMT"),
            ("< A: {date as rfc850}", "Sunday, 09-Sep-01 01:46:40 GMT"),
            ("< A: {date +1h  as asctime}", "Sun Sep  9 02:46:40 2001"),
            ("< A: x {date}, {date +1s}", "x Sun, 09 Sep 2001 01:46:40 GMT, Sun, 09 Sep 2001 01:46:41 GMT"),
            ("<\\ A: \\x41\\102\\t\\\\\\\"\\'\\?c", "AB\t\\\"'?c"),
            ("<\\ A: \\x7fx\\a\\b\\v\\f", "\u{7F}x\u{7}\u{8}\u{B}\u{C}"),
            ("<\\ A: \\x7bdate}", "{date}"), ("<\\ A: \\x20 b \\x20", "  b  "),
            ("<\\ A: {date}", "Sun, 09 Sep 2001 01:46:40 GMT"),
            ("< A: b\n<   c\n< \td ", "b c d"), ("< A:\n<  b", " b"),
        ]
        for (line, value) in rows {
            let (file, message) = try response(line + "\n<\n")
            XCTAssertEqual(message.fields.count, 1, line)
            XCTAssertEqual(file.string(message.fields[0].name), "A", line)
            XCTAssertEqual(file.string(message.fields[0].value, at: 1_000_000_000), value, line)
        }
    }

    func testPositionsOfFields() throws {
        let file = source(inAnswer("< date: x\n< age:7\n# note\n< cache-control: public, max-age=600\n<\n"))
        guard case .answer(.response(let message)) = try Transcript.read(file).cases[0].steps[1].action
        else { return XCTFail("no response") }
        let field = message.fields[2]
        let name = file.position(of: field.name.start)
        let value = file.position(of: field.value.range.start)
        XCTAssertEqual([name.line, name.column, value.line, value.column], [9, 3, 9, 18])
        XCTAssertEqual(file.string(field.range), "cache-control: public, max-age=600")
        let part = field.value.expand(in: file, at: Instant(Settings.defaultClock)).sourceRange(of: 8..<19)
        XCTAssertEqual(file.string(part), "max-age=600")
        XCTAssertEqual(file.position(of: part.start).column, 26)
    }

    func testSourceOfExpandedBytes() throws {
        // a b | \x63 | d | {date} (29 bytes) | e | folding | f
        let (file, message) = try response("<\\ A: ab\\x63d{date}e\n<   f\n<\n")
        let text = message.fields[0].value.expand(in: file, at: Instant(Settings.defaultClock))
        let rows: [(Range<Int>, String)] = [
            (0..<1, "a"), (1..<2, "b"), (2..<3, "\\x63"), (1..<4, "b\\x63d"), (3..<4, "d"), (4..<5, "{date}"),
            (10..<20, "{date}"), (3..<33, "d{date}"), (33..<34, "e"), (35..<36, "f"), (33..<36, "e\n<   f"),
            (0..<0, ""),
            (0..<99, "ab\\x63d{date}e\n<   f"), (-5..<2, "ab"), (99..<120, ""),
        ]
        for (part, expected) in rows { XCTAssertEqual(file.string(text.sourceRange(of: part)), expected, "\(part)") }
        XCTAssertTrue(message.fields[0].isFolded)
        XCTAssertTrue(message.fields[0].value.hasDates)
        XCTAssertEqual(text.range, message.fields[0].value.range)
    }

    func testDateIsThatOfTheClockInForce() throws {
        let (file, steps) = try steps("case c\n@ 61.9s\n> GET / HTTP/1.1\n> Date: {date}\n>\n")
        guard case .request(let request) = steps[1].action else { return XCTFail("no request") }
        let bytes = request.fields[0].value.expand(in: file, at: steps[1].clock).bytes
        XCTAssertEqual(String(decoding: bytes, as: UTF8.self), "Thu, 01 Jan 2026 00:01:01 GMT")
    }

    func testFieldsByName() throws {
        let (file, message) = try response("< Age: 1\n< AGE: 2\n< Ages: 3\n<\n")
        XCTAssertEqual(message.fields(named: "age", in: file).map { file.string($0.value) }, ["1", "2"])
    }
}
