import CachingClient
import Foundation
import HTTPCacheSemantics
import Locking
import LoopbackSockets
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The content of a QUERY is part of its key (RFC 10008, "Caching"), however it is given.
final class QueryContentTests: SessionCase {
    private func query(
        _ course: Course, _ bytes: Data, inStream: Bool, _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy
    ) throws -> URLRequest {
        var query = try course.request("/a", "QUERY", ["Content-Type": "text/plain"], policy)
        if inStream { query.httpBodyStream = InputStream(data: bytes) } else { query.httpBody = bytes }
        return query
    }

    /// `asked` counts the origin's requests so far.
    private func say(_ course: Course, _ text: String, inStream: Bool, asked: Int, line: UInt = #line) async throws {
        let said = try await course.session.said(to: try query(course, Data(text.utf8), inStream: inStream))
        XCTAssertEqual(said.text, text, line: line)
        XCTAssertEqual(course.server.requests.count, asked, "requests to the origin", line: line)
    }

    func testStreamsAreToldApartByTheirContent() async throws {
        let course = try course { request, _ in Self.ok(String(decoding: request.body, as: UTF8.self)) }
        try await say(course, "one", inStream: true, asked: 1)
        try await say(course, "two", inStream: true, asked: 2)
        try await say(course, "one", inStream: true, asked: 2)
        try await say(course, "two", inStream: false, asked: 2)
        try await say(course, "", inStream: true, asked: 3)
    }

    /// The limit itself is cached, a byte more goes past the cache, whole.
    func testAStreamThatIsTooLongGoesPastTheCache() async throws {
        let course = try course { request, number in Self.ok("\(number) \(request.body.count)") }
        let limit = 1 << 20
        for (count, texts) in [(limit, ["0", "0"]), (limit + 1, ["1", "2"])] {
            for text in texts {
                let request = try query(course, Data(repeating: 0x61, count: count), inStream: true)
                let said = try await course.session.said(to: request)
                XCTAssertEqual(said.text, "\(text) \(count)")
            }
        }
        XCTAssertEqual(course.server.requests.count, 3)
        XCTAssertTrue(course.server.requests.allSatisfy { $0.body.allSatisfy { $0 == 0x61 } })
        let stored = try query(
            course, Data(repeating: 0x61, count: limit + 1), inStream: true, .returnCacheDataDontLoad)
        let failure = await thrown { try await course.session.said(to: stored) }
        XCTAssertEqual((failure as? URLError)?.code, .resourceUnavailable)
        XCTAssertEqual(course.server.requests.count, 3)
    }

    // MARK: A client of one's own

    private func client(_ script: @escaping RawServer.Script) throws -> (CachingClient, RequestHead, RawServer) {
        let server = try RawServer(script)
        addTeardownBlock { server.close() }
        let client = CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 1 << 22))
        return (client, RequestHead(method: .query, target: try TargetURI(server.url())), server)
    }

    private func stream(_ bytes: [UInt8], failing error: (any Error)? = nil) -> Content {
        let rest = Locked(bytes[...])
        return Content {
            let piece = rest.withLock { rest in
                defer { rest = rest.dropFirst(60_000) }
                return rest.prefix(60_000)
            }
            if piece.isEmpty, let error { throw error }
            return piece.isEmpty ? nil : piece
        }
    }

    func testContentBesideAHeadWithoutAnyIsTheKey() async throws {
        let (client, head, server) = try client { request, _ in Self.ok(String(decoding: request.body, as: UTF8.self)) }
        for (text, isStream, asked) in [
            ("one", false, 1), ("two", false, 2), ("one", true, 2), ("three", true, 3), ("three", false, 3),
            ("", true, 4), ("", false, 4),
        ] {
            let bytes = Array(text.utf8)
            let answer = try await client.send(head, content: isStream ? stream(bytes) : Content(bytes))
            let gets = try await answer.content.collect(upTo: 100)
            XCTAssertEqual(gets, bytes)
            XCTAssertEqual(server.requests.count, asked, "\(text), \(isStream)")
        }
    }

    /// A digest that the caller has made stands for content of any length.
    func testAHeadWithContentIsTheKey() async throws {
        let (client, head, server) = try client { request, _ in Self.ok("\(request.body.count)") }
        let bytes = [UInt8](repeating: 0x61, count: CachingClient.queryContentLimit + 1)
        let keyed = RequestHead(method: .query, target: head.target, content: Array("digest".utf8))
        for _ in 0..<2 {
            let answer = try await client.send(keyed, content: stream(bytes))
            let text = try await answer.content.collect(upTo: 100)
            XCTAssertEqual(String(decoding: text, as: UTF8.self), "\(bytes.count)")
            XCTAssertEqual(server.requests.count, 1)
        }
    }

    func testAStreamThatMakesNoKeyIsNotSent() async throws {
        let (client, head, server) = try client { _, _ in Self.ok("body") }
        let bytes = [UInt8](repeating: 0x61, count: CachingClient.queryContentLimit + 1)
        let tooLarge = await thrown { try await client.send(head, content: self.stream(bytes)) }
        guard case ClientError.contentTooLarge(CachingClient.queryContentLimit)? = tooLarge else {
            return XCTFail("\(String(describing: tooLarge))")
        }
        let cut = await thrown {
            try await client.send(head, content: self.stream([0x61], failing: URLError(.cannotOpenFile)))
        }
        guard case ClientError.contentCut? = cut else { return XCTFail("\(String(describing: cut))") }
        XCTAssertEqual(server.requests.count, 0)
        let whole = await thrown { try await client.send(head, content: self.stream(bytes.dropLast())) }
        XCTAssertNil(whole)
        XCTAssertEqual(server.requests.count, 1)
    }
}
