import HTTPTranscript
import XCTest

final class SourceFileTests: XCTestCase {
    func testPositions() {
        let file = source("ab\n\r\nc\u{E9}d\n\nx")
        let rows: [(Int, Int, Int)] = [
            (-1, 1, 1), (0, 1, 1), (2, 1, 3), (3, 2, 1), (5, 3, 1), (8, 3, 4), (9, 3, 5), (10, 4, 1), (11, 5, 1),
            (12, 5, 2),
            (99, 5, 2),
        ]
        for (offset, line, column) in rows {
            let position = file.position(of: offset)
            XCTAssertEqual([position.line, position.column], [line, column], "\(offset)")
        }
        XCTAssertEqual(source("").position(of: 3).line, 1)
    }

    func testPositionsInALongFile() {
        // Lines of 1 to 997 bytes; every position is counted a second time, byte by byte.
        var bytes: [UInt8] = []
        for number in 0..<300 { bytes += [UInt8](repeating: 0x61, count: number * 37 % 997) + [0x0A] }
        let file = SourceFile(path: "t", bytes: bytes)
        var line = 1
        var column = 1
        for (offset, byte) in bytes.enumerated() {
            if offset % 61 == 0 || byte == 0x0A || 16380...16390 ~= offset % 16384 + (offset % 16384 < 10 ? 16384 : 0) {
                let position = file.position(of: offset)
                XCTAssertEqual([position.line, position.column], [line, column])
            }
            column += 1
            if byte == 0x0A {
                line += 1
                column = 1
            }
        }
        let end = file.position(of: bytes.count)
        XCTAssertEqual([end.line, end.column], [301, 1])
    }

    func testLines() {
        let file = source("ab\r\n\ncd")
        let rows: [(Int, String)] = [(0, "ab"), (1, "ab"), (4, ""), (5, "cd"), (7, "cd")]
        for (offset, text) in rows { XCTAssertEqual(file.string(file.line(of: offset)), text, "\(offset)") }
    }

    func testErrorsPrintAsCompilersDo() {
        let error = TranscriptError("bad", in: SourceFile(path: "a/b.httpcache", bytes: Array("x\nyz".utf8)), at: 3)
        XCTAssertEqual("\(error)", "a/b.httpcache:2:2: error: bad")
    }

    func testExcerptsInMessagesAreEscapedAndShort() {
        let long = String(repeating: "x", count: 50)
        let rows: [([UInt8], String)] = [
            (Array("case a\n@ 0s\ncolour\u{1}é x\n".utf8), "`colour\\x01\\xc3\\xa9`"),
            (Array("case a\n@ 0s\n\(long) x\n".utf8), "`\(long.prefix(40))…`"),
        ]
        for (bytes, excerpt) in rows {
            XCTAssertThrowsError(try Transcript.read(SourceFile(path: "t", bytes: bytes))) { error in
                XCTAssertTrue("\(error)".contains("unknown setting \(excerpt);"), "\(error)")
            }
        }
    }
}
