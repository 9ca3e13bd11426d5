import HTTPDate
import HTTPTranscript
import XCTest

final class TranscriptReaderTests: XCTestCase {
    func testRejectedFiles() {
        let rows: [(String, String)] = [
            ("¦", "the file is empty"),
            ("\n \n¦", "the file has neither a case nor an `on` block"),
            ("# only a comment\n¦", "the file has neither a case nor an `on` block"),
            ("cache shared\n¦", "the file has neither a case nor an `on` block"),
            ("¦> GET / HTTP/1.1\n>\n", "no setting, case or `on` block comes first"),
            ("# x\n¦* Connected to a\n", "no setting, case or `on` block comes first"),
            ("¦HTTP/1.1 200 OK\n\n", "no setting, case or `on` block comes first"),
            ("¦GET / HTTP/1.1\n\nHTTP/1.1 200 OK\n\n", "no setting, case or `on` block comes first"),
            ("¦{\"log\":{}}", "no setting, case or `on` block comes first"),
            ("¦% what\n", "neither a fixture"),
            ("cache shared\n¦> GET / HTTP/1.1\n", "expected a setting, `case` or `on`"),
            ("¦@ 0s\ncase a\n", "expected a setting, `case` or `on`"),
            ("¦= store\ncase a\n", "expected a setting, `case` or `on`"),
            ("cache shared\n¦< HTTP/1.1 200 OK\n", "expected a setting, `case` or `on`"),
            ("case a\n@ 0s\n¦% x\n", "a line begins with"),
            ("case a\n¦ @ 0s\n", "a line begins with"),
            ("case a\n¦Kind check\n", "a line begins with"),
        ]
        for (text, message) in rows { assertRejected(text, message) { _ = try Transcript.read($0) } }
    }

    func testRejectedCases() {
        let rows: [(String, String)] = [
            ("case¦\n@ 0s\n", "expected an id after `case`"),
            ("case¦ \n@ 0s\n", "expected an id after `case`"),
            ("case a¦ b\n@ 0s\n", "a case id has no spaces"),
            ("case a¦\tb\n@ 0s\n", "a case id has no spaces"),
            ("case¦\ta\n@ 0s\n", "expected a space after `case`"),
            ("case a\n@ 0s\ncase b\n@ 0s\ncase ¦a\n@ 0s\n", "the id `a` stands in line 1 already"),
            ("¦case a\n", "the case `a` has no lines"),
            ("¦case a\ntitle x\ncase b\n@ 0s\n", "the case `a` has no lines"),
            ("case a\nneeds ¦b\n@ 0s\n", "`needs` names no case of this file"),
            ("case a\nneeds ¦a\n@ 0s\n", "`needs` leads back to this case"),
            ("case a\nneeds b\n@ 0s\ncase b\nneeds ¦a\n@ 0s\n", "`needs` leads back to this case"),
            ("case a\n¦= store\n", "an expectation before the first request"),
            ("case a\n¦< HTTP/1.1 200 OK\n<\n", "an answer before the first request"),
            ("case a\n¦< !disconnect\n", "an answer before the first request"),
            ("case a\n@¦\n", "expected a time after `@`"),
            ("case a\n@¦  \n", "expected a time after `@`"),
            ("case a\n@¦0s\n", "expected a space after `@`"),
            ("case a\n@ ¦+5s\n", "`@ +T` belongs in an `on` block"),
            ("case a\n@ 5s\n@ ¦4s\n", "the clock runs backwards"),
            ("case a\n@ 61.2s\n@ ¦61s\n", "the clock runs backwards"),
            ("case a\n@ ¦Wed, 31 Dec 2025 23:59:59 GMT\n", "the clock runs backwards"),
            ("clock Fri, 02 Jan 2026 00:00:00 GMT\ncase a\n@ ¦Thu, 01 Jan 2026 00:00:00 GMT\n", "the clock runs backwards"),
            ("case a\n@ 2d\n@ ¦Fri, 02 Jan 2026 00:00:00 GMT\n", "the clock runs backwards"),
            ("case a\n@ Thu, 01 Jan 2026¦T00:00:00 GMT\n", "not an HTTP date: expected a space"),
            ("case a\n@ s¦oon\n", "not an HTTP date"),
            ("case a\n@ ¦100000000d\n", "the time is larger than the limit"),
            ("case a\n@ ¦3000000d\n", "the clock runs beyond the year 9999"),
            ("case a\n@ 0s\n¦clock Thu, 01 Jan 2026 00:00:00 GMT\n", "`clock` says where the case begins"),
        ]
        for (text, message) in rows { assertRejected(text, message) { _ = try Transcript.read($0) } }
    }

    func testRejectedMessages() {
        let rows: [(String, String)] = [
            ("case a\n> GET / HTTP/1.1\n¦= store\n", "unfinished message: the request of line 2 has no end line"),
            ("case a\n> GET / HTTP/1.1\n¦", "unfinished message: the request of line 2"),
            ("case a\n> GET / HTTP/1.1¦", "unfinished message: the request of line 2"),
            ("case a\n> GET / HTTP/1.1\n> Host: a\n¦\n>\n", "unfinished message: the request of line 2"),
            ("case a\n> GET / HTTP/1.1\n¦< HTTP/1.1 200 OK\n<\n", "unfinished message: the request of line 2"),
            ("case a\n> GET / HTTP/1.1\n¦@ 5s\n", "unfinished message: the request of line 2"),
            ("case a\n> GET / HTTP/1.1\n¦kind check\n", "unfinished message: the request of line 2"),
            ("case a\n> GET / HTTP/1.1\n¦case b\n", "unfinished message: the request of line 2"),
            (inAnswer("< Age: 1\n¦> GET / HTTP/1.1\n>\n"), "unfinished message: the response of line 5"),
            (inAnswer("< ¦Age 1\n<\n"), "a field line without a colon"),
            (inAnswer("< ¦: 1\n<\n"), "expected a field name before the colon"),
            (inAnswer("< Age¦ : 1\n<\n"), "whitespace before the colon"),
            (inAnswer("< Age¦ e: 1\n<\n"), "a byte that no field name can have"),
            (inAnswer("< A¦(b): 1\n<\n"), "a byte that no field name can have"),
            (inAnswer("< Caf¦é: 1\n<\n"), "a byte that no field name can have"),
            (inAnswer("< A: b¦\u{1}c\n<\n"), "a control byte in a field value"),
            (inAnswer("< A: b¦\u{0}\n<\n"), "a control byte in a field value"),
            (inAnswer("< A: b¦\rc\n<\n"), "a control byte in a field value"),
            (inAnswer("< A: b¦\u{7F}\n<\n"), "a control byte in a field value"),
            (inAnswer("< ¦ folded: 1\n<\n"), "a line that continues a field, and no field before it"),
            (inAnswer("<¦Age: 1\n<\n"), "expected a space after the mark"),
            (inAnswer("<\\¦x\n<\n"), "expected a space after the mark"),
            (inAnswer("<\\ A: ¦\\q\n<\n"), "unknown escape"),
            (inAnswer("<\\ A: ¦\\x1\n<\n"), "unknown escape"),
            (inAnswer("<\\ A: ¦\\400\n<\n"), "unknown escape"),
            (inAnswer("<\\ A: b¦\\\n<\n"), "a backslash at the end of the line"),
            (inAnswer("<\\ A: ¦\\n\n<\n"), "NUL, CR and LF cannot be in a field value"),
            (inAnswer("<\\ A: ¦\\0\n<\n"), "NUL, CR and LF cannot be in a field value"),
            (inAnswer("<\\ A¦\\x62: c\n<\n"), "a byte that no field name can have"),
            (inAnswer("<\\¦\n<\n"), "a field line without a colon"),
            (inAnswer("< Date: ¦{date\n<\n"), "`{date` without its closing brace"),
            (inAnswer("< Date: {date ¦}\n<\n"), "expected +T, -T or `as`"),
            (inAnswer("< Date: {date ¦1d}\n<\n"), "expected +T, -T or `as`"),
            (inAnswer("< Date: {date +¦}\n<\n"), "expected a time such as"),
            (inAnswer("< Date: {date +1¦w}\n<\n"), "expected a unit"),
            (inAnswer("< Date: {date +1d ¦rfc850}\n<\n"), "unexpected `rfc850` in a date"),
            (inAnswer("< Date: {date as¦}\n<\n"), "expected rfc850 or asctime"),
            (inAnswer("< Date: {date as ¦iso}\n<\n"), "unknown form of date `iso`"),
            (inAnswer("< Date: {date as rfc850 ¦x}\n<\n"), "unexpected `x` in a date"),
            (inAnswer("< Date: ¦{date -800000d}\n<\n"), "the date lies outside the years 0000 to 9999"),
            (inAnswer("<\n<\\ ¦\\z\n"), "unknown escape"),
            (inAnswer("<\n< ¦{date\n"), "`{date` without its closing brace"),
            (afterRequest("< ¦!reset\n"), "unknown answer `!reset`"),
        ]
        for (text, message) in rows { assertRejected(text, message) { _ = try Transcript.read($0) } }
    }

    func testRejectedStartLines() {
        let rows: [(String, String)] = [
            ("case a\n>¦\n", "expected a request line"),
            ("case a\n> ¦\n", "expected a request line"),
            ("case a\n> ¦/p HTTP/1.1\n>\n", "expected a request line"),
            ("case a\n> ¦ GET / HTTP/1.1\n>\n", "expected a request line"),
            ("case a\n> GET¦\n>\n", "expected a target after the method"),
            ("case a\n> GET ¦\n>\n", "expected a target after the method"),
            ("case a\n> GET ¦ / HTTP/1.1\n>\n", "expected a target after the method"),
            ("case a\n> GET /p¦\n>\n", "expected an HTTP version after the target"),
            ("case a\n> GET /p ¦HTTP/1\n>\n", "expected an HTTP version"),
            ("case a\n> GET /p ¦http/1.1\n>\n", "expected an HTTP version"),
            ("case a\n> GET /p ¦HTTP/1.10\n>\n", "expected an HTTP version"),
            ("case a\n> GET /p ¦HTTP/1,1\n>\n", "expected an HTTP version"),
            ("case a\n> GET /p ¦HTTP/\n>\n", "expected an HTTP version"),
            ("case a\n> GET /p HTTP/1.1¦ x\n>\n", "unexpected text after the version"),
            ("case a\n> GET /p¦\u{1} HTTP/1.1\n>\n", "a control byte in a start line"),
            ("case a\n> GET¦\t/p HTTP/1.1\n>\n", "a control byte in a start line"),
            ("case a\n>\\ GET /¦\\x41 HTTP/1.1\n>\n", "a start line takes no escapes"),
            ("case a\n> GET /¦{date} HTTP/1.1\n>\n", "a start line takes no date"),
            (afterRequest("< ¦200 OK\n<\n"), "expected an HTTP version"),
            (afterRequest("< HTTP/1.1¦\n<\n"), "expected a status of three digits"),
            (afterRequest("< HTTP/1.1 ¦20\n<\n"), "expected a status of three digits"),
            (afterRequest("< HTTP/1.1 ¦2000\n<\n"), "expected a status of three digits"),
            (afterRequest("< HTTP/1.1 ¦099 Low\n<\n"), "expected a status of three digits"),
            (afterRequest("< HTTP/1.1 ¦OK\n<\n"), "expected a status of three digits"),
            (afterRequest("< HTTP/1.1 ¦ 200 OK\n<\n"), "expected a status of three digits"),
            (afterRequest("< HTTP/1.1 200 O¦\u{7}K\n<\n"), "a control byte in a start line"),
        ]
        for (text, message) in rows { assertRejected(text, message) { _ = try Transcript.read($0) } }
    }

    func testRejectedOnBlocks() {
        let rows: [(String, String)] = [
            ("on¦\n= store\n", "expected a method or `*` after `on`"),
            ("on GET¦\n= store\n", "expected a path after the method"),
            ("on ¦(x) /\n= store\n", "expected a method or `*` after `on`"),
            ("on GET ¦p/x\n= store\n", "expected a path that begins with `/`"),
            ("on GET https://a.example¦\n= store\n", "expected a path that begins with `/` after the origin"),
            ("on GET ¦ftp://a.example/x\n= store\n", "expected an origin"),
            ("on GET https://a¦@b/x\n= store\n", "a byte that no host can have"),
            ("on GET / ¦state 200\n= store\n", "expected `status`"),
            ("on GET / status¦\n= store\n", "expected a status of three digits"),
            ("on GET / status ¦20x\n= store\n", "expected a status of three digits"),
            ("on GET / status 200 ¦404\n= store\n", "unexpected `404`"),
            ("¦on GET /\n", "the `on` block has no expectation"),
            ("on GET /\n= store\non ¦GET /\n= store\n", "the id `GET /` stands in line 1 already"),
            ("on GET /\n¦> GET / HTTP/1.1\n>\n", "an `on` block has no messages"),
            ("on GET /\n¦< !timeout\n", "an `on` block has no messages"),
            ("on GET /\n@ ¦5s\n= store\n", "expected `+T`"),
            ("on GET /\n@ +5s\n@ ¦+4s\n= store\n", "the clock runs backwards"),
            ("on GET /\n¦clock Thu, 01 Jan 2026 00:00:00 GMT\n= store\n", "`clock` has no meaning"),
            ("on GET /\n¦origin https://a.example\n= store\n", "`origin` has no meaning"),
            ("on GET /\n= ¦key GET https://a.example/\n", "`key` cannot be asked in an `on` block"),
            ("on GET /\n= ¦sends A: b\n", "`sends` cannot be asked in an `on` block"),
            ("on GET /\n= not ¦serves A\n", "`serves` cannot be asked in an `on` block"),
            ("on GET /\n= ¦fail 504\n", "`fail` cannot be asked in an `on` block"),
            ("on GET /\n= ¦invalidates https://a.example/\n", "`invalidates` cannot be asked"),
            ("on GET /\n= ¦cook\n", "unknown subject `cook`"),
        ]
        for (text, message) in rows { assertRejected(text, message) { _ = try Transcript.read($0) } }
    }

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
        for _ in 0...16384 { bytes += line }
        XCTAssertThrowsError(try Transcript.read(SourceFile(path: "t", bytes: bytes))) { error in
            XCTAssertEqual("\(error)", "t:16385:1: error: the file is larger than the limit of 16777216 bytes")
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
            ("> GET /1 HTTP/1.1\n>\n< HTTP/1.1 103 Early Hints\n<\n< HTTP/1.1 200 OK\n<\n< HTTP/1.1 200 OK\n",
                ["/1 []", "103 []", "200 [HTTP/1.1 200 OK|]"]),
            ("> GET /1 HTTP/1.1\n>\n< HTTP/1.1 100 Continue\n<\n\n< !timeout\n", ["/1 []", "100 []", "timeout"]),
            ("> GET /1 HTTP/1.1\n>\n< !disconnect\n", ["/1 []", "disconnect"]),
            ("> GET /1 HTTP/1.1\n>\n< !disconnect \r\n> GET /2 HTTP/1.1\n>\n", ["/1 []", "disconnect", "/2 []"]),
            ("> GET /1 HTTP/1.1\n>\n< HTTP/1.1 200 OK\n<\n< !disconnect\n", ["/1 []", "200 [!disconnect|]"]),
            ("> GET /1 HTTP/1.1\n>\n< HTTP/1.1 200 OK\n<\n=  store \n< HTTP/1.1 200 OK\n<\n",
                ["/1 []", "200 []", "store", "200 []"]),
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
