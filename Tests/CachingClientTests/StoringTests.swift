import CachingClient
import HTTPCacheSemantics
import XCTest

final class StoringTests: XCTestCase {
    /// A full answer that may not be stored takes what it replaces with it, also in the background; an error does not.
    func testAFullAnswerInTheBackgroundRemovesWhatItReplaces() async throws {
        let stale = [("Cache-Control", "max-age=10, stale-while-revalidate=100")]
        for validator in [[], [("ETag", "\"1\"")]] {
            for (status, isRemoved) in [(200, true), (302, true), (404, false), (500, false)] {
                let dialogue = Dialogue(answers: [
                    .answer(200, stale + validator, "old"), .answer(status, [("Cache-Control", "no-store")], "new"),
                    .answer(200, [], "newest"),
                ])
                try await dialogue.say(gets: 200, "old")
                dialogue.clock.advance(20)
                try await dialogue.say(gets: 200, "old", from: .store)
                await dialogue.client.finishBackgroundWork()
                XCTAssertEqual(dialogue.origin.requests.count, 2)
                let stored = try await dialogue.stored()
                XCTAssertEqual(stored.isEmpty, isRemoved, "\(status) with \(validator)")
            }
        }
    }

    func testWhatExpiresWithinTheIntervalIsNotStored() async throws {
        var options = CacheOptions.rfc9111
        options.minCacheIntervalSeconds = 300
        let rows: [(fields: [(String, String)], options: CacheOptions, isStored: Bool)] = [
            ([("Cache-Control", "max-age=300")], options, false),
            ([("Cache-Control", "max-age=301")], options, true),
            ([("Cache-Control", "max-age=400"), ("Age", "100")], options, false),
            ([("Cache-Control", "max-age=1"), ("ETag", "\"a\"")], options, true),
            ([("Cache-Control", "max-age=300")], .rfc9111, true),
            ([("Cache-Control", "max-age=300")], .sdurlcache, false),
        ]
        for (number, row) in rows.enumerated() {
            let dialogue = Dialogue(
                CachePolicy(.private, options: row.options),
                answers: [.answer(200, row.fields, "one"), .answer(200, row.fields, "two")])
            let answer = try await dialogue.say(gets: 200, "one", from: .origin)
            let stored = try await dialogue.stored()
            XCTAssertEqual(stored.isEmpty, !row.isStored, "row \(number)")
            let status = answer.fields.combinedValue(of: "Cache-Status") ?? ""
            XCTAssertEqual(status.contains(";stored"), row.isStored, "row \(number): \(status)")
        }
    }
}
