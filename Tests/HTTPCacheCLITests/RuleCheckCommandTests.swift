import Foundation
import HTTPTranscript
import XCTest

@testable import HTTPCacheCLI

final class RuleCheckCommandTests: XCTestCase {
    private let archive = Project.path("Fixtures/har/shop.har")

    private func check(_ rules: String, _ arguments: [String]) throws -> (run: Run, path: String) {
        let directory = try TemporaryDirectory()
        let path = try directory.write("rules.httpcache", rules)
        return (Run(["check", "--rules", path] + arguments), path)
    }

    private let good = "on GET https://cdn.shop.example/hero.*.webp\n= store\n= lifetime 365d\n@ +1d\n= reuse fresh\n"
    private let bad = "on GET /bundle.*.js\n= store\n= lifetime >= 30d\n"
    private let nowhere = "on GET /nowhere\n= store\n"

    func testStatusAndCounts() throws {
        let rows: [(rules: String, arguments: [String], status: ExitStatus, counts: String)] = [
            (good, [], .answered, "1 rule over 4 exchanges: 1 passed\n"),
            (good + bad, [], .no, "2 rules over 4 exchanges: 1 passed, 1 failed (2 of 5 expectations)\n"),
            (
                good + bad, ["--fail-on", "never"], .answered,
                "2 rules over 4 exchanges: 1 passed, 1 failed (2 of 5 expectations)\n"
            ),
            (good + bad, ["--filter", "hero"], .answered, "1 rule over 4 exchanges: 1 passed\n"),
            (bad + good, ["--fail-fast"], .no, "1 rule over 3 exchanges: 0 passed, 1 failed (2 of 2 expectations)\n"),
            ("kind optional\n" + bad, [], .answered, "1 rule over 4 exchanges: 0 passed, 1 warned\n"),
            ("kind optional\n" + bad, ["--fail-on", "warning"], .no, "1 rule over 4 exchanges: 0 passed, 1 warned\n"),
            ("kind check\n" + bad, [], .answered, "1 rule over 4 exchanges: 0 passed, 1 recorded\n"),
            (good, ["-q"], .answered, ""),
        ]
        for row in rows {
            let (run, _) = try check(row.rules, row.arguments + [archive])
            XCTAssertEqual(run.status, row.status, row.rules + "\(row.arguments)")
            XCTAssertEqual(run.errors, row.counts, row.rules + "\(row.arguments)")
        }
    }

    func testABlockThatMatchesNothing() throws {
        let (run, path) = try check(good + nowhere, [archive])
        XCTAssertEqual(run.status, .notAsked)
        XCTAssertEqual(
            run.errors,
            "\(path):6:4: error: this `on` block matches no exchange of what was given\n1 rule over 4 exchanges: 1 passed\n"
        )
        // No report may look like a pass then.
        for (format, sign) in [
            ("junit", "<error type=\"not-asked\""), ("tap", "not ok 2"), ("github", "::error title="),
            ("markdown", "failed"), ("html", "failed"), ("sarif", "\"executionSuccessful\": false"),
        ] {
            let output = try check(good + nowhere, ["--format", format, archive]).run.output
            XCTAssertTrue(output.contains(sign), "\(format): \(output)")
        }
    }

    func testTheFailureIsDrawn() throws {
        let (run, path) = try check(bad, [archive])
        let text = run.output.replacingOccurrences(of: archive, with: "shop.har")
            .replacingOccurrences(of: path, with: "rules.httpcache")
        XCTAssertEqual(text, try Project.text("Fixtures/output/har/rules.expected.txt"))
    }

    func testJSONPointsIntoTheArchive() throws {
        let run = try check(bad, ["--format", "json", archive]).run
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        XCTAssertEqual((object["totals"] as? [String: Int])?["exchanges"], 4)
        let file = try XCTUnwrap((object["files"] as? [[String: Any]])?.first)
        let failures = try XCTUnwrap((file["cases"] as? [[String: Any]])?.first?["failures"] as? [[String: Any]])
        let evidence = try XCTUnwrap((failures[0]["evidence"] as? [[String: Any]])?.first)
        XCTAssertEqual(failures[0]["subject"] as? String, "GET https://cdn.shop.example/bundle.9d1c77aa.js")
        XCTAssertEqual(evidence["path"] as? String, archive)
        let bytes = Array(try Project.text("Fixtures/har/shop.har").utf8)
        let offset = try XCTUnwrap(evidence["offset"] as? Int)
        XCTAssertEqual(String(decoding: bytes[offset..<(offset + 8)], as: UTF8.self), "no-store")
        let line = try XCTUnwrap(evidence["line"] as? Int)
        let column = try XCTUnwrap(evidence["column"] as? Int)
        let lines = try Project.text("Fixtures/har/shop.har").components(separatedBy: "\n")
        XCTAssertTrue(
            String(decoding: Array(lines[line - 1].utf8)[(column - 1)...], as: UTF8.self).hasPrefix("no-store"))
    }

    func testCapturesAndFixturesAreInputsToo() throws {
        let directory = try TemporaryDirectory()
        let exchange =
            "GET /x HTTP/1.1\nHost: a.example\n\nHTTP/1.1 200 OK\nDate: Tue, 24 Nov 2026 09:00:00 GMT\n"
            + "Cache-Control: max-age=60\n\n"
        let capture = try directory.write("capture.http", exchange)
        let verbose = try directory.write(
            "verbose.txt",
            "> GET /x HTTP/1.1\n> Host: a.example\n>\n< HTTP/1.1 200 OK\n< Cache-Control: max-age=60\n<\n")
        let fixture = try directory.write(
            "cases.httpcache",
            "origin https://a.example\ncase one\n> GET /x HTTP/1.1\n>\n< HTTP/1.1 100 Continue\n<\n< HTTP/1.1 200 OK\n"
                + "< Date: {date}\n< Cache-Control: max-age=60\n<\n@ 9s\n> GET /x HTTP/1.1\n>\n= reuse fresh\n")
        let rules = "on GET https://a.example/x\n= lifetime 60s\n@ +59s\n= reuse fresh\n@ +60s\n= not reuse\n"
        let (run, _) = try check(rules, [capture, verbose, fixture])
        XCTAssertEqual(run.errors, "1 rule over 3 exchanges: 1 passed\n", run.output)
        let response = try directory.write("response.http", "HTTP/1.1 200 OK\nCache-Control: max-age=60\n\n")
        XCTAssertEqual(try check(rules, ["--url", "https://a.example/x", response]).run.status, .answered)
    }

    func testWhatCannotBeAsked() throws {
        let directory = try TemporaryDirectory()
        let cases = try directory.write(
            "cases.httpcache", "case x\n> GET / HTTP/1.1\n> Host: a\n>\n= forward\n< HTTP/1.1 200\n<\n")
        let blocked = try directory.write(
            "blocked.har", "{\"log\":{\"entries\":[{\"request\":{\"url\":\"https://a.example/\"},\"response\":null}]}}")
        let rules = try directory.write("rules.httpcache", good)
        let rows: [(arguments: [String], errors: String)] = [
            (["--rules", cases, archive], "httpcache check: \(cases): no `on` block\n"),
            (
                ["--rules", rules, "--filter", "zzz", archive],
                "httpcache check: \(rules): no `on` block whose text contains \"zzz\"\n"
            ),
            (
                ["--rules", directory.path("none"), archive],
                "httpcache check: \(directory.path("none")): No such file or directory\n"
            ),
            (
                ["--rules", rules, directory.path("none")],
                "httpcache check: \(directory.path("none")): No such file or directory\n"
            ),
            (
                ["--url", "https://a/", cases],
                "httpcache check: --url and --from speak of captures and HARs: see --rules and --record\n"
            ),
        ]
        for row in rows {
            let run = Run(["check"] + row.arguments)
            XCTAssertEqual(run.errors, row.errors, "\(row.arguments)")
            XCTAssertEqual(run.status, .notAsked, "\(row.arguments)")
        }
        let empty = Run(["check", "--rules", rules, blocked])
        XCTAssertTrue(empty.errors.hasPrefix("\(blocked): error: no exchange in this input\n"), empty.errors)
        XCTAssertEqual(empty.status, .notAsked)
        let lint = try check("on GET /**\n= lint x\n", [archive])
        XCTAssertEqual(lint.run.errors, "\(lint.path):2:8: error: unknown finding code `x`\n")
    }

    func testListAndMatrix() throws {
        let listed = try check(good + bad, ["--list"])
        XCTAssertEqual(
            listed.run.output,
            "\(listed.path):1: on GET https://cdn.shop.example/hero.*.webp\n\(listed.path):6: on GET /bundle.*.js\n")
        let matrix = try check("on GET https://cdn.shop.example/**\n= store\n", ["--matrix", archive]).run
        XCTAssertEqual(
            matrix.output.replacingOccurrences(of: archive, with: "shop.har"),
            """
            on GET https://cdn.shop.example/**
                holds for 2 of 3 exchanges
                ok    shop.har:8:15: GET https://cdn.shop.example/app.5f3a9c21.css
                FAIL  shop.har:13:15: GET https://cdn.shop.example/bundle.9d1c77aa.js
                ok    shop.har:17:15: GET https://cdn.shop.example/hero.4e7d1b90.webp

            """)
        XCTAssertEqual(matrix.status, .no)
        let rules = "on GET https://cdn.shop.example/**\n= store\n"
        let json = try check(rules, ["--matrix", "--format", "json", archive]).run.output
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let marks = try XCTUnwrap((object["blocks"] as? [[String: Any]])?.first?["exchanges"] as? [[String: Any]])
        XCTAssertEqual(marks.map { $0["holds"] as? Bool }, [true, false, true])
        for arguments in [["--format", "tap"], ["--report", "json=x"]] {
            XCTAssertEqual(try check(rules, ["--matrix", archive] + arguments).run.status, .notAsked, "\(arguments)")
        }
    }

    func testEntriesBeforeAnErrorAreHeldAgainstTheRules() throws {
        let text = try Project.text("Fixtures/har/shop.har")
        let directory = try TemporaryDirectory()
        let cut = try directory.write("cut.har", String(text.prefix(text.count - 10)))
        let stops = try check(good, [cut]).run
        XCTAssertEqual(stops.status, .notAsked)
        XCTAssertEqual(stops.output, "")
        let goesOn = try check(good + bad, ["--keep-going", cut]).run
        XCTAssertEqual(goesOn.status, .notAsked)
        XCTAssertTrue(goesOn.output.contains("FAIL"), goesOn.output)
        XCTAssertTrue(goesOn.errors.contains("the file ends here"), goesOn.errors)
    }

    func testFailuresOfOneBlockAreBounded() throws {
        let one = "{\"request\":{\"url\":\"https://a.example/\"},\"response\":{\"status\":200}}"
        let text = "{\"log\":{\"entries\":[" + Array(repeating: one, count: 50).joined(separator: ",") + "]}}"
        let directory = try TemporaryDirectory()
        let many = try directory.write("many.har", text)
        let run = try check("on GET /\n= lifetime 1s\n", [many]).run
        XCTAssertEqual(run.errors, "1 rule over 50 exchanges: 0 passed, 1 failed (50 of 50 expectations)\n")
        XCTAssertEqual(run.output.components(separatedBy: "error[").count - 1, RuleCheck.maximumFailures)
        XCTAssertTrue(run.output.hasSuffix("and 30 more\n"))
    }
}
