import XCTest

@testable import HTTPCacheCLI

/// Which sentence the answer begins with, which bytes are marked for it, and what is cited, for one exchange.
final class ExplainReasonsTests: XCTestCase {
    private struct Row {
        var request = ""
        let response: String
        var options = "--cache shared"
        let headline: String
        /// The bytes over the first mark that has this label.
        var marked: (bytes: String, label: String)?
        var citation = ""
    }

    private let rows: [Row] = [
        // Storing, RFC 9111 §3.
        Row(
            response: "Cache-Control: max-age=60, No-Store",
            headline: "FORWARD  uri-miss, as the response is not stored",
            marked: ("No-Store", "The response carries no-store"), citation: "RFC 9111 §5.2.2.5"),
        Row(
            response: "Cache-Control: private=, private, max-age=60",
            headline: "FORWARD  uri-miss, as the response is not stored", citation: "RFC 9111 §5.2.2.7"),
        Row(
            response: "Cache-Control: private, max-age=60", options: "--cache private",
            headline: "REUSE  fresh for another 1m",
            marked: ("max-age=60", "first choice of a private cache"), citation: "RFC 9111 §4.2.1"),
        Row(
            request: "Authorization: x", response: "Cache-Control: max-age=60",
            headline: "FORWARD  uri-miss, as the response is not stored",
            marked: (
                "Authorization: x",
                "The request was authorized and nothing in the response lets a shared cache keep the answer"
            ), citation: "RFC 9111 §3.5"),
        Row(
            request: "Authorization: x", response: "Cache-Control: max-age=60", options: "--cache private",
            headline: "REUSE  fresh for another 1m"),
        Row(
            request: "Cache-Control: no-store", response: "Cache-Control: max-age=60",
            headline: "FORWARD  uri-miss, as the response is not stored",
            marked: ("no-store", "The request carries no-store"), citation: "RFC 9111 §5.2.1.5"),
        Row(
            response: "Set-Cookie: a=b\nCache-Control: max-age=60", options: "--cache shared --option setCookie=refuse",
            headline: "FORWARD  uri-miss, as the response is not stored",
            marked: (
                "Set-Cookie: a=b", "By option, a response that sets a cookie is not kept by a shared cache"
            ), citation: "RFC 9111 §7.3"),
        Row(
            response: "Set-Cookie: a=b\nCache-Control: max-age=60", headline: "REUSE  fresh for another 1m"),
        // Lifetime, §4.2.1.
        Row(
            response: "Cache-Control: max-age=60s\nETag: \"a\"", headline: "VALIDATE  nothing makes it fresh",
            marked: ("max-age=60s", "The freshness information is invalid, so the response counts as stale"),
            citation: "RFC 9111 §4.2.1"),
        Row(
            response: "Expires: 0\nETag: \"a\"", headline: "VALIDATE  nothing makes it fresh",
            marked: ("Expires: 0", "An Expires that is no date, 0 included, lies in the past"),
            citation: "RFC 9111 §5.3"),
        Row(
            response: "Cache-Control: max-age=99999999999999999999",
            headline: "REUSE  fresh for another 24855d 3h 14m 8s"),
        Row(
            response: "Last-Modified: Mon, 23 Nov 2026 00:00:00 GMT", options: "--cache shared --heuristic 50",
            headline: "REUSE  fresh for another 12h",
            marked: ("Last-Modified: Mon, 23 Nov 2026 00:00:00 GMT", "50% of the time from here to Date"),
            citation: "RFC 9111 §4.2.2"),
        Row(
            response: "Last-Modified: Mon, 23 Nov 2026 00:00:00 GMT", options: "--cache shared --heuristic off",
            headline: "VALIDATE  nothing makes it fresh"),
        // Reuse, §4 and §5.2.
        Row(
            response: "Cache-Control: no-cache, max-age=60\nETag: \"a\"",
            headline: "VALIDATE  no-cache wants validation before each reuse",
            marked: ("no-cache", "no-cache wants validation before each reuse"), citation: "RFC 9111 §5.2.2.4"),
        Row(
            response: "Cache-Control: no-cache, max-age=60",
            headline: "FORWARD  stale, as no-cache wants validation before each reuse"),
        Row(
            request: "Cache-Control: no-cache", response: "Cache-Control: max-age=60\nETag: \"a\"",
            headline: "VALIDATE  the request's no-cache wants validation",
            marked: ("no-cache", "The request's no-cache wants validation"), citation: "RFC 9111 §5.2.1.4"),
        Row(
            request: "Cache-Control: no-cache", response: "Cache-Control: max-age=60\nETag: \"a\"",
            options: "--cache shared --profile cdn", headline: "REUSE  fresh for another 1m"),
        Row(
            request: "Cache-Control: min-fresh=61", response: "Cache-Control: max-age=60",
            headline:
                "FORWARD  request, as the response will not stay fresh for as long as the request's min-fresh asks",
            marked: (
                "min-fresh=61", "The response will not stay fresh for as long as the request's min-fresh asks"
            ), citation: "RFC 9111 §5.2.1.3"),
        Row(
            request: "Cache-Control: min-fresh=60", response: "Cache-Control: max-age=60",
            headline: "REUSE  fresh for another 1m"),
        Row(
            request: "Cache-Control: max-stale", response: "Cache-Control: max-age=60",
            options: "--cache shared --at +61s", headline: "REUSE  stale for 1s, which the request accepts",
            marked: ("max-stale", "The request's max-stale accepts a response this stale"),
            citation: "RFC 9111 §5.2.1.2"),
        Row(
            request: "Cache-Control: only-if-cached", response: "Cache-Control: max-age=60",
            headline: "FAIL 504  only-if-cached, and nothing stored can be used: 504",
            marked: ("only-if-cached", "only-if-cached, and nothing stored can be used: 504"),
            citation: "RFC 9111 §5.2.1.7"),
        Row(
            request: "If-Match: \"a\"", response: "Cache-Control: max-age=60", headline: "FORWARD  bypass",
            marked: ("If-Match: \"a\"", "If-Match and If-Unmodified-Since are for the origin to judge"),
            citation: "RFC 9111 §4.3.2"),
        // Age, §4.2.3.
        Row(
            response: "Cache-Control: max-age=60\nAge: 1, 2", options: "--cache shared",
            headline: "REUSE  fresh for another 59s", marked: ("Age: 1, 2", "age_value"), citation: "RFC 9111 §4.2.3"),
        Row(
            response: "Cache-Control: max-age=60\nAge: -1", headline: "REUSE  fresh for another 1m",
            marked: ("Age: -1", "The Age field is no number of seconds and is ignored"), citation: "RFC 9111 §5.1"),
        Row(
            response: "Cache-Control: max-age=60", options: "--cache shared --received 00:00:20",
            headline: "REUSE  fresh for another 40s",
            marked: ("Date: Tue, 24 Nov 2026 00:00:00 GMT", "date_value"), citation: "RFC 9111 §4.2.3"),
    ]

    func testAnswersAndTheirBytes() {
        for row in rows {
            let request = row.request.isEmpty ? "" : row.request + "\n"
            let input = """
                GET /x HTTP/1.1
                Host: a.example
                \(request)
                HTTP/1.1 200 OK
                Date: Tue, 24 Nov 2026 00:00:00 GMT
                \(row.response)


                """
            let run = Run(["explain"] + row.options.split(separator: " ").map(String.init), input: input)
            let name = "\(row.request) / \(row.response) / \(row.options)\n\(run.output)\(run.errors)"
            let lines = run.output.split(separator: "\n").map(String.init)
            guard lines.count > 1 else {
                XCTFail(name)
                continue
            }
            XCTAssertTrue(lines[1].hasPrefix(row.headline + "  "), name)
            XCTAssertTrue(row.citation.isEmpty || lines.contains { $0.hasSuffix(row.citation) }, name)
            guard let marked = row.marked else { continue }
            let index = lines.firstIndex { $0.hasSuffix("^ " + marked.label) }
            guard let index, index > 0 else {
                XCTFail(name)
                continue
            }
            let carets = lines[index].enumerated().filter { $0.element == "^" }.map(\.offset)
            let source = Array(lines[index - 1])
            XCTAssertEqual(String(carets.map { source[$0] }), marked.bytes, name)
        }
    }
}
