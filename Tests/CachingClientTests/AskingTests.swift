import CachingClient
import HTTPCacheSemantics
import XCTest

final class AskingTests: XCTestCase {
    /// RFC 9110 §15.4.5: only If-None-Match and If-Modified-Since of a GET, HEAD or QUERY ask for a 304.
    func testA304ThatNobodyAskedForIsTheOriginsError() async throws {
        let rows: [(method: HTTPCacheSemantics.Method, fields: [(String, String)], isAskedFor: Bool)] = [
            (.get, [], false),
            (.get, [("If-None-Match", "\"1\"")], true),
            (.get, [("If-Modified-Since", "Thu, 01 Jan 2026 00:00:00 GMT")], true),
            (.head, [("If-None-Match", "\"1\"")], true),
            (.get, [("If-Match", "\"1\"")], false),
            (.get, [("If-Unmodified-Since", "Thu, 01 Jan 2026 00:00:00 GMT")], false),
            (.get, [("If-Range", "\"1\""), ("Range", "bytes=0-1")], false),
            (.post, [("If-None-Match", "\"1\"")], false),
            (.post, [], false),
        ]
        for (number, row) in rows.enumerated() {
            let dialogue = Dialogue(answers: [.answer(304, [("ETag", "\"1\"")])])
            if row.isAskedFor {
                try await dialogue.say(row.method, "/a", row.fields, gets: 304, "", from: .origin)
            } else if case .unrequestedNotModified? = try await dialogue.fails(row.method, "/a", row.fields) {
            } else {
                XCTFail("row \(number) is no error")
            }
            let stored = try await dialogue.stored()
            XCTAssertTrue(stored.isEmpty, "row \(number)")
        }
    }

    /// The cache takes all conditions away to ask again: a second 304 then answers nothing.
    func testA304AfterAskingAgain() async throws {
        let dialogue = Dialogue(answers: [
            .answer(200, [("Cache-Control", "max-age=0"), ("ETag", "\"1\"")], "body"),
            .answer(304, [("ETag", "\"2\"")]), .answer(304, [("ETag", "\"2\"")]),
        ])
        try await dialogue.say(gets: 200, "body")
        let error = try await dialogue.fails(.get, "/a", [("If-None-Match", "\"9\"")])
        guard case .unrequestedNotModified? = error else { return XCTFail("\(String(describing: error))") }
        XCTAssertFalse(dialogue.origin.requests[2].fields.contains("If-None-Match"))
    }
}
