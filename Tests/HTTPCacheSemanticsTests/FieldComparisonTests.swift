import XCTest

@testable import HTTPCacheSemantics

final class FieldComparisonTests: XCTestCase {
    func testLinesAreFoundByName() {
        let comparison = FieldComparison(
            Sample.get("A: 1", "B: 1", "C: x", "c: y"), Sample.get("B: 2", "a: 1", "C: x, y", "a: 3"),
            on: ["a", "b", "c", "d"])
        XCTAssertFalse(comparison.agrees(on: "a"))
        XCTAssertFalse(comparison.agrees(on: "b"))
        XCTAssertTrue(comparison.agrees(on: "c"))
        XCTAssertTrue(comparison.agrees(on: "d"))
        XCTAssertEqual(comparison.newLines(of: "a"), [1, 3])
        XCTAssertEqual(comparison.newLines(of: "d"), [])
    }

    func testReadingsOfUnknownFields() {
        let rows: [(String, String, exact: Bool, lines: Bool)] = [
            ("1, 2", "1, 2", true, true), ("1, 2", "1,2", false, true), ("1 ,\t2", "1,2", false, true),
            ("1,,2", "1,2", false, false), ("1,", "1", false, false), ("1, ", "1,", true, true),
            ("1,2", "2,1", false, false), ("a b", "a  b", false, false), ("A", "a", false, false),
            ("\"1, 2\"", "\"1,2\"", false, false), ("\"1, 2\", 3", "\"1, 2\",3", false, true), ("", "", true, true),
            ("", ",", false, false),
        ]
        let asLines = FieldValue.Comparison.unknownAsLines
        for (one, other, exact, lines) in rows {
            let heads = (Sample.get("X: \(one)"), Sample.get("X: \(other)"))
            XCTAssertEqual(FieldComparison(heads.0, heads.1, on: ["x"]).agrees(on: "x"), exact, "\(one) | \(other)")
            XCTAssertEqual(
                FieldComparison(heads.0, heads.1, on: ["x"], asLines).agrees(on: "x"), lines, "\(one) | \(other)")
        }
        let heads = (Sample.get("X: 1", "X: 2"), Sample.get("X: 1,2"))
        XCTAssertTrue(FieldComparison(heads.0, heads.1, on: ["x"], asLines).agrees(on: "x"))
        XCTAssertFalse(FieldComparison(heads.0, heads.1, on: ["x"]).agrees(on: "x"))
    }

    /// Twice the names in Vary and twice the lines are about twice the work; four times would be quadratic.
    func testManyNamesAndManyLinesDoNotMultiply() {
        func message(_ count: Int) -> (StoredResponse, RequestHead) {
            let lines = (0..<count).map { ("x\($0)", "1") }
            let request = RequestHead(target: Sample.target(), fields: FieldSection(lines))
            let vary = lines.map(\.0).joined(separator: ",")
            let response = ResponseHead(
                status: 200, fields: FieldSection([("Cache-Control", "max-age=60"), ("Vary", vary)]))
            return (
                StoredResponse(
                    request: request, response: response, requestTime: Sample.start, responseTime: Sample.start),
                request
            )
        }
        let policy = CachePolicy()
        let large = message(2000)
        XCTAssertEqual(policy.reuse(of: large.0, for: large.1, at: Sample.start).deciding, .reuseFresh)
        let reuse = growthOfWork(from: 500) { count in
            let (stored, request) = message(count)
            return { _ = policy.reuse(of: stored, for: request, at: Sample.start) }
        }
        XCTAssertTrue(reuse.isLinear, "\(reuse)")
        let evidence = growthOfWork(from: 500) { count in
            let (stored, request) = message(count)
            return {
                _ = policy.evidence(
                    for: .varyMismatch, response: stored.response, storedRequest: stored.request, request: request)
            }
        }
        XCTAssertTrue(evidence.isLinear, "\(evidence)")
    }
}
