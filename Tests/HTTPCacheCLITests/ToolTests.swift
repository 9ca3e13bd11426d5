import HTTPCacheLint
import HTTPCacheSemantics
import XCTest

@testable import HTTPCacheCLI

final class ToolTests: XCTestCase {
    /// Arguments, and all of what standard error says; the status is 2 and standard output stays empty.
    private let refusals: [(arguments: [String], errors: String)] = [
        (["explian"], "httpcache: unknown command \"explian\"; did you mean explain?"),
        (["frobnicate"], "httpcache: unknown command \"frobnicate\""),
        (["\u{1B}[2J"], "httpcache: unknown command \"\\x1B[2J\""),
        (["--cache"], "httpcache: unknown option --cache; a command comes first: httpcache -h names them"),
        (["explain", "--formt", "json"], "httpcache explain: unknown option --formt; did you mean --format?"),
        (["explain", "--all"], "httpcache explain: unknown option --all"),
        (["explain", "--xyzzy=1"], "httpcache explain: unknown option --xyzzy"),
        (["explain", "-x"], "httpcache explain: unknown option -x"),
        (["explain", "-qx"], "httpcache explain: unknown option -x"),
        (["explain", "-at", "+1m"], "httpcache explain: unknown option -a; did you mean --at?"),
        (["explain", "--quiet=yes"], "httpcache explain: --quiet takes no value"),
        (["explain", "--at"], "httpcache explain: --at needs a value: TIME"),
        (["explain", "--format"], "httpcache explain: --format needs a value: text|json|markdown|html"),
        (
            ["explain", "--cache", "shard"],
            "httpcache explain: --cache: \"shard\" is not one of shared, private, both; did you mean shared?"
        ),
        (
            ["explain", "--format", "sarif"],
            "httpcache explain: --format: \"sarif\" is not one of text, json, markdown, html"
        ),
        (
            ["explain", "--profile", "cnd"],
            "httpcache explain: --profile: unknown policy \"cnd\"; known are rfc9111, cdn, browser, sdurlcache; did you mean cdn?"
        ),
        (
            ["explain", "--heuristic", "101"],
            "httpcache explain: --heuristic: \"101\" is neither a percentage from 0 to 100 nor off"
        ),
        (
            ["explain", "--heuristic", "-1"],
            "httpcache explain: --heuristic: \"-1\" is neither a percentage from 0 to 100 nor off"
        ),
        (["explain", "--option", "setCookie"], "httpcache explain: --option: \"setCookie\" is not NAME=VALUE"),
        (
            ["explain", "--option", "setcookie=store"],
            "httpcache explain: --option: unknown name \"setcookie\"; did you mean setCookie?"
        ),
        (
            ["explain", "--option", "setCookie=maybe"],
            "httpcache explain: --option: \"maybe\" is no value of setCookie: store|refuse"
        ),
        (
            ["explain", "--at", "yesterday"],
            "httpcache explain: --at: \"yesterday\" is no time: "
                + "an HTTP date, 2026-11-24T09:31:00Z, HH:MM:SS or +27m"
        ),
        (
            ["explain", "--sent", "+1m"],
            "httpcache explain: --sent: \"+1m\" counts from arrival; only --at does"
        ),
        (["explain", "--only", "0"], "httpcache explain: --only: \"0\" is no number from 1 on"),
        (["explain", "--only", "+1"], "httpcache explain: --only: \"+1\" is no number from 1 on"),
        (
            ["explain", "--url", "a.example/x"],
            "httpcache explain: --url: \"a.example/x\" is no URL: expected a scheme and \"://\" at offset 0"
        ),
        (["explain", "--report", "json"], "httpcache explain: --report: \"json\" is not FORMAT=PATH"),
        (
            ["explain", "--report", "jsn=x"],
            "httpcache explain: --report: unknown format \"jsn\"; known are text, json, markdown, html; did you mean json?"
        ),
        (["explain", "a", "b"], "httpcache explain: one input at a time, not also \"b\""),
        (["explain", "/nonexistent/a"], "httpcache explain: /nonexistent/a: No such file or directory"),
        (["explain", "/"], "httpcache explain: /: Is a directory"),
        (
            ["check", "--cache", "both", "x"],
            "httpcache check: --cache both is for explain; check runs a case for one kind of cache"
        ),
        (["check", "--at", "+1m", "x"], "httpcache check: unknown option --at"),
        (["check", "/nonexistent"], "httpcache check: /nonexistent: No such file or directory"),
        (
            ["rule", "lifetime.smaxage"],
            "httpcache rule: unknown rule \"lifetime.smaxage\"; near: lifetime.s-maxage, lifetime.max-age"
        ),
        (["rule", "xyz"], "httpcache rule: unknown rule \"xyz\"; httpcache rule --all names them"),
        (["rule", "--all", "x"], "httpcache rule: --all names every rule; \"x\" is one too many"),
    ]

    func testWhatIsNotUnderstoodIsNamed() {
        for row in refusals {
            let run = Run(row.arguments, input: "")
            XCTAssertEqual(run.status, .notAsked, "\(row.arguments)")
            XCTAssertEqual(run.output, "", "\(row.arguments)")
            XCTAssertEqual(run.errors, row.errors + "\n", "\(row.arguments)")
        }
    }

    /// An input, the arguments with it, and all of what standard error says.
    private let badInputs: [(input: String, arguments: [String], errors: String)] = [
        ("", [], "<stdin>:1:1: error: the file is empty"),
        (
            "hello\n", [],
            "<stdin>:1:1: error: this reads as a fixture: check takes those, explain takes what curl -sv or curl -i prints"
        ),
        (
            "\n  Hello\n", [],
            "<stdin>:2:1: error: neither a fixture (a setting, case or on), nor what curl -v or curl -i prints, nor a HAR"
        ),
        ("{\"log\":{}}", [], "<stdin>:1:9: error: $.log, byte 8: the member entries is missing"),
        ("HTTP/1.1 200 OK\nDate\n\n", [], "<stdin>:2:1: error: a field line without a colon"),
        (
            "HTTP/1.1 200 OK\n\n", [],
            "httpcache explain: the response has no date in Date: name its arrival with --received, "
                + "or the clock with --at"
        ),
        (
            "HTTP/1.1 200 OK\n\n", ["--at", "+1m"],
            "httpcache explain: the response has no date in Date: name its arrival with --received, "
                + "or the clock with --at"
        ),
        (
            "HTTP/1.1 200 OK\n\n", ["--received", "09:00:00"],
            "httpcache explain: --received: the response has no Date whose day HH:MM:SS could be on"
        ),
        (
            Messages.plain, ["--sent", "00:00:01"],
            "httpcache explain: the response would have arrived before the request was sent: "
                + "see --sent and --received"
        ),
        (
            Messages.plain, ["--at", "2026-11-23T23:59:59Z"],
            "httpcache explain: --at lies before the response arrived, Tue, 24 Nov 2026 00:00:00 GMT"
        ),
        (Messages.plain, ["--only", "2"], "httpcache explain: --only: there is no exchange 2, only 1"),
        (
            Messages.plain + Messages.plain, ["--sent", "00:00:00"],
            "httpcache explain: --sent and --received speak of one exchange, and there are 2: see --only"
        ),
        (
            "GET /x HTTP/1.1\n\nHTTP/1.1 200 OK\n\n", [],
            "<stdin>:1:1: error: the request names no host: name its target with --url"
        ),
        ("> GET /x HTTP/1.1\n> Host: a\n>\n", [], "<stdin>:1:1: error: no final response to explain"),
        (Messages.plain, ["--from", "transcript"], "<stdin>:1:1: error: not a line that curl -v prints"),
    ]

    func testInputThatCannotBeReadIsNamedWithItsPlace() {
        for row in badInputs {
            let run = Run(["explain"] + row.arguments, input: row.input)
            XCTAssertEqual(run.status, .notAsked, row.input)
            XCTAssertEqual(run.output, "", row.input)
            XCTAssertEqual(run.errors, row.errors + "\n", row.input)
        }
    }

    func testATerminalWithoutAFileGetsTheShortHelp() {
        let run = Run(["explain"])
        XCTAssertEqual(run.status, .notAsked)
        XCTAssertEqual(run.output, "")
        XCTAssertEqual(run.errors, Run(["explain", "-h"]).output)
    }

    func testHelpNamesEveryOptionOfTheCommand() {
        for command in Command.allCases {
            let short = Run([command.rawValue, "-h"])
            let long = Run([command.rawValue, "--help"])
            XCTAssertEqual(short.status, .answered)
            XCTAssertEqual(long.status, .answered)
            XCTAssertTrue(long.output.hasPrefix(short.output))
            XCTAssertTrue(long.output.contains("exit status"))
            XCTAssertTrue(long.output.contains("examples"))
            for option in OptionTable.options(of: command) {
                XCTAssertTrue(short.output.contains(option.spelling), option.spelling)
                XCTAssertTrue(short.output.contains(option.summary), option.summary)
            }
            for line in long.output.split(separator: "\n") { XCTAssertLessThanOrEqual(line.count, 120, String(line)) }
        }
    }

    func testEachNameAndLetterStandsForOneOption() {
        XCTAssertEqual(Set(OptionTable.options.map(\.name)), Set(Option.Name.allCases))
        for command in Command.allCases {
            let options = OptionTable.options(of: command)
            XCTAssertEqual(Set(options.map(\.name)).count, options.count, command.rawValue)
            let letters = options.compactMap(\.letter)
            XCTAssertEqual(Set(letters).count, letters.count, command.rawValue)
        }
    }

    func testVersion() {
        for arguments in [["-V"], ["--version"], ["explain", "-V"], ["rule", "--version"]] {
            let run = Run(arguments)
            XCTAssertEqual(run.output, "httpcache \(Tool.version)\n")
            XCTAssertEqual(run.status, .answered)
        }
    }

    func testAClosedPipeEndsQuietly() {
        var context = ToolContext(
            variable: { _ in nil }, isInputTerminal: true, isOutputTerminal: false,
            readInput: { _ throws(FileError) in [] },
            writeOutput: { _ throws(FileError) in throw FileError(path: "", code: EPIPE) },
            writeErrors: { bytes throws(FileError) in XCTFail(String(decoding: bytes, as: UTF8.self)) },
            now: { Run.now })
        XCTAssertEqual(Tool.run(["rule", "--all"], in: context), .answered)
        context.writeOutput = { _ throws(FileError) in throw FileError(path: "", code: ENOSPC) }
        var said = ""
        context.writeErrors = { bytes throws(FileError) in said = String(decoding: bytes, as: UTF8.self) }
        XCTAssertEqual(Tool.run(["rule", "--all"], in: context), .notAsked)
        XCTAssertEqual(said, "httpcache rule: standard stream: No space left on device\n")
    }

    func testRulesAreShownWhole() {
        let rows = [
            ("lifetime.s-maxage", "s-maxage is a shared cache's freshness lifetime.", "MUST, RFC 9111 §4.2.1"),
            ("lint.vary-star", "Vary: * in a response that could be kept.", "warning, RFC 9111 §4.1"),
        ]
        for (code, summary, source) in rows {
            let text = Run(["rule", code]).output
            XCTAssertTrue(text.hasPrefix("\(code)\n    \(summary)\n    \(source)\n\n"), text)
        }
        let all = Run(["rule", "--all"]).output.split(separator: "\n")
        XCTAssertEqual(all.count, ReportCode.all.count)
        XCTAssertEqual(Run(["lint", "--list"]).output.split(separator: "\n").count, FindingCode.allCases.count)
        for (line, rule) in zip(all, ReportCode.all) {
            XCTAssertTrue(line.hasPrefix(rule.code + " "), String(line))
            XCTAssertTrue(line.hasSuffix(rule.summary), String(line))
            XCTAssertTrue(line.contains("  \(rule.citation)  "), String(line))
        }
    }
}
