import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript
import XCTest

@testable import HTTPCacheCLI

/// What programs write, read as it is meant.
final class ArchiveDialectTests: XCTestCase {
    private struct Row {
        let url: String
        let status: Int?
        let size: Int?
        let isFromCache: Bool
        /// Seconds in a private cache; nil where it is not stored or not judged.
        let lifetime: Int?
        /// Seconds from request to response.
        let delay: Int64?

        init(_ url: String, _ status: Int?, _ size: Int?, cached: Bool = false, lifetime: Int?, delay: Int64?) {
            self.url = url
            self.status = status
            self.size = size
            isFromCache = cached
            self.lifetime = lifetime
            self.delay = delay
        }
    }

    private let archives: [(name: String, rows: [Row])] = [
        (
            "chrome",
            [
                // 0.25 s + 1.20375 s: from 09:00:00 to 09:00:01.
                Row("https://shop.example/", 200, 1_789, lifetime: 300, delay: 1),
                Row("https://shop.example/app.css", 200, 900, cached: true, lifetime: 86_400, delay: 0),
                Row("https://ads.example/beacon", nil, nil, lifetime: nil, delay: nil),
            ]
        ),
        (
            "firefox",
            [
                Row("https://shop.example/", 304, 120, lifetime: 120, delay: 0),
                Row("https://shop.example/app.css", 200, 900, cached: true, lifetime: 86_400, delay: 0),
                Row("data:image/png;base64,AAAA", nil, 3, lifetime: nil, delay: nil),
            ]
        ),
        (
            "safari",
            [
                Row("https://shop.example/", 200, 500, lifetime: 10, delay: 0),
                Row("https://shop.example/app.css", 200, 900, cached: true, lifetime: 86_400, delay: 0),
            ]
        ),
        (
            "charles",
            [
                Row("https://shop.example/api?q=1", 200, 20, lifetime: 60, delay: 0),
                Row("https://shop.example/gone", nil, nil, lifetime: nil, delay: nil),
            ]
        ),
        (
            "mitmproxy",
            [
                Row("http://127.0.0.1:8123/assets/app.5f3a9c21.css", 200, 500, lifetime: 31_536_000, delay: 0),
                Row("http://127.0.0.1:8123/never", 200, 500, lifetime: nil, delay: 0),
                Row("http://127.0.0.1:8123/tag", 200, 500, lifetime: 0, delay: 0),
                Row("http://127.0.0.1:8123/cookies", 200, 500, lifetime: 0, delay: 0),
                Row("http://127.0.0.1:8123/bin", 200, 256, lifetime: 60, delay: 0),
                // From 20.989 s on, 41 ms: the clock's next second.
                Row("http://127.0.0.1:8123/tag", 304, 0, lifetime: 0, delay: 1),
                Row("http://127.0.0.1:9/closed", nil, nil, lifetime: nil, delay: nil),
            ]
        ),
    ]

    func testEachDialect() throws {
        for (name, rows) in archives {
            let path = Project.path("Fixtures/har/\(name).har")
            let source = try ChunkSource(path)
            var reader = HARReader(path: path) { try source.next() }
            var entries: [HAREntry] = []
            while let entry = try reader.next() { entries.append(entry) }
            XCTAssertEqual(entries.count, rows.count, name)
            for (entry, row) in zip(entries, rows) {
                XCTAssertEqual(entry.url, row.url, name)
                XCTAssertEqual(entry.exchange?.response.status.value, row.status, "\(name) \(row.url)")
                XCTAssertEqual(entry.size, row.size, "\(name) \(row.url)")
                XCTAssertEqual(entry.isFromCache, row.isFromCache, "\(name) \(row.url)")
                let answer = entry.exchange.map { CacheAnswer($0, CachePolicy(.private)) }
                XCTAssertEqual(
                    answer.flatMap { $0.isStored ? $0.lifetime.seconds : nil }, row.lifetime, "\(name) \(row.url)")
                let delay = entry.exchange.map { $0.responseTime.seconds(since: $0.requestTime) }
                XCTAssertEqual(delay, row.delay, "\(name) \(row.url)")
            }
        }
    }

    /// A reload's own no-cache does not count against the response.
    func testChromeReload() throws {
        let run = Run(["har", Project.path("Fixtures/har/chrome.har")])
        let line = try XCTUnwrap(run.output.split(separator: "\n").first { $0.hasSuffix(" https://shop.example/") })
        XCTAssertTrue(line.contains("5m max-age"), String(line))
        XCTAssertTrue(line.contains("reuse"), String(line))
    }
}
