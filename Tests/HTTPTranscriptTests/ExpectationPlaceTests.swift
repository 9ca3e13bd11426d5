import XCTest

@testable import HTTPTranscript

/// Expectations on the wrong side of the answer: what could hold whatever the cache does is an error, or fails both
/// ways.
final class ExpectationPlaceTests: XCTestCase {
    private func run(_ text: String) throws -> CaseResult {
        let file = SourceFile(path: "t", bytes: Array(text.utf8))
        let cases = try TranscriptRunner().run(Transcript.read(file)).cases
        return try XCTUnwrap(cases.last)
    }

    private let request = "> GET https://a.example/ HTTP/1.1\n>\n"
    private let answer = "< HTTP/1.1 200 OK\n< Cache-Control: max-age=60\n< ETag: \"a\"\n<\n"

    func testWhatCannotBeAskedThere() {
        let rows: [(lines: String, line: Int, message: String)] = [
            (request + "= store\n" + answer, 4, "no response came yet that could be stored"),
            (request + "= not store\n" + answer, 4, "no response came yet that could be stored"),
            (request + "= not invalidates /x\n" + answer, 4, "no response came yet that could invalidate anything"),
            (request + answer + "= forward\n", 8, "the answer came already"),
            (request + answer + "= not validate\n", 8, "the answer came already"),
            (request + answer + "= sends Host: a.example\n", 8, "the answer came already"),
            (request + answer + "= not sends If-None-Match\n", 8, "the answer came already"),
            (request + answer + "= sends method GET\n", 8, "the answer came already"),
            (request + "< !disconnect\n= not sends If-None-Match\n", 5, "the answer came already"),
        ]
        for row in rows {
            XCTAssertThrowsError(try run("case a\n" + row.lines), row.lines) { error in
                let error = error as? TranscriptError
                XCTAssertEqual(error?.line, row.line, row.lines)
                XCTAssertTrue(error?.message.hasPrefix(row.message) ?? false, error?.message ?? "")
            }
        }
    }

    /// On the right side the same are answered.
    func testWhatCanBeAskedThere() throws {
        let again = "@ 61s\n" + request + "= validate\n= sends If-None-Match: \"a\"\n"
        let rows = [
            request + "= forward\n= not validate\n" + answer + "= store\n= not invalidates /x\n= serves status 200\n",
            request + answer + again + "< HTTP/1.1 304 Not Modified\n< ETag: \"a\"\n<\n= serves status 200\n",
            request + answer + "@ 1s\n" + request + "= reuse fresh\n= serves Age: 1\n= not serves Warning\n",
            // An early hint is a response too.
            request + "< HTTP/1.1 103 Early Hints\n<\n= not store\n" + answer,
            // It is asked again, so that there is something that is sent.
            request + answer + again + "< HTTP/1.1 304 Not Modified\n< ETag: \"b\"\n<\n= not sends If-None-Match\n"
                + answer,
        ]
        for row in rows {
            let result = try run("case a\n" + row)
            XCTAssertEqual(
                result.status, .passed,
                "\(row)\n\(result.failures.map(\.actual)) \(String(describing: result.derailment))")
        }
    }

    func testWhatIsNotThereHoldsNeitherWay() throws {
        for claim in ["serves status 200", "serves Age: 1", "serves Age", "serves body x"] {
            for line in ["= \(claim)", "= not \(claim)"] where line != "= serves Age" {
                let result = try run("case a\n" + request + line + "\n" + answer)
                XCTAssertEqual(result.failures.map(\.actual), ["the client has no answer yet"], line)
            }
        }
        for line in ["= lifetime 60s", "= not lifetime 60s", "= not age > 1s", "= not stale-for 5s"] {
            let result = try run("case a\n" + request + line + "\n" + answer)
            XCTAssertEqual(result.failures.map(\.actual), ["there is no response to measure"], line)
        }
    }
}
