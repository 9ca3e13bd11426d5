import HTTPCacheSemantics
import HTTPDate
import XCTest

@testable import HTTPTranscript

final class RuleRunnerTests: XCTestCase {
    private let start = HTTPDate(secondsSinceEpoch: 1_767_225_600)

    private func exchange(
        _ fields: [(String, String)], status: Int = 200, method: String = "GET", url: String = "https://a.example/p",
        request: [(String, String)] = []
    ) throws -> ObservedExchange {
        ObservedExchange(
            request: RequestHead(
                method: Method(method), target: try TargetURI(url), fields: FieldSection(request)),
            response: ResponseHead(status: status, fields: FieldSection(fields)), requestTime: start,
            responseTime: start.adding(seconds: 2))
    }

    private func runner(_ text: String, _ policy: CachePolicy = CachePolicy(.shared)) throws -> RuleRunner {
        try RuleRunner(try Transcript.read(SourceFile(path: "r.httpcache", bytes: Array(text.utf8))), policy: policy)
    }

    /// Whether each expectation holds for a response with these fields.
    private func holds(_ lines: String, _ exchange: ObservedExchange) throws -> [Bool]? {
        let runner = try runner("on * /**\n" + lines)
        return runner.results(of: runner.blocks[0], for: exchange)?.map(\.holds)
    }

    func testWhichExchangesABlockSpeaksOf() throws {
        let rows: [(line: String, matches: Bool)] = [
            ("GET /p", true), ("* /p", true), ("POST /p", false), ("get /p", false), ("GET /q", false),
            ("GET /*", true), ("GET https://a.example/p", true), ("GET https://A.example:443/p", true),
            ("GET http://a.example/p", false), ("GET https://b.example/p", false),
            ("GET https://a.example:8443/p", false),
            ("GET /p status 200", true), ("GET /p status 404", false),
        ]
        for row in rows {
            let runner = try runner("on \(row.line)\n= store\n")
            XCTAssertEqual(runner.blocks[0].matches(try exchange([])), row.matches, row.line)
        }
    }

    func testExpectations() throws {
        let fresh = try exchange([("Cache-Control", "max-age=60, public"), ("ETag", "\"a\"")])
        let rows: [(lines: String, holds: [Bool])] = [
            (
                "= store\n= not store\n= store because store.max-age\n= store because store.public",
                [true, false, true, false]
            ),
            (
                "= lifetime 60s\n= lifetime >= 1m\n= lifetime > 60s\n= lifetime 60s because lifetime.max-age",
                [true, true, false, true]
            ),
            // The delay between request and answer counts: RFC 9111 §4.2.3.
            ("= age 2s\n= fresh-for 58s\n= not stale-for > 0s", [true, true, true]),
            // Before the first `@` a decision is one at the moment of arrival.
            ("= reuse fresh\n= reuse\n= not validate\n= forward", [true, true, true, false]),
            (
                "@ +57s\n= reuse fresh\n= fresh-for 1s\n@ +58s\n= validate because lifetime.expired\n= stale-for 0s",
                [true, true, true, true]
            ),
            ("@ +1d\n= store\n= lifetime 60s\n= reuse stale", [true, true, false]),
            (
                "= has public\n= has max-age\n= has max-age=60\n= has max-age=61\n= not has no-store",
                [true, true, true, false, true]
            ),
        ]
        for row in rows { XCTAssertEqual(try holds(row.lines + "\n", fresh), row.holds, row.lines) }
    }

    func testWhatIsNotStored() throws {
        let never = try exchange([("Cache-Control", "no-store, max-age=60")])
        XCTAssertEqual(
            try holds(
                "= store\n= not store because store.no-store\n= lifetime 60s\n@ +1s\n= reuse\n= forward uri-miss\n",
                never),
            [false, true, true, false, true])
        let runner = try runner("on * /**\n@ +1s\n= reuse fresh\n")
        let result = try XCTUnwrap(runner.results(of: runner.blocks[0], for: never)?.first)
        XCTAssertEqual(result.shown, .storeNoStore)
        XCTAssertEqual(result.rule, .selectMiss)
        XCTAssertTrue(result.actual.hasSuffix("as it is not stored (store.no-store)"), result.actual)
        XCTAssertEqual(result.wanted, "reuse fresh")
    }

    /// A 304 is judged as what it brings up to date; the `on` line still names its own status.
    func testNotModified() throws {
        let update = try exchange([("Cache-Control", "max-age=60")], status: 304)
        XCTAssertEqual(try holds("= store\n= lifetime 60s\n@ +1s\n= reuse fresh\n", update), [true, true, true])
        let runner = try runner("on GET /p status 304\n= store\n")
        XCTAssertTrue(runner.blocks[0].matches(update))
    }

    func testTheSameRequestIsAskedAgain() throws {
        let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"a\"")]
        let asking = try exchange(fields, request: [("Cache-Control", "no-cache")])
        XCTAssertEqual(try holds("= validate because request.no-cache\n", asking), [true])
    }

    func testSettings() throws {
        let own = try exchange([("Cache-Control", "private, max-age=60, s-maxage=600")])
        let runner = try runner(
            "cache private\non GET /p\n= lifetime 60s\n\non GET /p status 200\ncache shared\n= lifetime 600s\n= not store\n"
        )
        XCTAssertEqual(runner.results(of: runner.blocks[0], for: own)?.map(\.holds), [true])
        XCTAssertEqual(runner.results(of: runner.blocks[1], for: own)?.map(\.holds), [true, true])
    }

    func testRefusals() {
        let rows: [(text: String, line: Int, column: Int, message: String)] = [
            ("on GET /p\n= lint max-age-colon\n", 2, 3, "`lint` cannot be asked here: no linter is at hand"),
            ("on GET /p\n= store because store.never\n", 2, 17, "unknown rule code `store.never`"),
            ("on GET /p\nprofile nothing\n= store\n", 2, 9, "unknown profile `nothing`"),
            ("on GET /p\noption frobnicate=1\n= store\n", 2, 8, ""),
        ]
        for row in rows {
            XCTAssertThrowsError(try runner(row.text), row.text) { error in
                let error = error as? TranscriptError
                XCTAssertEqual(error?.line, row.line, row.text)
                XCTAssertEqual(error?.column, row.column, row.text)
                if !row.message.isEmpty { XCTAssertEqual(error?.message, row.message) }
            }
        }
    }

    func testALinterCanBeGiven() throws {
        let transcript = try Transcript.read(
            SourceFile(path: "r.httpcache", bytes: Array("on GET /p\n= lint bad\n= not lint good\n".utf8)))
        let runner = try RuleRunner(transcript) { _ in ["bad"] }
        XCTAssertEqual(runner.results(of: runner.blocks[0], for: try exchange([]))?.map(\.holds), [true, true])
    }
}
