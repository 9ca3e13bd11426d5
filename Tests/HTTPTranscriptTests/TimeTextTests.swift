import HTTPDate
import HTTPTranscript
import XCTest

final class TimeTextTests: XCTestCase {
    func testRead() throws {
        let rows: [(String, Int64)] = [
            ("0", 0), ("0s", 0), ("7", 7_000_000), ("61.2", 61_200_000), ("61.2s", 61_200_000),
            ("1h30m", 5_400_000_000),
            ("1m1h", 3_660_000_000), ("1h1h", 7_200_000_000), ("0.5d", 43_200_000_000), ("0.000001s", 1),
            ("0.1s", 100_000), ("0.7s", 700_000), ("1.999999s", 1_999_999), ("0.123456d", 10_666_598_400),
            ("365d", 31_536_000_000_000), ("007s", 7_000_000), ("2147483648s", 2_147_483_648_000_000),
            ("400000000000s", 400_000_000_000_000_000),
        ]
        for (text, microseconds) in rows {
            let (_, steps) = try steps(afterRequest("= age \(text)\n"))
            guard case .expectation(let expectation) = steps[1].action,
                case .time(_, _, let span) = expectation.subject
            else { return XCTFail(text) }
            XCTAssertEqual(span.value.microseconds, microseconds, text)
        }
    }

    func testRejected() {
        let rows: [(String, String)] = [
            ("¦s", "expected a time such as"), ("¦.5s", "expected a time such as"), ("1¦,5s", "expected a unit"),
            ("1h30¦", "expected a unit"), ("1m¦s2", "expected a time such as"), ("1¦S", "expected a unit"),
            ("1¦w", "expected a unit"),
            ("1.¦", "expected a digit after the point"), ("1.2¦.3s", "expected a unit"),
            ("1.000000¦0s", "at most six digits"), ("1.123456¦7", "at most six digits"),
            ("1s¦x", "expected a time such as"),
            ("¦400000000001s", "larger than the limit"), ("¦400000000000s1s", "larger than the limit"),
            ("¦9223372036854775807d", "larger than the limit"),
            ("¦99999999999999999999999999", "larger than the limit"),
            ("1¦e5", "expected a unit"), ("¦+5s", "expected a time such as"),
        ]
        for (text, message) in rows {
            let marked = Marked("= age " + text + "\n")
            XCTAssertThrowsError(
                try Transcript.read(source(afterRequest(String(decoding: marked.bytes, as: UTF8.self))))
            ) {
                let error = $0 as? TranscriptError
                XCTAssertEqual([error?.line, error?.column], [5, marked.column], text)
                XCTAssertTrue(error?.message.contains(message) ?? false, "\(text): \($0)")
            }
        }
    }

    func testInstantsFloor() {
        let rows: [(Int64, Int64)] = [
            (0, 0), (999_999, 0), (1_000_000, 1), (-1, -1), (-1_000_000, -1), (-1_000_001, -2), (.max, 253_402_300_799),
        ]
        for (microseconds, seconds) in rows {
            let instant = Instant(HTTPDate(secondsSinceEpoch: 0)).adding(TimeSpan(microseconds: microseconds))
            XCTAssertEqual(instant.date.secondsSinceEpoch, seconds, "\(microseconds)")
        }
    }
}
