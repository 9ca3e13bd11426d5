import Foundation
import HTTPCacheLint
import HTTPCacheSemantics
import XCTest

/// Hostile fields: no trap, an answer of limited size, and time in proportion to the bytes.
final class LinterGrowthTests: XCTestCase {
    private let names = [
        "Cache-Control", "CDN-Cache-Control", "Vary", "Age", "Expires", "Date", "Last-Modified", "ETag", "Pragma",
        "Set-Cookie", "Cache-Groups", "No-Vary-Search", "Cache-Status", "Content-Length", "If-None-Match",
    ]
    private let pieces = [
        ",", " ,", "x,", "max-age=1,", "maxage,", "must-revalidat=1,", "a=\"", "\"", "\\", "no-cache=\"a,\",", ";",
        "max-age;", "9", "-", "*", "\u{0}", "(", "=1,", "stale-while-revalidate-,", "W/\"a\",",
    ]

    private func lint(_ lines: [(String, String)]) -> [Finding] {
        let fields = FieldSection(lines)
        var found = Linter().findings(in: ResponseHead(status: 200, fields: fields))
        if let target = try? TargetURI("https://a.example/") {
            found += Linter().findings(in: RequestHead(target: target, fields: fields))
        }
        return found
    }

    func testLongValues() {
        for name in names {
            for piece in pieces {
                let value = String(repeating: piece, count: (64 << 10) / piece.utf8.count)
                let found = lint([(name, value)])
                XCTAssertLessThanOrEqual(found.count, 2 * FindingCode.allCases.count * Linter.maximumOfOneCode)
                for finding in found {
                    XCTAssertLessThan(finding.message.utf8.count, 400)
                    XCTAssertTrue(finding.message.utf8.allSatisfy { 0x20...0x7E ~= $0 }, finding.message)
                    if let range = finding.place?.range { XCTAssertLessThanOrEqual(range.upperBound, value.utf8.count) }
                }
            }
        }
    }

    func testManyLines() {
        for (name, value) in [
            ("Cache-Control", "max-age=1"), ("Cache-Control", "a=\"x"), ("Cache-Control", ","), ("Expires", "x"),
            ("Age", "x"), ("Vary", "Cookie"), ("a-Cache-Control", "max-age"), ("ETag", "x"), ("Cache-Controll", "a"),
        ] {
            let found = lint(Array(repeating: (name, value), count: 4_096))
            XCTAssertLessThanOrEqual(found.count, 2 * FindingCode.allCases.count * Linter.maximumOfOneCode)
        }
        // As many targeted fields as lines.
        let found = lint((0..<4_096).map { ("x\($0)-Cache-Control", "max-age=a;b") })
        XCTAssertEqual(found.count, Linter.maximumOfOneCode)
    }

    func testTimeGrowsWithTheBytes() {
        for name in ["Cache-Control", "CDN-Cache-Control", "Vary"] {
            for piece in [",", "maxage,", "max-age=1,", "a=\"", "x y,"] {
                func work(_ bytes: Int) -> () -> Void {
                    let lines = [(name, String(repeating: piece, count: bytes / piece.utf8.count))]
                    return { _ = self.lint(lines) }
                }
                let (small, large) = (leastTime(work(4 << 10)), leastTime(work(16 << 10)))
                XCTAssertLessThan(Double(large) / Double(max(small, 1)), 10, "\(name): \(piece)")
            }
        }
    }

    /// The least of seven processor times of this thread, so that a busy machine does not matter.
    private func leastTime(_ work: () -> Void) -> Int {
        (0..<7).map { _ in
            let start = nanoseconds()
            work()
            return nanoseconds() - start
        }.min() ?? 0
    }

    private func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
