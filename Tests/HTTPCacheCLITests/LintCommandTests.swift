import Foundation
import HTTPCacheLint
import HTTPCacheSemantics
import XCTest

@testable import HTTPCacheCLI

#if canImport(FoundationXML)
    import FoundationXML
#endif

final class LintCommandTests: XCTestCase {
    private let page = Project.path("Fixtures/output/lint/page.txt")
    private let bad = "HTTP/1.1 200 OK\nCache-Control: maxage=60\n\n"
    private let doubtful = "HTTP/1.1 200 OK\nCache-Control: no-store, max-age=60\n\n"
    private let noted = "HTTP/1.1 200 OK\nCache-Control: no-store\nExpires: 0\n\n"
    private let good = "HTTP/1.1 200 OK\nCache-Control: no-store\n\n"

    private func portable(_ text: String) -> String { text.replacingOccurrences(of: page, with: "page.txt") }

    // MARK: Golden reports

    func testText() throws {
        let run = Run(["lint", page])
        XCTAssertEqual(portable(run.output), try Project.text("Fixtures/output/lint/page.expected.txt"))
        XCTAssertEqual(run.errors, "2 exchanges in 1 file: 4 errors, 2 warnings, 2 notes\n")
        XCTAssertEqual(run.status, .no)
        let verbose = portable(Run(["lint", "-v", page]).output)
        XCTAssertTrue(verbose.hasSuffix("\nok page.txt  GET https://shop.example/logo.svg (200)\n"), verbose)
    }

    func testTheReadmeShowsWhatIsPrinted() throws {
        let readme = try Project.text("README.md").components(separatedBy: "$ httpcache lint page.txt\n")
        XCTAssertEqual(readme.count, 2)
        let shown = try XCTUnwrap(readme.last?.components(separatedBy: "```").first)
        let printed = portable(Run(["lint", page]).output) + Run(["lint", page]).errors
        let parts = shown.components(separatedBy: "…\n")
        XCTAssertEqual(parts.count, 2, "left out at one place, which is marked")
        XCTAssertTrue(printed.hasPrefix(parts[0]), parts[0])
        XCTAssertTrue(printed.hasSuffix(parts[1]), parts[1])
    }

    func testQuiet() throws {
        let run = Run(["lint", "-q", page])
        XCTAssertEqual(portable(run.output), try Project.text("Fixtures/output/lint/page.quiet.expected.txt"))
        XCTAssertEqual(run.errors, "")
        XCTAssertEqual(run.status, .no)
    }

    func testGitHub() throws {
        let run = Run(["lint", "--format", "github", page])
        XCTAssertEqual(portable(run.output), try Project.text("Fixtures/output/lint/page.github.expected.txt"))
    }

    // MARK: Some findings alone

    private func codes(_ arguments: [String]) -> Set<String> {
        let lines = Run(["lint", "-q", "--fail-on", "never"] + arguments).output.split(separator: "\n")
        return Set(lines.compactMap { $0.split(separator: "[").last.map { String($0.dropLast()) } })
    }

    func testOnlyAndExcept() {
        let (misspelt, cookie) = ("lint.directive-misspelt", "lint.set-cookie-shared")
        let all = codes([page])
        XCTAssertTrue(all.isSuperset(of: [misspelt, cookie]))
        let rows: [(arguments: [String], codes: Set<String>)] = [
            (["--only", misspelt], [misspelt]), (["--only", "\(misspelt),\(cookie)"], [misspelt, cookie]),
            (["--only", "lint.vary-star"], []), (["--except", cookie], all.subtracting([cookie])),
            (["--except", "\(misspelt),\(cookie)"], all.subtracting([misspelt, cookie])),
            (["--only", "\(misspelt),\(cookie)", "--except", cookie], [misspelt]),
            (["--only", cookie, "--only", misspelt], [misspelt]),
        ]
        for row in rows { XCTAssertEqual(codes(row.arguments + [page]), row.codes, "\(row.arguments)") }
        XCTAssertEqual(Run(["lint", "--only", cookie, page]).status, .answered, "a warning")
        let one = Run(["lint", "--only", cookie, page]).errors
        XCTAssertEqual(one, "2 exchanges in 1 file: 1 warning\n")
        XCTAssertEqual(Run(["lint", "--list", "--only", cookie]).output.split(separator: "\n").count, 1)
    }

    func testWhatOnlyAndExceptMayNotSay() {
        let rows: [(arguments: [String], errors: String)] = [
            (
                ["--only", "lint.vary-str"],
                "--only: unknown finding \"lint.vary-str\"; lint --list names them; did you mean lint.vary-star?"
            ),
            (
                ["--except", "vary-star"],
                "--except: unknown finding \"vary-star\"; lint --list names them; did you mean lint.vary-star?"
            ),
            (["--only", ""], "--only: unknown finding \"\"; lint --list names them"),
            (["--except", "lint.vary-star,"], "--except: unknown finding \"\"; lint --list names them"),
            (
                ["--except", "lifetime.max-age"],
                "--except: unknown finding \"lifetime.max-age\"; lint --list names them"
            ),
            (
                ["--only", "lint.vary-star", "--except", "lint.vary-star"],
                "--only and --except leave no finding to look for"
            ),
        ]
        for row in rows {
            let run = Run(["lint"] + row.arguments + [page])
            XCTAssertEqual(run.status, .notAsked)
            XCTAssertEqual(run.output, "")
            XCTAssertEqual(run.errors, "httpcache lint: \(row.errors)\n")
        }
    }

    func testTagsThatChangeInAnArchive() throws {
        let path = Project.path("Fixtures/har/balancer.har")
        let run = Run(["lint", path])
        XCTAssertEqual(
            run.output.replacingOccurrences(of: path, with: "balancer.har"),
            try Project.text("Fixtures/output/lint/balancer.expected.txt"))
        XCTAssertEqual(run.status, .answered)
    }

    // MARK: Formats that machines read

    func testJSON() throws {
        let run = Run(["lint", "--format", "json", page])
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        XCTAssertEqual(object["schema"] as? String, "httpcache.lint/1")
        XCTAssertEqual(
            object["totals"] as? [String: Int],
            ["inputs": 1, "exchanges": 2, "errors": 4, "warnings": 2, "notes": 2])
        let input = try XCTUnwrap((object["inputs"] as? [[String: Any]])?.first)
        XCTAssertEqual(input["path"] as? String, page)
        let messages = try XCTUnwrap(input["messages"] as? [[String: Any]])
        XCTAssertEqual(messages.map { $0["line"] as? Int }, [2, 16])
        let findings = try XCTUnwrap(messages[0]["findings"] as? [[String: Any]])
        let second = findings[1]
        XCTAssertEqual(
            ["code", "level", "cite", "in"].map { second[$0] as? String },
            ["lint.directive-misspelt", "error", "RFC 9111 §5.2.3", "response"])
        XCTAssertEqual(["line", "column", "length"].map { second[$0] as? Int }, [9, 26, 6])
        XCTAssertEqual(findings[0]["in"] as? String, "request")
    }

    /// The structure that the standard asks for, as far as this tool uses it.
    func testSARIF() throws {
        let text = Run(["lint", "--format", "sarif", page]).output
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let run = try XCTUnwrap((object["runs"] as? [[String: Any]])?.first)
        let driver = try XCTUnwrap((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        let rules = try XCTUnwrap(driver["rules"] as? [[String: Any]])
        let results = try XCTUnwrap(run["results"] as? [[String: Any]])
        XCTAssertEqual(
            results.map { $0["level"] as? String },
            ["warning", "error", "error", "note", "note", "error", "error", "warning"])
        for result in results {
            let rule = rules[try XCTUnwrap(result["ruleIndex"] as? Int)]
            let code = try XCTUnwrap((result["ruleId"] as? String).flatMap(FindingCode.init(code:)))
            XCTAssertEqual(rule["id"] as? String, code.code)
            XCTAssertEqual((rule["shortDescription"] as? [String: String])?["text"], code.summary)
            let cited = code.citation
            XCTAssertEqual(
                rule["helpUri"] as? String,
                "https://www.rfc-editor.org/rfc/rfc\(cited.rfc).html#section-\(cited.section)")
        }
        let prints = results.compactMap { ($0["partialFingerprints"] as? [String: String])?["httpcacheExpectation/v1"] }
        XCTAssertEqual(Set(prints).count, results.count)
        XCTAssertEqual(
            prints[2], "GET https://shop.example/app.5f3a9c2e.css (200)\nlint.argument-not-seconds\n1d")
    }

    func testJUnit() throws {
        func attributes(_ arguments: [String]) throws -> [[String?]] {
            let document = try XMLDocument(xmlString: Run(["lint", "--format", "junit"] + arguments).output)
            let suite = try XCTUnwrap(document.rootElement()?.elements(forName: "testsuite").first)
            return suite.elements(forName: "testcase").map { one in
                [
                    one.attribute(forName: "name")?.stringValue, one.attribute(forName: "line")?.stringValue,
                    String(one.elements(forName: "failure").count), String(one.elements(forName: "system-out").count),
                ]
            }
        }
        let names = ["GET https://shop.example/app.5f3a9c2e.css (200)", "GET https://shop.example/logo.svg (200)"]
        XCTAssertEqual(try attributes([page]), [[names[0], "2", "4", "1"], [names[1], "16", "0", "0"]])
        XCTAssertEqual(
            try attributes(["--fail-on", "warning", page]), [[names[0], "2", "6", "1"], [names[1], "16", "0", "0"]])
    }

    func testTAPMarkdownAndHTML() throws {
        let tap = portable(Run(["lint", "--format", "tap", page]).output)
        XCTAssertTrue(tap.hasPrefix("TAP version 14\n1..2\nnot ok 1 - page.txt: GET https://shop.example/app"), tap)
        XCTAssertTrue(tap.contains("      code: lint.etag-unquoted\n"), tap)
        XCTAssertTrue(tap.hasSuffix("\nok 2 - page.txt: GET https://shop.example/logo.svg (200)\n"), tap)
        let markdown = Run(["lint", "--format", "markdown", page]).output
        XCTAssertTrue(
            markdown.hasPrefix("## httpcache lint: failed\n\n2 exchanges in 1 file: 4 errors, 2 warnings, 2 notes\n"),
            markdown)
        let html = Run(["lint", "--format", "html", page]).output
        XCTAssertTrue(html.contains("<title>httpcache lint</title>"))
        XCTAssertTrue(html.contains("<h3>note: this is no date"), html)
        XCTAssertTrue(html.contains("<mark>maxage</mark>"), html)
        XCTAssertEqual(html.components(separatedBy: "<script").count, 2)
        for sign in ["<link", "<img", " src=", "url(", "@import"] { XCTAssertFalse(html.contains(sign), sign) }
    }

    func testNothingOfAMessageIsMarkup() throws {
        let input = "HTTP/1.1 200 OK\nCache-Control: \"<script>alert(1)</script>\", a\u{1B}[2J=1\nETag: <b>&\n\n"
        for format in ["text", "html", "junit", "markdown", "github", "sarif", "json", "tap"] {
            let output = Run(["lint", "--format", format], input: input.replacingOccurrences(of: "\u{1B}", with: ""))
                .output
            if ["html", "junit"].contains(format) {
                XCTAssertFalse(output.contains("<script>alert"), format)
                XCTAssertFalse(output.contains("<b>&"), format)
            }
            XCTAssertTrue(output.contains("lint.etag-unquoted"), "\(format): \(output)")
        }
    }

    func testReportsGoToFilesInTheSameRun() throws {
        let directory = try TemporaryDirectory()
        let names = ReportArguments.Format.allCases.map(\.rawValue)
        let run = Run(["lint", "-q", page] + names.flatMap { ["--report", "\($0)=\(directory.root)/\($0)"] })
        for name in names {
            let text = String(decoding: try FileAccess.read("\(directory.root)/\(name)", limit: 1 << 20), as: UTF8.self)
            XCTAssertTrue(text.contains("lint.etag-unquoted"), name)
        }
        XCTAssertEqual(run.status, .no)
    }

    // MARK: Exit status

    func testExitStatus() {
        let rows: [(input: String, statuses: [ExitStatus])] = [
            (bad, [.no, .no, .answered]), (doubtful, [.answered, .no, .answered]),
            (noted, [.answered, .answered, .answered]), (good, [.answered, .answered, .answered]),
        ]
        for row in rows {
            let levels = ["error", "warning", "never"]
            XCTAssertEqual(
                levels.map { Run(["lint", "--fail-on", $0], input: row.input).status }, row.statuses, row.input)
            XCTAssertEqual(Run(["lint"], input: row.input).status, row.statuses[0], row.input)
        }
        XCTAssertEqual(Run(["lint"], input: good).output, "")
        XCTAssertEqual(Run(["lint"], input: good).errors, "1 exchange in 1 file: nothing found\n")
    }

    func testWhatCannotBeAsked() throws {
        let directory = try TemporaryDirectory()
        let fixture = try directory.write("a.httpcache", "case a\n> GET / HTTP/1.1\n>\n")
        let blocked = try directory.write("b.har", "{\"log\":{\"entries\":[]}}")
        let rows: [(arguments: [String], input: String?, errors: String)] = [
            (["-"], "", "<stdin>:1:1: error: the file is empty\n"),
            (["-"], "what\n", "<stdin>:1:1: error: "), (["/nonexistent"], nil, "httpcache lint: /nonexistent: "),
            ([fixture], nil, "\(fixture):1:1: error: this reads as a fixture: "),
            ([blocked], nil, "\(blocked): error: no exchange in this input\n"),
            (["--list", "x"], nil, "httpcache lint: --list names every finding; \"x\" is one too many\n"),
            (["--fail-on", "note", "-"], good, "httpcache lint: --fail-on: \"note\" is not one of "),
            (
                ["--url", "https://a.example/", Project.path("Fixtures/har/shop.har")], nil,
                "httpcache lint: --url: a HAR "
            ),
            (["--report", "xml=x", "-"], good, "httpcache lint: --report: unknown format \"xml\""),
        ]
        for row in rows {
            let run = Run(["lint"] + row.arguments, input: row.input)
            XCTAssertEqual(run.status, .notAsked, "\(row.arguments)")
            XCTAssertTrue(run.errors.hasPrefix(row.errors), run.errors)
            XCTAssertEqual(run.output, "")
        }
        XCTAssertEqual(Run(["lint"]).errors, HelpText.short(.lint))
        XCTAssertEqual(Run(["lint"]).status, .notAsked)
    }

    func testAnInputThatCannotBeReadDoesNotHideTheOthers() throws {
        let run = Run(["lint", "-q", "/nonexistent", page])
        XCTAssertEqual(run.status, .notAsked)
        XCTAssertTrue(run.errors.hasPrefix("httpcache lint: /nonexistent: "), run.errors)
        XCTAssertEqual(portable(run.output), try Project.text("Fixtures/output/lint/page.quiet.expected.txt"))
    }

    // MARK: Inputs

    func testSeveralInputsOfAllKinds() throws {
        let directory = try TemporaryDirectory()
        let response = try directory.write("a.http", bad)
        let exchange = try directory.write("b.http", "GET / HTTP/1.1\nHost: a.example\n\n" + doubtful)
        let run = Run(["lint", response, exchange, page, Project.path("Fixtures/har/shop.har")])
        XCTAssertTrue(run.errors.hasSuffix("8 exchanges in 4 files: 5 errors, 4 warnings, 5 notes\n"), run.errors)
        XCTAssertEqual(run.status, .no)
    }

    func testTheTargetOfAResponseCanBeNamed() {
        let response = "HTTP/1.1 200 OK\nCache-Control: max-age=60\nETag: \"1\"\n\n"
        let hashed = "https://a.example/app.5f3a9c2e.js"
        XCTAssertEqual(Run(["lint"], input: response).output, "")
        let named = Run(["lint", "--url", hashed], input: response).output
        XCTAssertTrue(named.hasPrefix("NOTE <stdin>  GET \(hashed) (200)\n"), named)
        XCTAssertTrue(named.contains("note[lint.hashed-name-short-lived]"), named)
    }

    func testWhoseCachesMatter() {
        let response = "HTTP/1.1 200 OK\nCache-Control: max-age=60\nSet-Cookie: a=1\n\n"
        let rows: [(arguments: [String], isFound: Bool)] = [
            ([], true), (["--cache", "both"], true), (["--cache", "shared"], true), (["--cache", "private"], false),
            (["--profile", "browser"], false), (["--profile", "browser", "--cache", "shared"], true),
            (["--profile", "cdn"], true),
        ]
        for row in rows {
            let output = Run(["lint", "-q"] + row.arguments, input: response).output
            XCTAssertEqual(output.contains("lint.set-cookie-shared"), row.isFound, "\(row.arguments)")
        }
    }

    /// Content that is cut short says nothing of its length; whole content does, whatever the fields say.
    func testTheLengthOfTheContentCounts() {
        let head = "HTTP/1.1 200 OK\nCache-Control: max-age=60\n\n"
        let long = head + String(repeating: "x", count: 65_536)
        XCTAssertTrue(Run(["lint", "-q"], input: long).output.contains("lint.validator-missing"))
        XCTAssertEqual(Run(["lint", "-q"], input: String(long.dropLast())).output, "")
    }

    // MARK: Archives

    private func archive(_ count: Int, _ cacheControl: String) -> String {
        let entry =
            "{\"request\":{\"url\":\"https://a.example/\"},\"response\":{\"status\":200,\"headers\":"
            + "[{\"name\":\"Cache-Control\",\"value\":\"\(cacheControl)\"}]}}"
        return "{\"log\":{\"entries\":[" + Array(repeating: entry, count: count).joined(separator: ",") + "]}}"
    }

    func testOfALargeArchiveTheFirstFindingsOfACodeAreKept() throws {
        let run = Run(["lint", "-"], input: archive(1_000, "maxage=60"))
        XCTAssertEqual(run.output.components(separatedBy: "error[lint.directive-misspelt]").count - 1, 20)
        XCTAssertTrue(run.output.hasSuffix("\n\nand 980 more lint.directive-misspelt in <stdin>\n"), run.output)
        XCTAssertEqual(run.errors, "1000 exchanges in 1 file: 1000 errors\n")
        let json = Run(["lint", "--format", "json", "-"], input: archive(25, "maxage=60")).output
        XCTAssertTrue(json.contains("\"omitted\": {\n        \"lint.directive-misspelt\": 5\n      }"), json)
        // What is omitted fails all the same.
        XCTAssertEqual(Run(["lint", "-"], input: archive(21, "maxage=60")).status, .no)
    }

    func testWhatComesBeforeAnErrorIsReportedWhenAskedFor() throws {
        let cut = String(archive(3, "maxage=60").dropLast(5))
        let stops = Run(["lint", "-q", "-"], input: cut)
        XCTAssertEqual(stops.output, "")
        XCTAssertEqual(stops.status, .notAsked)
        let goesOn = Run(["lint", "-q", "--keep-going", "-"], input: cut)
        XCTAssertEqual(goesOn.output.split(separator: "\n").count, 2)
        XCTAssertTrue(goesOn.errors.contains("$.log.entries[2]"), goesOn.errors)
        XCTAssertEqual(goesOn.status, .notAsked)
    }

    // MARK: What is good

    /// Servers as they are set up out of the box: of what they sent nothing is doubtful but that nothing says how long
    /// it is fresh.
    func testCapturesOfOrdinaryServersAreFine() throws {
        let silent = [
            "one-stream.txt", "python-server.txt", "redirect-to-tls.txt", "redirects.txt", "exchange.http",
            "get-h2.http", "get-http10.http", "get.http", "python-server.http", "redirects.http",
        ]
        let unanswered = ["no-answer.txt", "refused.txt"]
        var count = 0
        for name in try FileNames.inDirectory(Project.path("Fixtures/captures")) {
            guard name.hasSuffix(".txt") || name.hasSuffix(".http"), !unanswered.contains(name) else { continue }
            count += 1
            let run = Run(["lint", "-q", Project.path("Fixtures/captures/\(name)")])
            let lines = run.output.split(separator: "\n").filter { !$0.contains(": note: ") }
            XCTAssertEqual(run.status, .answered, name)
            XCTAssertEqual(lines.count, silent.contains(name) ? 1 : 0, run.output)
            for line in lines { XCTAssertTrue(line.hasSuffix("[lint.heuristic-lifetime]"), String(line)) }
        }
        XCTAssertGreaterThan(count, 25)
    }

    // MARK: Fixtures and rules ask too

    func testCheckAsksTheLinter() throws {
        let directory = try TemporaryDirectory()
        let head = "case a\n> GET https://a.example/ HTTP/1.1\n>\n< HTTP/1.1 200 OK\n< Cache-Control: maxage=60\n<\n"
        let holds = try directory.write("a.httpcache", head + "= lint lint.directive-misspelt\n")
        XCTAssertEqual(Run(["check", holds]).status, .answered)
        let fails = try directory.write("b.httpcache", head + "= lint lint.vary-star\n")
        let run = Run(["check", fails])
        XCTAssertEqual(run.status, .no)
        XCTAssertTrue(run.output.contains("the linter finds lint.directive-misspelt, expected lint lint.vary-star"))
        let unknown = try directory.write("c.httpcache", head + "= lint lint.vary-stra\n")
        let refused = Run(["check", unknown])
        XCTAssertTrue(refused.errors.hasPrefix("\(unknown):7:8: error: unknown finding code `lint.vary-stra`\n"))
        XCTAssertEqual(refused.status, .notAsked)
        let rules = try directory.write("r.httpcache", "on GET /**\n= not lint lint.hashed-name-short-lived\n")
        let ruled = Run(["check", "--rules", rules, Project.path("Fixtures/har/shop.har")])
        XCTAssertEqual(ruled.status, .no)
        XCTAssertTrue(ruled.output.contains("the linter finds lint."), ruled.output)
    }
}
