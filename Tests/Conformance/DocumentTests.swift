import Foundation
import HTTPCacheSemantics
import XCTest

/// Holds Documentation/ and what else is made of the fixtures against the code. With UPDATE_DOCUMENTATION set, as
/// Scripts/rules-table does, writes it anew.
final class DocumentTests: XCTestCase {
    func testRulesDocument() throws {
        XCTAssertEqual(RulesDocument.unplaced, [])
        try hold("rules.md", RulesDocument.text(of: try ConformanceTests.results()))
    }

    func testLintDocument() throws {
        try hold("lint.md", LintDocument.text(of: try LintTests.results()))
    }

    func testChoicesDocument() throws {
        XCTAssertEqual(ChoicesDocument.rows.map(\.name).sorted(), CacheOptions.names.sorted())
        try hold("choices.md", ChoicesDocument.text)
    }

    func testExamplesDocument() throws {
        let results = try ConformanceTests.results() + LintTests.results()
        try hold("../Sources/HTTPCacheCLI/Rules/examples.httpcache", ExamplesDocument.text(of: results))
    }

    /// The comment on each case of `Rule` is what the rule itself says.
    func testRuleComments() throws {
        let file = ConformanceTests.fixtures.deletingLastPathComponent()
            .appendingPathComponent("Sources/HTTPCacheSemantics/Rule.swift")
        var comments: [String] = []
        var comment: [Substring] = []
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line == "}" { break }
            if line.hasPrefix("    ///") {
                comment.append(line.dropFirst("    /// ".count))
            } else {
                if line.hasPrefix("    case ") { comments.append(comment.joined(separator: " ")) }
                comment = []
            }
        }
        XCTAssertEqual(comments, Rule.allCases.map { "`\($0.code)`, \($0.citation): \($0.summary)" })
    }

    private func hold(_ name: String, _ text: String) throws {
        let file = ConformanceTests.fixtures.deletingLastPathComponent().appendingPathComponent("Documentation")
            .appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let wanted = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = zip(written, wanted).prefix { $0 == $1 }.count
        guard written != wanted else { return }
        let present = line < written.count ? written[line] : "the end"
        let due = line < wanted.count ? wanted[line] : "the end"
        XCTFail(
            "\(file.standardized.lastPathComponent) is out of date, run Scripts/rules-table. Line \(line + 1):\n\(present)\nis due to be\n\(due)"
        )
    }
}
