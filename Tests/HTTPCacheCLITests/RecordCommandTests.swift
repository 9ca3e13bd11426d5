import HTTPTranscript
import XCTest

@testable import HTTPCacheCLI

final class RecordCommandTests: XCTestCase {
    func testACaptureBecomesACaseWithoutExpectations() throws {
        let input = """
            GET /x?{date}=1 HTTP/1.1
            Host: a.example

            HTTP/1.1 200 OK
            Date: Tue, 24 Nov 2026 09:00:00 GMT
            Age: 5
            X: {date} \\ \u{E9}


            """
        let run = Run(["check", "--record", "-"], input: input)
        XCTAssertEqual(
            run.output,
            """
            # Recorded from <stdin>. What a cache should do is yours to say: write an
            # expectation (`= …`) in the place of each TODO, and cite the section that it comes from.
            clock   Tue, 24 Nov 2026 09:00:05 GMT

            case    TODO-name-this-case

            @ 0s
            > GET https://a.example/x?%7Bdate}=1 HTTP/1.1
            > Host: a.example
            >
            # TODO = forward | validate | reuse fresh
            < HTTP/1.1 200
            < Date: Tue, 24 Nov 2026 09:00:00 GMT
            < Age: 5
            <\\ X: \\x7Bdate} \\\\ \\xc3\\xa9
            <
            # TODO = store
            # TODO = lifetime T

            """)
        XCTAssertEqual(run.status, .answered)
        // It reads as a fixture, and says the same bytes again.
        let file = SourceFile(path: "recorded", bytes: Array(run.output.utf8))
        let one = try XCTUnwrap(try Transcript.read(file).cases.first)
        let expectations = one.steps.filter { if case .expectation = $0.action { true } else { false } }
        XCTAssertTrue(expectations.isEmpty)
        guard case .answer(.response(let message)) = one.steps.last?.action else { return XCTFail("a response") }
        let value = message.fields[2].value.expand(in: file, at: Instant(Settings.defaultClock)).bytes
        XCTAssertEqual(String(decoding: value, as: UTF8.self), "{date} \\ \u{E9}")
    }

    func testAHARKeepsItsClock() throws {
        let run = Run(["check", "--record", Project.path("Fixtures/har/shop.har")])
        XCTAssertEqual(run.status, .answered)
        XCTAssertTrue(run.output.contains("clock   Tue, 24 Nov 2026 09:00:00 GMT\n"), run.output)
        let transcript = try Transcript.read(SourceFile(path: "recorded", bytes: Array(run.output.utf8)))
        let requests = transcript.cases[0].steps.filter { if case .request = $0.action { true } else { false } }
        XCTAssertEqual(requests.count, 4)
        XCTAssertFalse(run.output.contains("\n= "))
    }

    func testRefusals() throws {
        let directory = try TemporaryDirectory()
        let fixture = try directory.write("x.httpcache", "case a\n> GET / HTTP/1.1\n>\n= forward\n")
        let response = try directory.write("r.http", "HTTP/1.1 200 OK\n\n")
        let rows: [(arguments: [String], errors: String)] = [
            ([fixture], "\(fixture):1:1: error: this is a fixture already; --record takes a capture\n"),
            ([response], "\(response):1:1: error: the request is not in this input: name its target with --url\n"),
            (
                ["--matrix", response],
                "httpcache check: --record writes a case and runs none; it goes without --matrix\n"
            ),
            (
                ["--report", "json=x", response],
                "httpcache check: --record writes a case and runs none; it goes without --report\n"
            ),
        ]
        for row in rows {
            let run = Run(["check", "--record"] + row.arguments)
            XCTAssertEqual(run.errors, row.errors)
            XCTAssertEqual(run.output, "")
            XCTAssertEqual(run.status, .notAsked)
        }
        XCTAssertEqual(Run(["check", "--record", "--url", "https://a.example/", response]).status, .answered)
    }
}
