import HTTPCacheSemantics
import Locking
import TestSupport
import XCTest

@testable import CachingClient

final class RequestCourseTests: XCTestCase {
    /// Methods for which nothing is looked up are decided about all the same.
    func testTheVerdictOnOtherMethodsIsThePolicys() async throws {
        let rows: [(method: HTTPCacheSemantics.Method, asks: Bool, rule: Rule)] = [
            (Method("OPTIONS"), false, .requestOnlyIfCached), (Method("TRACE"), false, .requestOnlyIfCached),
            (.post, true, .outcomeReplaced), (Method("PURGE"), true, .outcomeReplaced),
        ]
        for row in rows {
            let dialogue = Dialogue(answers: [.answer(200, [], "yes")])
            let answer = try await dialogue.say(
                row.method, "/a", [("Cache-Control", "only-if-cached")], gets: row.asks ? 200 : 504,
                asked: row.asks ? 1 : 0, because: row.rule)
            let status = answer.fields.combinedValue(of: "Cache-Status") ?? ""
            XCTAssertEqual(
                status,
                row.asks ? "CachingClient;fwd=method" : "CachingClient; detail=request.only-if-cached", row.method.name)
        }
    }

    /// It has been read when the store turns out to have lost what a 304 says is still good.
    func testAStreamIsNotSentTwice() async throws {
        let fresh = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
        for isStream in [true, false] {
            let sent = Counter()
            let dialogue = Dialogue(store: FailingStore(.read)) { request, _ in
                sent.add(try await request.content.collect(upTo: 100).count)
                return request.head.fields.contains("If-None-Match") ? .answer(304, fresh) : .answer(200, fresh, "body")
            }
            let content = { isStream ? Content.pieces(Array("stream".utf8), of: 4) : Content(Array("stream".utf8)) }
            let head = try request()
            _ = try await dialogue.client.send(head, content: content()).content.text()
            dialogue.clock.advance(61)
            do throws(ClientError) {
                _ = try await dialogue.client.send(head, content: content())
                XCTAssertFalse(isStream)
            } catch {
                guard isStream, case .originFailed(ClientError.contentNotRepeatable, _) = error else {
                    return XCTFail("\(error)")
                }
            }
            XCTAssertEqual(dialogue.origin.requests.count, isStream ? 2 : 3)
            XCTAssertEqual(sent.count, isStream ? 12 : 18)
        }
    }

    /// A store so slow that a flight for the key ends whenever it is asked: one who looks again is answered all the same.
    func testOneDoesNotLookAgainForEver() async throws {
        let store = LaggingStore()
        let dialogue = Dialogue(store: store) { _, _ in .answer(200, [("Cache-Control", "no-store")], "body") }
        let collapsing = dialogue.client.collapsing
        let key = ResponseKey(CacheKey(of: try request().target))
        store.whileLookingUp {
            let route = Flight.Route(key: key, variant: VariantID(number: 0))
            if let flight = collapsing.leadUnlessUnderWay(route) { collapsing.end(flight) }
        }
        try await dialogue.say(gets: 200, "body", asked: 1)
        XCTAssertLessThan(store.looks.count, 1000)
    }
}

/// Does something during each look-up, as long as there are not too many.
private final class LaggingStore: StoreOverMemory {
    let inner = MemoryStore(capacity: 1 << 20)
    private let body = Locked<@Sendable () -> Void>({})
    let looks = Counter()

    func whileLookingUp(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

    func variants(under key: ResponseKey) async -> StoredVariants {
        if looks.add(1) < 5000 { body.withLock { $0 }() }
        return await inner.variants(under: key)
    }
}
