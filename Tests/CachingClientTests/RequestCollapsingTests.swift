import HTTPCacheSemantics
import XCTest

@testable import CachingClient

/// Sends so many requests at once and gives back what they got.
private func sendAtOnce(
    _ count: Int, _ dialogue: Dialogue, _ head: @escaping @Sendable (Int) throws -> RequestHead
) async throws -> [(text: String, source: Answer.Source)] {
    try await withThrowingTaskGroup(of: (String, Answer.Source).self) { group in
        for number in 0..<count {
            group.addTask {
                let answer = try await dialogue.client.send(try head(number))
                return (try await answer.content.text(), answer.source)
            }
        }
        var all: [(String, Answer.Source)] = []
        for try await one in group { all.append(one) }
        return all
    }
}

final class RequestCollapsingTests: XCTestCase {
    private let fresh = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]

    func testAThousandColdRequestsAreOne() async throws {
        let dialogue = Dialogue { [fresh] _, _ in
            try await Task.sleep(nanoseconds: 2_000_000)
            return .answer(200, fresh, "the one and only body", piece: 3)
        }
        let got = try await sendAtOnce(1000, dialogue) { _ in try request() }
        XCTAssertEqual(dialogue.origin.requests.count, 1)
        XCTAssertEqual(got.count, 1000)
        XCTAssertTrue(got.allSatisfy { $0.text == "the one and only body" })
        XCTAssertEqual(got.count { $0.source == .origin }, 1)
    }

    func testTenThousandRequestsOverAHundredKeysAreAHundred() async throws {
        let dialogue = Dialogue { [fresh] request, _ in .answer(200, fresh, request.head.target.path) }
        let got = try await sendAtOnce(10_000, dialogue) { try request(.get, "/\($0 % 100)") }
        XCTAssertEqual(dialogue.origin.requests.count, 100)
        XCTAssertEqual(Set(got.map(\.text)), Set((0..<100).map { "/\($0)" }))
    }

    func testFollowersSayThatTheyWereCollapsed() async throws {
        let gate = Gate()
        let dialogue = Dialogue { [fresh] _, _ in
            try await gate.pass()
            return .answer(200, fresh, "body")
        }
        async let first = dialogue.client.send(try request())
        let isAsked = await eventually { gate.arrived == 1 }
        XCTAssertTrue(isAsked)
        async let second = dialogue.client.send(try request())
        try await Task.sleep(nanoseconds: 5_000_000)
        gate.open()
        let (leader, follower) = (try await first, try await second)
        XCTAssertEqual(leader.source, .origin)
        XCTAssertEqual(follower.source, .collapsed)
        XCTAssertEqual(
            follower.fields.combinedValue(of: "Cache-Status"), "CachingClient;fwd=uri-miss;collapsed;ttl=60")
        let texts = (try await leader.content.text(), try await follower.content.text())
        XCTAssertEqual(texts.0, "body")
        XCTAssertEqual(texts.1, "body")
    }

    /// A follower reads what has arrived while the rest is still on its way.
    func testFollowersStreamFromTheLeadersProgress() async throws {
        let gate = Gate()
        let number = Counter()
        let dialogue = Dialogue { [fresh] _, _ in
            IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection(fresh)),
                content: Content {
                    switch number.add(1) {
                    case 1: return Array("first ".utf8)[...]
                    case 2:
                        try await gate.pass()
                        return Array("second".utf8)[...]
                    default: return nil
                    }
                })
        }
        let leader = try await dialogue.client.send(try request())
        let follower = try await dialogue.client.send(try request())
        XCTAssertEqual(follower.source, .collapsed)
        var pieces = follower.content.makeAsyncIterator()
        let early = try await pieces.next()
        XCTAssertEqual(early.map { String(decoding: $0, as: UTF8.self) }, "first ")
        gate.open()
        let late = try await pieces.next()
        XCTAssertEqual(late.map { String(decoding: $0, as: UTF8.self) }, "second")
        let whole = try await leader.content.text()
        XCTAssertEqual(whole, "first second")
        XCTAssertEqual(dialogue.origin.requests.count, 1)
    }

    func testWhatIsNotStorableIsNotShared() async throws {
        let dialogue = Dialogue { _, number in
            try await Task.sleep(nanoseconds: 1_000_000)
            return .answer(200, [("Cache-Control", "no-store")], "\(number)")
        }
        let got = try await sendAtOnce(20, dialogue) { _ in try request() }
        XCTAssertEqual(dialogue.origin.requests.count, 20)
        XCTAssertEqual(Set(got.map(\.text)).count, 20)
    }

    func testAnotherVariantIsAskedFor() async throws {
        let dialogue = Dialogue { request, _ in
            try await Task.sleep(nanoseconds: 1_000_000)
            return .answer(
                200, [("Cache-Control", "max-age=60"), ("Vary", "Accept-Language")],
                request.head.fields.combinedValue(of: "Accept-Language") ?? "")
        }
        let got = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let language = number % 2 == 0 ? "de" : "fr"
                    let answer = try await dialogue.client.send(
                        try request(.get, "/a", [("Accept-Language", language)]))
                    return try await answer.content.text() == language
                }
            }
            return try await group.reduce(true) { $0 && $1 }
        }
        XCTAssertTrue(got)
    }

    /// Twenty of those who wait are of the leader's language; the rest have to ask, and do.
    func testOnlyThoseWhomTheAnswerDoesNotSuitAskThemselves() async throws {
        let gate = Gate()
        let dialogue = Dialogue { request, number in
            if number == 0 { try await gate.pass() }
            return .answer(
                200, [("Cache-Control", "max-age=60"), ("Vary", "Accept-Language")],
                request.head.fields.combinedValue(of: "Accept-Language") ?? "")
        }
        let leader = Task { try await dialogue.client.send(try request(.get, "/a", [("Accept-Language", "de")])) }
        let isAsked = await eventually { gate.arrived == 1 }
        XCTAssertTrue(isAsked)
        let followers = Task {
            try await sendAtOnce(23, dialogue) {
                try request(.get, "/a", [("Accept-Language", $0 < 20 ? "de" : "fr")])
            }
        }
        try await Task.sleep(nanoseconds: 20_000_000)
        gate.open()
        _ = try await leader.value.content.text()
        let got = try await followers.value
        XCTAssertEqual(got.count { $0.text == "de" }, 20)
        XCTAssertEqual(got.count { $0.text == "fr" }, 3)
        XCTAssertTrue((2...3).contains(dialogue.origin.requests.count), "\(dialogue.origin.requests.count)")
    }

    /// Those whom the leader's answer does not suit wait for each other again, language by language.
    func testFollowersCollapseAgainByVariant() async throws {
        let gate = Gate()
        let others = Gate()
        let dialogue = Dialogue { request, number in
            try await (number == 0 ? gate : others).pass()
            return .answer(
                200, [("Cache-Control", "max-age=60"), ("Vary", "Accept-Language")],
                request.head.fields.combinedValue(of: "Accept-Language") ?? "")
        }
        let leader = Task { try await dialogue.client.send(try request(.get, "/a", [("Accept-Language", "en")])) }
        let isAsked = await eventually { gate.arrived == 1 }
        XCTAssertTrue(isAsked)
        let followers = Task {
            try await sendAtOnce(20, dialogue) {
                try request(.get, "/a", [("Accept-Language", $0 % 2 == 0 ? "de" : "fr")])
            }
        }
        try await Task.sleep(nanoseconds: 20_000_000)
        gate.open()
        _ = try await leader.value.content.text()
        let areAsked = await eventually { others.arrived == 2 }
        XCTAssertTrue(areAsked)
        try await Task.sleep(nanoseconds: 20_000_000)
        others.open()
        let got = try await followers.value
        XCTAssertEqual(got.count { $0.text == "de" }, 10)
        XCTAssertEqual(got.count { $0.text == "fr" }, 10)
        XCTAssertEqual(dialogue.origin.requests.count, 3)
    }

    /// Where Vary is known already, nobody waits for another variant's answer.
    func testVariantsThatAreKnownDoNotWaitForEachOther() async throws {
        let gate = Gate()
        let dialogue = Dialogue { request, number in
            if request.head.fields.combinedValue(of: "Accept-Language") == "de", number > 0 { try await gate.pass() }
            return .answer(
                200, [("Cache-Control", "max-age=60"), ("Vary", "Accept-Language")],
                request.head.fields.combinedValue(of: "Accept-Language") ?? "")
        }
        try await dialogue.say(.get, "/a", [("Accept-Language", "de")], gets: 200, "de")
        dialogue.clock.advance(61)
        let german = Task { try await dialogue.client.send(try request(.get, "/a", [("Accept-Language", "de")])) }
        let isAsked = await eventually { gate.arrived == 1 }
        XCTAssertTrue(isAsked)
        try await dialogue.say(.get, "/a", [("Accept-Language", "fr")], gets: 200, "fr", from: .origin, asked: 3)
        gate.open()
        let text = try await german.value.content.text()
        XCTAssertEqual(text, "de")
    }

    /// A Vary that names something new each time does not keep a request waiting for ever.
    func testVaryThatChangesEveryTime() async throws {
        let dialogue = Dialogue { _, number in
            try await Task.sleep(nanoseconds: 1_000_000)
            return .answer(200, [("Cache-Control", "max-age=60"), ("Vary", "X-\(number)")], "\(number)")
        }
        let got = try await sendAtOnce(30, dialogue) { client in
            try request(.get, "/a", (0..<60).map { ("X-\($0)", "\(client)") })
        }
        XCTAssertEqual(Set(got.map(\.text)).count, 30)
        XCTAssertEqual(dialogue.origin.requests.count, 30)
    }

    func testAFollowerTakesOverFromALeaderThatFails() async throws {
        let gate = Gate()
        let dialogue = Dialogue { [fresh] _, number in
            if number == 0 {
                try await gate.pass()
                throw OriginError.reset
            }
            return .answer(200, fresh, "body")
        }
        let leader = Task { try await dialogue.client.send(try request()) }
        let isAsked = await eventually { gate.arrived == 1 }
        XCTAssertTrue(isAsked)
        let followers = Task { try await sendAtOnce(50, dialogue) { _ in try request() } }
        try await Task.sleep(nanoseconds: 20_000_000)
        gate.open()
        let got = try await followers.value
        XCTAssertTrue(got.allSatisfy { $0.text == "body" })
        XCTAssertEqual(dialogue.origin.requests.count, 2)
        do {
            _ = try await leader.value
            XCTFail("the leader has an answer")
        } catch ClientError.originFailed(let error, _) {
            XCTAssertEqual(error as? OriginError, .reset)
        }
    }

    func testAFollowerTakesOverFromALeaderThatIsCancelled() async throws {
        for headComes in [false, true] {
            let gate = Gate()
            let dialogue = Dialogue { [fresh] _, number in
                if number > 0 { return .answer(200, fresh, "body") }
                do {
                    try await gate.pass()
                } catch {
                    guard headComes else { throw error }
                }
                return IncomingResponse(
                    head: ResponseHead(status: 200, fields: FieldSection(fresh)),
                    content: Content { throw CancellationError() })
            }
            let leader = Task { try await dialogue.client.send(try request()) }
            let isAsked = await eventually { gate.arrived == 1 }
            XCTAssertTrue(isAsked)
            let followers = Task { try await sendAtOnce(50, dialogue) { _ in try request() } }
            try await Task.sleep(nanoseconds: 20_000_000)
            leader.cancel()
            let got = try await followers.value
            XCTAssertTrue(got.allSatisfy { $0.text == "body" })
            XCTAssertEqual(dialogue.origin.requests.count, 2)
            do {
                _ = try await leader.value
                XCTFail("the leader has an answer")
            } catch ClientError.cancelled {}
        }
    }

    /// Its content goes on arriving for those who read it too.
    func testALeaderMayStopReading() async throws {
        let gate = Gate()
        let number = Counter()
        let dialogue = Dialogue { [fresh] _, _ in
            IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection(fresh + [("Content-Length", "6")])),
                content: Content {
                    if number.add(1) > 1 { try await gate.pass() }
                    return number.count <= 3 ? Array("ab".utf8)[...] : nil
                })
        }
        var leader: Answer? = try await dialogue.client.send(try request())
        let follower = try await dialogue.client.send(try request())
        XCTAssertEqual(leader?.source, .origin)
        leader = nil
        gate.open()
        let text = try await follower.content.text()
        XCTAssertEqual(text, "ababab")
        try await dialogue.say(gets: 200, "ababab", from: .store, asked: 1)
    }

    func testADeadOriginIsNotAskedByEveryoneInTurn() async throws {
        let dialogue = Dialogue { _, _ in
            try await Task.sleep(nanoseconds: 2_000_000)
            throw OriginError.refused
        }
        let failures = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    do {
                        _ = try await dialogue.client.send(try request())
                    } catch ClientError.originFailed(let error, because: .staleNotAllowed) {
                        if error as? OriginError == .refused { failures.add(1) }
                    } catch {}
                }
            }
        }
        XCTAssertEqual(failures.count, 200)
        XCTAssertLessThan(dialogue.origin.requests.count, 20)
    }

    func testFollowersOfAValidationGetWhatWasFreshened() async throws {
        let dialogue = Dialogue { [fresh] _, number in
            if number == 0 { return .answer(200, fresh, "body") }
            try await Task.sleep(nanoseconds: 2_000_000)
            return .answer(304, fresh)
        }
        try await dialogue.say(gets: 200, "body")
        dialogue.clock.advance(61)
        let got = try await sendAtOnce(200, dialogue) { _ in try request() }
        XCTAssertTrue(got.allSatisfy { $0.text == "body" })
        XCTAssertEqual(dialogue.origin.requests.count, 2)
    }

    /// What was asked for before the change must not be stored after it.
    func testAnInvalidationReachesWhatIsArriving() async throws {
        let gate = Gate()
        let dialogue = Dialogue { [fresh] request, number in
            if request.head.method == .post { return .answer(204) }
            let isFirst = number == 0
            return IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection(fresh)),
                content: number > 0
                    ? Content(Array("new".utf8))
                    : Content {
                        if isFirst { try await gate.pass() }
                        return nil
                    })
        }
        let old = try await dialogue.client.send(try request())
        try await dialogue.say(.post, "/a", gets: 204)
        gate.open()
        let text = try await old.content.text()
        XCTAssertEqual(text, "")
        try await dialogue.say(gets: 200, "new", from: .origin, asked: 3)
    }

    /// Where every end of a flight sent all others to look again, a slow store would be asked without end.
    func testOnlyThoseOfTheSameKeyLookAgain() {
        let collapsing = RequestCollapsing()
        let routes = (0..<200).map {
            Flight.Route(key: ResponseKey(resource: Array("\($0)".utf8)), variant: VariantID(number: 0))
        }
        let counts = routes.map { collapsing.count(of: $0.key) }
        guard case .lead(let flight) = collapsing.join(routes[0], since: counts[0], .mayLead) else {
            return XCTFail("nobody is on the way")
        }
        collapsing.end(flight)
        let sent = zip(routes, counts).map { route, count in
            if case .lookAgain = collapsing.join(route, since: count, .mayLead) { return true }
            return false
        }
        XCTAssertTrue(sent[0])
        // The keys share some counters.
        XCTAssertLessThan(sent.count { $0 }, 20)
    }

    func testRequestsThatWantTheOriginAreNotCollapsed() async throws {
        for fields in [[("Cache-Control", "no-cache")], [("Cache-Control", "no-store")], [("Range", "bytes=0-1")]] {
            let gate = Gate()
            let dialogue = Dialogue { [fresh] request, number in
                if number == 0 { try await gate.pass() }
                return .answer(200, fresh, "\(number)")
            }
            let leader = Task { try await dialogue.client.send(try request()) }
            let isAsked = await eventually { gate.arrived == 1 }
            XCTAssertTrue(isAsked)
            try await dialogue.say(.get, "/a", fields, gets: 200, "1", from: .origin, asked: 2)
            gate.open()
            _ = try await leader.value
        }
    }
}
