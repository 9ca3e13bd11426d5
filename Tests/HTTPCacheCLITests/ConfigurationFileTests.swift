import Foundation
import XCTest

@testable import HTTPCacheCLI

final class ConfigurationFileTests: XCTestCase {
    /// Holds for a private cache alone.
    private let fixture = """
        origin https://a.example
        case private-one
        > GET /x HTTP/1.1
        >
        < HTTP/1.1 200 OK
        < Cache-Control: private, max-age=60
        <
        = store

        """

    private func check(_ path: String, _ arguments: String..., variables: [String: String] = [:]) -> Run {
        Run(["check"] + arguments + [path], variables: variables)
    }

    /// As the tool finds it, without links on the way.
    private func resolved(_ path: String) throws -> String {
        let pointer = try XCTUnwrap(realpath(path, nil))
        defer { free(pointer) }
        return String(cString: pointer)
    }

    func testOptionsBesideTheInputHold() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("cases/x.httpcache", fixture)
        XCTAssertEqual(check(path).status, .no)
        let rows = [
            "--cache=private", "--cache private\n", "# whose\n\n  --cache \t private \r\n",
            "--cache=shared\n--cache=private",
        ]
        for text in rows {
            try directory.write("cases/.httpcacherc", text)
            XCTAssertEqual(check(path).status, .answered, text)
            XCTAssertEqual(check(directory.path("cases")).status, .answered, text)
            XCTAssertEqual(check(directory.path("cases/")).status, .answered, text)
        }
    }

    func testTheCommandLineWinsAndMayRefuse() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.httpcache", fixture)
        try directory.write(".httpcacherc", "--cache=private\n-q\n")
        XCTAssertEqual(check(path).errors, "")
        XCTAssertEqual(check(path, "--cache", "shared").status, .no)
        XCTAssertEqual(check(path, "--no-config").status, .no)
        XCTAssertEqual(check(path, "--no-config").errors, "1 case in 1 file: 0 passed, 1 failed (1 of 1 expectation)\n")
        XCTAssertEqual(check(path, "--option", "setCookie=store").status, .answered)
    }

    /// Up to the repository's root, which `.git` marks, and outside a repository not at all.
    func testTheNearestAboveIsTaken() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("repository/a/b/x.httpcache", fixture)
        try directory.write(".httpcacherc", "--cache=private")
        XCTAssertEqual(check(path).status, .no, "no repository")
        try directory.write("repository/.git/HEAD", "")
        XCTAssertEqual(check(path).status, .no, "above the repository")
        try directory.write("repository/.httpcacherc", "--cache=private")
        XCTAssertEqual(check(path).status, .answered, "at the root")
        try directory.write("repository/a/.httpcacherc", "--cache=shared")
        XCTAssertEqual(check(path).status, .no, "the nearer one, alone")
        try FileManager.default.removeItem(atPath: directory.path("repository/.git"))
        XCTAssertEqual(check(path).status, .no, "no repository again")
    }

    func testTheVariableNamesAnother() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.httpcache", fixture)
        try directory.write(".httpcacherc", "--cache=shared")
        let other = try directory.write("other.rc", "--cache=private")
        XCTAssertEqual(check(path, variables: ["HTTPCACHE_CONFIG_PATH": other]).status, .answered)
        XCTAssertEqual(check(path, variables: ["HTTPCACHE_CONFIG_PATH": ""]).status, .no)
        XCTAssertEqual(check(path, "--no-config", variables: ["HTTPCACHE_CONFIG_PATH": other]).status, .no)
        let missing = check(path, variables: ["HTTPCACHE_CONFIG_PATH": directory.path("none")])
        XCTAssertEqual(missing.status, .notAsked)
        XCTAssertEqual(missing.errors, "httpcache check: \(directory.path("none")): No such file or directory\n")
    }

    func testInputsWithDifferentConfigurationsAreRefused() throws {
        let directory = try TemporaryDirectory()
        let one = try directory.write("a/x.httpcache", fixture)
        let two = try directory.write("b/x.httpcache", fixture)
        try directory.write("a/.httpcacherc", "--cache=private")
        let run = Run(["check", one, two])
        XCTAssertEqual(run.status, .notAsked)
        XCTAssertTrue(run.errors.contains("\(two) has none"), run.errors)
        XCTAssertEqual(Run(["check", "--no-config", one, two]).status, .no)
    }

    /// What a configuration says, and what standard error says after its path; nil where all is well.
    private let rows: [(text: String, error: String?)] = [
        ("", nil),
        ("# --formt=json", nil),
        // Other commands know these.
        ("--only=1\n--at +1m\n--strict\n--upto\n", "4:1: error: unknown option --upto"),
        // Whichever command has use for it: explain for the number, lint for the code.
        ("--only=lint.vary-star\n--except lint.vary-star,lint.vary-invalid\n", nil),
        ("--only=lint.vary-str", "1:8: error: --only: \"lint.vary-str\" is no number from 1 on"),
        (
            "--except=vary-star",
            "1:10: error: --except: unknown finding \"vary-star\"; lint --list names them; did you mean lint.vary-star?"
        ),
        ("--generate=4\n--body-from a b c\n", nil),
        ("--formt=json", "1:1: error: unknown option --formt; did you mean --format?"),
        ("--cache private\n\n \t--xyzzy", "3:3: error: unknown option --xyzzy"),
        ("--cache shard", "1:9: error: --cache: \"shard\" is not one of shared, private, both; did you mean shared?"),
        (
            "  --cache=shard",
            "1:11: error: --cache: \"shard\" is not one of shared, private, both; did you mean shared?"
        ),
        (
            "--profile=cnd",
            "1:11: error: --profile: unknown policy \"cnd\"; known are rfc9111, cdn, browser, sdurlcache; did you mean cdn?"
        ),
        ("--option setCookie=maybe", "1:10: error: --option: \"maybe\" is no value of setCookie: store|refuse"),
        (
            "--at=yesterday",
            "1:6: error: --at: \"yesterday\" is no time: an HTTP date, 2026-11-24T09:31:00Z, HH:MM:SS or +27m"
        ),
        ("--cache", "1:1: error: --cache needs a value: shared|private|both"),
        ("--quiet yes", "1:9: error: --quiet takes no value"),
        ("--quiet=yes", "1:9: error: --quiet takes no value"),
        ("-x", "1:1: error: unknown option -x"),
        ("visit.har", "1:1: error: an option is wanted here; inputs are for the command line"),
        ("-", "1:1: error: an option is wanted here; inputs are for the command line"),
        ("--", "1:1: error: an option is wanted here; inputs are for the command line"),
        ("--help", "1:1: error: --help is for the command line alone"),
        ("-V", "1:1: error: -V is for the command line alone"),
        ("--no-config", "1:1: error: --no-config is for the command line alone"),
        ("\u{1B}[2J", "1:1: error: an option is wanted here; inputs are for the command line"),
    ]

    func testWhatIsNotUnderstoodIsNamedWithItsPlace() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.httpcache", fixture)
        for row in rows {
            let configuration = try resolved(directory.write(".httpcacherc", row.text))
            let run = check(path, "-q", "--cache=private")
            XCTAssertEqual(run.status, row.error == nil ? .answered : .notAsked, row.text)
            XCTAssertEqual(run.errors, row.error.map { "\(configuration):\($0)\n" } ?? "", row.text)
            // The same is wrong for every command that reads it.
            guard let error = row.error else { continue }
            let har = Run(["har", directory.path("x.har")])
            XCTAssertEqual(har.errors.hasPrefix("\(configuration):\(error.prefix(4))"), true, row.text + har.errors)
        }
    }

    /// A file that came with a repository must not overwrite another.
    func testWhatWritesOrListensIsForFilesThatTheUserNames() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.httpcache", fixture)
        let victim = try directory.write("victim", "mine")
        let texts = [
            "--report json=\(victim)", "--report=json=\(victim)", "--ready-file \(victim)", "--store=\(victim)",
            "--dir \(victim)", "--admin unix:\(victim)", "--listen 127.0.0.1:0", "--listen-any",
        ]
        for text in texts {
            let option = text.prefix { $0 != " " && $0 != "=" }
            let column = option == "--listen-any" ? 1 : option.count + 2
            let configuration = try resolved(directory.write(".httpcacherc", "\n" + text))
            for command in ["check", "lint"] {
                let run = Run([command, path])
                XCTAssertEqual(run.status, .notAsked, text)
                XCTAssertTrue(
                    run.errors.hasPrefix("\(configuration):2:\(column): error: \(option) says where to"), run.errors)
            }
        }
        XCTAssertEqual(try String(contentsOfFile: victim, encoding: .utf8), "mine")
        // To standard output, and without a value.
        try directory.write(".httpcacherc", "--record\n")
        let capture = try directory.write("x.txt", "GET / HTTP/1.1\nHost: a.example\n\n" + Messages.plain)
        XCTAssertEqual(check(capture).status, .answered)
        try FileManager.default.removeItem(atPath: directory.path(".httpcacherc"))
        let named = try directory.write("own.rc", "--report json=\(victim)\n--listen 127.0.0.1:0\n--cache=private\n")
        XCTAssertEqual(check(path, variables: ["HTTPCACHE_CONFIG_PATH": named]).status, .answered)
        XCTAssertTrue(try String(contentsOfFile: victim, encoding: .utf8).hasPrefix("{"))
    }

    func testWhatIsNoConfigurationIsNamed() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.httpcache", fixture)
        let configuration = try resolved(directory.write(".httpcacherc", String(repeating: "#\n", count: 40_000)))
        XCTAssertEqual(
            check(path).errors, "httpcache check: \(configuration): longer than the limit of 65536 bytes\n")
        try FileManager.default.removeItem(atPath: configuration)
        try FileManager.default.createDirectory(atPath: configuration, withIntermediateDirectories: false)
        XCTAssertEqual(check(path).errors, "httpcache check: \(configuration): Is a directory\n")
    }

    /// A format that one command has and another has not.
    func testAValueOfAnotherCommandIsPassedOver() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.httpcache", fixture)
        let capture = try directory.write("x.txt", Messages.plain)
        try directory.write(".httpcacherc", "--format=tap\n--cache=both")
        XCTAssertTrue(check(path).output.hasPrefix("TAP version 14"), check(path).output)
        XCTAssertEqual(Run(["explain", capture]).status, .answered)
        XCTAssertEqual(Run(["explain", capture]).output, Run(["explain", "--no-config", capture]).output)
    }

    /// `--record` goes without --format on the command line; a configuration may have it.
    func testAConfiguredOptionIsNoContradiction() throws {
        let directory = try TemporaryDirectory()
        let capture = try directory.write("x.txt", "GET / HTTP/1.1\nHost: a.example\n\n" + Messages.plain)
        try directory.write(".httpcacherc", "--format=tap\n")
        XCTAssertEqual(Run(["check", "--record", capture]).status, .answered)
        XCTAssertEqual(Run(["check", "--record", "--format=tap", capture]).status, .notAsked)
    }

    func testCommandsWithoutInputsReadNone() throws {
        let path = try TemporaryDirectory()
        let broken = try path.write("rc", "--nothing")
        let variables = ["HTTPCACHE_CONFIG_PATH": broken]
        for arguments in [["rule", "--all"], ["date", "Sun, 06 Nov 1994 08:49:37 GMT"], ["check", "--help"], ["-V"]] {
            XCTAssertEqual(Run(arguments, variables: variables).status, .answered, "\(arguments)")
        }
        XCTAssertEqual(
            Run(["explain"], input: Messages.plain, variables: variables).errors,
            "\(broken):1:1: error: unknown option --nothing\n")
    }
}
