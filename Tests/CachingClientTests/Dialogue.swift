import CachingClient
import HTTPCacheSemantics
import XCTest

/// A client, a store in memory, an origin and a clock, and what each says in turn.
final class Dialogue: Sendable {
    let origin: ScriptedOrigin
    let clock = TestClock()
    let store: any ResponseStore
    let client: CachingClient

    init(
        _ policy: CachePolicy = CachePolicy(.private), store: any ResponseStore = MemoryStore(capacity: 1 << 20),
        configuration: CachingClient.Configuration = .init(), _ script: @escaping ScriptedOrigin.Script
    ) {
        origin = ScriptedOrigin(script)
        self.store = store
        client = CachingClient(
            transport: origin, store: store, policy: policy, configuration: configuration, clock: clock.clock)
    }

    convenience init(
        _ policy: CachePolicy = CachePolicy(.private), store: any ResponseStore = MemoryStore(capacity: 1 << 20),
        answers: [IncomingResponse]
    ) {
        self.init(policy, store: store) { _, number in
            guard number < answers.count else { throw OriginError.nothingLeft }
            return answers[number]
        }
    }

    /// Sends a request and holds the answer against what it should be; `asked` counts the origin's requests so far.
    @discardableResult
    func say(
        _ method: Method = .get, _ path: String = "/a", _ fields: [(String, String)] = [], gets status: Int,
        _ content: String? = nil, from source: Answer.Source? = nil, asked: Int? = nil, cacheStatus: String? = nil,
        because rule: Rule? = nil, file: StaticString = #filePath, line: UInt = #line
    ) async throws -> Answer {
        let answer = try await client.send(try request(method, path, fields))
        let text = try await answer.content.text()
        XCTAssertEqual(answer.status.value, status, file: file, line: line)
        if let content { XCTAssertEqual(text, content, file: file, line: line) }
        if let source { XCTAssertEqual(answer.source, source, file: file, line: line) }
        if let asked { XCTAssertEqual(origin.requests.count, asked, "requests to the origin", file: file, line: line) }
        if let cacheStatus {
            XCTAssertEqual(answer.fields.combinedValue(of: "Cache-Status"), cacheStatus, file: file, line: line)
        }
        if let rule { XCTAssertEqual(answer.deciding, rule, file: file, line: line) }
        return answer
    }

    /// Sends a request that fails.
    func fails(
        _ method: Method = .get, _ path: String = "/a", _ fields: [(String, String)] = [],
        file: StaticString = #filePath, line: UInt = #line
    ) async throws -> ClientError? {
        let head = try request(method, path, fields)
        do throws(ClientError) {
            let answer = try await client.send(head)
            _ = try await answer.content.collect(upTo: 1 << 30)
            XCTFail("no error", file: file, line: line)
            return nil
        } catch {
            return error
        }
    }

    func stored(_ path: String = "/a") async throws -> StoredVariants {
        try await store.variants(under: ResponseKey(CacheKey(of: try TargetURI("http://o.test" + path))))
    }
}
