import XCTest

@testable import HTTPDate

final class DateGraphTests: XCTestCase {
    func testGraphHasEveryStateAndEdge() {
        let automaton = DateAutomaton()
        let lines = DateGraph.dot().split(separator: "\n")
        XCTAssertEqual(lines.first, "digraph \"HTTP-date\" {")
        XCTAssertEqual(lines.last, "}")
        XCTAssertEqual(lines.filter { $0.contains("->") }.count, arrows(automaton))
        XCTAssertEqual(lines.filter { $0.hasPrefix("  s") && !$0.contains("->") }.count, automaton.states.count - 1)
        XCTAssertTrue(lines.contains("  s1 -> s2 [label=\"F\"];"))
        XCTAssertTrue(lines.contains { $0.hasSuffix("[label=\"0-9\"];") })
        XCTAssertTrue(lines.contains { $0.hasSuffix("[label=\"SP\"];") })
        XCTAssertTrue(lines.contains { $0.contains("day after \\\"0\\\"") })
    }

    func testPictureInTheDocumentationIsOfThisMachine() throws {
        let automaton = DateAutomaton()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let picture = try String(
            contentsOf: root.appendingPathComponent("Documentation/date-machine.svg"), encoding: .utf8)
        let parts = picture.components(separatedBy: "class=\"")
        XCTAssertEqual(parts.filter { $0.hasPrefix("node\"") }.count, automaton.states.count - 1, "Scripts/date-tables")
        XCTAssertEqual(parts.filter { $0.hasPrefix("edge\"") }.count, arrows(automaton), "Scripts/date-tables")
    }

    private func arrows(_ automaton: DateAutomaton) -> Int {
        automaton.states.map { Set($0.next).subtracting([DateAutomaton.dead]).count }.reduce(0, +)
    }
}
