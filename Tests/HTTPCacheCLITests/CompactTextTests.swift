import XCTest

@testable import HTTPCacheCLI

final class CompactTextTests: XCTestCase {
    func testBytes() {
        let rows = [
            (-1, "0 B"), (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_999, "1.9 kB"), (9_999, "9.9 kB"),
            (10_000, "10 kB"), (999_999, "999 kB"), (1_000_000, "1.0 MB"), (1_250_000, "1.2 MB"), (12_500_000, "12 MB"),
            (3_000_000_000, "3.0 GB"), (7_000_000_000_000, "7 TB"),
        ]
        for (count, text) in rows { XCTAssertEqual(CompactText.bytes(count), text) }
    }

    func testDurations() {
        let rows = [
            (-5, "0s"), (0, "0s"), (59, "59s"), (60, "1m"), (90, "90s"), (600, "10m"), (3_600, "1h"), (5_400, "90m"),
            (86_400, "1d"), (31_536_000, "365d"), (8_640, "144m"), (34_567, "9.6h"), (100, "100s"), (200, "3.3m"),
        ]
        for (seconds, text) in rows { XCTAssertEqual(CompactText.duration(seconds), text) }
    }

    func testPercents() {
        let rows = [(0, 0, "0%"), (1, 3, "33%"), (2, 3, "66%"), (999, 1_000, "99%"), (5, 5, "100%")]
        for (part, whole, text) in rows { XCTAssertEqual(CompactText.percent(part, of: whole), text) }
    }
}
