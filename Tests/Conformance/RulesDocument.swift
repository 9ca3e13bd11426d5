import Foundation
import HTTPCacheSemantics
import HTTPTranscript

/// Documentation/rules.md: every rule with its section, level, line, and the cases in which it decides.
enum RulesDocument {
    private struct Place {
        /// Below Fixtures/conformance, without the extension, such as `rfc9111/4.2.1-lifetime`.
        let file: String
        let id: String
    }

    /// The RFCs in the order of the document: the one that the module is about comes first.
    private static let rfcs = [9111, 9110, 5861, 8246, 9213, 9875, 2616]

    static func text(of results: [TranscriptResult]) -> String {
        let places = placesByCode(results)
        var lines = [
            "# Rules",
            "",
            "Every rule that a verdict can rest on: `explain`, `check` and `decide` name these codes, and they stay as",
            "they are. Level is how strongly the cited section asks for the rule. The last column names cases of",
            "`Fixtures/conformance` in which the rule decides. Made by `Scripts/rules-table`; a test holds it.",
        ]
        for rfc in rfcs {
            lines += [
                "", "## RFC \(rfc)", "", "| Section | Rule | Level | What it does | Decides in |", "|--|--|--|--|--|",
            ]
            let rules = Rule.allCases.filter { $0.citation.rfc == rfc }.sorted {
                (numbers($0.citation.section), $0.rawValue) < (numbers($1.citation.section), $1.rawValue)
            }
            for rule in rules {
                let cases = places[rule.code] ?? []
                lines.append(
                    "| \(rule.citation.section) | `\(rule.code)` | \(rule.level.rawValue) | \(rule.summary) "
                        + "| \(column(cases, of: rule)) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The rules that no part of the document would show.
    static var unplaced: [Rule] { Rule.allCases.filter { !rfcs.contains($0.citation.rfc) } }

    private static func placesByCode(_ results: [TranscriptResult]) -> [String: [Place]] {
        var places: [String: [Place]] = [:]
        for result in results {
            let path = result.file.path.components(separatedBy: "/conformance/").last ?? ""
            for item in result.cases where item.status == .passed {
                for code in Set(item.expectations.compactMap { $0.expectation.because?.value }) {
                    places[code, default: []].append(
                        Place(file: String(path.dropLast(".httpcache".count)), id: item.id))
                }
            }
        }
        return places
    }

    /// Three cases at most, those filed under the rule's own section first.
    private static func column(_ places: [Place], of rule: Rule) -> String {
        let own = "rfc\(rule.citation.rfc)/\(rule.citation.section)-"
        let ordered = places.filter { $0.file.hasPrefix(own) } + places.filter { !$0.file.hasPrefix(own) }
        let shown = ordered.prefix(3).map { "[\($0.id)](../Fixtures/conformance/\($0.file).httpcache)" }
        return (shown + (ordered.count > shown.count ? ["…"] : [])).joined(separator: ", ")
    }

    /// A section's numbers in one, so that 5.2.2.10 comes after 5.2.2.9.
    private static func numbers(_ section: String) -> Int {
        let parts = section.split(separator: ".").compactMap { Int($0) }
        return (0..<4).reduce(0) { $0 * 100 + ($1 < parts.count ? parts[$1] : 0) }
    }
}
