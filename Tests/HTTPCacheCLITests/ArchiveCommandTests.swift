import Foundation
import HTTPCacheSemantics
import XCTest

@testable import HTTPCacheCLI

final class ArchiveCommandTests: XCTestCase {
    private let path = Project.path("Fixtures/har/shop.har")

    /// The path as a report prints it, cut down to what a golden file can hold.
    private func portable(_ text: String) -> String { text.replacingOccurrences(of: path, with: "shop.har") }

    func testTable() throws {
        let run = Run(["har", path])
        XCTAssertEqual(portable(run.output), try Project.text("Fixtures/output/har/shop.expected.txt"))
        XCTAssertEqual(run.errors, "")
        XCTAssertEqual(run.status, .answered)
    }

    func testTheTableFitsTheTerminal() {
        for columns in [80, 99, 100, 120] {
            let run = Run(["har", path], variables: ["COLUMNS": "\(columns)"])
            for line in run.output.split(separator: "\n") where !line.contains(path) {
                XCTAssertLessThanOrEqual(line.count, columns, String(line))
            }
            XCTAssertTrue(run.output.contains("…") || columns == 120, "\(columns)")
            XCTAssertEqual(run.output.contains("STATUS"), columns >= 100)
        }
        XCTAssertFalse(Run(["har", path]).output.contains("…"))
    }

    /// Sizes that no sum can hold.
    func testSizesAreAddedUpToALimit() throws {
        let one = "{\"request\":{\"url\":\"https://a.example/\"},\"response\":{\"status\":200,\"bodySize\":1e300}}"
        let many = "{\"log\":{\"entries\":[" + Array(repeating: one, count: 10_000).joined(separator: ",") + "]}}"
        let run = Run(["har", "-q", "-"], input: many)
        XCTAssertEqual(run.status, .answered)
        // 2^63 - 1 bytes.
        XCTAssertTrue(run.output.contains("10000 responses, 9223372 TB"), run.output)
    }

    func testShares() {
        // 12,040 + 21,040 + 1,200,000 + 480,000 bytes were judged.
        XCTAssertTrue(Run(["har", path, "-q"]).output.contains("4 responses, 1.7 MB; 3 without a response"))
        let shared = Run(["har", path, "-q", "--cache", "shared"]).output
        XCTAssertTrue(shared.contains("after 1 minute  2 (50%) and 501 kB (29%) from a shared cache alone"), shared)
    }

    func testJSON() throws {
        let run = Run(["har", path, "--format", "json"])
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        XCTAssertEqual(object["schema"] as? String, "httpcache.har/1")
        let entries = try XCTUnwrap(object["entries"] as? [[String: Any]])
        XCTAssertEqual(entries.count, 7)
        XCTAssertEqual(
            entries.map { $0["notJudged"] as? String }, [nil, nil, nil, nil, "notHTTP", "notHTTP", "noResponse"])
        let shared = try XCTUnwrap(entries[1]["shared"] as? [String: Any])
        XCTAssertEqual((shared["freshness"] as? [String: Any])?["lifetime"] as? Int, 3_600)
        XCTAssertEqual((shared["freshness"] as? [String: Any])?["source"] as? String, "s-maxage")
        let own = try XCTUnwrap(entries[2]["private"] as? [String: Any])
        XCTAssertEqual((own["store"] as? [String: String])?["code"], "store.no-store")
        let summary = try XCTUnwrap(object["summary"] as? [String: Any])
        XCTAssertEqual(summary["bytes"] as? Int, 1_713_080)
        let wastes = try XCTUnwrap(summary["wastes"] as? [[String: Any]])
        XCTAssertEqual(wastes.map { $0["bytes"] as? Int }, [1_200_000, 21_040])
        XCTAssertEqual(wastes.first?["reason"] as? String, "never stored, no-store")
    }

    func testFailOn() {
        let rows: [(arguments: [String], status: ExitStatus)] = [
            ([], .answered), (["--fail-on", "error"], .answered), (["--fail-on", "never"], .answered),
            (["--fail-on", "warning"], .no),
        ]
        for row in rows { XCTAssertEqual(Run(["har", path] + row.arguments).status, row.status, "\(row.arguments)") }
    }

    func testWhatComesBeforeAnErrorIsReportedWhenAskedFor() throws {
        let text = try Project.text("Fixtures/har/shop.har")
        let cut = String(text.prefix(2_000))
        let stops = Run(["har", "-"], input: cut)
        XCTAssertEqual(stops.status, .notAsked)
        XCTAssertEqual(stops.output, "")
        // Byte 2000 lies in the fourth entry.
        XCTAssertEqual(
            stops.errors, "<stdin>:17:74: error: $.log.entries[3], byte 2000: the file ends here, inside a value\n")
        let goesOn = Run(["har", "--keep-going", "-"], input: cut)
        XCTAssertEqual(goesOn.status, .notAsked)
        XCTAssertTrue(goesOn.output.contains("https://shop.example/"))
        XCTAssertEqual(goesOn.errors, stops.errors)
        for format in ["json", "sarif", "github", "markdown", "html"] {
            let report = Run(["har", "--keep-going", "--format", format, "-"], input: cut).output
            XCTAssertTrue(report.contains("the file ends here"), format)
        }
    }

    func testRefusals() throws {
        let directory = try TemporaryDirectory()
        let none = try directory.write("none.har", "{\"log\":{\"entries\":[]}}")
        let rows: [(arguments: [String], errors: String)] = [
            ([none], "httpcache har: \(none): no entry in this HAR\n"),
            ([none, none], "httpcache har: one HAR at a time, not also \(ShownBytes.quoted(none))\n"),
            (
                ["--cache", "both", none],
                "httpcache har: --cache both: a second visit is one cache's, shared or private\n"
            ),
            ([directory.path("x")], "httpcache har: \(directory.path("x")): No such file or directory\n"),
            (
                ["--format", "junit", none],
                "httpcache har: --format: \"junit\" is not one of text, json, sarif, github, markdown, html\n"
            ),
            (
                ["--report", "tap=x", none],
                "httpcache har: --report: unknown format \"tap\"; known are text, json, sarif, github, markdown, html\n"
            ),
            (
                ["--report", "html=\(directory.path("no/such"))", path],
                "httpcache har: \(directory.path("no/such")): No such file or directory\n"
            ),
            (
                ["--report", "json=\(directory.path("a"))", "--report", "html=\(directory.path("a"))", path],
                "httpcache har: --report: \(ShownBytes.quoted(directory.path("a"))) is named twice\n"
            ),
        ]
        for row in rows {
            let run = Run(["har"] + row.arguments)
            XCTAssertEqual(run.errors, row.errors, "\(row.arguments)")
            XCTAssertEqual(run.status, .notAsked, "\(row.arguments)")
            XCTAssertEqual(run.output, "", "\(row.arguments)")
        }
        // Nothing is left behind beside what was there.
        XCTAssertEqual(try FileNames.inDirectory(directory.root), ["none.har"])
    }

    /// Reports are written before standard output, so that a reader who goes away does not take them along.
    func testReportsAreWrittenWhole() throws {
        let directory = try TemporaryDirectory()
        let formats = ["text", "json", "sarif", "github", "markdown", "html"]
        let run = Run(["har", path] + formats.flatMap { ["--report", "\($0)=\(directory.path($0))"] })
        XCTAssertEqual(run.status, .answered)
        XCTAssertEqual(try FileNames.inDirectory(directory.root), formats.sorted())
        for format in formats {
            let text = String(decoding: try FileAccess.read(directory.path(format), limit: 1 << 20), as: UTF8.self)
            XCTAssertFalse(text.isEmpty, format)
        }
    }

    func testWastesAsAnnotations() {
        let run = Run(["har", path, "--format", "github"])
        let file = GitHubReport.property(path)
        XCTAssertEqual(
            run.output,
            "::warning file=\(file),title=GET https%3A//cdn.shop.example/bundle.9d1c77aa.js::1.2 MB never stored, "
                + "no-store [store.no-store]\n"
                + "::warning file=\(file),title=GET https%3A//cdn.shop.example/app.5f3a9c21.css::21 kB validated after "
                + "10m though its name is hashed [lifetime.expired]\n")
    }

    func testExplainTakesAHAR() throws {
        let run = Run(["explain", path, "--only", "2", "--at", "+27m"])
        XCTAssertEqual(portable(run.output), try Project.text("Fixtures/output/har/explain.expected.txt"))
        XCTAssertEqual(run.status, .answered)
        let rows: [(arguments: [String], errors: String)] = [
            (["--only", "8"], "httpcache explain: --only: there is no exchange 8, only 7\n"),
            (["--only", "7"], "httpcache explain: exchange 7 has no response to explain\n"),
            (
                ["--url", "https://a.example/"],
                "httpcache explain: --url: a HAR names the target of each request itself\n"
            ),
        ]
        for row in rows {
            let run = Run(["explain", path] + row.arguments)
            XCTAssertEqual(run.errors, row.errors)
            XCTAssertEqual(run.status, .notAsked)
        }
        let named = Run(["explain", "--from", "har", "-"], input: try Project.text("Fixtures/har/shop.har"))
        XCTAssertEqual(named.output.components(separatedBy: " → ").count - 1, 4)
    }

    // MARK: --lint

    private let balancer = Project.path("Fixtures/har/balancer.har")

    /// The same findings as `lint` has, after the same verdicts as without.
    func testLint() throws {
        for archive in [path, balancer] {
            let lint = Run(["lint", archive])
            let run = Run(["har", "--lint", archive])
            XCTAssertEqual(run.output, Run(["har", archive]).output + "\n" + lint.errors + "\n" + lint.output)
            XCTAssertEqual(run.errors, "")
            XCTAssertEqual(run.status, lint.status)
            let quiet = Run(["har", "-q", "--lint", archive]).output
            XCTAssertTrue(quiet.hasSuffix("\n\n" + Run(["lint", "-q", archive]).output), quiet)
        }
    }

    func testLintInEveryFormat() throws {
        let code = "lint.etag-unstable"
        for format in ["json", "sarif", "github", "markdown", "html"] {
            XCTAssertFalse(Run(["har", "--format", format, balancer]).output.contains(code), format)
            let run = Run(["har", "--lint", "--format", format, balancer]).output
            XCTAssertTrue(run.contains(code), format)
            let without = Run(["har", "--lint", "--except", code, "--format", format, balancer]).output
            XCTAssertFalse(without.contains(code), format)
        }
        func object(_ command: [String]) throws -> [String: Any] {
            let text = Run(command + ["--format", "json", balancer]).output
            return try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
        let input = try XCTUnwrap((object(["lint"])["inputs"] as? [Any])?.first as? NSDictionary)
        XCTAssertEqual(try object(["har", "--lint"])["lint"] as? NSDictionary, input)
    }

    func testFailOnWithLint() throws {
        let directory = try TemporaryDirectory()
        func archive(_ name: String, _ control: String) throws -> String {
            try directory.write(
                name,
                "{\"log\":{\"entries\":[{\"request\":{\"url\":\"https://a.example/\"},\"response\":{\"status\":200,"
                    + "\"headers\":[{\"name\":\"Cache-Control\",\"value\":\"\(control)\"}]}}]}}")
        }
        let (bad, doubtful) = (try archive("bad.har", "maxage=60"), try archive("doubtful.har", "no-store, max-age=60"))
        let rows: [(arguments: [String], status: ExitStatus)] = [
            ([bad], .answered), (["--lint", bad], .no), (["--lint", "--fail-on", "never", bad], .answered),
            (["--lint", "--except", "lint.directive-misspelt", bad], .answered), (["--lint", doubtful], .answered),
            (["--lint", "--fail-on", "warning", doubtful], .no),
        ]
        for row in rows { XCTAssertEqual(Run(["har"] + row.arguments).status, row.status, "\(row.arguments)") }
        let refused = Run(["har", "--lint", "--only", "x", bad])
        XCTAssertEqual(refused.errors, "httpcache har: --only: unknown finding \"x\"; lint --list names them\n")
    }

    /// In a configuration they may stand for `lint`.
    func testFindingsAreChosenWithLintAlone() throws {
        for name in ["--only", "--except"] {
            let run = Run(["har", name, "lint.vary-star", path])
            XCTAssertEqual(run.status, .notAsked)
            XCTAssertEqual(run.output, "")
            XCTAssertEqual(run.errors, "httpcache har: \(name) chooses among the findings of --lint\n")
        }
        let directory = try TemporaryDirectory()
        let copy = try directory.write("shop.har", String(contentsOfFile: path, encoding: .utf8))
        try directory.write(".httpcacherc", "--only=lint.vary-star\n--except=lint.vary-invalid\n")
        XCTAssertEqual(Run(["har", copy]).status, .answered)
    }
}
