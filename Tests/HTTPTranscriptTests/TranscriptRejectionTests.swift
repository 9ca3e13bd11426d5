import HTTPTranscript
import XCTest

/// Texts that are no fixtures, each with its mark where the error must stand.
final class TranscriptRejectionTests: XCTestCase {
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
            (
                "clock Fri, 02 Jan 2026 00:00:00 GMT\ncase a\n@ ¦Thu, 01 Jan 2026 00:00:00 GMT\n",
                "the clock runs backwards"
            ),
            ("case a\n@ 2d\n@ ¦Fri, 02 Jan 2026 00:00:00 GMT\n", "the clock runs backwards"),
            ("case a\n@ Thu, 01 Jan 2026¦T00:00:00 GMT\n", "not an HTTP date: expected "),
            ("case a\n@ s¦oon\n", "not an HTTP date"),
            ("case a\n@ ¦100000000d\n", "the time is larger than the limit"),
            ("case a\n@ ¦3000000d\n", "the clock runs beyond the year 9999"),
            (
                "case a\n@ 0s\n¦clock Thu, 01 Jan 2026 00:00:00 GMT\n",
                "a setting holds for all of the case, so `clock` comes"
            ),
            ("case a\n> GET / HTTP/1.1\n>\n¦cache private\n", "a setting holds for all of the case, so `cache` comes"),
            (
                "case a\n> GET / HTTP/1.1\n>\n¦kind check\n= store\n",
                "a setting holds for all of the case, so `kind` comes"
            ),
            ("case a\n> GET / HTTP/1.1\n>\n# note\n¦cite A\n", "a setting holds for all of the case, so `cite` comes"),
            ("on GET /\n= store\n¦cache private\n", "a setting holds for all of the `on` block"),
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
            (inAnswer("< Content-Length: 3\n<\n< abc¦\n< d\n"), "content longer than the 3 bytes of Content-Length"),
            (inAnswer("< Content-Length: 3\n<\n<\\ abc¦d\n"), "content longer than the 3 bytes of Content-Length"),
            (inAnswer("< Content-Length: 3\n<\n<\\ ab\\x63¦\\n\\n\n"), "content longer than the 3 bytes"),
            (inAnswer("< Content-Length: 0\n<\n< ¦a\n"), "content longer than the 0 bytes of Content-Length"),
            (inAnswer("< Content-Length: 29\n<\n<\\ {date}¦x\n"), "content longer than the 29 bytes"),
            ("case a\n> POST / HTTP/1.1\n> Content-Length: 1\n>\n>\\ a¦b\n", "content longer than the 1 bytes"),
            (afterRequest("< HTTP/1.1 204 No Content\n<\n< ¦a\n"), "a 204 has no content"),
            (afterRequest("< HTTP/1.1 304 Not Modified\n<\n<\\ ¦a\n"), "a 304 has no content"),
            ("case a\n> HEAD / HTTP/1.1\n>\n< HTTP/1.1 200 OK\n<\n< ¦a\n", "the answer to HEAD has no content"),
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
            ("case a\n> GET /p ¦HTTP/9\n>\n", "expected an HTTP version"),
            ("case a\n> GET /p ¦HTTP/4\n>\n", "expected an HTTP version"),
            ("case a\n> GET /p ¦HTTP/0.9\n>\n", "expected an HTTP version"),
            ("case a\n> GET /p ¦HTTP/1.2\n>\n", "expected an HTTP version"),
            ("case a\n> GET /p ¦HTTP/2.1\n>\n", "expected an HTTP version"),
            (afterRequest("< ¦HTTP/9 200 OK\n<\n"), "expected an HTTP version"),
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
}
