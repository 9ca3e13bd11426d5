import CachingClient
import Foundation
import HTTPCacheSemantics
import LoopbackSockets
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Redirects, the cache policies of requests, and the two faces of one cache.
final class CachingLoadTests: SessionCase {
    // MARK: Redirects

    func testRedirectsAreFollowedThroughTheCache() async throws {
        let course = try course { request, _ in
            request.line.contains("/from")
                ? [
                    .send("HTTP/1.1 301 Moved\r\nLocation: /to?x\r\nCache-Control: max-age=600\r\n"),
                    .send("Content-Length: 5\r\n\r\nmoved"), .nextRequest,
                ] : Self.ok("here")
        }
        let said = try await course.say("/from", gets: "here", asked: 2)
        XCTAssertEqual(said.url, course.server.url("/to?x"))
        try await course.say("/from", gets: "here", asked: 2)
        XCTAssertTrue(try course.isStored("/to?x"))
    }

    private static func found(_ location: String, _ fields: String = "") -> [RawServer.Act] {
        [
            .send("HTTP/1.1 302 Found\r\nLocation: \(location)\r\n\(fields)Content-Length: 0\r\n\r\n"),
            .nextRequest,
        ]
    }

    #if canImport(FoundationNetworking)
        /// No URL is asked for twice on the way.
        func testARedirectLoopEnds() async throws {
            for (paths, asked) in [(["/a": "/a"], 1), (["/a": "/b", "/b": "/c", "/c": "/b"], 3)] {
                let course = try course { request, _ in
                    Self.found(paths[String(request.line.split(separator: " ")[1])] ?? "/a")
                }
                let error = try await course.fails()
                XCTAssertEqual(error?.code, .httpTooManyRedirects)
                XCTAssertEqual(course.server.requests.count, asked)
            }
        }

        func testAChainOfRedirectsEnds() async throws {
            for (length, fails) in [(20, false), (21, true)] {
                let course = try course { _, number in number < length ? Self.found("/\(number)") : Self.ok("end") }
                if fails {
                    let error = try await course.fails()
                    XCTAssertEqual(error?.code, .httpTooManyRedirects)
                } else {
                    try await course.say(gets: "end", asked: length + 1)
                }
            }
        }

        /// The URL comes once more, but the request is another: by GET after a form, or with a cookie that was set.
        func testARedirectToTheSameURLIsNoLoopWhereTheRequestIsAnother() async throws {
            let form = try course { request, _ in
                request.line.hasPrefix("POST") ? Self.found("/a") : Self.ok("thanks")
            }
            try await form.say("/a", "POST", [:], gets: "thanks", asked: 2)
            let server = try RawServer { request, _ in
                request.field("Cookie") == nil ? Self.found("/a", "Set-Cookie: n=1; Path=/\r\n") : Self.ok("known")
            }
            defer { server.close() }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.useCache(
                of: CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 1 << 20)))
            let session = URLSession(configuration: configuration)
            defer { session.finishTasksAndInvalidate() }
            let said = try await session.said(to: URLRequest(url: try XCTUnwrap(URL(string: server.url()))))
            XCTAssertEqual(said.text, "known")
            XCTAssertEqual(server.requests.count, 2)
        }
    #endif

    // MARK: Content without a key

    private final class OwnProtocol: CachingURLProtocol {}

    /// An origin that heeds content whatever the method.
    private struct EchoTransport: Transport {
        func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
            IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection([("Cache-Control", "max-age=600")])),
                content: Content(try await request.content.collect(upTo: 100)))
        }
    }

    /// No key holds it (RFC 9110 §9.3.1).
    func testAGETWithContentGoesPastTheCache() async throws {
        let transport = EchoTransport()
        OwnProtocol.route(
            to: CachingClient(transport: transport, store: MemoryStore(capacity: 1 << 20)), bypass: transport)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [OwnProtocol.self] + (configuration.protocolClasses ?? [])
        let session = URLSession(configuration: configuration)
        defer {
            session.finishTasksAndInvalidate()
            OwnProtocol.route(to: nil)
        }
        var request = URLRequest(url: try XCTUnwrap(URL(string: "http://o.test/a")))
        for text in ["", "one", "two", ""] {
            request.httpBody = text.isEmpty ? nil : Data(text.utf8)
            let said = try await session.said(to: request)
            XCTAssertEqual(said.text, text)
        }
        request.httpBody = Data("one".utf8)
        request.cachePolicy = .returnCacheDataDontLoad
        let stored = request
        let failure = await thrown { try await session.said(to: stored) }
        XCTAssertEqual((failure as? URLError)?.code, .resourceUnavailable)
    }

    // MARK: Cache policies of requests

    func testReloadIgnoringNeitherReadsNorStores() async throws {
        let course = try course { _, number in Self.ok("\(number)") }
        for policy in [URLRequest.CachePolicy.reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData] {
            let asked = course.server.requests.count
            try await course.say("/b", "GET", [:], policy, gets: "\(asked)", asked: asked + 1)
            XCTAssertFalse(try course.isStored("/b"))
        }
        XCTAssertEqual(course.server.requests.map { $0.field("Cache-Control") }, [nil, "no-cache"])
        try await course.say(gets: "2", asked: 3)
        try await course.say("/a", "GET", [:], .reloadIgnoringLocalCacheData, gets: "3", asked: 4)
        try await course.say(gets: "2", asked: 4)
    }

    func testAnUnsafeRequestThatIgnoresTheCacheInvalidates() async throws {
        let course = try course { _, number in Self.ok("\(number)") }
        try await course.say(gets: "0", asked: 1)
        try await course.say("/a", "DELETE", [:], .reloadIgnoringLocalCacheData, gets: "1", asked: 2)
        XCTAssertFalse(try course.isStored())
    }

    func testReloadRevalidatingAsksTheOrigin() async throws {
        let course = try course { request, number in
            number == 0
                ? Self.ok("body", "Cache-Control: max-age=600\r\nETag: \"1\"\r\n")
                : [.send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"), .nextRequest]
        }
        try await course.say(gets: "body", asked: 1)
        try await course.say("/a", "GET", [:], .reloadRevalidatingCacheData, gets: "body", asked: 2)
        XCTAssertEqual(course.server.requests.last?.field("If-None-Match"), "\"1\"")
    }

    func testReturnCacheDataElseLoad() async throws {
        let course = try course { _, number in
            Self.ok("\(number)", "Cache-Control: max-age=0\r\nETag: \"\(number)\"\r\n")
        }
        try await course.say("/a", "GET", [:], .returnCacheDataElseLoad, gets: "0", asked: 1)
        try await course.say("/a", "GET", [:], .returnCacheDataElseLoad, gets: "0", asked: 1)
        try await course.say("/a", gets: "1", asked: 2)
    }

    func testReturnCacheDataDontLoad() async throws {
        for policy in [CachePolicy(.private), CachePolicy(.private, options: .cdn)] {
            let course = try course(policy: policy) { _, number in Self.ok("\(number)") }
            let error = try await course.fails("/a", .returnCacheDataDontLoad)
            XCTAssertEqual(error?.code, .resourceUnavailable)
            XCTAssertEqual(course.server.requests.count, 0)
            try await course.say(gets: "0", asked: 1)
            // Once more, so that it lies in memory too.
            try await course.say(gets: "0", asked: 1)
            try await course.say("/a", "GET", [:], .returnCacheDataDontLoad, gets: "0", asked: 1)
        }
    }

    // MARK: One cache, two faces

    func testWhatTheSessionStoresTheCacheHas() async throws {
        let course = try course { _, number in Self.ok("\(number)") }
        try await course.say("/a?x", gets: "0", asked: 1)
        let cached = try XCTUnwrap(course.cache.cachedResponse(for: try course.request("/a?x")))
        XCTAssertEqual(String(decoding: cached.data, as: UTF8.self), "0")
        XCTAssertEqual(cached.response.url?.absoluteString, course.server.url("/a?x"))
        try await course.say("/a?x", gets: "0", asked: 1)
        // What the session stores anew takes the place of what the cache has in its own memory.
        try await course.say("/a?x", "GET", [:], .reloadRevalidatingCacheData, gets: "1", asked: 2)
        let again = try XCTUnwrap(course.cache.cachedResponse(for: try course.request("/a?x")))
        XCTAssertEqual(String(decoding: again.data, as: UTF8.self), "1")
        course.cache.removeCachedResponse(for: try course.request("/a?x"))
        try await course.say("/a?x", gets: "2", asked: 3)
        XCTAssertEqual(
            course.cache.cachedResponse(for: try course.request("/a?x")).map {
                String(decoding: $0.data, as: UTF8.self)
            },
            "2")
        course.cache.removeAllCachedResponses()
        try await course.say("/a?x", gets: "3", asked: 4)
    }

    func testWhatTheCacheStoresTheSessionGets() async throws {
        let course = try course { _, number in Self.ok("\(number)") }
        try await course.say(gets: "0", asked: 1)
        let request = try course.request()
        let response = try XCTUnwrap(
            HTTPURLResponse(
                url: try XCTUnwrap(request.url), statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: ["Cache-Control": "max-age=600", "X-From": "cache"]))
        course.cache.storeCachedResponse(CachedURLResponse(response: response, data: Data("own".utf8)), for: request)
        let said = try await course.say(gets: "own", asked: 1)
        XCTAssertEqual(said.fields["x-from"], "cache")
    }
}
