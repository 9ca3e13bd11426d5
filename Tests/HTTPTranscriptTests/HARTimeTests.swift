import XCTest

@testable import HTTPTranscript

final class HARTimeTests: XCTestCase {
    /// 2026-11-24T09:31:00Z is 1795512660 seconds after 1970 (`date -u -d … +%s`).
    func testForms() {
        let rows: [(text: String, milliseconds: Int64)] = [
            ("1970-01-01T00:00:00Z", 0), ("2026-11-24T09:31:00Z", 1_795_512_660_000),
            ("2026-11-24T09:31:00.5Z", 1_795_512_660_500), ("2026-11-24T09:31:00.123Z", 1_795_512_660_123),
            // Fiddler writes seven digits, mitmproxy six; nothing is rounded up.
            ("2026-11-24T09:31:00.1239999Z", 1_795_512_660_123),
            ("2026-11-24T09:31:00.000001+00:00", 1_795_512_660_000),
            ("2026-11-24T10:31:00.000+01:00", 1_795_512_660_000), ("2026-11-24T04:01:00-0530", 1_795_512_660_000),
            ("2026-11-24T11:31:00+02", 1_795_512_660_000), ("2026-11-24 09:31:00", 1_795_512_660_000),
            ("2026-11-24t09:31:00z", 1_795_512_660_000), ("1969-12-31T23:59:59.250Z", -750),
        ]
        for row in rows { XCTAssertEqual(HARTime(row.text)?.milliseconds, row.milliseconds, row.text) }
    }

    func testWhatIsNoTime() {
        let texts = [
            "", "yesterday", "2026-11-24", "2026-11-24T09:31", "2026-11-24T09:31:00.Z", "2026-13-01T00:00:00Z",
            "2026-02-29T00:00:00Z", "2026-11-24T24:00:00Z", "2026-11-24T09:60:00Z", "2026-11-24T09:31:00+25:00",
            "2026-11-24T09:31:00Zx", "2026-11-24T09:31:00+1", "26-11-24T09:31:00Z", "1795512660",
            "2026-11-24T09:31:00 Z",
        ]
        for text in texts { XCTAssertNil(HARTime(text), text) }
    }
}
