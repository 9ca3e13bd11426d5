import Foundation

/// One row of `Tests/Conformance/mutants.tsv`: a small wrong change to a file of Sources/HTTPCacheSemantics.
struct Mutant {
    let file: String
    /// Stands exactly once in the file.
    let text: String
    let replacement: String
    let breaks: String
    /// Why no fixture can tell the mutant from the original; empty where one does.
    let equivalent: String

    /// The rows of the list, without its heading. Throws for a row that has not five columns.
    static func list(at path: URL) throws -> [Mutant] {
        let rows = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").dropFirst()
        return try rows.map { row in
            let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count == 5 else { throw Failure("not five columns: \(row)") }
            return Mutant(
                file: columns[0], text: columns[1], replacement: columns[2], breaks: columns[3], equivalent: columns[4])
        }
    }

    /// The source with the change made. Throws where the text does not stand there exactly once.
    func applied(to source: String) throws -> String {
        let parts = source.components(separatedBy: text)
        guard parts.count == 2 else { throw Failure("\(file): stands \(parts.count - 1) times, not once: \(text)") }
        return parts.joined(separator: replacement)
    }
}

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
