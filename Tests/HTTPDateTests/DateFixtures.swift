import XCTest

/// The tables in `Fixtures/dates`.
enum DateFixtures {
    /// The rows of a table as columns; the first column as bytes, `\xHH` undone.
    static func rows(_ name: String, file: String = #filePath) throws -> [(bytes: [UInt8], columns: [String])] {
        let root = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let table = try String(contentsOf: root.appendingPathComponent("Fixtures/dates/\(name)"), encoding: .utf8)
        return table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return (unescaped(columns[0]), columns)
        }
    }

    private static func unescaped(_ text: String) -> [UInt8] {
        let parts = text.components(separatedBy: "\\x")
        return Array(parts[0].utf8)
            + parts.dropFirst().flatMap { part in
                [UInt8(part.prefix(2), radix: 16) ?? 0] + Array(part.dropFirst(2).utf8)
            }
    }
}
