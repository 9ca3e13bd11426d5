import XCTest

@testable import HTTPCacheCLI

final class HelpTextTests: XCTestCase {
    /// The lines below `examples`, without their indentation.
    private func examples(_ text: String) -> [String] {
        let lines = text.split(separator: "\n").map(String.init)
        guard let start = lines.firstIndex(of: "examples") else { return [] }
        return lines[(start + 1)...].map { String($0.drop { $0 == " " }) }
    }

    /// The words of each command of a pipeline, its redirections left out, as a shell reads them.
    private func commands(_ line: String) -> [[String]] {
        var commands: [[String]] = [[]]
        var word = ""
        var isQuoted = false
        var isRedirected = false
        for sign in line + " " {
            if sign == "'" {
                isQuoted.toggle()
            } else if isQuoted || !" |<>".contains(sign) {
                word.append(sign)
            } else {
                if !word.isEmpty, !isRedirected { commands[commands.count - 1].append(word) }
                if !word.isEmpty { isRedirected = false }
                word = ""
                if sign == "|" { commands.append([]) }
                if sign == "<" || sign == ">" { isRedirected = true }
            }
        }
        return commands
    }

    func testAShellsLineIsRead() {
        XCTAssertEqual(
            commands("curl -s 'a b' 2> x.txt | httpcache explain --at=+1m - > y"),
            [["curl", "-s", "a b", "2"], ["httpcache", "explain", "--at=+1m", "-"]])
    }

    func testEveryExampleIsUnderstood() throws {
        for command in Command.allCases {
            let lines = examples(Run([command.rawValue, "--help"]).output)
            var own = 0
            for words in lines.flatMap(commands) where words.first == "httpcache" {
                let named = try XCTUnwrap(words.count > 1 ? Command(rawValue: words[1]) : nil, "\(words)")
                if named == command { own += 1 }
                let arguments = try ArgumentParser.parse(Array(words.dropFirst(2)), for: named)
                XCTAssertNoThrow(try PolicyArguments.options(arguments), "\(words)")
                XCTAssertNoThrow(try ReportArguments(arguments), "\(words)")
                XCTAssertNoThrow(try ClockArguments(arguments, now: Run.now), "\(words)")
            }
            XCTAssertGreaterThan(own, 0, "\(command) has no example")
        }
        let all = examples(Run(["--help"]).output)
        XCTAssertEqual(all, Command.allCases.flatMap { examples(HelpText.long($0)) })
    }

    func testEveryCommandSaysItsExitStatuses() {
        for command in Command.allCases {
            let text = Run([command.rawValue, "--help"]).output
            XCTAssertTrue(text.contains("\nexit status\n  0  "), text)
            XCTAssertTrue(text.contains("\n  2  the question could not be asked"), text)
        }
        XCTAssertTrue(Run(["--help"]).output.contains("\n  1  the answer is no"))
    }
}
