import HTTPTranscript
import XCTest

@testable import HTTPCacheCLI

final class SourceSnippetTests: XCTestCase {
    private func lines(
        _ bytes: [UInt8], _ ranges: [Range<Int>], isASCII: Bool = false
    ) -> [String] {
        let file = SourceFile(path: "f", bytes: bytes)
        let snippet = SourceSnippet(file: file, palette: Palette(isASCII: isASCII), gutter: 2)
        return snippet.lines(ranges.map { SourceMark(range: SourceRange($0.lowerBound, $0.upperBound), label: "") })
            .map { $0.rendered() }
    }

    /// The column at which a byte of a line is shown, computed from the bytes before it.
    private func column(of offset: Int, in bytes: [UInt8]) -> Int {
        let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return bytes[start..<offset].reduce(0) { width, byte in
            width + (byte == 0x09 ? 2 : byte < 0x20 || byte > 0x7E ? 4 : 1)
        }
    }

    func testEveryCaretStandsUnderItsBytes() {
        let sources: [[UInt8]] = [
            Array("a: b\nCache-Control: max-age=60\n".utf8),
            Array("x\ty: \u{FC}\u{1F600}, max-age\r\nq: \t\n".utf8),
            [0x00, 0x7F, 0x80, 0xFF, 0x41, 0x0A, 0x42],
        ]
        for bytes in sources {
            for start in bytes.indices where bytes[start] != 0x0A && bytes[start] != 0x0D {
                for end in (start + 1)...bytes.count {
                    if bytes[start..<end].contains(where: { $0 == 0x0A || $0 == 0x0D }) { break }
                    let shown = lines(bytes, [start..<end])
                    XCTAssertEqual(shown.count, 2)
                    let first = 5 + column(of: start, in: bytes)
                    let width = bytes[start..<end].reduce(0) { $0 + ShownBytes.width($1) }
                    let number = bytes[..<start].count { $0 == 0x0A } + 1
                    XCTAssertEqual(
                        shown[1],
                        "   | " + String(repeating: " ", count: first - 5)
                            + String(repeating: "^", count: width))
                    XCTAssertTrue(shown[0].hasPrefix(" \(number) | "))
                    let under = Array(shown[0])[first..<(first + width)]
                    XCTAssertEqual(String(under).trimmed, ShownBytes.text(bytes[start..<end]).trimmed)
                }
            }
        }
    }

    func testLongLinesAreShortenedAroundTheMark() {
        for isASCII in [false, true] {
            for position in [0, 1, 39, 40, 41, 100, 119, 120, 500, 992] {
                var bytes = [UInt8](repeating: UInt8(ascii: "."), count: 1000)
                bytes.replaceSubrange(position..<(position + 8), with: "max-age!".utf8)
                let shown = lines(bytes, [position..<(position + 8)], isASCII: isASCII)
                XCTAssertEqual(shown.count, 2)
                XCTAssertLessThanOrEqual(shown[0].count, 5 + SourceSnippet.maximumWidth + 6)
                let carets = shown[1].firstIndex(of: "^").map { shown[1].distance(from: shown[1].startIndex, to: $0) }
                XCTAssertEqual(shown[1].count(where: { $0 == "^" }), 8)
                let under = carets.map { String(Array(shown[0])[$0..<($0 + 8)]) }
                XCTAssertEqual(under, "max-age!", "\(position)")
            }
        }
    }

    func testMarksFarApartInOneLongLineAreBothShown() {
        var bytes = [UInt8](repeating: UInt8(ascii: "."), count: 1000)
        bytes[10] = UInt8(ascii: "a")
        bytes[900] = UInt8(ascii: "b")
        let shown = lines(bytes, [10..<11, 900..<901])
        XCTAssertEqual(shown.count, 4)
        for (source, mark, byte) in [(0, 1, "a"), (2, 3, "b")] {
            let column = Array(shown[mark]).firstIndex(of: "^")
            XCTAssertEqual(column.map { String(Array(shown[source])[$0]) }, byte)
        }
    }

    func testAMarkOverSeveralLinesGoesOnInEach() {
        let shown = lines(Array("a: one\r\n  two\r\nb: c\r\n".utf8), [3..<13])
        XCTAssertEqual(shown, [" 1 | a: one", "   |    ^^^", " 2 |   two", "   | ^^^^^"])
    }

    func testAnEmptyMarkHasOneCaret() {
        XCTAssertEqual(lines(Array("ETag:\n".utf8), [5..<5]), [" 1 | ETag:", "   |      ^"])
        XCTAssertEqual(lines([], [0..<0]), [" 1 |", "   | ^"])
    }

    func testAMarkBeyondTheFileStaysInIt() {
        XCTAssertEqual(lines(Array("ab".utf8), [1..<9]), [" 1 | ab", "   |  ^"])
    }

    func testPathsAreFitForATerminal() {
        let file = SourceFile(path: "a\u{1B}[31m", bytes: [0x41])
        XCTAssertEqual(SourceSnippet.location(of: 0, in: file), "a\\x1B[31m:1:1")
    }
}

extension String {
    fileprivate var trimmed: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
