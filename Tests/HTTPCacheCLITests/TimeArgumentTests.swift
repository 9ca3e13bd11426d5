import HTTPDate
import XCTest

@testable import HTTPCacheCLI

final class TimeArgumentTests: XCTestCase {
    func testForms() {
        let rows: [(text: String, time: TimeArgument)] = [
            // 2026-11-24T00:00:00Z is 1795478400.
            ("2026-11-24T09:31:00Z", .instant(HTTPDate(secondsSinceEpoch: 1_795_478_400 + 34_260))),
            ("Tue, 24 Nov 2026 09:31:00 GMT", .instant(HTTPDate(secondsSinceEpoch: 1_795_478_400 + 34_260))),
            ("Tuesday, 24-Nov-26 09:31:00 GMT", .instant(HTTPDate(secondsSinceEpoch: 1_795_478_400 + 34_260))),
            ("Tue Nov 24 09:31:00 2026", .instant(HTTPDate(secondsSinceEpoch: 1_795_478_400 + 34_260))),
            ("1970-01-01T00:00:00Z", .instant(HTTPDate(secondsSinceEpoch: 0))),
            ("00:00:00", .timeOfDay(0)),
            ("23:59:59", .timeOfDay(86_399)),
            ("+27m", .afterArrival(1_620)),
            ("+90", .afterArrival(90)),
            ("+0s", .afterArrival(0)),
            ("+1h30m", .afterArrival(5_400)),
            ("+1d1h1m1s", .afterArrival(90_061)),
            ("+61.2s", .afterArrival(61)),
            ("+61.2", .afterArrival(61)),
            ("+0.5s0.5s", .afterArrival(1)),
            ("+1.5m", .afterArrival(90)),
            ("+400000000000", .afterArrival(400_000_000_000)),
        ]
        for row in rows { XCTAssertEqual(TimeArgument(row.text, now: Run.now), row.time, row.text) }
    }

    func testRefusals() {
        let texts = [
            "", "+", "+m", "+1w", "+-1s", "+1.s", "+.5s", "+1.2345678s", "+ 1s", "1m", "-1m", "+1.", "+1m30",
            "24:00:00", "09:60:00", "09:00:60", "9:00:00", "09:00", "09:00:00:00", "0a:00:00",
            "2026-11-24", "2026-11-24T09:31:00", "2026-11-24t09:31:00Z", "2026-13-01T00:00:00Z",
            "2026-02-29T00:00:00Z", "2026-11-24T24:00:00Z", "2026-11-24T09:31:00Z ", "Tue, 24 Nov 2026 09:31:00 UTC",
            "+400000000001", "+4629629d16h", "+9999999999999999999d", "tomorrow",
        ]
        for text in texts {
            XCTAssertNil(TimeArgument(text, now: Run.now), text)
        }
    }
}
