import HTTPDate
import HTTPTranscript
import XCTest

final class CaptureTests: XCTestCase {
    static var directory: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/captures")
    }

    private func file(_ name: String) throws -> SourceFile {
        let data = try Data(contentsOf: Self.directory.appendingPathComponent(name))
        return SourceFile(path: name, bytes: Array(data))
    }

    /// `scheme method target → statuses [ending]`, one an exchange.
    private func summary(_ capture: Capture) -> [String] {
        capture.exchanges.map { exchange in
            var words = [exchange.scheme?.rawValue ?? "-"]
            if case .request(let method, let target, let version) = exchange.request?.startLine {
                words += [method, target, version.range].map { capture.file.string($0) }
            } else {
                words.append("-")
            }
            words += exchange.responses.map { "\($0.status ?? 0)/\($0.fields.count)" }
            switch exchange.ending {
            case .whole: break
            case .cutShort: words.append("cut")
            case .noResponse: words.append("none")
            }
            return words.joined(separator: " ")
        }
    }

    /// What each capture holds, counted by eye: status and number of field lines of each response.
    func testKeptCaptures() throws {
        let rows: [(String, InputKind, [String])] = [
            ("get.txt", .verbose, ["http GET /app.css HTTP/1.1 200/10"]),
            ("get-http10.txt", .verbose, ["http GET /app.css HTTP/1.0 200/10"]),
            ("get-h2.txt", .verbose, ["https GET /app.css HTTP/2 200/9"]),
            ("gzip-h2.txt", .verbose, ["https GET /app.css HTTP/2 200/8"]),
            ("redirects.txt", .verbose,
                ["http GET /old HTTP/1.1 301/6", "http GET /new HTTP/1.1 302/6", "http GET /index.html HTTP/1.1 200/8"]),
            ("redirect-to-tls.txt", .verbose,
                ["http GET /secure HTTP/1.1 301/6", "https GET /index.html HTTP/2 200/7"]),
            ("not-modified.txt", .verbose, ["http GET /app.css HTTP/1.1 304/6"]),
            ("head.txt", .verbose, ["http HEAD /app.css HTTP/1.1 200/10"]),
            ("range.txt", .verbose, ["http GET /app.css HTTP/1.1 206/10"]),
            ("post.txt", .verbose, ["http POST /form HTTP/1.1 200/5"]),
            ("private.txt", .verbose, ["http GET /private HTTP/1.1 200/7"]),
            ("two-urls.txt", .verbose, ["http GET /gone HTTP/1.1 410/5", "https GET /nothing HTTP/2 204/2"]),
            ("python-server.txt", .verbose, ["http GET /sub HTTP/1.1 301/4", "http GET /sub/ HTTP/1.0 200/5"]),
            ("python-not-modified.txt", .verbose, ["http GET /sub/ HTTP/1.1 304/2"]),
            ("early-hints.txt", .verbose, ["http GET /hints HTTP/1.1 103/1 200/4"]),
            ("trailers.txt", .verbose, ["http GET /trailers HTTP/1.1 200/4"]),
            ("cut-short.txt", .verbose, ["http GET /cut HTTP/1.1 200/3 cut"]),
            ("no-answer.txt", .verbose, ["http GET /nothing HTTP/1.1 none"]),
            ("folded-field.txt", .verbose, ["http GET /folded HTTP/1.1 200/4"]),
            ("progress-meter.txt", .verbose, ["http GET /blob.bin HTTP/1.1 200/10"]),
            ("one-stream.txt", .verbose, ["http GET /index.html HTTP/1.1 200/8"]),
            ("get.http", .response, ["- - 200/8"]),
            ("get-http10.http", .response, ["- - 200/8"]),
            ("get-h2.http", .response, ["- - 200/7"]),
            ("binary.http", .response, ["- - 200/10"]),
            ("gzip.http", .response, ["- - 200/10"]),
            ("redirects.http", .response, ["- - 301/6", "- - 302/6", "- - 200/8"]),
            ("head.http", .response, ["- - 200/10"]),
            ("range.http", .response, ["- - 206/10"]),
            ("early-hints.http", .response, ["- - 103/1 200/4"]),
            ("three-urls.http", .response, ["- - 204/3", "- - 410/5", "- - 200/7"]),
            ("trailers.http", .response, ["- - 200/4"]),
            ("not-modified.http", .response, ["- - 304/6"]),
            ("python-server.http", .response, ["- - 200/5"]),
            ("exchange.http", .exchange, ["- GET /index.html HTTP/1.1 200/8"]),
        ]
        for (name, kind, expected) in rows {
            let file = try file(name)
            let capture = try Capture.read(file)
            XCTAssertEqual(capture.kind, kind, name)
            XCTAssertEqual(summary(capture), expected, name)
            XCTAssertThrowsError(try Transcript.read(file), name)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
        let kept = names.filter { $0.hasSuffix(".txt") || $0.hasSuffix(".http") }
        XCTAssertEqual(Set(kept), Set(rows.map(\.0) + ["refused.txt"]))
    }

    func testRefusedConnectionHasNoExchange() throws {
        XCTAssertThrowsError(try Capture.read(file("refused.txt"))) { error in
            XCTAssertEqual("\(error)", "refused.txt:7:1: error: no request and no response in this input")
        }
    }

    func testPositionsInACapture() throws {
        let capture = try Capture.read(file("get.txt"))
        let response = try XCTUnwrap(capture.exchanges.first?.finalResponse)
        let field = try XCTUnwrap(response.fields(named: "cache-control", in: capture.file).first)
        // awk '/Cache-Control/ { print NR, index($0, "public") }'
        let value = capture.file.position(of: field.value.range.start)
        XCTAssertEqual([value.line, value.column], [20, 18])
        XCTAssertEqual(
            capture.file.string(field.value), "public, max-age=600, s-maxage=3600, stale-while-revalidate=60")
    }

    func testContentOfRawResponses() throws {
        let rows: [(String, [Int])] = [
            ("get.http", [50]), ("binary.http", [3000]), ("redirects.http", [0, 0, 50]), ("head.http", [0]),
            ("range.http", [100]), ("three-urls.http", [0, 143, 6]), ("not-modified.http", [0]), ("exchange.http", [50]),
            ("early-hints.http", [3]),
        ]
        for (name, lengths) in rows {
            let file = try file(name)
            let finals = try Capture.read(file).exchanges.compactMap(\.finalResponse)
            let clock = Instant(Settings.defaultClock)
            XCTAssertEqual(finals.map { $0.content.expand(in: file, at: clock).bytes.count }, lengths, name)
            XCTAssertEqual(finals.map(\.hasContentLines), lengths.map { $0 > 0 }, name)
        }
        let binary = try file("binary.http")
        let content = try XCTUnwrap(Capture.read(binary).exchanges[0].finalResponse).content
        XCTAssertEqual(content.expand(in: binary, at: Instant(Settings.defaultClock)).bytes, Array(binary.bytes.suffix(3000)))
    }

    func testFoldedFieldAndLatinBytes() throws {
        let file = try file("folded-field.txt")
        let response = try XCTUnwrap(Capture.read(file).exchanges[0].finalResponse)
        XCTAssertEqual(file.string(response.fields[0].value), "public, max-age=5")
        XCTAssertTrue(response.fields[0].isFolded)
        let latin = response.fields[1].value.expand(in: file, at: Instant(Settings.defaultClock)).bytes
        XCTAssertEqual(latin, [0x63, 0x61, 0x66, 0xE9])
    }

    func testFirstDate() throws {
        let rows: [(String, String?)] = [
            ("early-hints.txt", "Mon, 30 Nov 2026 06:00:00 GMT"), ("redirects.http", "Mon, 30 Nov 2026 06:14:39 GMT"),
            ("cut-short.txt", nil),
        ]
        for (name, date) in rows { XCTAssertEqual(try Capture.read(file(name)).firstDate?.formatted(), date, name) }
        let second = "HTTP/1.1 200 OK\nDate: never\nDate: Mon, 30 Nov 2026 06:14:39 GMT\n\n"
        XCTAssertEqual(try Capture.read(source(second)).firstDate?.secondsSinceEpoch, 1_796_019_279)
    }

    // MARK: Forms that were not captured here

    func testVerboseForms() throws {
        let get = "> GET / HTTP/1.1\n> Host: a\n> \n"
        let ok = "< HTTP/1.1 200 OK\n< \n"
        let rows: [(String, [String])] = [
            (get + ok, ["- GET / HTTP/1.1 200/0"]),
            ("# mine\n\n" + get + ok, ["- GET / HTTP/1.1 200/0"]),
            (ok, ["- - 200/0"]),
            ("* Connected to a (::1) port 80\n" + get + ok, ["http GET / HTTP/1.1 200/0"]),
            ("* Connected to a (::1) port 443\n* ALPN: curl offers h2\n" + get + ok, ["https GET / HTTP/1.1 200/0"]),
            // Newer curls report the connection after the handshake.
            ("*   Trying [::1]:443...\n* SSL connection using TLSv1.3 / X\n* Established connection to a (::1 port 443) from b\n"
                + get + ok + "*   Trying [::1]:80...\n* Established connection to a (::1 port 80) from b\n" + get + ok,
                ["https GET / HTTP/1.1 200/0", "http GET / HTTP/1.1 200/0"]),
            ("* Connected to a (::1) port 80 (#0)\n* Connected to a (::1) port 443 (#1)\n* schannel: x\n" + get + ok
                + "* Re-using existing connection! (#0) with host a\n" + get + ok
                + "* Re-using existing connection #1 with host a\n" + get + ok,
                ["https GET / HTTP/1.1 200/0", "http GET / HTTP/1.1 200/0", "https GET / HTTP/1.1 200/0"]),
            (get + ok + "* Issue another request to this URL: 'https://b/'\n" + get + ok,
                ["- GET / HTTP/1.1 200/0", "https GET / HTTP/1.1 200/0"]),
            // A tunnel is no exchange.
            ("> CONNECT a:443 HTTP/1.1\n> \n< HTTP/1.1 200 OK\n< \n" + get + ok, ["- GET / HTTP/1.1 200/0"]),
            // Trailers, content in the same stream, content that looks like a mark.
            (get + ok + "< x-sum: 7\n< \n<html>\n> quoted\n* star\n{\"a\":1}\nplain\n\n< GET\n", ["- GET / HTTP/1.1 200/0"]),
            (get + "* Connection died, retrying\n" + get + ok, ["- GET / HTTP/1.1 none", "- GET / HTTP/1.1 200/0"]),
            (get + "* Operation timed out after 5 ms\n", ["- GET / HTTP/1.1 none"]),
            (get + ok + "* HTTP/2 stream 1 was not closed cleanly: X\n", ["- GET / HTTP/1.1 200/0 cut"]),
            (get + "< HTTP/1.1 401 No\n< \n< HTTP/1.1 200 OK\n< \n", ["- GET / HTTP/1.1 401/0", "- - 200/0"]),
            (get + "< HTTP/2 103 \n< a: b\n< \n< HTTP/2 200 \n< c: d\n< \n", ["- GET / HTTP/1.1 103/1 200/1"]),
            (get + "< HTTP/1.1 200 OK\n< A: {date}\n< B: a\\n\n< \n", ["- GET / HTTP/1.1 200/2"]),
            ("Note: x\ncurl: y\n" + get + ok + "curl: (18) z\n", ["- GET / HTTP/1.1 200/0"]),
        ]
        for (text, expected) in rows { XCTAssertEqual(summary(try Capture.read(source(text), as: .verbose)), expected, text) }
    }

    func testRejectedVerbose() {
        let rows: [(String, String)] = [
            ("* only remarks\n¦", "no request and no response"),
            ("* x\n¦plain\n", "not a line that curl -v prints"),
            ("> GET / HTTP/1.1\n> A: b\n¦", "unfinished message: the request of line 1"),
            ("> GET / HTTP/1.1\n> A: b\n¦\n", "unfinished message"),
            ("> GET / HTTP/1.1\n¦plain\n", "unfinished message"),
            ("> GET / HTTP/1.1\n¦< HTTP/1.1 200 OK\n< \n", "unfinished message"),
            ("> GET / HTTP/1.1\n> \n< HTTP/1.1 200 OK\n< A: b\n¦> GET / HTTP/1.1\n> \n", "unfinished message"),
            ("> GET / HTTP/1.1\n> ¦A b\n> \n", "a field line without a colon"),
            ("> GET / HTTP/1.1\n> A: ¦\u{1}\n> \n", "a control byte in a field value"),
            ("> 200 OK¦\n> \n", "expected an HTTP version"),
            ("< ¦A: b\n< \n", "expected an HTTP version"),
            ("> CONNECT a:443 HTTP/1.1\n> \n< HTTP/1.1 200 OK\n< \n¦", "no request and no response"),
        ]
        for (text, message) in rows {
            assertRejected(text, message) { _ = try Capture.read($0, as: .verbose) }
        }
    }

    func testRawForms() throws {
        let rows: [(String, InputKind, [String])] = [
            ("HTTP/1.1 200 OK\n\n", .response, ["- - 200/0"]),
            ("HTTP/3 200\nage: 1\n\nHTTP/1.1 is a protocol\n", .response, ["- - 200/1"]),
            ("HTTP/1.1 200 OK\nContent-Length: 20\n\nHTTP/1.1 404 No\nx\ny\n", .response, ["- - 200/1"]),
            ("HTTP/1.1 200 OK\n\nHTTP/1.1 404 No\n\n", .response, ["- - 200/0", "- - 404/0"]),
            ("HTTP/1.0 200 Connection established\r\n\r\nHTTP/2 200 \r\n\r\nx", .response, ["- - 200/0", "- - 200/0"]),
            ("HTTP/1.1 200 OK\nContent-Length: 2\n\nabHTTP/1.1 404 No\n\n", .response, ["- - 200/1", "- - 404/0"]),
            ("HTTP/1.1 200 OK\nContent-Length: 2\n\nabcdHTTP/1.1 404 No\n\n", .response, ["- - 200/1"]),
            ("GET / HTTP/1.1\n\n", .exchange, ["- GET / HTTP/1.1 none"]),
            ("\n# mine\nGET / HTTP/1.1\nHost: a\n\nHTTP/1.1 200 OK\n\n", .exchange, ["- GET / HTTP/1.1 200/0"]),
            ("GET / HTTP/1.1\n\n\n\nHTTP/1.1 200 OK\n\nbody", .exchange, ["- GET / HTTP/1.1 200/0"]),
            ("POST / HTTP/1.1\nContent-Length: 3\n\na=b\nHTTP/1.1 200 OK\n\n", .exchange, ["- POST / HTTP/1.1 200/0"]),
            ("PUT / HTTP/1.1\n\na\nb\nHTTP/1.1 200 OK\n\n", .exchange, ["- PUT / HTTP/1.1 200/0"]),
            ("GET /1 HTTP/1.1\n\nHTTP/1.1 204 No\n\nGET /2 HTTP/1.1\n\nHTTP/1.1 200 OK\nContent-Length: 1\n\nxGET /3 HTTP/1.1\n\n",
                .exchange, ["- GET /1 HTTP/1.1 204/0", "- GET /2 HTTP/1.1 200/1", "- GET /3 HTTP/1.1 none"]),
            ("GET / HTTP/1.1\n\nHTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\n\n", .exchange, ["- GET / HTTP/1.1 100/0 200/0"]),
        ]
        for (text, kind, expected) in rows {
            let capture = try Capture.read(source(text))
            XCTAssertEqual(capture.kind, kind, text)
            XCTAssertEqual(summary(capture), expected, text)
        }
    }

    func testContentOfRequests() throws {
        let rows: [(String, String, Bool)] = [
            ("GET / HTTP/1.1\n\n\nHTTP/1.1 200 OK\n\n", "", false),
            ("POST / HTTP/1.1\nContent-Length: 3\n\na=b\n\nHTTP/1.1 200 OK\n\n", "a=b", true),
            ("POST / HTTP/1.1\nContent-Length: 0\n\nHTTP/1.1 200 OK\n\n", "", false),
            ("PUT / HTTP/1.1\n\na\nb\nHTTP/1.1 200 OK\n\n", "a\nb\n", true),
        ]
        for (text, content, hasContent) in rows {
            let file = source(text)
            let request = try XCTUnwrap(Capture.read(file).exchanges.first?.request)
            XCTAssertEqual(file.string(request.content), content, text)
            XCTAssertEqual(request.hasContentLines, hasContent, text)
        }
    }

    func testRejectedRaw() {
        let rows: [(String, String)] = [
            ("HTTP/1.1 200 OK¦", "unfinished message: the response of line 1 has no end line"),
            ("HTTP/1.1 200 OK\nAge: 1\n¦", "unfinished message"),
            ("GET / HTTP/1.1\nHost: a\n¦", "unfinished message: the request of line 1"),
            ("HTTP/1.1 200 OK\n¦Age 1\n\n", "a field line without a colon"),
            ("HTTP/1.1 200 OK\nA: b¦\u{0}\n\n", "a control byte in a field value"),
            ("HTTP/1.1 ¦2x0 OK\n\n", "expected a status"),
            ("¦HTTP/x 200 OK\n\n", "expected an HTTP version"),
            ("HTTP/1.1 100 Go on\n\n¦what\n\n", "expected an HTTP version"),
            ("GET / HTTP/1.1\nContent-Length: 1\n\nx\n¦what\n", "expected an HTTP version"),
            ("¦case a\n@ 0s\n", "a fixture is no capture"),
            ("¦{\"log\":{}}", "a har is no capture"),
            ("¦", "the file is empty"),
        ]
        for (text, message) in rows { assertRejected(text, message) { _ = try Capture.read($0) } }
    }

    func testKinds() throws {
        let rows: [(String, InputKind)] = [
            ("cache shared\n", .fixture), ("# c\n\n  \ncase a\n", .fixture), ("on * /\n", .fixture), ("nonsense", .fixture),
            ("@ 0s\n", .fixture), ("> GET / HTTP/1.1\n", .verbose), ("< HTTP/1.1 200 OK\n", .verbose),
            ("*   Trying 127.0.0.1:80...\n", .verbose), ("{ [5 bytes data]\n", .verbose), ("} [5 bytes data]\n", .verbose),
            ("  % Total    % Received\n", .verbose), ("\r  0     0    0*   Trying\n", .verbose),
            ("# c\n> GET / HTTP/1.1\n", .verbose), ("HTTP/1.1 200 OK\r\n", .response), ("HTTP/2 200 \r\n", .response),
            ("GET / HTTP/1.1\r\n", .exchange), ("purge /x HTTP/1.0\n", .exchange), ("\n\nGET / HTTP/2\n", .exchange),
            ("{\"log\":{}}", .har), (" \n{\n  \"log\": {}}", .har), ("\u{FEFF}{\"log\":{}}", .har), ("{}", .har),
            ("\u{FEFF}case a\n", .fixture),
        ]
        for (text, kind) in rows { XCTAssertEqual(try InputKind.detect(source(text)), kind, text) }
        for text in ["", "\n", "# c\n", "%\n", "12\n", "Hello world\n", "[1]"] {
            XCTAssertThrowsError(try InputKind.detect(source(text)), text)
        }
    }
}
