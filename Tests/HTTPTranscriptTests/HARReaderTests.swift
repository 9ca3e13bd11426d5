import HTTPCacheSemantics
import HTTPDate
import XCTest

@testable import HTTPTranscript

final class HARReaderTests: XCTestCase {
    /// Reads a text that comes in chunks of a size.
    private func reader(_ text: String, chunk: Int = 1 << 16) -> HARReader { reader(Array(text.utf8), chunk: chunk) }

    private func reader(_ bytes: [UInt8], chunk: Int = 1 << 16) -> HARReader {
        var rest = bytes[...]
        return HARReader(path: "a.har") {
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
    }

    /// All entries, and the error that ended them.
    private func read(_ reader: HARReader) throws -> ([HAREntry], HARError?) {
        var reader = reader
        var entries: [HAREntry] = []
        do {
            while let entry = try reader.next() { entries.append(entry) }
            return (entries, nil)
        } catch let error as HARError {
            return (entries, error)
        }
    }

    private func entry(_ number: Int) -> String {
        """
        {"startedDateTime": "2026-11-24T09:31:00.000Z", "time": 5, "cache": {}, "request": {"method": "GET",
          "url": "https://a.example/\(number)", "headers": [{"name": "X", "value": "}]\\"{[\\\\"}]},
         "response": {"status": 200, "headers": [], "content": {"size": 7, "text": "\\ud800 \u{E9}"}, "bodySize": 3}}
        """
    }

    private func archive(_ entries: String...) -> String {
        "{\"log\": {\"version\": \"1.2\", \"pages\": [{\"id\": \"p\"}], \"entries\": [\(entries.joined(separator: ",\n"))], "
            + "\"comment\": null}, \"other\": [1]}\n"
    }

    func testEntriesComeInOrderWhateverTheChunks() throws {
        let text = archive(entry(1), entry(2), entry(3))
        for chunk in [1, 2, 3, 7, 64, 1_000, 1 << 16] {
            let (entries, error) = try read(reader(text, chunk: chunk))
            XCTAssertNil(error, "\(chunk)")
            XCTAssertEqual(entries.map(\.url), (1...3).map { "https://a.example/\($0)" }, "\(chunk)")
            XCTAssertEqual(entries.map(\.number), [1, 2, 3])
        }
    }

    func testMarksAndWhitespace() throws {
        let entries = try read(reader("\u{FEFF} \r\n\t" + archive(entry(1)) + "\n\n")).0
        XCTAssertEqual(entries.count, 1)
        // Members may stand in any order.
        let swapped = "{\"x\":0,\"log\":{\"entries\":[],\"version\":\"1.1\"}}"
        let (none, error) = try read(reader(swapped))
        XCTAssertNil(error)
        XCTAssertTrue(none.isEmpty)
    }

    /// Cut off at every byte: the entries before the cut, then an error that stands at the cut or names what is
    /// missing.
    func testCutOffEverywhere() throws {
        let text = Array(archive(entry(1), entry(2)).utf8)
        let firstEnd =
            Array(archive(entry(1)).utf8).count - Array("], \"comment\": null}, \"other\": [1]}\n".utf8).count
        for end in 0..<(text.count - 1) {
            let (entries, error) = try read(reader(Array(text[..<end]), chunk: 50))
            XCTAssertEqual(error?.offset, end, "\(end): \(error?.description ?? "no error")")
            XCTAssertEqual(entries.isEmpty, end < firstEnd, "\(end)")
        }
    }

    func testRefusals() throws {
        let deep = String(repeating: "[", count: 100_000)
        let rows: [(text: String, entries: Int, jsonPath: String, offset: Int, message: String)] = [
            ("", 0, "$", 0, "the file is empty"),
            ("  \n", 0, "$", 3, "the file is empty"),
            ("[]", 0, "$", 0, "expected an object: a HAR begins with { \"log\": ..."),
            ("{}", 0, "$", 1, "the member log is missing: this is no HAR"),
            ("{\"log\":{}}", 0, "$.log", 8, "the member entries is missing"),
            ("{\"log\":[]}", 0, "$.log", 7, "expected an object"),
            ("{\"log\":{\"entries\":{}}}", 0, "$.log.entries", 18, "expected an array"),
            ("{\"log\":{\"entries\":[]},\"log\":{}}", 0, "$", 28, "the name log stands twice"),
            ("{\"log\":{\"entries\":[],\"entries\":[]}}", 0, "$.log", 31, "the name entries stands twice"),
            ("{\"log\":{\"entries\":[]}} x", 0, "$", 23, "expected the end of the file"),
            ("{\"log\":{\"entries\":[1]}}", 0, "$.log.entries[0]", 19, "expected an object"),
            ("{\"log\":{\"entries\":[,]}}", 0, "$.log.entries[0]", 19, "expected a value"),
            ("{\"log\":{\"entries\":[]}]", 0, "$", 21, "expected , or }"),
            ("{\"log\":{\"x\":01}}", 0, "$.log.x", 12, "a number has no leading zero"),
            ("{\"log\":{\"x\":\(deep)", 0, "$.log.x", 12 + 512, "nested deeper than 512"),
            ("{\"log\":{\"entries\":[\(deep)", 0, "$.log.entries[0]", 19 + 512, "nested deeper than 512"),
            (
                "{\"log\":{\"entries\":[\(entry(1)),{\"request\":{\"url\":7}}]}}", 1, "$.log.entries[1].request.url",
                19 + entry(1).utf8.count + 19, "expected a string"
            ),
        ]
        for row in rows {
            let (entries, error) = try read(reader(row.text, chunk: 4_096))
            XCTAssertEqual(entries.count, row.entries, String(row.text.prefix(60)))
            XCTAssertEqual(error?.message, row.message, String(row.text.prefix(60)))
            XCTAssertEqual(error?.jsonPath, row.jsonPath, String(row.text.prefix(60)))
            XCTAssertEqual(error?.offset, row.offset, String(row.text.prefix(60)))
        }
        let error = try read(reader("[]")).1
        XCTAssertEqual(
            error?.description, "a.har:1:1: error: $, byte 0: expected an object: a HAR begins with { \"log\": ...")
    }

    /// Line and column, wherever the chunks end: in a value, between two, at the end of the file.
    func testErrorsNameLineAndColumn() throws {
        let one = "{\"request\":{\"url\":\"x\"}}"
        let rows: [(text: String, line: Int, column: Int)] = [
            ("{\n \"log\": {\n  \"entries\": [\n   7\n]}}", 4, 4),
            ("{\n \"log\": {\n  \"entries\": [\n   {\n\"request\": {\n \"url\": 7}}\n]}}", 6, 9),
            ("{\n\n\"log\":{}}", 3, 8), ("{\"log\":\n{\"x\": [1,\n01]}}", 3, 1),
            ("{\"log\":{\"entries\":[\n\(one),\n\n \(one)\n", 5, 1),
            ("{\"log\":{\"entries\":[\n\(one),\n{\"request\":\n", 4, 1),
        ]
        for row in rows {
            for chunk in [1, 7, 4_096] {
                let error = try read(reader(row.text, chunk: chunk)).1
                XCTAssertEqual([error?.line, error?.column], [row.line, row.column], "\(chunk): \(row.text)")
            }
        }
        let bytes = Array("{\n\"log\":{\"entries\":[\n{\n\"a\":\"".utf8) + [0xFF] + Array("\"}]}}".utf8)
        let error = try read(reader(bytes)).1
        XCTAssertEqual([error?.line, error?.column], [4, 6])
    }

    func testNotUTF8() throws {
        let open = Array("{\"log\":{\"entries\":[\(entry(1)),{\"a\":\"".utf8)
        let (entries, error) = try read(reader(open + [0x61, 0xFF] + Array("\"}]}}".utf8)))
        XCTAssertEqual(entries.count, 1)
        XCTAssertEqual(error?.message, "not UTF-8")
        XCTAssertEqual(error?.offset, open.count + 1)
        XCTAssertEqual(error?.jsonPath, "$.log.entries[1]")
        let wide = try read(reader([0xFF, 0xFE, 0x7B, 0x00])).1
        XCTAssertEqual(wide?.message, "not UTF-8: the file begins with a UTF-16 byte order mark")
    }

    /// Any one byte changed, left out or doubled: entries or an error, and never a trap.
    func testChangedBytesNeverTrap() throws {
        let text = Array(archive(entry(1)).utf8)
        for index in text.indices {
            for byte in [0x00, 0x22, 0x2C, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0xFF] as [UInt8] {
                var changed = text
                changed[index] = byte
                _ = try read(reader(changed, chunk: 33))
            }
            var shorter = text
            shorter.remove(at: index)
            _ = try read(reader(shorter, chunk: 33))
        }
    }

    func testAnEntryThatIsTooLarge() throws {
        let before = "{\"log\":{\"entries\":[\(entry(1)),"
        var limited = reader(before + "{\"a\":\"" + String(repeating: "x", count: 5_000), chunk: 500)
        limited.valueLimit = 2_000
        let (entries, error) = try read(limited)
        XCTAssertEqual(entries.count, 1)
        XCTAssertEqual(error?.message, "larger than the limit of 2000 bytes")
        XCTAssertEqual(error?.jsonPath, "$.log.entries[1]")
        XCTAssertEqual(error?.offset, before.utf8.count)
    }

    func testWhatTheSourceThrowsIsPassedOn() {
        struct Broken: Error {}
        var reader = HARReader(path: "a.har") { throw Broken() }
        XCTAssertThrowsError(try reader.next()) { XCTAssertTrue($0 is Broken) }
    }
}
