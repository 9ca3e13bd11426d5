import HTTPCacheLint
import HTTPTranscript

/// Documentation/lint.md: every finding with its level, section, line, and a case in which it is found.
enum LintDocument {
    static func text(of results: [TranscriptResult]) -> String {
        var lines = [
            "# Findings",
            "",
            "What `httpcache lint` finds: `lint CODE` in fixtures and rules names these codes, and they stay as they are.",
            "An error is not what the grammar has, and caches ignore it or take the response for stale; a warning is likely",
            "to do something else than was wanted; a note is worth knowing. The last column names cases of `Fixtures/lint`.",
            "Made by `Scripts/rules-table`; a test holds it.",
        ]
        let places = placesByCode(results)
        for (level, heading) in [(Finding.Level.error, "Errors"), (.warning, "Warnings"), (.note, "Notes")] {
            lines += ["", "## \(heading)", "", "| Finding | What it finds | Section | Found in |", "|--|--|--|--|"]
            for code in FindingCode.allCases where code.level == level {
                let found = places[code.code] ?? []
                let cases = (Array(found.prefix(2)) + (found.count > 2 ? ["…"] : [])).joined(separator: ", ")
                let column = code == .eTagUnstable ? "HARs only" : cases
                lines.append("| `\(code.code)` | \(code.summary) | \(code.citation) | \(column) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func placesByCode(_ results: [TranscriptResult]) -> [String: [String]] {
        var places: [String: [String]] = [:]
        for result in results {
            let name = result.file.path.split(separator: "/").last ?? ""
            for item in result.cases where item.status == .passed {
                for one in item.expectations where !one.expectation.isNegated {
                    guard case .lint(let code) = one.expectation.subject else { continue }
                    places[code.value, default: []].append("[\(item.id)](../Fixtures/lint/\(name))")
                }
            }
        }
        return places
    }
}
