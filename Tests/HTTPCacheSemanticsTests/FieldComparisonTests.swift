import XCTest

@testable import HTTPCacheSemantics

final class FieldComparisonTests: XCTestCase {
    func testLinesAreFoundByName() {
        let comparison = FieldComparison(
            Sample.get("A: 1", "B: 1", "C: x", "c: y"), Sample.get("B: 2", "a: 1", "C: x, y", "a: 3"),
            on: ["a", "b", "c", "d"])
        XCTAssertFalse(comparison.agrees(on: "a", unknown: .exact))
        XCTAssertFalse(comparison.agrees(on: "b", unknown: .exact))
        XCTAssertTrue(comparison.agrees(on: "c", unknown: .exact))
        XCTAssertTrue(comparison.agrees(on: "d", unknown: .exact))
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
        for (one, other, exact, lines) in rows {
            let comparison = FieldComparison(Sample.get("X: \(one)"), Sample.get("X: \(other)"), on: ["x"])
            XCTAssertEqual(comparison.agrees(on: "x", unknown: .exact), exact, "\(one) | \(other)")
            XCTAssertEqual(comparison.agrees(on: "x", unknown: .lines), lines, "\(one) | \(other)")
        }
        let joined = FieldComparison(Sample.get("X: 1", "X: 2"), Sample.get("X: 1,2"), on: ["x"])
        XCTAssertTrue(joined.agrees(on: "x", unknown: .lines))
        XCTAssertFalse(joined.agrees(on: "x", unknown: .exact))
    }

    /// Four times the names in Vary and four times the lines are about four times the work; sixteen would be quadratic.
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
        let (small, large) = (message(500), message(2000))
        XCTAssertEqual(policy.reuse(of: large.0, for: large.1, at: Sample.start).deciding, .reuseFresh)
        XCTAssertLessThan(
            growthOfWork(
                { _ = policy.reuse(of: small.0, for: small.1, at: Sample.start) },
                { _ = policy.reuse(of: large.0, for: large.1, at: Sample.start) }), 10)
        func explain(_ message: (StoredResponse, RequestHead)) {
            _ = policy.evidence(
                for: .varyMismatch, response: message.0.response, storedRequest: message.0.request, request: message.1)
        }
        XCTAssertLessThan(growthOfWork({ explain(small) }, { explain(large) }), 10)
    }
}
