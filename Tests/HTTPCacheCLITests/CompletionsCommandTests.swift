import HTTPCacheLint
import XCTest

@testable import HTTPCacheCLI

/// What the scripts do in their shells is held by `Scripts/integration.d/completions`.
final class CompletionsCommandTests: XCTestCase {
    func testEveryShellIsToldEveryCommandAndOption() {
        for shell in Shell.allCases {
            let run = Run(["completions", shell.rawValue])
            XCTAssertEqual(run.status, .answered)
            XCTAssertEqual(run.errors, "")
            for command in Command.allCases { XCTAssertTrue(run.output.contains(command.rawValue), command.rawValue) }
            for option in OptionTable.options where option.hasLongName {
                let spelling = shell == .fish ? "-l \(option.name.rawValue) " : option.longName
                XCTAssertTrue(run.output.contains(spelling), "\(shell): \(spelling)")
            }
        }
    }

    func testWhatIsNoShellIsNamed() {
        let rows: [(arguments: [String], errors: String)] = [
            (["tcsh"], "httpcache completions: unknown shell \"tcsh\"; known are bash, zsh, fish\n"),
            (
                ["zhs"],
                "httpcache completions: unknown shell \"zhs\"; known are bash, zsh, fish; did you mean zsh?\n"
            ),
            (["bash", "zsh"], "httpcache completions: one shell at a time, not also \"zsh\"\n"),
            (["--format", "json"], "httpcache completions: unknown option --format\n"),
            ([], Run(["completions", "-h"]).output),
        ]
        for row in rows {
            let run = Run(["completions"] + row.arguments)
            XCTAssertEqual(run.status, .notAsked)
            XCTAssertEqual(run.output, "")
            XCTAssertEqual(run.errors, row.errors)
        }
    }

    /// The notation of an option's value tells what a shell offers.
    func testWhatAnOptionsValueCompletesTo() throws {
        let rows: [(name: Option.Name, command: Command, completed: Completed?)] = [
            (.quiet, .check, nil),
            (.cache, .explain, .words(["shared", "private", "both"])),
            (.profile, .check, .words(["rfc9111", "cdn", "browser", "sdurlcache"])),
            (.heuristic, .check, .words(["off"])),
            (.rules, .check, .files),
            (.bodyFrom, .store, .files),
            (.only, .explain, .nothing),
            (.only, .lint, .words(FindingCode.allCases.map(\.code))),
            (.except, .har, .words(FindingCode.allCases.map(\.code))),
            (.lint, .har, nil),
            (.at, .explain, .nothing),
            (.upstream, .proxy, .nothing),
            (.admin, .proxy, .nothing),
            (.store, .proxy, .directories),
            (.record, .check, nil),
            (.record, .proxy, .files),
            (.report, .explain, .wordAndFile(["text", "json", "markdown", "html"])),
        ]
        for row in rows {
            let option = try XCTUnwrap(OptionTable.options(of: row.command).first { $0.name == row.name })
            XCTAssertEqual(Completed(option, of: row.command), row.completed, row.name.rawValue)
        }
        let choice = try XCTUnwrap(OptionTable.options.first { $0.name == .option })
        guard case .pairs(let pairs) = Completed(choice, of: .check) else { return XCTFail("no pairs") }
        XCTAssertEqual(pairs.first { $0.name == "setCookie" }?.values, ["store", "refuse"])
        XCTAssertEqual(pairs.first { $0.name == "heuristicPercent" }?.values, ["off"])
        XCTAssertEqual(pairs.first { $0.name == "minCacheIntervalSeconds" }?.values, [])
    }
}
