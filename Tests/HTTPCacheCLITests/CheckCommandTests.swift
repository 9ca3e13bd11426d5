import Foundation
import HTTPCacheSemantics
import HTTPTranscript
import XCTest

@testable import HTTPCacheCLI

final class CheckCommandTests: XCTestCase {
    /// One case an id, with one expectation; ids that begin with `bad` have one that does not hold.
    private func fixture(_ ids: String...) -> String {
        ids.map { id in
            let expectation = id.hasPrefix("bad") ? "validate" : "forward"
            return "case \(id)\n> GET / HTTP/1.1\n> Host: a.example\n>\n= \(expectation)\n< HTTP/1.1 200 OK\n<\n\n"
        }.joined()
    }

    func testCountsGoToStandardErrorAndTheStatusTells() throws {
        let directory = try TemporaryDirectory()
        let good = try directory.write("good.httpcache", fixture("one", "two"))
        let bad = try directory.write("bad.httpcache", fixture("three", "bad-one", "bad-two"))
        let rows: [(arguments: [String], status: ExitStatus, errors: String)] = [
            ([good], .answered, "2 cases in 1 file: 2 passed\n"),
            ([bad], .no, "3 cases in 1 file: 1 passed, 2 failed (2 of 3 expectations)\n"),
            ([good, bad], .no, "5 cases in 2 files: 3 passed, 2 failed (2 of 5 expectations)\n"),
            ([directory.root], .no, "5 cases in 2 files: 3 passed, 2 failed (2 of 5 expectations)\n"),
            ([directory.root, bad], .no, "5 cases in 2 files: 3 passed, 2 failed (2 of 5 expectations)\n"),
            (["--fail-fast", bad, good], .no, "2 cases in 1 file: 1 passed, 1 failed (1 of 2 expectations)\n"),
            (
                ["--filter", "one", directory.root], .no,
                "2 cases in 2 files: 1 passed, 1 failed (1 of 2 expectations)\n"
            ),
            (["-q", good], .answered, ""),
        ]
        for row in rows {
            let run = Run(["check"] + row.arguments)
            XCTAssertEqual(run.status, row.status, "\(row.arguments)")
            XCTAssertEqual(run.errors, row.errors, "\(row.arguments)")
        }
    }

    func testWhatTheDocumentationShowsHolds() throws {
        let blocks = try Project.text("Documentation/fixtures.md").components(separatedBy: "```\n")
        XCTAssertEqual(blocks.count, 5, "a case and rules")
        let directory = try TemporaryDirectory()
        let cases = Run(["check", try directory.write("case.httpcache", blocks[1])])
        XCTAssertEqual(cases.status, .answered, cases.output + cases.errors)
        XCTAssertEqual(cases.errors, "1 case in 1 file: 1 passed\n")
        let exchanges = [
            ("/assets/a/b.js", "shop.example", "max-age=2592000"), ("/v1/cart", "api.shop.example", "no-store"),
            ("/", "shop.example", "max-age=5"),
        ].map { "> GET \($0.0) HTTP/1.1\n> Host: \($0.1)\n>\n< HTTP/1.1 200 OK\n< Cache-Control: \($0.2)\n<\n" }
        let rules = try directory.write("rules.httpcache", blocks[3])
        let capture = try directory.write("capture.txt", exchanges.joined())
        let ruled = Run(["check", "--rules", rules, capture])
        XCTAssertEqual(ruled.status, .answered, ruled.output + ruled.errors)
        XCTAssertEqual(ruled.errors, "3 rules over 3 exchanges: 3 passed\n")
        XCTAssertEqual(Run(["check", rules]).status, .notAsked)
    }

    func testWhatCannotBeAskedIsStatusTwo() throws {
        let directory = try TemporaryDirectory()
        let good = try directory.write("a/good.httpcache", fixture("one"))
        let broken = try directory.write("b/broken.httpcache", "case x\nfrobnicate\n")
        let text = try directory.write("c/readme.txt", "nothing")
        let capture = try directory.write("d/capture.txt", "HTTP/1.1 200 OK\n\n")
        let rows: [(arguments: [String], errors: String)] = [
            ([directory.path("c")], "httpcache check: \(directory.path("c")): no .httpcache file in this directory\n"),
            (["--filter", "none", good], "httpcache check: no case whose id contains \"none\" in what was named\n"),
            (
                [capture],
                "\(capture):1:1: error: no setting, case or `on` block comes first: this is a capture, not a fixture; "
                    + "hold it against rules with check --rules\n"
            ),
        ]
        for row in rows {
            let run = Run(["check"] + row.arguments)
            XCTAssertEqual(run.status, .notAsked, "\(row.arguments)")
            XCTAssertTrue(run.errors.hasPrefix(row.errors), run.errors)
            XCTAssertEqual(run.output, "")
        }
        XCTAssertEqual(Run(["check", text]).status, .notAsked)
        let mixed = Run(["check", broken, good])
        XCTAssertEqual(mixed.status, .notAsked)
        XCTAssertTrue(mixed.errors.hasPrefix("\(broken):2:"), mixed.errors)
        XCTAssertTrue(mixed.errors.hasSuffix("1 case in 1 file: 1 passed\n"), mixed.errors)
        XCTAssertEqual(Run(["check"]).status, .notAsked)
    }

    func testStandardInputIsReadWhereItIsNamedOrPiped() throws {
        for arguments in [["check", "-"], ["check"], ["check", "-", "-"]] {
            let run = Run(arguments, input: fixture("one", "bad"))
            XCTAssertEqual(run.status, .no, "\(arguments)")
            XCTAssertTrue(run.output.hasPrefix("FAIL <stdin>  bad\n"), run.output)
            XCTAssertTrue(run.output.contains("--> <stdin>:13:3\n"), run.output)
            XCTAssertTrue(run.errors.hasPrefix("2 cases in 1 file: 1 passed, 1 failed"), run.errors)
        }
        XCTAssertEqual(Run(["check", "-"], input: fixture("one")).status, .answered)
        let empty = Run(["check"], input: "")
        XCTAssertEqual(empty.status, .notAsked)
        XCTAssertTrue(empty.errors.hasPrefix("<stdin>:1:1: error: the file is empty\n"), empty.errors)
    }

    func testEveryReportOfAFailureEndsInALineFeed() throws {
        for format in ReportArguments.Format.allCases {
            for more in [[], ["-q"], ["-v"], ["--color", "always"]] {
                let run = Run(["check", "--format", format.rawValue, "-"] + more, input: fixture("bad"))
                XCTAssertEqual(run.status, .no)
                XCTAssertTrue(run.output.hasSuffix("\n"), "\(format) \(more)")
            }
        }
    }

    func testFilesComeInOrder() throws {
        let directory = try TemporaryDirectory()
        for name in ["b.httpcache", "a/z.httpcache", "a.httpcache", "a/b/c.httpcache", ".hidden/x.httpcache", "n.txt"] {
            try directory.write(name, "")
        }
        let found = try FixtureFiles.collect([directory.root]).map { String($0.dropFirst(directory.root.count + 1)) }
        XCTAssertEqual(found, ["a.httpcache", "a/b/c.httpcache", "a/z.httpcache", "b.httpcache"])
    }

    func testALinkToADirectoryAboveIsNoLoop() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a/b.httpcache", "")
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("a/loop"), withDestinationPath: directory.root)
        XCTAssertEqual(try FixtureFiles.collect([directory.root]).count, 1)
    }

    func testListRunsNothing() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.httpcache", fixture("one", "two"))
        let run = Run(["check", "--list", path])
        XCTAssertEqual(run.output, "\(path):1: one\n\(path):9: two\n")
        XCTAssertEqual(run.status, .answered)
    }

    /// The failing check of the tool's description, drawn there by hand.
    func testAFailureIsDrawn() throws {
        let path = "caching/assets.httpcache"
        let lines = [
            "", "", "", "", "", "", "", "", "case hashed-asset-is-kept-a-year",
            "> GET /assets/app.5f3a.css HTTP/1.1", "> Host: shop.example", ">", "< HTTP/1.1 200 OK",
            "< Cache-Control: public, max-age=86400, immutable", "<", "", "", "= lifetime >= 365d", "",
        ]
        let file = SourceFile(path: path, bytes: Array(lines.joined(separator: "\n").utf8))
        func range(_ text: String) throws -> SourceRange {
            let whole = String(decoding: file.bytes, as: UTF8.self)
            let found = try XCTUnwrap(whole.range(of: text))
            let start = whole.utf8.distance(from: whole.startIndex, to: found.lowerBound)
            return SourceRange(start, start + text.utf8.count)
        }
        let failure = ExpectationFailure(
            "lifetime is 86400s (1d), expected >= 31536000s (365d)", because: .lifetimeMaxAge,
            at: try range("lifetime >= 365d"), label: "364d short",
            context: (try range("> GET").start, "at 0s"),
            evidence: [.init(try range("max-age=86400"), "the lifetime comes from here", Rule.lifetimeMaxAge.citation)])
        let result = CaseReport(
            id: "hashed-asset-is-kept-a-year", range: try range("hashed-asset-is-kept-a-year"), outcome: .failed,
            expectations: 9, failures: [failure])
        let text = CheckText(palette: Palette(), isVerbose: false, isQuiet: false)
            .text(of: [FileResult(file: file, cases: [result])])
        XCTAssertEqual(text, try Project.text("Fixtures/output/check/assets.expected.txt"))
        var tally = CheckTally()
        let pass = CaseReport(id: "a", range: result.range, outcome: .passed, expectations: 0)
        tally.add(FileResult(file: file, cases: [pass, pass, result]))
        XCTAssertEqual(tally.text, "3 cases in 1 file: 2 passed, 1 failed (1 of 9 expectations)")
    }

    func testJSON() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.httpcache", fixture("one", "bad"))
        let run = Run(["check", "--format", "json", path])
        let object = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        XCTAssertEqual(object["schema"] as? String, "httpcache.check/1")
        XCTAssertEqual((object["totals"] as? [String: Int])?["failed"], 1)
        let cases = try XCTUnwrap(((object["files"] as? [[String: Any]])?.first)?["cases"] as? [[String: Any]])
        XCTAssertEqual(cases.map { $0["outcome"] as? String }, ["passed", "failed"])
        let failure = try XCTUnwrap((cases[1]["failures"] as? [[String: Any]])?.first)
        XCTAssertEqual(failure["code"] as? String, "select.uri-miss")
        XCTAssertEqual([failure["line"], failure["column"], failure["length"]] as? [Int], [13, 3, 8])
    }
}
