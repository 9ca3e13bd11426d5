import Foundation
import XCTest

/// Keeps the list of mutants usable; `Scripts/mutants` builds each and runs the fixtures against it.
final class MutantsTests: XCTestCase {
    private static let root = ConformanceTests.fixtures.deletingLastPathComponent()

    private func rows() throws -> [[String]] {
        let list = Self.root.appendingPathComponent("Tests/Conformance/mutants.tsv")
        let lines = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
        XCTAssertEqual(lines.first, "file\ttext\treplacement\tbreaks\tequivalent")
        return lines.dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    func testEveryMutantAppliesOnce() throws {
        var sources: [String: String] = [:]
        for row in try rows() {
            guard row.count == 5 else {
                XCTFail("not five columns: \(row)")
                continue
            }
            let path = Self.root.appendingPathComponent("Sources/HTTPCacheSemantics").appendingPathComponent(row[0])
            let source = try sources[row[0]] ?? String(contentsOf: path, encoding: .utf8)
            sources[row[0]] = source
            XCTAssertEqual(
                source.components(separatedBy: row[1]).count - 1, 1, "\(row[0]) holds this not exactly once: \(row[1])")
            XCTAssertNotEqual(row[1], row[2])
            XCTAssertFalse(row[3].isEmpty, row[1])
        }
    }

    func testTheListIsLongEnoughAndHasFewEquivalents() throws {
        let rows = try rows()
        XCTAssertGreaterThanOrEqual(rows.count, 60)
        XCTAssertLessThanOrEqual(rows.filter { $0.last?.isEmpty == false }.count, 3)
        XCTAssertEqual(
            Set(rows.map { $0.prefix(3).joined(separator: "\t") }).count, rows.count, "a mutant stands twice")
    }
}
