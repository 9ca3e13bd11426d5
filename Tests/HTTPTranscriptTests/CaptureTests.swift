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

    /// What each capture holds, counted by eye: status and number of field lines of each response.
    func testKeptCaptures() throws {
        let rows: [(String, InputKind, [String])] = [
            ("get.txt", .verbose, ["http GET /app.css HTTP/1.1 200/10"]),
            ("get-http10.txt", .verbose, ["http GET /app.css HTTP/1.0 200/10"]),
            ("get-h2.txt", .verbose, ["https GET /app.css HTTP/2 200/9"]),
            ("gzip-h2.txt", .verbose, ["https GET /app.css HTTP/2 200/8"]),
            (
                "redirects.txt", .verbose,
                ["http GET /old HTTP/1.1 301/6", "http GET /new HTTP/1.1 302/6", "http GET /index.html HTTP/1.1 200/8"]
            ),
            (
                "redirect-to-tls.txt", .verbose,
                ["http GET /secure HTTP/1.1 301/6", "https GET /index.html HTTP/2 200/7"]
            ),
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
            XCTAssertEqual(capture.summary, expected, name)
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
            ("range.http", [100]), ("three-urls.http", [0, 143, 6]), ("not-modified.http", [0]),
            ("exchange.http", [50]),
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
        XCTAssertEqual(
            content.expand(in: binary, at: Instant(Settings.defaultClock)).bytes, Array(binary.bytes.suffix(3000)))
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
}
