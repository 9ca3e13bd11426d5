import CachingClient
import HTTPCacheSemantics
import XCTest

/// What goes past the store; through real sockets it goes in `HTTPCacheProxyTests.KeyTests`.
final class BypassingTests: XCTestCase {
    private struct Gone: Error {}

    /// Answers with a status and the request's content, to be kept; 0 is no answer.
    private struct Echo: Transport {
        let status: Int

        func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
            guard status > 0 else { throw Gone() }
            let fields = FieldSection([("Cache-Control", "max-age=60")])
            return IncomingResponse(head: ResponseHead(status: status, fields: fields), content: request.content)
        }
    }

    private func request(_ fields: [(String, String)] = [], _ method: Method = .get) throws -> OutgoingRequest {
        let target = try TargetURI("http://h.test/")
        return OutgoingRequest(
            head: RequestHead(method: method, target: target, fields: FieldSection(fields)), content: Content([65]))
    }

    func testNothingIsStoredAndNothingStoredIsUsed() async throws {
        let store = MemoryStore(capacity: 1 << 20)
        let client = CachingClient(transport: Echo(status: 200), store: store, policy: CachePolicy(.shared))
        for _ in 0..<2 {
            let answer = try await client.sendPastStore(request(), detail: "x")
            XCTAssertEqual(answer.source, .origin)
            let content = try await answer.content.collect(upTo: 10)
            XCTAssertEqual(content, [65])
            XCTAssertEqual(answer.fields.combinedValue(of: "Cache-Status"), "CachingClient;fwd=bypass;detail=x")
            XCTAssertNil(answer.ttl)
        }
        XCTAssertEqual(store.count, 0)
        _ = try await client.send(request().head).content.collect(upTo: 10)
        XCTAssertEqual(store.count, 1)
        let answer = try await client.sendPastStore(request(), detail: "x")
        XCTAssertEqual(answer.source, .origin)
        let head = try await client.sendPastStore(request([], .head), detail: "x")
        XCTAssertEqual(head.content.bytes, [])
    }

    func testOnlyIfCached() async throws {
        let wish = [("Cache-Control", "only-if-cached")]
        var options = CacheOptions.rfc9111
        for (isHonoured, source) in [(true, Answer.Source.cache), (false, .origin)] {
            options.requestDirectives = isHonoured
            let client = CachingClient(
                transport: Echo(status: 200), store: MemoryStore(capacity: 0),
                policy: CachePolicy(.shared, options: options))
            let answer = try await client.sendPastStore(request(wish), detail: "x")
            XCTAssertEqual(answer.source, source)
        }
    }

    func testWhatIsNoAnswer() async throws {
        for (status, expected) in [
            (0, "no response from the origin"), (199, "no status of a final response"), (304, "without conditions"),
            (206, "without a range"), (600, "no status of a final response"),
        ] {
            let client = CachingClient(
                transport: Echo(status: status), store: MemoryStore(capacity: 0), policy: CachePolicy(.shared))
            do {
                _ = try await client.sendPastStore(request(), detail: "x")
                XCTFail("\(status)")
            } catch {
                XCTAssertTrue("\(error)".contains(expected), "\(status): \(error)")
            }
        }
    }
}
