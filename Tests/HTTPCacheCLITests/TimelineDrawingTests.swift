import HTTPCacheSemantics
import HTTPDate
import XCTest

@testable import HTTPCacheCLI

final class TimelineDrawingTests: XCTestCase {
    /// A response without Date in its fields but an Age, received at 1000000 and asked for later.
    private func timeline(_ cacheControl: String, age: Int, later: Int, shared: Bool = false) throws -> Timeline {
        let arrival = HTTPDate(secondsSinceEpoch: 1_000_000)
        let response = ResponseHead(
            status: 200, fields: FieldSection([("Cache-Control", cacheControl), ("Age", String(age))]))
        let stored = StoredResponse(
            request: RequestHead(target: try TargetURI("https://a.example/")), response: response,
            requestTime: arrival, responseTime: arrival)
        return CachePolicy(shared ? .shared : .private)
            .timeline(of: stored, at: arrival.adding(seconds: Int64(later)))
    }

    func testPictures() throws {
        let rows: [(control: String, age: Int, later: Int, scale: Int, bar: String, labels: [String])] = [
            ("max-age=10", 0, 0, 1, "N---------s", ["|         stale 10s", "generated, arrived, now 0s"]),
            (
                "max-age=4, stale-while-revalidate=3, stale-if-error=5", 1, 1, 1, "orN-s~~~!!",
                ["||| stale 4s, while-revalidate to 7s, if-error to 9s", "||now 2s", "|arrived 1s", "generated"]
            ),
            ("max-age=4", 1, 9, 1, "or==s.....N", ["||  |     now 10s", "||  stale 4s", "|arrived 1s", "generated"]),
            ("stale-if-error=3", 0, 2, 1, "r!N!", ["| now 2s", "generated, arrived 0s, stale 0s, if-error to 3s"]),
        ]
        for row in rows {
            let drawing = try XCTUnwrap(TimelineDrawing(timeline(row.control, age: row.age, later: row.later)))
            XCTAssertEqual(drawing.secondsPerColumn, row.scale, row.control)
            XCTAssertEqual(drawing.bar, row.bar, row.control)
            XCTAssertEqual(drawing.labels, row.labels, row.control)
        }
    }

    func testEveryLabelStandsAtItsColumn() throws {
        for (control, age, later) in [("max-age=100", 7, 50), ("max-age=3600", 100, 9000), ("max-age=60", 0, 3)] {
            let drawing = try XCTUnwrap(TimelineDrawing(timeline(control, age: age, later: later)))
            let bar = Array(drawing.bar)
            for (sign, word) in [("N", "now"), ("r", "arrived"), ("s", "stale"), ("o", "generated")] {
                guard let column = bar.firstIndex(of: Character(sign)) else { continue }
                let starts = drawing.labels.filter { label in
                    Array(label).count > column && String(Array(label)[column...]).hasPrefix(word)
                }
                XCTAssertTrue(!starts.isEmpty || column == 0, "\(control): \(word) in \(drawing.labels)")
            }
        }
    }

    func testTheBarIsNeverTooWide() throws {
        let lengths = [1, 63, 64, 65, 3_599, 3_600, 86_400, 31_536_000, 2_147_483_648]
        for lifetime in lengths {
            for age in [0, 1, 86_400, 2_147_483_648] {
                for later in [0, 1, 250_000_000_000] {
                    let drawing = try XCTUnwrap(
                        TimelineDrawing(timeline("max-age=\(lifetime)", age: age, later: later)))
                    XCTAssertLessThanOrEqual(drawing.bar.count, TimelineDrawing.maximumColumns)
                    XCTAssertGreaterThan(drawing.bar.count, 0)
                }
            }
        }
    }

    func testNothingIsDrawnWhereFreshnessPlaysNoPart() throws {
        XCTAssertNil(TimelineDrawing(try timeline("no-cache, max-age=60", age: 0, later: 5)))
        XCTAssertNil(TimelineDrawing(try timeline("public", age: 0, later: 5)))
        XCTAssertNil(TimelineDrawing(try timeline("max-age=0", age: 0, later: 0)))
    }
}
