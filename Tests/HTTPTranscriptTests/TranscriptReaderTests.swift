import HTTPDate
import HTTPTranscript
import XCTest

final class TranscriptReaderTests: XCTestCase {
    func testBytesThatAreNotUTF8() {
        let rows: [(prefix: String, suffix: String, line: Int, column: Int)] = [
            ("# caf", "\ncase a\n@ 0s\n", 1, 6),
            ("title caf", "\ncase a\n@ 0s\n", 1, 10),
            ("case caf", "\n@ 0s\n", 1, 9),
            ("on GET /caf", "\n= store\n", 1, 12),
            ("case a\n", "\n", 2, 1),
            (afterRequest("= key GET /caf"), "\n", 5, 15),
            (afterRequest("= has caf"), "\n", 5, 10),
        ]
        for row in rows {
            let bytes = Array(row.prefix.utf8) + [0xE9] + Array(row.suffix.utf8)
            XCTAssertThrowsError(try Transcript.read(SourceFile(path: "t", bytes: bytes)), row.prefix) { error in
                let error = error as? TranscriptError
                XCTAssertEqual(error?.line, row.line, row.prefix)
                XCTAssertEqual(error?.column, row.column, row.prefix)
            }
        }
        for mark in [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
            XCTAssertThrowsError(try Transcript.read(SourceFile(path: "t", bytes: mark + [0x63, 0]))) { error in
                XCTAssertEqual("\(error)", "t:1:1: error: not UTF-8: the file begins with a UTF-16 byte order mark")
            }
        }
    }

    func testFieldBytesAbove7FAreKept() throws {
        let bytes = Array(inAnswer("< A: caf").utf8) + [0xE9] + Array("\n<\n< ".utf8) + [0xFF, 0x00, 0x0A]
        let file = SourceFile(path: "t", bytes: bytes)
        let steps = try Transcript.read(file).cases[0].steps
        guard case .answer(.response(let response)) = steps[1].action else { return XCTFail("no response") }
        let clock = Instant(Settings.defaultClock)
        XCTAssertEqual(response.fields[0].value.expand(in: file, at: clock).bytes, [0x63, 0x61, 0x66, 0xE9])
        XCTAssertEqual(response.content.expand(in: file, at: clock).bytes, [0xFF, 0x00, 0x0A])
    }

    func testLongLines() {
        let limit = 1_048_576
        let long = [UInt8](repeating: 0x61, count: 100 << 20)
        XCTAssertThrowsError(try Transcript.read(SourceFile(path: "t", bytes: long))) { error in
            XCTAssertEqual("\(error)", "t:1:\(limit + 1): error: the line is longer than the limit of 1048576 bytes")
        }
        let head = Array(inAnswer("< A: ").utf8)
        let rest = limit - "< A: ".utf8.count
        let fits = head + long.prefix(rest) + Array("\r\n<\n".utf8)
        XCTAssertNoThrow(try Transcript.read(SourceFile(path: "t", bytes: fits)))
        let tooLong = head + long.prefix(rest + 1) + Array("\r\n<\n".utf8)
        XCTAssertThrowsError(try Transcript.read(SourceFile(path: "t", bytes: tooLong))) { error in
            XCTAssertEqual("\(error)", "t:6:\(limit + 1): error: the line is longer than the limit of 1048576 bytes")
        }
    }

    func testFileTooLarge() {
        let line = Array("# \(String(repeating: "x", count: 1021))\n".utf8)
        var bytes: [UInt8] = []
        for _ in 0...8192 { bytes += line }
        XCTAssertThrowsError(try Transcript.read(SourceFile(path: "t", bytes: bytes))) { error in
            XCTAssertEqual("\(error)", "t:8193:1: error: the file is larger than the limit of 8388608 bytes")
        }
    }

    // MARK: What is read

    func testExtentOfMessages() throws {
        // Comments and remarks do not end a message; a blank line does, and after a 1xx head the next `<` begins anew.
        let rows: [(String, [String])] = [
            ("> GET /1 HTTP/1.1\n>\n> GET /2 HTTP/1.1\n>\n", ["/1 [GET /2 HTTP/1.1||]"]),
            ("> GET /1 HTTP/1.1\n>\n\n> GET /2 HTTP/1.1\n>\n", ["/1 []", "/2 []"]),
            ("> GET /1 HTTP/1.1\n>\n \t\n> GET /2 HTTP/1.1\n>\n", ["/1 []", "/2 []"]),
            ("> GET /1 HTTP/1.1\n# c\n* r\n{ d\n} d\n>\n# c\n> x\n* r\n> y\n", ["/1 [x|y|]"]),
            ("> GET /1 HTTP/1.1\r\n>\r\n> x\r\n", ["/1 [x|]"]),
            ("> GET /1 HTTP/1.1\n> \n> x", ["/1 [x|]"]),
            ("> GET /1 HTTP/1.1\n>\n>\\ a\\n\\tb\n>\\ c\n> d\n>\n>\\\n", ["/1 [a|\tbcd||]"]),
            (
                "> GET /1 HTTP/1.1\n>\n< HTTP/1.1 103 Early Hints\n<\n< HTTP/1.1 200 OK\n<\n< HTTP/1.1 200 OK\n",
                ["/1 []", "103 []", "200 [HTTP/1.1 200 OK|]"]
            ),
            ("> GET /1 HTTP/1.1\n>\n< HTTP/1.1 100 Continue\n<\n\n< !timeout\n", ["/1 []", "100 []", "timeout"]),
            ("> GET /1 HTTP/1.1\n>\n< !disconnect\n", ["/1 []", "disconnect"]),
            ("> GET /1 HTTP/1.1\n>\n< !disconnect \r\n> GET /2 HTTP/1.1\n>\n", ["/1 []", "disconnect", "/2 []"]),
            ("> GET /1 HTTP/1.1\n>\n< HTTP/1.1 200 OK\n<\n< !disconnect\n", ["/1 []", "200 [!disconnect|]"]),
            (
                "> GET /1 HTTP/1.1\n>\n< HTTP/1.1 200 OK\n<\n=  store \n< HTTP/1.1 200 OK\n<\n",
                ["/1 []", "200 []", "store", "200 []"]
            ),
        ]
        for (text, expected) in rows {
            let (file, steps) = try steps("case c\n" + text)
            XCTAssertEqual(steps.map { summary($0, file) }, expected, text)
        }
    }

    private func summary(_ step: Step, _ file: SourceFile) -> String {
        switch step.action {
        case .clock: return "clock"
        case .answer(.disconnect): return "disconnect"
        case .answer(.timeout): return "timeout"
        case .expectation(let expectation): return file.string(expectation.subjectRange)
        case .request(let message), .answer(.response(let message)):
            let content = file.string(message.content).replacingOccurrences(of: "\n", with: "|")
            XCTAssertEqual(message.hasContentLines, !content.isEmpty)
            switch message.startLine {
            case .request(_, let target, _): return "\(file.string(target)) [\(content)]"
            case .response(_, let status, _): return "\(status.value) [\(content)]"
            }
        }
    }

    func testContentOfNoBytesIsContent() throws {
        let (file, steps) = try steps(inAnswer("<\n<\\\n"))
        guard case .answer(.response(let response)) = steps[1].action else { return XCTFail("no response") }
        XCTAssertTrue(response.hasContentLines)
        XCTAssertEqual(file.string(response.content), "")
    }

    func testVersions() throws {
        let rows: [(String, UInt8, UInt8, Int, String)] = [
            ("HTTP/1.0 200 OK", 1, 0, 200, "OK"),
            ("HTTP/1.1 404 Not Found", 1, 1, 404, "Not Found"),
            ("HTTP/2 200", 2, 0, 200, ""),
            ("HTTP/2 200 ", 2, 0, 200, ""),
            ("HTTP/2.0 999 x", 2, 0, 999, "x"),
            ("HTTP/3 200", 3, 0, 200, ""),
            ("HTTP/1.1 100 ", 1, 1, 100, ""),
        ]
        for (line, major, minor, status, reason) in rows {
            let (file, steps) = try steps(afterRequest("< \(line)\n<\n"))
            guard case .answer(.response(let message)) = steps[1].action,
                case .response(let version, let code, let phrase) = message.startLine
            else { return XCTFail(line) }
            XCTAssertEqual([version.major, version.minor], [major, minor], line)
            XCTAssertEqual(code.value, status, line)
            XCTAssertEqual(file.string(phrase), reason, line)
        }
    }

    func testClockOfSteps() throws {
        let (_, steps) = try steps(
            "case c\nclock Fri, 02 Jan 2026 00:00:00 GMT\n> GET / HTTP/1.1\n>\n@ 1.5s\n= store\n"
                + "@ Fri, 02 Jan 2026 00:01:00 GMT\n@ 1h30m\n= store\n@ 5400\n")
        let start: Int64 = 1_767_312_000  // date -u -d 2026-01-02 +%s
        XCTAssertEqual(
            steps.map { $0.clock.microsecondsSinceEpoch - start * 1_000_000 },
            [0, 1_500_000, 1_500_000, 60_000_000, 5_400_000_000, 5_400_000_000, 5_400_000_000])
        XCTAssertEqual(steps[1].clock.date.secondsSinceEpoch, start + 1)
    }

    func testDefaultClock() throws {
        let (_, steps) = try steps("case c\n> GET / HTTP/1.1\n>\n")
        XCTAssertEqual(steps[0].clock.date.formatted(), "Thu, 01 Jan 2026 00:00:00 GMT")
    }

    func testOnBlock() throws {
        let file = source(
            "cache private\non GET https://cdn.example:444/a/**?v=*  status 404\nkind optional\n= not store\n@ +1h\n= validate\n"
                + "on * /p/*\n= reuse\n")
        let blocks = try Transcript.read(file).onBlocks
        XCTAssertEqual(blocks[0].id.value, "GET https://cdn.example:444/a/**?v=*  status 404")
        XCTAssertEqual(blocks[0].method?.value, "GET")
        XCTAssertEqual(blocks[0].origin?.value.authority, "cdn.example:444")
        XCTAssertEqual(blocks[0].pathGlob.value, "/a/**?v=*")
        XCTAssertEqual(blocks[0].status?.value, 404)
        XCTAssertEqual(blocks[0].settings.cache?.value, .private)
        XCTAssertEqual(blocks[0].steps.map(\.clock.microsecondsSinceEpoch), [0, 3_600_000_000, 3_600_000_000])
        XCTAssertNil(blocks[1].method)
        XCTAssertNil(blocks[1].origin)
        XCTAssertNil(blocks[1].status)
        XCTAssertEqual(blocks[1].pathGlob.value, "/p/*")
    }

    func testByteOrderMark() throws {
        let file = SourceFile(path: "t", bytes: [0xEF, 0xBB, 0xBF] + Array("case a\n@ 0s\n".utf8))
        XCTAssertEqual(try Transcript.read(file).cases.map(\.id.value), ["a"])
    }

    func testNeedsMayNameLaterCases() throws {
        let file = source("case a\nneeds b\nneeds c\n@ 0s\ncase b\nneeds c\n@ 0s\ncase c\n@ 0s\n")
        XCTAssertEqual(try Transcript.read(file).cases[0].settings.needs.map(\.value), ["b", "c"])
    }

    func testLongChainOfNeeds() throws {
        var text = ""
        for number in 0..<20000 { text += "case c\(number)\nneeds c\(number + 1)\n@ 0s\n" }
        XCTAssertNoThrow(try Transcript.read(source(text + "case c20000\n@ 0s\n")))
    }
}
