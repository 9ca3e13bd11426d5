import HTTPCacheSemantics
import XCTest

/// RFC 9111 §3.2.
final class FieldUpdateTests: XCTestCase {
    private func updated(
        _ stored: [String], by newer: [String], cache: CachePolicy.CacheKind = .shared
    ) -> StoredResponse {
        let old = StoredResponse(
            request: Sample.get(), response: ResponseHead(status: 200, fields: Sample.fields(stored)),
            requestTime: Sample.start, responseTime: Sample.start, content: .complete(length: 3))
        return CachePolicy(cache).updated(
            old, by: ResponseHead(status: 304, fields: Sample.fields(newer)), requestTime: Sample.at(60),
            responseTime: Sample.at(62))
    }

    /// What is left of one field, its lines joined; nil where it is gone.
    func testFields() {
        let rows: [(stored: [String], newer: [String], name: String, value: String?)] = [
            (["X: 1"], ["X: 2"], "X", "2"), (["X: 1"], [], "X", "1"), ([], ["X: 2"], "X", "2"),
            (["X: 1"], ["x: 2"], "X", "2"), (["X: 1", "X: 2"], ["X: 3"], "X", "3"),
            (["X: 1"], ["X: 2", "X: 3"], "X", "2, 3"), (["X: 1"], ["X:"], "X", ""),
            (["Cache-Control: max-age=5, public"], ["Cache-Control: max-age=9"], "Cache-Control", "max-age=9"),
            (["Content-Length: 3"], ["Content-Length: 0"], "Content-Length", "3"),
            ([], ["Content-Length: 0"], "Content-Length", nil),
            (["Content-Encoding: gzip"], ["Content-Encoding: br"], "Content-Encoding", "gzip"),
            ([], ["Content-Encoding: br"], "Content-Encoding", nil),
            ([], ["Content-Range: bytes 0-1/3"], "Content-Range", nil),
            (["Content-Type: a/b"], ["Content-Type: c/d"], "Content-Type", "c/d"),
            (["ETag: \"a\""], ["ETag: W/\"a\""], "ETag", "W/\"a\""),
            (["Age: 9"], ["Age: 2"], "Age", "2"), (["Age: 9"], [], "Age", nil),
            (["Date: \(Sample.startText)"], ["Date: \(Sample.text(61))"], "Date", Sample.text(61)),
            (["Date: \(Sample.startText)"], [], "Date", Sample.text(62)), ([], [], "Date", Sample.text(62)),
            (["X: 1"], ["X: 2", "Connection: x"], "X", "1"), (["X: 1"], ["Connection: close"], "Connection", nil),
            ([], ["Keep-Alive: timeout=5"], "Keep-Alive", nil),
            ([], ["Proxy-Authenticate: Basic"], "Proxy-Authenticate", nil),
            // The result says of X that it is for one user, whichever of the two brought what (RFC 9111 §5.2.2.7).
            (["X: 1"], ["X: 2", "Cache-Control: private=\"x\""], "X", nil),
            (["X: 1"], ["Cache-Control: private=\"x\""], "X", nil),
            (["Cache-Control: private=\"x\""], ["X: 2"], "X", nil),
            (["Cache-Control: private=\"x\""], ["X: 2", "Cache-Control: max-age=5"], "X", "2"),
            (["Cache-Control: private=\"vary\"", "X: 1"], ["Vary: X"], "Vary", "X"),
        ]
        for row in rows {
            let fields = updated(row.stored, by: row.newer).response.fields
            XCTAssertEqual(fields.combinedValue(of: row.name), row.value, "\(row)")
        }
        for (stored, newer) in [
            (["X: 1"], ["X: 2", "Cache-Control: private=\"x\""]), (["Cache-Control: private=\"x\""], ["X: 2"]),
        ] {
            let own = updated(stored, by: newer, cache: .private)
            XCTAssertEqual(own.response.fields.combinedValue(of: "X"), "2")
        }
    }

    func testWhatIsNoField() {
        let result = updated(["ETag: \"a\""], by: ["ETag: \"a\"", "Age: 1"])
        XCTAssertEqual(result.response.status.value, 200)
        XCTAssertEqual(result.content, .complete(length: 3))
        XCTAssertEqual(result.requestTime, Sample.at(60))
        XCTAssertEqual(result.responseTime, Sample.at(62))
        XCTAssertEqual(result.request, Sample.get())
        // The age starts anew: one second, two of delay.
        XCTAssertEqual(CachePolicy().currentAge(of: result, at: Sample.at(62)).seconds, 3)
    }

    func testTheRuleOfEachField() {
        let newer = Sample.response(
            304, "X: 1", "Y: 1", "Content-Length: 3", "Content-Range: bytes 0-1/3", "Connection: y", "TE: a",
            "Proxy-Authenticate: Basic", "Cache-Control: private=\"z\"", "Z: 1")
        let rows: [(String, Rule?)] = [
            ("X", .fieldsUpdated), ("x", .fieldsUpdated), ("Content-Length", .fieldsExcluded),
            ("content-range", .fieldsExcluded), ("Y", .fieldsConnection), ("Connection", .fieldsConnection),
            ("TE", .fieldsConnection), ("Proxy-Authenticate", .fieldsProxy), ("Z", .fieldsPrivate), ("W", nil),
            ("Content-Encoding", nil),
        ]
        for (name, rule) in rows { XCTAssertEqual(CachePolicy().rule(updating: name, by: newer), rule, name) }
    }
}
