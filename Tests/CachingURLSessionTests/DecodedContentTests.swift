import HTTPCacheSemantics
import XCTest

@testable import CachingURLSession

final class DecodedContentTests: XCTestCase {
    private func lines(
        _ fields: [(String, String)], status: Int = 200, asked: [(String, String)] = []
    ) throws -> [String] {
        let request = RequestHead(target: try TargetURI("http://o.test/"), fields: FieldSection(asked))
        return try DecodedContent.head(ResponseHead(status: status, fields: FieldSection(fields)), to: request)
            .fields.lines.map(\.description)
    }

    func testWhatDescribesCodedBytesGoes() throws {
        let said = try lines([
            ("Content-Encoding", "gzip"), ("Content-Length", "36"), ("Content-Type", "text/plain"),
            ("Content-Digest", "sha-256=:AA==:"), ("Repr-Digest", "sha-256=:AA==:"), ("Content-MD5", "AA=="),
            ("ETag", "\"1\""), ("Vary", "Accept-Encoding"),
        ])
        XCTAssertEqual(said, ["Content-Type: text/plain", "ETag: W/\"1\"", "Vary: Accept-Encoding"])
    }

    func testWhatIsNotCodedStays() throws {
        for coding in ["identity", "", " , identity"] {
            let fields = [("Content-Encoding", coding), ("Content-Length", "4"), ("ETag", "\"1\"")]
            let kept = FieldSection(fields).lines.map(\.description)
            XCTAssertEqual(try lines(fields), kept, coding)
        }
        XCTAssertEqual(
            try lines([("Content-Length", "4"), ("ETag", "\"1\"")]), ["Content-Length: 4", "ETag: \"1\""])
    }

    func testAWeakTagStaysAsItIs() throws {
        XCTAssertEqual(try lines([("Content-Encoding", "gzip"), ("ETag", "W/\"1\"")]), ["ETag: W/\"1\""])
    }

    func testThePartOfCodedContentIsRefused() {
        XCTAssertThrowsError(try lines([("Content-Encoding", "GZIP ")], status: 206)) { error in
            guard case URLSessionTransportError.partOfCodedContent(let coding) = error else {
                return XCTFail("\(error)")
            }
            XCTAssertEqual(coding, "gzip")
        }
    }

    /// A 304 names the tag that was asked for: the weak form, where only that was asked for.
    func testATagOfA304MeansWhatWasAskedFor() throws {
        let rows: [(asked: String, tag: String, said: String)] = [
            ("W/\"1\"", "\"1\"", "W/\"1\""), ("W/\"2\", W/\"1\"", "\"1\"", "W/\"1\""), ("\"1\"", "\"1\"", "\"1\""),
            ("W/\"1\", \"1\"", "\"1\"", "\"1\""), ("W/\"2\"", "\"1\"", "\"1\""), ("W/\"1\"", "W/\"1\"", "W/\"1\""),
            ("*", "\"1\"", "\"1\""),
        ]
        for row in rows {
            let said = try lines([("ETag", row.tag)], status: 304, asked: [("If-None-Match", row.asked)])
            XCTAssertEqual(said, ["ETag: " + row.said], row.asked)
        }
        let other = try lines([("ETag", "\"1\"")], status: 200, asked: [("If-None-Match", "W/\"1\"")])
        XCTAssertEqual(other, ["ETag: \"1\""])
    }
}
