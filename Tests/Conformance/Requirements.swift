import Foundation
import HTTPCacheSemantics

/// One row of `Fixtures/requirements.tsv`: a requirement of RFC 9111 §3 to §5 and the rules that hold it.
struct Requirement {
    let line: Int
    let section: String
    let level: String
    let text: String
    /// Empty where the column holds `-`.
    let codes: [String]
    let reason: String

    /// The rows of the file; nil for a line that has not five columns.
    static func rows() throws -> [Requirement?] {
        let path = ConformanceTests.fixtures.appendingPathComponent("requirements.tsv")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").dropFirst()
        return lines.enumerated().map { index, line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count == 5 else { return nil }
            return Requirement(
                line: index + 2, section: columns[0], level: columns[1], text: columns[2],
                codes: columns[3] == "-" ? [] : columns[3].split(separator: ",").map(String.init), reason: columns[4])
        }
    }

    /// The cases named after `held by`, as file and id.
    var holdingCases: [(file: String, id: String)]? {
        guard let start = reason.range(of: "; held by ") else { return nil }
        return reason[start.upperBound...].split(separator: ",").map { place in
            let parts = place.drop { $0 == " " }.split(separator: "#").map(String.init)
            return (parts[0], parts.count == 2 ? parts[1] : "")
        }
    }
}

/// How often RFC 9111 uses each keyword of RFC 2119 in each of its sections 3 to 5, counted in its text.
///
/// Where one keyword governs a list, `conditions` says how many rows stand for it. OUGHT counts advice without a
/// keyword ("ought to", "is encouraged to"), which is no requirement and has its rows all the same.
enum CountedKeywords {
    struct Count {
        let section: String
        let level: String
        let keywords: Int
        let conditions: Int
    }

    /// Every section, those without a keyword included.
    static let sections: [String] = table.split(separator: "\n").map { String($0.split(separator: " ")[0]) }

    static let counts: [Count] = table.split(separator: "\n").flatMap { row in
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return cells.dropFirst().filter { !$0.isEmpty }.map { cell in
            let words = cell.split(separator: " ").map(String.init)
            let numbers = words[words.count - 1].split(separator: "×").compactMap { Int($0) }
            return Count(
                section: cells[0], level: words.dropLast().joined(separator: " "), keywords: numbers[0],
                conditions: numbers.count == 2 ? numbers[1] : 1)
        }
    }

    private static let table = """
        3 | MUST NOT 1×7
        3.1 | MUST 1 | MUST NOT 2 | MAY 3
        3.2 | MUST 1 | SHOULD 1 | MAY 2
        3.3 | MUST NOT 3 | MAY 3
        3.4 | MUST 1 | MAY 1
        3.5 | MUST NOT 1
        4 | MUST 4 | MUST NOT 1×5
        4.1 | MUST NOT 1 | SHOULD 1 | MAY 1
        4.2 | MUST 1 | MUST NOT 1 | SHOULD 2
        4.2.1 | OUGHT 3
        4.2.2 | MUST NOT 1 | MAY 1 | OUGHT 2
        4.2.3 | MUST 1 | MAY 1
        4.2.4 | MUST NOT 2
        4.3 |
        4.3.1 | MUST 1 | SHOULD 1 | MAY 1
        4.3.2 | MUST 1 | MUST NOT 2 | SHOULD 2 | MAY 1
        4.3.3 | MUST 1 | MAY 1 | OUGHT 1
        4.3.4 | MUST 1 | MUST NOT 1
        4.3.5 | MUST 1 | SHOULD 3
        4.4 | MUST 1 | MUST NOT 1 | MAY 1
        5 |
        5.1 | SHOULD 2
        5.2 | MUST 1 | OUGHT 1
        5.2.1 | MAY 1
        5.2.1.1 | MUST NOT 1
        5.2.1.2 | MUST NOT 1
        5.2.1.3 | MUST NOT 1
        5.2.1.4 |
        5.2.1.5 | MUST 1 | MUST NOT 3
        5.2.1.6 |
        5.2.1.7 | SHOULD 1
        5.2.2 | MUST 1
        5.2.2.1 | MUST NOT 1
        5.2.2.2 | MUST 1 | MUST NOT 2 | SHOULD 1 | OUGHT 1
        5.2.2.3 | SHOULD 2
        5.2.2.4 | MUST NOT 1 | SHOULD NOT 1 | MAY 1
        5.2.2.5 | MUST 1 | MUST NOT 4
        5.2.2.6 | MUST NOT 1
        5.2.2.7 | MUST NOT 2 | SHOULD NOT 1 | MAY 2
        5.2.2.8 | MUST NOT 1
        5.2.2.9 | MAY 1
        5.2.2.10 | MUST NOT 2
        5.2.3 | MUST 1 | OUGHT 1
        5.2.4 | MUST 1
        5.3 | MUST 3 | MUST NOT 1
        5.4 |
        5.5 |
        """
}
