import Foundation
import HTTPCacheLint
import HTTPCacheSemantics
import HTTPTranscript

/// Sources/HTTPCacheCLI/Rules/examples.httpcache: for every rule and finding the shortest case that it decides, itself
/// a fixture whose cases are named by the codes.
enum ExamplesDocument {
    private struct Example {
        /// Below Fixtures, and the case: `conformance/rfc9111/3-storing.httpcache method-put-is-not-stored`.
        let place: String
        let lines: [String]
        /// Whether it is filed under the section that the rule is from.
        let isOfItsSection: Bool

        private var size: Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }

        func comes(before other: Example) -> Bool {
            isOfItsSection == other.isOfItsSection ? size < other.size : isOfItsSection
        }
    }

    /// `lint` finds this in two responses of one HAR, which no fixture is.
    static let withoutExample = [FindingCode.eTagUnstable.code]

    static func text(of results: [TranscriptResult]) -> String {
        var shortest: [String: Example] = [:]
        for result in results {
            let cases = CaseLines(result.file)
            for item in result.cases
            where item.status == .passed && item.kind != .check && !item.id.contains("near-miss") {
                guard let lines = cases.standingAlone(item.id) else { continue }
                let path = result.file.path.components(separatedBy: "/Fixtures/").last ?? ""
                for code in codes(decidingIn: item) {
                    let citation = Rule(code: code)?.citation
                    let section = citation.map { "/rfc\($0.rfc)/\($0.section)-" } ?? "/"
                    let example = Example(
                        place: "\(path) \(item.id)", lines: lines, isOfItsSection: path.contains(section))
                    if shortest[code].map({ example.comes(before: $0) }) ?? true { shortest[code] = example }
                }
            }
        }
        var lines = [
            "# For every rule and finding the shortest case of Fixtures/ that it decides; `httpcache rule` shows them.",
            "# Made by Scripts/rules-table; a test holds it.",
        ]
        for code in Rule.allCases.map(\.code) + FindingCode.allCases.map(\.code) {
            guard let example = shortest[code] else { continue }
            lines += ["", "case    \(code)", "# \(example.place)"] + example.lines
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func codes(decidingIn item: CaseResult) -> Set<String> {
        var codes: Set<String> = []
        for one in item.expectations {
            if let code = one.expectation.because?.value { codes.insert(code) }
            if !one.expectation.isNegated, case .lint(let code) = one.expectation.subject { codes.insert(code.value) }
        }
        return codes
    }
}

/// A fixture file cut into its cases, as text.
private struct CaseLines {
    private var defaults: [String] = []
    private var cases: [String: [String]] = [:]

    init(_ file: SourceFile) {
        var id: String?
        for line in String(decoding: file.bytes, as: UTF8.self).components(separatedBy: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if words.count == 2, words[0] == "case" {
                id = words[1]
            } else if let id {
                cases[id, default: []].append(line)
            } else if !line.isEmpty, !line.hasPrefix("#") {
                defaults.append(line)
            }
        }
    }

    /// What a case says, with the settings of its file; nil where it needs another.
    func standingAlone(_ id: String) -> [String]? {
        guard var lines = cases[id] else { return nil }
        lines.removeAll { $0.isEmpty || $0.hasPrefix("#") || ["cite", "title", "kind"].contains(Self.keyword($0)) }
        let own = lines.prefix { !["<", ">", "@", "="].contains($0.prefix(1)) }
        if own.contains(where: { Self.keyword($0) == "needs" }) { return nil }
        let inherited = defaults.filter { line in !own.contains { Self.keyword($0) == Self.keyword(line) } }
        return inherited + lines
    }

    /// The setting that a line is; an option with its name.
    private static func keyword(_ line: String) -> String {
        let words = line.split(separator: " ")
        return words.first == "option" ? words.prefix(2).joined(separator: " ") : String(words.first ?? "")
    }
}
