import XCTest

@testable import HTTPTranscript

final class HARHeadsTests: XCTestCase {
    /// Every byte of a value stands where the text says, escapes and line feeds included.
    func testEveryByteHasItsPlace() throws {
        let archive = """
            {"log": {"entries": [
              {"request": {"method": "GET", "url": "https://a.example/x", "headers": []},
               "response": {"status": 200, "headers": [
                 {"name": "ETag", "value": "\\"v\\u0031\\""},
                 {"name": "Set-Cookie", "value": " a=1\\nb=2"}
               ]}}
            ]}}
            """
        var reader = HARReader.reading(archive)
        _ = try reader.next()
        var heads = HARHeads(path: "a.har")
        let messages = try XCTUnwrap(try reader.writeHeads(to: &heads))
        let file = heads.file
        XCTAssertEqual(
            String(decoding: file.bytes, as: UTF8.self),
            "> GET https://a.example/x HTTP/1.1\n>\n< HTTP/1.1 200\n< ETag: \"v1\"\n< Set-Cookie: a=1\n"
                + "< Set-Cookie: b=2\n<\n")
        XCTAssertEqual(
            messages.response.fields.map { String(decoding: file.bytes(in: $0.value.range), as: UTF8.self) },
            [
                "\"v1\"", "a=1", "b=2",
            ])
        let lines = archive.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        /// Line and column of a text, found by hand's own means.
        func place(_ text: String, inLine number: Int) throws -> SourcePosition {
            let line = lines[number - 1]
            let found = try XCTUnwrap(line.range(of: text))
            return SourcePosition(
                line: number, column: line.utf8.distance(from: line.startIndex, to: found.lowerBound) + 1)
        }
        let tag = messages.response.fields[0]
        XCTAssertEqual(file.position(of: tag.name.start), try place("ETag", inLine: 4))
        XCTAssertEqual(file.position(of: tag.value.range.start), try place("\\\"v", inLine: 4))
        XCTAssertEqual(file.position(of: tag.value.range.start + 1), try place("v\\u", inLine: 4))
        XCTAssertEqual(file.position(of: tag.value.range.start + 2), try place("\\u0031", inLine: 4))
        XCTAssertEqual(file.position(of: tag.value.range.start + 3), try place("\\\"\"}", inLine: 4))
        XCTAssertEqual(file.position(of: messages.response.fields[1].value.range.start), try place("a=1", inLine: 5))
        XCTAssertEqual(file.position(of: messages.response.fields[2].value.range.start + 1), try place("=2", inLine: 5))
        guard case .request(let method, let target, _) = messages.request.startLine else { return XCTFail("a request") }
        XCTAssertEqual(file.position(of: method.start), try place("GET", inLine: 2))
        XCTAssertEqual(file.position(of: target.start), try place("https:", inLine: 2))
        XCTAssertEqual(file.position(of: messages.response.status.map { _ in 0 } ?? 1).line, 2)
        let offset = file.fileOffset(of: tag.value.range.start + 1)
        XCTAssertEqual(Array(archive.utf8)[offset], UInt8(ascii: "v"))
        XCTAssertTrue(file.isExcerpt)
    }

    func testSeveralEntriesInOneText() throws {
        let one = "{\"request\":{\"url\":\"https://a.example/\"},\"response\":{\"status\":204}}"
        let none = "{\"request\":{\"url\":\"https://a.example/\"}}"
        var reader = HARReader.reading("{\"log\":{\"entries\":[\n\(one),\n\(none),\n\(one)]}}")
        var heads = HARHeads(path: "a.har")
        var lines: [Int?] = []
        while try reader.next() != nil {
            let messages = try reader.writeHeads(to: &heads)
            lines.append(messages.map { heads.file.position(of: $0.request.range.start).line })
        }
        XCTAssertEqual(lines, [2, nil, 4])
        XCTAssertNil(try reader.writeHeads(to: &heads))
    }
}

extension HARReader {
    /// Reads a text at once.
    static func reading(_ text: String) -> HARReader {
        var rest: [UInt8]? = Array(text.utf8)
        return HARReader(path: "a.har") {
            defer { rest = nil }
            return rest ?? []
        }
    }
}
