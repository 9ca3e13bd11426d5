import CachingClient
import XCTest

@testable import HTTPCacheCLI

final class ProgressLineTests: XCTestCase {
    private func line(
        _ running: [(received: Int, total: Int?)], done: Int = 0, of count: Int = 1, speed: Int? = nil,
        columns: Int = 80
    ) -> String {
        ProgressLine.text(
            done: done, of: count,
            running: running.map { DownloadProgress(received: $0.received, total: $0.total, resumedFrom: 0) },
            bytesPerSecond: speed, columns: columns, Palette(isASCII: true))
    }

    func testTheLine() {
        let dots = String(repeating: ".", count: 15)
        let half = String(repeating: "#", count: 15) + dots
        XCTAssertEqual(line([(500, 1000)], speed: 2000), "\(half) 500 B of 1.0 kB, 50%, 2.0 kB/s")
        XCTAssertEqual(line([(500, 1000)]), "\(half) 500 B of 1.0 kB, 50%")
        XCTAssertEqual(line([(1, 2), (2, 4)], done: 3, of: 5), "\(half) 3 of 5 done, 3 B of 6 B, 50%")
        XCTAssertEqual(line([(0, 1000)]), "\(dots)\(dots) 0 B of 1.0 kB, 0%")
        XCTAssertEqual(line([(2000, 1000)]), "\(half.replacing(".", with: "#")) 2.0 kB of 1.0 kB, 100%")
        // Without one of the totals there is nothing to be a share of.
        XCTAssertEqual(line([(500, 1000), (5, nil)], of: 2), "0 of 2 done, 505 B")
        XCTAssertEqual(line([(0, 0)]), "0 B")
        XCTAssertEqual(
            line([(1, .max), (1, .max)], of: 2, columns: 30), "0 of 2 done, 2 B of 9.2 EB, 0%".prefix(30).description)
    }

    func testItFitsTheTerminal() {
        let words = "500 B of 1.0 kB, 50%"
        XCTAssertEqual(line([(500, 1000)], columns: 50), words)
        XCTAssertEqual(line([(500, 1000)], columns: 51).count, 51)
        XCTAssertEqual(line([(500, 1000)], columns: 10), "500 B of 1")
        XCTAssertEqual(line([(500, 1000)], columns: 0), "")
        XCTAssertEqual(line([(500, 1000)], columns: -1), "")
    }

    func testBytes() {
        let rows: [(Int, String)] = [
            (-1, "0 B"), (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1099, "1.0 kB"), (9999, "9.9 kB"),
            (10_000, "10 kB"), (999_999, "999 kB"), (1_000_000, "1.0 MB"), (1_500_000_000, "1.5 GB"),
            (.max, "9.2 EB"),
        ]
        for (bytes, text) in rows { XCTAssertEqual(ByteText.rounded(bytes), text) }
    }
}
