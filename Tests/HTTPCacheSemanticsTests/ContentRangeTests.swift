import HTTPCacheSemantics
import XCTest

final class ContentRangeTests: XCTestCase {
    private func read(_ text: String) -> ContentRange? { ContentRange(Array(text.utf8)) }

    /// RFC 9110 §14.4.
    func testRanges() {
        let rows: [(String, Range<Int>?, total: Int?)] = [
            ("bytes 0-0/1", 0..<1, 1), ("bytes 0-499/1234", 0..<500, 1234), ("bytes 734-1233/1234", 734..<1234, 1234),
            ("bytes 42-1233/*", 42..<1234, nil), ("bytes */1234", nil, 1234), ("bytes */0", nil, 0),
            ("BYTES 0-1/2", 0..<2, 2), ("bytes 007-008/0010", 7..<9, 10),
            ("bytes 0-999999999999999999/*", 0..<1_000_000_000_000_000_000, nil),
        ]
        for (text, range, total) in rows {
            let read = read(text)
            XCTAssertNotNil(read, text)
            XCTAssertEqual(read?.range, range, text)
            XCTAssertEqual(read?.total, total, text)
        }
    }

    func testRefusals() {
        for text in [
            "", "bytes", "bytes ", "bytes 0-1", "bytes 0-1/", "bytes /2", "bytes */*", "bytes 0-/2", "bytes -1/2",
            "bytes 1-0/2", "bytes 0-2/2", "bytes 5-6/2", "bytes 0-1/1", "bytes 0/2", "bytes=0-1/2", "items 0-1/2",
            "bytes a-b/c", "bytes 0 -1/2", "bytes 0-1/ 2", "bytes  0-1/2", "bytes +0-1/2", "bytes 0-1/2 ",
            "bytes 0-1/2/3", "bytes 0--1/2", "bytes **/2", "bytes 0-1000000000000000000/*",
            "bytes 0-1/99999999999999999999", "0-1/2",
        ] {
            XCTAssertNil(read(text), text)
        }
    }

    func testOneLineOnly() {
        XCTAssertEqual(Sample.response(206, "Content-Range: bytes 0-1/4").contentRange?.range, 0..<2)
        XCTAssertNil(Sample.response(206).contentRange)
        XCTAssertNil(
            Sample.response(206, "Content-Range: bytes 0-1/4", "Content-Range: bytes 0-1/4").contentRange)
    }

    /// RFC 9110 §8.6: one number, on as many lines as there are.
    func testContentLength() {
        XCTAssertEqual(Sample.response(200, "Content-Length: 0").contentLength, 0)
        XCTAssertEqual(Sample.response(200, "Content-Length: 12", "content-length: 12").contentLength, 12)
        for lines in [
            [], ["Content-Length:"], ["Content-Length: -1"], ["Content-Length: +1"], ["Content-Length: 1.0"],
            ["Content-Length: 0x1"], ["Content-Length: 1", "Content-Length: 2"], ["Content-Length: 1 2"],
            ["Content-Length: 9999999999999999999999"],
        ] {
            XCTAssertNil(ResponseHead(status: 200, fields: Sample.fields(lines)).contentLength, "\(lines)")
        }
    }

    func testAPartOfAnotherLengthThanItsRange() {
        let rows: [(status: Int, lines: [String], isOne: Bool)] = [
            (206, ["Content-Range: bytes 4-9/10", "Content-Length: 5"], true),
            (206, ["Content-Range: bytes 4-9/*", "Content-Length: 7"], true),
            (206, ["Content-Range: bytes 4-9/10", "Content-Length: 6"], false),
            (206, ["Content-Range: bytes 4-9/10"], false), (206, ["Content-Length: 5"], false),
            (206, ["Content-Range: bytes */10", "Content-Length: 5"], false),
            (200, ["Content-Range: bytes 4-9/10", "Content-Length: 5"], false),
            (206, ["Content-Range: bytes 4-9/10", "Content-Length: 5", "Content-Length: 6"], false),
        ]
        for row in rows {
            let head = ResponseHead(status: StatusCode(row.status), fields: Sample.fields(row.lines))
            XCTAssertEqual(head.isPartOfAnotherLength, row.isOne, "\(row.status) \(row.lines)")
        }
    }

    /// RFC 9110 §15.3.7: what a 206 encloses is in its Content-Type too.
    func testSeveralParts() {
        let rows: [(status: Int, lines: [String], isSo: Bool)] = [
            (206, ["Content-Type: multipart/byteranges; boundary=x"], true),
            (206, ["Content-Type: MULTIPART/Byteranges ;boundary=x", "Content-Range: bytes 0-1/2"], true),
            (206, ["Content-Type: multipart/byteranges"], true),
            (206, ["Content-Type: a/b", "Content-Type: multipart/byteranges"], true),
            (206, ["Content-Type: multipart/mixed; x=multipart/byteranges"], false),
            (206, ["Content-Type: multipart/byterangess"], false), (206, ["Content-Type: "], false), (206, [], false),
            (200, ["Content-Type: multipart/byteranges"], false),
        ]
        for row in rows {
            let head = ResponseHead(status: row.status, fields: Sample.fields(row.lines))
            XCTAssertEqual(head.hasSeveralParts, row.isSo, "\(row)")
        }
    }
}
