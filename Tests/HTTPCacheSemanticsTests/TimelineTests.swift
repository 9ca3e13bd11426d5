import HTTPDate
import XCTest

@testable import HTTPCacheSemantics

final class TimelineTests: XCTestCase {
    private let arrival = HTTPDate(secondsSinceEpoch: 1_000_000)

    private func timeline(
        _ cacheControl: String, _ kind: CachePolicy.CacheKind = .private, options: CacheOptions = .rfc9111,
        age: Int = 0, later: Int64 = 0, isOutdated: Bool = false
    ) throws -> Timeline {
        let response = ResponseHead(
            status: 200, fields: FieldSection([("Cache-Control", cacheControl), ("Age", String(age))]))
        let stored = StoredResponse(
            request: RequestHead(target: try TargetURI("https://a.example/")), response: response,
            requestTime: arrival, responseTime: arrival, isOutdated: isOutdated)
        return CachePolicy(kind, options: options).timeline(of: stored, at: arrival.adding(seconds: later))
    }

    func testAgesAndInstants() throws {
        let timeline = try timeline(
            "max-age=60, stale-while-revalidate=10, stale-if-error=100", age: 20, later: 15)
        XCTAssertEqual(timeline.arrived, 20)
        XCTAssertEqual(timeline.now, 35)
        XCTAssertEqual(timeline.freshUntil, 60)
        XCTAssertEqual(timeline.whileRevalidateUntil, 70)
        XCTAssertEqual(timeline.ifErrorUntil, 160)
        XCTAssertEqual(timeline.generated.secondsSinceEpoch, 999_980)
        XCTAssertEqual(timeline.instant(ofAge: 60).secondsSinceEpoch, 1_000_040)
    }

    /// The rules of the seed know no-cache and stale answers as little as the Age field.
    func testTheSeedKnowsNothingButItsExpiry() throws {
        let timeline = try timeline(
            "no-cache, max-age=600, stale-while-revalidate=10, stale-if-error=10", options: .sdurlcache, age: 20,
            later: 15)
        XCTAssertEqual(timeline.arrived, 0)
        XCTAssertEqual(timeline.now, 15)
        XCTAssertEqual(timeline.freshUntil, 600)
        XCTAssertNil(timeline.whileRevalidateUntil)
        XCTAssertNil(timeline.ifErrorUntil)
    }

    func testWhatForbidsStaleAnswersLeavesNoWindow() throws {
        var duplicatesAreStale = CacheOptions.rfc9111
        duplicatesAreStale.duplicateDirective = .stale
        let windows = "stale-while-revalidate=10, stale-if-error=100"
        let rows: [(control: String, kind: CachePolicy.CacheKind, options: CacheOptions, swr: Int?, sie: Int?)] = [
            ("max-age=60", .shared, .rfc9111, 70, 160),
            ("max-age=60, must-revalidate", .private, .rfc9111, nil, nil),
            ("max-age=60, proxy-revalidate", .shared, .rfc9111, nil, nil),
            ("max-age=60, proxy-revalidate", .private, .rfc9111, 70, 160),
            ("s-maxage=60", .shared, .rfc9111, nil, nil),
            ("s-maxage=60", .shared, .cdn, 70, nil),
            ("max-age=60, stale-while-revalidate=5, stale-if-error=50", .shared, .rfc9111, 65, 110),
            ("max-age=60, stale-while-revalidate=5, stale-if-error=50", .shared, duplicatesAreStale, nil, nil),
        ]
        for row in rows {
            let timeline = try timeline("\(row.control), \(windows)", row.kind, options: row.options)
            XCTAssertEqual(timeline.whileRevalidateUntil, row.swr, "\(row.control) \(row.kind)")
            XCTAssertEqual(timeline.ifErrorUntil, row.sie, "\(row.control) \(row.kind)")
        }
    }

    func testWhatAlwaysWantsValidationIsNeverFresh() throws {
        XCTAssertNil(try timeline("no-cache, max-age=60").freshUntil)
        XCTAssertEqual(try timeline("max-age=60, stale-while-revalidate=9", isOutdated: true).freshUntil, 0)
        XCTAssertEqual(try timeline("max-age=60, stale-while-revalidate=9", isOutdated: true).whileRevalidateUntil, 9)
        XCTAssertEqual(try timeline("no-cache=\"x\", max-age=60").freshUntil, 60)
    }

    /// Fresh means a lifetime greater than the age; the windows of RFC 5861 end with their last second.
    func testTheInstantsAreThoseAtWhichTheDecisionChanges() throws {
        let control = "max-age=60, stale-while-revalidate=10"
        let timeline = try timeline(control)
        let fresh = Int64(try XCTUnwrap(timeline.freshUntil))
        let window = Int64(try XCTUnwrap(timeline.whileRevalidateUntil))
        let request = RequestHead(target: try TargetURI("https://a.example/"))
        let stored = StoredResponse(
            request: request, response: ResponseHead(status: 200, fields: FieldSection([("Cache-Control", control)])),
            requestTime: arrival, responseTime: arrival)
        func decision(_ age: Int64) -> ReuseDecision {
            CachePolicy(.private).reuse(of: [stored], for: request, at: arrival.adding(seconds: age)).decision
        }
        XCTAssertEqual(decision(fresh - 1), .reuse(candidate: 0, .fresh))
        XCTAssertEqual(decision(fresh), .reuseWhileRevalidating(candidate: 0))
        XCTAssertEqual(decision(window), .reuseWhileRevalidating(candidate: 0))
        XCTAssertEqual(decision(window + 1), .forward(.stale))
    }
}
