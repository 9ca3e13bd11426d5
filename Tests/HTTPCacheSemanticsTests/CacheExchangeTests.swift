import HTTPCacheSemantics
import HTTPDate
import XCTest

/// Each test is a dialogue: what the driver reports, and what the exchange answers, as text.
final class CacheExchangeTests: XCTestCase {
    private func exchange(
        _ request: RequestHead = Sample.get(), _ policy: CachePolicy = CachePolicy()
    ) -> CacheExchange {
        CacheExchange(policy: policy, request: request)
    }

    private func say(_ action: CacheExchange.Action) -> String {
        switch action {
        case .lookUp(let key): "look up \(key)"
        case .send(let request): "send \(say(request))"
        case .serve(let reply): "serve \(say(reply))"
        case .serveAndSend(let reply, let request): "serve \(say(reply)), send \(say(request))"
        case .gatewayTimeout: "504"
        }
    }

    private func say(_ request: RequestHead) -> String {
        let conditions = ["If-None-Match", "If-Modified-Since", "Range", "If-Range"].compactMap { name in
            request.fields.combinedValue(of: name).map { "\(name): \($0)" }
        }
        return ([request.method.name] + conditions).joined(separator: " ")
    }

    private func say(_ reply: Reply) -> String {
        let from: String
        switch reply.content {
        case .none: from = "nothing"
        case .received: from = "the origin's content"
        case .combined(let index): from = "content \(index) and the origin's"
        case .stored(let index, nil): from = "content \(index)"
        case .stored(let index, let range?): from = "content \(index) bytes \(range)"
        }
        return "\(reply.status) with \(from)"
    }

    private func say(_ verdict: Verdict<CacheExchange.Action>) -> String {
        "\(say(verdict.decision)) because \(verdict.deciding.code)"
    }

    private func say(_ verdict: Verdict<Reception>) -> String {
        let changes = verdict.decision.changes.map { change in
            switch change {
            case .store(_, let replacing): "store for \(replacing)"
            case .update(let index, _): "update \(index)"
            case .combine(let index, _): "combine \(index)"
            case .remove(let index): "remove \(index)"
            }
        }
        let next =
            switch verdict.decision.next {
            case .serve(let reply): "serve \(say(reply))"
            case .send(let request): "send \(say(request))"
            case .gatewayTimeout: "504"
            case .nothing: "nothing"
            }
        return (changes + [next]).joined(separator: ", ") + " because \(verdict.deciding.code)"
    }

    func testAMiss() {
        var exchange = exchange()
        XCTAssertEqual(say(exchange.begin(at: Sample.start)), "look up https://a.example/r")
        XCTAssertEqual(say(exchange.found([], at: Sample.start)), "send GET because select.uri-miss")
        let reception = exchange.received(Sample.response(200, "Cache-Control: max-age=60"), at: Sample.at(2))
        XCTAssertEqual(
            say(reception), "store for [], serve 200 with the origin's content because outcome.full-response")
        guard case .store(let kept, _)? = reception.decision.changes.first else { return XCTFail("nothing is stored") }
        XCTAssertEqual(kept.requestTime, Sample.start)
        XCTAssertEqual(kept.responseTime, Sample.at(2))
        XCTAssertEqual(kept.response.fields.combinedValue(of: "Date"), Sample.text(2))
    }

    func testAMissThatIsNotStored() {
        var exchange = exchange()
        _ = exchange.begin(at: Sample.start)
        _ = exchange.found([], at: Sample.start)
        let reception = exchange.received(Sample.response(200, "Cache-Control: no-store"), at: Sample.start)
        XCTAssertEqual(say(reception), "serve 200 with the origin's content because outcome.full-response")
        XCTAssertEqual(reception.decision.storability?.deciding, .storeNoStore)
    }

    func testAHit() {
        var exchange = exchange()
        _ = exchange.begin(at: Sample.at(10))
        let found = exchange.found([Sample.stored("Cache-Control: max-age=60")], at: Sample.at(10))
        XCTAssertEqual(say(found), "serve 200 with content 0 because reuse.fresh")
        guard case .serve(let reply) = found.decision else { return XCTFail("not served") }
        XCTAssertEqual(reply.fields.combinedValue(of: "Age"), "10")
        XCTAssertNil(exchange.sent)
    }

    func testFormsOfAHit() {
        let stored = Sample.stored("Cache-Control: max-age=60", "ETag: \"a\"", content: .complete(length: 8))
        let rows: [(RequestHead, String)] = [
            (Sample.request("HEAD"), "serve 200 with nothing because reuse.fresh"),
            (Sample.get("If-None-Match: \"a\""), "serve 304 with nothing because reuse.fresh"),
            (Sample.get("If-None-Match: \"b\""), "serve 200 with content 0 because reuse.fresh"),
            (Sample.get("Range: bytes=2-3"), "serve 206 with content 0 bytes 2..<4 because reuse.fresh"),
            (Sample.get("Range: bytes=8-"), "serve 416 with nothing because reuse.fresh"),
            (Sample.get("If-Match: \"a\""), "send GET because forward.precondition"),
        ]
        for (request, answer) in rows {
            var exchange = exchange(request)
            _ = exchange.begin(at: Sample.start)
            XCTAssertEqual(say(exchange.found([stored], at: Sample.start)), answer, "\(request.fields.lines)")
        }
    }

    func testAValidationThatSucceeds() {
        var exchange = exchange()
        _ = exchange.begin(at: Sample.at(60))
        let stored = Sample.stored("Cache-Control: max-age=60", "ETag: \"a\"")
        XCTAssertEqual(
            say(exchange.found([stored], at: Sample.at(60))), "send GET If-None-Match: \"a\" because lifetime.expired")
        XCTAssertEqual(
            say(exchange.received(Sample.response(304, "ETag: \"a\""), at: Sample.at(61))),
            "update 0, serve 200 with content 0 because freshen.strong")
        XCTAssertEqual(exchange.stored[0].responseTime, Sample.at(61))
    }

    func testAValidationThatBringsANewResponse() {
        var exchange = exchange()
        _ = exchange.begin(at: Sample.at(60))
        _ = exchange.found([Sample.stored("Cache-Control: max-age=60", "ETag: \"a\"")], at: Sample.at(60))
        XCTAssertEqual(
            say(exchange.received(Sample.response(200, "ETag: \"b\"", "Cache-Control: max-age=5"), at: Sample.at(61))),
            "store for [0], serve 200 with the origin's content because outcome.full-response")
    }

    func testAValidationThatBringsWhatMayNotBeStored() {
        var exchange = exchange()
        _ = exchange.begin(at: Sample.at(60))
        _ = exchange.found([Sample.stored("Cache-Control: max-age=60", "ETag: \"a\"")], at: Sample.at(60))
        XCTAssertEqual(
            say(exchange.received(Sample.response(200, "Cache-Control: no-store"), at: Sample.at(61))),
            "remove 0, serve 200 with the origin's content because outcome.full-response")
    }

    func testA304ThatMatchesNothing() {
        var exchange = exchange()
        _ = exchange.begin(at: Sample.at(60))
        _ = exchange.found([Sample.stored("Cache-Control: max-age=60", "ETag: \"a\"")], at: Sample.at(60))
        XCTAssertEqual(
            say(exchange.received(Sample.response(304, "ETag: \"b\""), at: Sample.at(61))),
            "send GET because freshen.not-matched")
        XCTAssertEqual(
            say(exchange.received(Sample.response(200, "Cache-Control: max-age=5"), at: Sample.at(62))),
            "store for [0], serve 200 with the origin's content because outcome.full-response")
    }

    func testA304ForTheClient() {
        var exchange = exchange(Sample.get("If-None-Match: \"c\""))
        _ = exchange.begin(at: Sample.start)
        XCTAssertEqual(
            say(exchange.found([], at: Sample.start)), "send GET If-None-Match: \"c\" because select.uri-miss")
        XCTAssertEqual(
            say(exchange.received(Sample.response(304, "ETag: \"c\""), at: Sample.start)),
            "serve 304 with the origin's content because outcome.not-modified-for-client")
    }

    func testAStaleAnswerWhileRevalidating() {
        var exchange = exchange(Sample.get("If-None-Match: \"c\"", "Range: bytes=0-1"))
        _ = exchange.begin(at: Sample.at(65))
        let stored = Sample.stored("Cache-Control: max-age=60, stale-while-revalidate=10", "ETag: \"a\"")
        XCTAssertEqual(
            say(exchange.found([stored], at: Sample.at(65))),
            "serve 200 with content 0, send GET If-None-Match: \"a\" because stale.while-revalidate")
        XCTAssertEqual(
            say(exchange.received(Sample.response(304, "ETag: \"a\""), at: Sample.at(66))),
            "update 0, nothing because freshen.strong")
    }

    func testABackgroundValidationThatFails() {
        var exchange = exchange()
        _ = exchange.begin(at: Sample.at(65))
        let stored = Sample.stored("Cache-Control: max-age=60, stale-while-revalidate=10", "ETag: \"a\"")
        _ = exchange.found([stored], at: Sample.at(65))
        let reception = exchange.originFailed(at: Sample.at(66))
        XCTAssertEqual(reception.decision.next, .nothing)
        XCTAssertEqual(reception.decision.changes, [])
    }

    func testAnOriginThatFails() {
        let rows: [(control: String, Int64, answer: String)] = [
            ("max-age=60", 70, "serve 200 with content 0 because stale.disconnected"),
            ("max-age=60, stale-if-error=10", 70, "serve 200 with content 0 because stale.if-error"),
            ("max-age=60, stale-if-error=10", 71, "504 because stale.not-allowed"),
            ("max-age=60, must-revalidate", 70, "504 because stale.must-revalidate"),
            ("max-age=60, proxy-revalidate", 70, "504 because stale.proxy-revalidate"),
            ("s-maxage=60", 70, "504 because stale.s-maxage"),
            ("no-cache", 70, "504 because stale.no-cache"),
        ]
        for (control, now, answer) in rows {
            var exchange = exchange()
            _ = exchange.begin(at: Sample.at(now))
            _ = exchange.found([Sample.stored("Cache-Control: \(control)", "ETag: \"a\"")], at: Sample.at(now))
            XCTAssertEqual(say(exchange.originFailed(at: Sample.at(now))), answer, control)
        }
        var nothing = exchange()
        _ = nothing.begin(at: Sample.start)
        _ = nothing.found([], at: Sample.start)
        XCTAssertEqual(say(nothing.originFailed(at: Sample.start)), "504 because stale.not-allowed")
    }

    func testAServerErrorWhileValidating() {
        let rows: [(control: String, status: Int, answer: String)] = [
            ("max-age=60, stale-if-error=10", 503, "serve 200 with content 0 because stale.if-error"),
            ("max-age=60, stale-if-error=10", 501, "serve 501 with the origin's content because outcome.server-error"),
            ("max-age=60", 503, "serve 503 with the origin's content because outcome.server-error"),
            (
                "max-age=60, stale-if-error=10", 404,
                "serve 404 with the origin's content because outcome.full-response"
            ),
        ]
        for (control, status, answer) in rows {
            var exchange = exchange()
            _ = exchange.begin(at: Sample.at(70))
            _ = exchange.found([Sample.stored("Cache-Control: \(control)", "ETag: \"a\"")], at: Sample.at(70))
            let response = Sample.response(status, "Cache-Control: no-store")
            XCTAssertEqual(say(exchange.received(response, at: Sample.at(70))), answer, "\(control) \(status)")
        }
    }

    func testOnlyIfCached() {
        var miss = exchange(Sample.get("Cache-Control: only-if-cached"))
        _ = miss.begin(at: Sample.start)
        XCTAssertEqual(say(miss.found([], at: Sample.start)), "504 because request.only-if-cached")
        var hit = exchange(Sample.get("Cache-Control: only-if-cached"))
        _ = hit.begin(at: Sample.start)
        XCTAssertEqual(
            say(hit.found([Sample.stored("Cache-Control: max-age=60")], at: Sample.start)),
            "serve 200 with content 0 because reuse.fresh")
    }

    func testMethodsThatNeedNoLookUp() {
        for method in ["PUT", "DELETE", "POST", "PATCH", "OPTIONS", "get"] {
            var exchange = exchange(Sample.request(method))
            XCTAssertEqual(say(exchange.begin(at: Sample.start)), "send \(method)")
            XCTAssertEqual(exchange.decision?.deciding, .forwardMethod)
        }
        for method in ["GET", "HEAD"] {
            var exchange = exchange(Sample.request(method))
            XCTAssertEqual(say(exchange.begin(at: Sample.start)), "look up https://a.example/r")
        }
    }

    func testAnUnsafeMethodInvalidates() {
        var exchange = exchange(Sample.request("PUT"))
        _ = exchange.begin(at: Sample.start)
        let reception = exchange.received(
            Sample.response(204, "Location: /s", "Cache-Group-Invalidation: \"g\""), at: Sample.start)
        XCTAssertEqual(say(reception), "serve 204 with the origin's content because outcome.full-response")
        XCTAssertEqual(
            reception.decision.invalidations.map(\.decision),
            [.invalidate(Sample.target()), .invalidate(Sample.target("https://a.example/s"))])
        XCTAssertEqual(reception.decision.invalidatedGroups, ["g"])
    }

    func testPartsThatMakeAWhole() {
        var exchange = exchange(Sample.get("Range: bytes=4-7"))
        _ = exchange.begin(at: Sample.start)
        let part = Sample.stored(
            "Cache-Control: max-age=60", "ETag: \"a\"", content: .partial(range: 0..<4, total: 8))
        XCTAssertEqual(
            say(exchange.found([part], at: Sample.start)), "send GET Range: bytes=4-7 because forward.range")
        let reception = exchange.received(
            Sample.response(206, "Content-Range: bytes 4-7/8", "ETag: \"a\"", "Cache-Control: max-age=60"),
            content: .complete(length: 4), at: Sample.start)
        XCTAssertEqual(say(reception), "combine 0, serve 206 with the origin's content because combine.parts")
        XCTAssertEqual(reception.decision.arrivedRange, 4..<8)
        guard case .combine(_, let whole)? = reception.decision.changes.first else { return XCTFail("not combined") }
        XCTAssertEqual(whole.content, .complete(length: 8))
        XCTAssertEqual(whole.response.status.value, 200)
    }

    func testAPartition() {
        var exchange = CacheExchange(policy: CachePolicy(), request: Sample.get(), partition: "top.example")
        guard case .lookUp(let key) = exchange.begin(at: Sample.start) else { return XCTFail("no look-up") }
        XCTAssertEqual(key.partition, "top.example")
    }

    /// RFC 9111 §4.1: a store keeps only the request fields that Vary named; what a 304's new Vary names is that
    /// request's.
    func testANewVaryOfA304IsFilledFromTheRequestThatBroughtIt() throws {
        let stored = StoredResponse(
            request: Sample.get(), response: Sample.response(200, "ETag: \"1\"", "Cache-Control: max-age=1"),
            requestTime: Sample.start, responseTime: Sample.start)
        var exchange = exchange(Sample.get("Accept-Language: de"))
        _ = exchange.begin(at: Sample.at(5))
        _ = exchange.found([stored], at: Sample.at(5))
        let reception = exchange.received(
            Sample.response(304, "ETag: \"1\"", "Vary: Accept-Language", "Cache-Control: max-age=600"), at: Sample.at(5)
        ).decision
        guard case .update(0, let updated)? = reception.changes.first else { return XCTFail("\(reception.changes)") }
        let policy = CachePolicy()
        XCTAssertEqual(
            policy.reuse(of: updated, for: Sample.get("Accept-Language: de"), at: Sample.at(6)).deciding, .reuseFresh)
        XCTAssertEqual(policy.reuse(of: updated, for: Sample.get(), at: Sample.at(6)).deciding, .varyMismatch)
    }

    /// RFC 9111 §3.3: a stored part outlives its validation although the Range that asked for it was not stored.
    func testAStoredPartOutlivesItsValidation() throws {
        let stored = StoredResponse(
            request: Sample.get(),
            response: Sample.response(
                206, "ETag: \"1\"", "Cache-Control: max-age=1", "Content-Range: bytes 0-4/10"),
            requestTime: Sample.start, responseTime: Sample.start, content: .partial(range: 0..<5, total: 10))
        var exchange = exchange(Sample.get("Range: bytes=0-4"))
        _ = exchange.begin(at: Sample.at(5))
        _ = exchange.found([stored], at: Sample.at(5))
        let reception = exchange.received(Sample.response(304, "ETag: \"1\""), at: Sample.at(5)).decision
        guard case .update(0, _)? = reception.changes.first else { return XCTFail("\(reception.changes)") }
    }

    /// RFC 9111 §3.4: parts that contradict the length they name are not joined.
    func testPartsBeyondTheWholeAreNotJoined() throws {
        let stored = StoredResponse(
            request: Sample.get("Range: bytes=100-199"),
            response: Sample.response(
                206, "ETag: \"a\"", "Cache-Control: max-age=1", "Content-Range: bytes 100-199/200"),
            requestTime: Sample.start, responseTime: Sample.start, content: .partial(range: 100..<200, total: 200))
        var exchange = exchange(Sample.get("Range: bytes=200-299"))
        _ = exchange.begin(at: Sample.start)
        _ = exchange.found([stored], at: Sample.start)
        let reception = exchange.received(
            Sample.response(206, "ETag: \"a\"", "Cache-Control: max-age=1", "Content-Range: bytes 200-299/*"),
            at: Sample.start
        ).decision
        if case .combine? = reception.changes.first { XCTFail("joined") }
    }

    /// RFC 9111 §5.2.2.4: a quoted list that goes on in the next line still holds its fields back.
    func testAListOverTwoLinesHoldsItsFieldsBack() throws {
        let fields = [
            "Cache-Control: max-age=60, no-cache=\"Set-Cookie", "Cache-Control: X-Foo\"", "Set-Cookie: a=b", "X-Foo: c",
        ]
        let stored = StoredResponse(
            request: Sample.get(), response: ResponseHead(status: 200, fields: Sample.fields(fields)),
            requestTime: Sample.start, responseTime: Sample.start)
        let replayed = CachePolicy().replayedFields(of: stored)
        XCTAssertFalse(replayed.contains("Set-Cookie"))
        XCTAssertFalse(replayed.contains("X-Foo"))
    }
}
