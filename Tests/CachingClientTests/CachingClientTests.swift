import CachingClient
import HTTPCacheSemantics
import TestSupport
import XCTest

final class CachingClientTests: XCTestCase {
    private let fresh = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]

    func testAMissIsStoredAndThenServed() async throws {
        let dialogue = Dialogue(answers: [.answer(200, fresh, "hello, world")])
        try await dialogue.say(
            gets: 200, "hello, world", from: .origin, asked: 1,
            cacheStatus: "CachingClient;fwd=uri-miss;stored;ttl=60", because: .outcomeReplaced)
        dialogue.clock.advance(10)
        let answer = try await dialogue.say(
            gets: 200, "hello, world", from: .store, asked: 1, cacheStatus: "CachingClient; hit; ttl=50",
            because: .reuseFresh)
        XCTAssertEqual(answer.fields.combinedValue(of: "Age"), "10")
    }

    func testWhatIsStaleIsValidatedAndFreshened() async throws {
        let dialogue = Dialogue(answers: [
            .answer(200, fresh, "body"),
            .answer(304, [("ETag", "\"1\""), ("Cache-Control", "max-age=30"), ("X-New", "yes")]),
        ])
        try await dialogue.say(gets: 200, "body", asked: 1)
        dialogue.clock.advance(61)
        let answer = try await dialogue.say(
            gets: 200, "body", from: .validatedStore, asked: 2,
            cacheStatus: "CachingClient;fwd=stale;fwd-status=304;ttl=30", because: .freshenStrong)
        XCTAssertEqual(answer.fields.combinedValue(of: "X-New"), "yes")
        XCTAssertEqual(dialogue.origin.requests[1].fields.combinedValue(of: "If-None-Match"), "\"1\"")
        dialogue.clock.advance(20)
        try await dialogue.say(gets: 200, "body", from: .store, asked: 2)
    }

    func testANewRepresentationTakesTheOldOnesPlace() async throws {
        let dialogue = Dialogue(answers: [
            .answer(200, fresh, "old"), .answer(200, [("Cache-Control", "max-age=60"), ("ETag", "\"2\"")], "new"),
        ])
        try await dialogue.say(gets: 200, "old")
        dialogue.clock.advance(61)
        try await dialogue.say(gets: 200, "new", from: .origin, asked: 2)
        try await dialogue.say(gets: 200, "new", from: .store, asked: 2)
        let stored = try await dialogue.stored()
        XCTAssertEqual(stored.variants.count, 1)
    }

    func testVariantsStandSideBySide() async throws {
        let varying = [("Cache-Control", "max-age=60"), ("Vary", "Accept-Language")]
        let dialogue = Dialogue { request, _ in
            .answer(200, varying, request.head.fields.combinedValue(of: "Accept-Language") ?? "none")
        }
        try await dialogue.say(.get, "/a", [("Accept-Language", "de")], gets: 200, "de", asked: 1)
        try await dialogue.say(.get, "/a", [("Accept-Language", "fr")], gets: 200, "fr", asked: 2)
        try await dialogue.say(.get, "/a", gets: 200, "none", asked: 3)
        try await dialogue.say(.get, "/a", [("Accept-Language", "de")], gets: 200, "de", from: .store, asked: 3)
        try await dialogue.say(.get, "/a", [("Accept-Language", "fr")], gets: 200, "fr", from: .store, asked: 3)
        try await dialogue.say(.get, "/a", gets: 200, "none", from: .store, asked: 3)
    }

    func testQueriesAreDistinct() async throws {
        let dialogue = Dialogue { [fresh] request, _ in .answer(200, fresh, request.head.target.query ?? "-") }
        try await dialogue.say(.get, "/a?x=1", gets: 200, "x=1", asked: 1)
        try await dialogue.say(.get, "/a?x=2", gets: 200, "x=2", asked: 2)
        try await dialogue.say(.get, "/a", gets: 200, "-", asked: 3)
        try await dialogue.say(.get, "/a?x=1", gets: 200, "x=1", from: .store, asked: 3)
    }

    func testNothingIsStoredThatMustNotBe() async throws {
        for control in ["no-store", "max-age=0, no-store"] {
            let dialogue = Dialogue { _, number in .answer(200, [("Cache-Control", control)], "\(number)") }
            try await dialogue.say(gets: 200, "0", asked: 1, cacheStatus: "CachingClient;fwd=uri-miss")
            try await dialogue.say(gets: 200, "1", asked: 2)
            let stored = try await dialogue.stored()
            XCTAssertTrue(stored.isEmpty, control)
        }
        let shared = Dialogue(CachePolicy(.shared)) { _, number in
            .answer(200, [("Cache-Control", "private, max-age=60")], "\(number)")
        }
        try await shared.say(gets: 200, "0", asked: 1)
        try await shared.say(gets: 200, "1", asked: 2)
    }

    func testTheClientsConditionsAreAnsweredFromTheStore() async throws {
        let dialogue = Dialogue(answers: [.answer(200, fresh, "0123456789")])
        try await dialogue.say(gets: 200, "0123456789", asked: 1)
        try await dialogue.say(.get, "/a", [("If-None-Match", "\"1\"")], gets: 304, "", from: .store, asked: 1)
        try await dialogue.say(.get, "/a", [("If-None-Match", "\"2\"")], gets: 200, "0123456789", asked: 1)
        try await dialogue.say(.get, "/a", [("Range", "bytes=2-4")], gets: 206, "234", from: .store, asked: 1)
        try await dialogue.say(.get, "/a", [("Range", "bytes=-3")], gets: 206, "789", from: .store, asked: 1)
        try await dialogue.say(.get, "/a", [("Range", "bytes=10-")], gets: 416, "", from: .store, asked: 1)
        try await dialogue.say(.head, "/a", gets: 200, "", from: .store, asked: 1)
    }

    func testA304ToTheClientsOwnConditionIsPassedOn() async throws {
        let dialogue = Dialogue(answers: [.answer(304, [("ETag", "\"9\"")])])
        try await dialogue.say(.get, "/a", [("If-None-Match", "\"9\"")], gets: 304, "", from: .origin, asked: 1)
    }

    func testOnlyIfCached() async throws {
        let dialogue = Dialogue(answers: [.answer(200, fresh, "body")])
        let only = [("Cache-Control", "only-if-cached")]
        try await dialogue.say(
            .get, "/a", only, gets: 504, "", from: .cache, asked: 0,
            cacheStatus: "CachingClient; detail=request.only-if-cached", because: .requestOnlyIfCached)
        try await dialogue.say(gets: 200, asked: 1)
        try await dialogue.say(.get, "/a", only, gets: 200, "body", from: .store, asked: 1)
    }

    func testStaleIfError() async throws {
        let fields = [("Cache-Control", "max-age=10, stale-if-error=100"), ("ETag", "\"1\"")]
        let dialogue = Dialogue { _, number in
            switch number {
            case 0: return .answer(200, fields, "body")
            case 1: return .answer(503, [], "broken")
            default: throw OriginError.refused
            }
        }
        try await dialogue.say(gets: 200, "body")
        dialogue.clock.advance(50)
        try await dialogue.say(
            gets: 200, "body", from: .validatedStore, asked: 2,
            cacheStatus: "CachingClient;fwd=stale;fwd-status=503;ttl=-40", because: .staleIfError)
        try await dialogue.say(gets: 200, "body", from: .store, asked: 3, because: .staleIfError)
        dialogue.clock.advance(100)
        guard case .originFailed(let error, let rule) = try await dialogue.fails() else { return XCTFail() }
        XCTAssertEqual(error as? OriginError, .refused)
        XCTAssertEqual(rule, .staleNotAllowed)
    }

    func testStaleWhileRevalidateRunsOnceInTheBackground() async throws {
        let gate = Gate()
        let fields = [("Cache-Control", "max-age=10, stale-while-revalidate=100"), ("ETag", "\"1\"")]
        let dialogue = Dialogue { request, number in
            if number > 0 { try await gate.pass() }
            return number == 0 ? .answer(200, fields, "old") : .answer(200, fields, "new")
        }
        try await dialogue.say(gets: 200, "old", asked: 1)
        dialogue.clock.advance(20)
        for _ in 0..<5 { try await dialogue.say(gets: 200, "old", from: .store) }
        let isAsked = await eventually { gate.arrived == 1 }
        XCTAssertTrue(isAsked)
        XCTAssertEqual(dialogue.origin.requests.count, 2)
        gate.open()
        await dialogue.client.finishBackgroundWork()
        let isStored = await eventually {
            (try? await dialogue.stored().responses.first?.responseTime) == dialogue.clock.now
        }
        XCTAssertTrue(isStored)
        try await dialogue.say(gets: 200, "new", from: .store, asked: 2)
    }

    /// To its last byte: whoever closes the transport then cuts nothing.
    func testBackgroundWorkIsFinishedWithItsContent() async throws {
        let fields = [("Cache-Control", "max-age=10, stale-while-revalidate=100")]
        let gate = Gate()
        let dialogue = Dialogue { _, number in
            if number == 0 { return .answer(200, fields, "old") }
            let pieces = Counter()
            return IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection(fields)),
                content: Content {
                    let piece = pieces.add(1)
                    if piece == 3 {
                        try await gate.pass()
                        try await Task.sleep(for: .milliseconds(20))
                    }
                    return piece > 3 ? nil : Array("new".utf8)[...]
                })
        }
        try await dialogue.say(gets: 200, "old", asked: 1)
        dialogue.clock.advance(20)
        try await dialogue.say(gets: 200, "old", from: .store)
        let isArriving = await eventually { gate.arrived == 1 }
        XCTAssertTrue(isArriving)
        gate.open()
        await dialogue.client.finishBackgroundWork()
        try await dialogue.say(gets: 200, "newnewnew", from: .store, asked: 2)
    }

    func testBackgroundWorkIsBounded() async throws {
        let gate = Gate()
        var configuration = CachingClient.Configuration()
        configuration.backgroundLimit = 2
        let fields = [("Cache-Control", "max-age=10, stale-while-revalidate=100"), ("ETag", "\"1\"")]
        let dialogue = Dialogue(configuration: configuration) { _, number in
            if number >= 4 { try await gate.pass() }
            return .answer(200, fields, "body")
        }
        for path in 0..<4 { try await dialogue.say(.get, "/\(path)", gets: 200) }
        dialogue.clock.advance(20)
        for path in 0..<4 { try await dialogue.say(.get, "/\(path)", gets: 200, from: .store) }
        let areAsked = await eventually { gate.arrived == 2 }
        XCTAssertTrue(areAsked)
        XCTAssertEqual(dialogue.origin.requests.count, 6)
        gate.open()
        await dialogue.client.finishBackgroundWork()
        XCTAssertEqual(dialogue.origin.requests.count, 6)
    }

    func testUnsafeMethodsInvalidate() async throws {
        let dialogue = Dialogue { [fresh] request, number in
            if request.head.method == .post { return .answer(201, [("Location", "/b")], "made") }
            return .answer(200, fresh, "\(number)")
        }
        try await dialogue.say(.get, "/a", gets: 200, "0")
        try await dialogue.say(.get, "/b", gets: 200, "1")
        try await dialogue.say(.get, "/c", gets: 200, "2")
        try await dialogue.say(.post, "/a", gets: 201, "made", from: .origin, cacheStatus: "CachingClient;fwd=method")
        try await dialogue.say(.get, "/a", gets: 200, "4", asked: 5)
        try await dialogue.say(.get, "/b", gets: 200, "5", asked: 6)
        try await dialogue.say(.get, "/c", gets: 200, "2", from: .store, asked: 6)
    }

    func testAFailedUnsafeMethodInvalidatesNothing() async throws {
        let dialogue = Dialogue { [fresh] request, _ in
            request.head.method == .post ? .answer(500, [], "no") : .answer(200, fresh, "body")
        }
        try await dialogue.say(.get, "/a", gets: 200)
        try await dialogue.say(.post, "/a", gets: 500, "no")
        try await dialogue.say(.get, "/a", gets: 200, "body", from: .store, asked: 2)
    }

    func testGroupsGoTogether() async throws {
        let dialogue = Dialogue { [fresh] request, number in
            switch (request.head.method, request.head.target.path) {
            case (.post, "/named"): return .answer(200, [("Cache-Group-Invalidation", "\"scripts\"")])
            case (.post, _): return .answer(200)
            case (_, "/a"), (_, "/b"): return .answer(200, fresh + [("Cache-Groups", "\"scripts\"")], "\(number)")
            default: return .answer(200, fresh, "\(number)")
            }
        }
        try await dialogue.say(.get, "/a", gets: 200, "0")
        try await dialogue.say(.get, "/b", gets: 200, "1")
        try await dialogue.say(.get, "/c", gets: 200, "2")
        try await dialogue.say(.post, "/named", gets: 200)
        try await dialogue.say(.get, "/a", gets: 200, "4", from: .origin)
        try await dialogue.say(.get, "/b", gets: 200, "5", from: .origin)
        try await dialogue.say(.get, "/c", gets: 200, "2", from: .store)
        try await dialogue.say(.post, "/a", gets: 200)
        try await dialogue.say(.get, "/b", gets: 200, "7", from: .origin)
    }

    func testAHeadAnswerSaysWhetherTheStoredOneIsStillGood() async throws {
        let dialogue = Dialogue { [fresh] request, number in
            guard request.head.method == .head else { return .answer(200, fresh, "body \(number)") }
            return .answer(
                200,
                [("ETag", number == 1 ? "\"1\"" : "\"2\""), ("Cache-Control", "max-age=60"), ("Content-Length", "6")])
        }
        try await dialogue.say(gets: 200, "body 0")
        dialogue.clock.advance(61)
        try await dialogue.say(.head, "/a", [("Cache-Control", "no-cache")], gets: 200, "", asked: 2)
        try await dialogue.say(gets: 200, "body 0", from: .store, asked: 2)
        try await dialogue.say(.head, "/a", [("Cache-Control", "no-cache")], gets: 200, "", asked: 3)
        try await dialogue.say(gets: 200, "body 3", from: .origin, asked: 4)
    }

    func testInterimResponsesReachTheCaller() async throws {
        let dialogue = Dialogue { request, _ in
            request.onInterim(ResponseHead(status: 103, fields: FieldSection([("Link", "</x>")])))
            return .answer(200, [], "body")
        }
        let links = Counter()
        let answer = try await dialogue.client.send(try request()) { head in
            if head.status.value == 103, head.fields.contains("Link") { links.add(1) }
        }
        XCTAssertEqual(answer.status.value, 200)
        XCTAssertEqual(links.count, 1)
    }

    func testPartitionsAreApart() async throws {
        let dialogue = Dialogue { [fresh] _, number in .answer(200, fresh, "\(number)") }
        for (partition, expected) in [("x", "0"), ("y", "1"), ("x", "0"), ("", "2"), ("y", "1")] {
            let answer = try await dialogue.client.send(try request(), partition: partition)
            let text = try await answer.content.text()
            XCTAssertEqual(text, expected)
        }
    }

    func testParts() async throws {
        let whole = Array("0123456789")
        let dialogue = Dialogue { request, _ in
            let range = request.head.fields.combinedValue(of: "Range") == "bytes=0-4" ? 0...4 : 5...9
            return .answer(
                206,
                [
                    ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound)/10"), ("ETag", "\"1\""),
                    ("Cache-Control", "max-age=60"),
                ], String(whole[range]))
        }
        try await dialogue.say(.get, "/a", [("Range", "bytes=0-4")], gets: 206, "01234", from: .origin, asked: 1)
        try await dialogue.say(.get, "/a", [("Range", "bytes=1-2")], gets: 206, "12", from: .store, asked: 1)
        try await dialogue.say(.get, "/a", [("Range", "bytes=5-9")], gets: 206, "56789", from: .origin, asked: 2)
        try await dialogue.say(gets: 200, "0123456789", from: .store, asked: 2)
    }
}
