import XCTest

@testable import HTTPDate

/// The table that the machine walks is the one that the grammar's rows give, and nothing in it is idle.
final class DateAutomatonTests: XCTestCase {
    static let automaton = DateAutomaton()
    var automaton: DateAutomaton { Self.automaton }

    func testTableIsMadeFromTheGrammar() {
        XCTAssertEqual(DateTables.classes.map(Int.init), automaton.classes, "run Scripts/date-tables")
        XCTAssertEqual(DateTables.rows.map(Int.init), automaton.rows, "run Scripts/date-tables")
        XCTAssertEqual(DateTables.accepting, automaton.accepting * automaton.rowLength)
    }

    /// The walk reads these tables without a check of bounds.
    func testEveryStepStaysInTheTable() {
        XCTAssertEqual(DateTables.classes.count, 256)
        XCTAssertEqual(DateTables.rows.count, automaton.states.count * automaton.rowLength)
        XCTAssertEqual(DateTables.letterCase, automaton.rowLength - 1)
        for state in stride(from: 0, to: DateTables.rows.count, by: automaton.rowLength) {
            for byte in UInt8.min...UInt8.max {
                let next = DateMachine.step(state, byte)
                XCTAssertTrue(next % automaton.rowLength == 0 && next < DateTables.rows.count, "\(state) \(byte)")
            }
        }
        for place in [
            DateTables.start, DateTables.imfFixdateMonth, DateTables.rfc850Day, DateTables.hour,
            DateTables.asctimeHour, DateTables.asctimeYear,
        ] {
            XCTAssertTrue(place > 0 && place % automaton.rowLength == 0 && place < DateTables.rows.count)
        }
    }

    func testStatesHaveNamesOfTheirOwn() {
        XCTAssertEqual(Set(automaton.states.map(\.name)).count, automaton.states.count)
    }

    func testNoByteLeadsOnFromTheEndAndNoneBack() {
        XCTAssertEqual(Set(automaton.states[automaton.accepting].next), [DateAutomaton.dead])
        XCTAssertEqual(Set(automaton.states[DateAutomaton.dead].next), [DateAutomaton.dead])
        for state in automaton.states { XCTAssertFalse(state.next.contains(DateAutomaton.start)) }
    }

    /// Dates of all forms, and no other bytes, go over every edge that does not leave the grammar.
    func testCorpusVisitsEveryStateAndEdge() throws {
        let corpus = try DateFixtures.rows("accepted.tsv").map(\.bytes) + corpus()
        var visited = [Bool](repeating: false, count: DateTables.rows.count)
        var states: Set<Int> = [automaton.accepting]
        for bytes in corpus {
            var state = DateTables.start
            for byte in bytes {
                visited[state + Int(DateTables.classes[Int(byte)])] = true
                state = DateMachine.step(state, byte)
            }
            XCTAssertEqual(state, DateTables.accepting, String(decoding: bytes, as: UTF8.self))
        }
        var edges: Set<DateAutomaton.Edge> = []
        for place in visited.indices where visited[place] {
            let edge = DateAutomaton.Edge(state: place / automaton.rowLength, byteClass: place % automaton.rowLength)
            edges.insert(edge)
            states.insert(edge.state)
        }
        let all = automaton.edges
        print(
            "date machine: \(states.count) of \(automaton.states.count - 1) states and \(edges.count) of \(all.count)",
            "edges visited by \(corpus.count) dates")
        XCTAssertEqual(states, Set(automaton.states.indices).subtracting([DateAutomaton.dead]))
        XCTAssertEqual(edges, all)
    }

    /// All days of a leap year, years with all digits, and times of day with all digits, in the three forms.
    private func corpus() -> [[UInt8]] {
        let days = (0..<366).map { HTTPDate(year: 2024, month: 1, day: 1)?.adding(seconds: Int64($0) * 86_400) }
        let years = Array(stride(from: 0, to: 10_000, by: 37)) + Array(1950...2049)
        let times = Array(stride(from: 0, to: 86_340, by: 61)) + Array(86_340..<86_400)
        let dates =
            days + years.map { HTTPDate(year: $0, month: 5, day: 7) }
            + times.map { HTTPDate(secondsSinceEpoch: Int64($0)) }
        return dates.compactMap { $0 }.flatMap { date in
            HTTPDate.Form.allCases.map { Array(date.formatted($0).utf8) }
        }
    }
}
