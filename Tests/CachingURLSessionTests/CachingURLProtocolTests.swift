import CachingClient
import Foundation
import HTTPCacheSemantics
import Locking
import LoopbackSockets
import TestSupport
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Ordinary sessions over a real server, with a `DiskURLCache` as the store.
final class CachingURLProtocolTests: SessionCase {
    // MARK: The cache in use

    func testQueriesAreDistinctAndFreshOnesServedWithoutARequest() async throws {
        let course = try course { request, _ in Self.ok(request.line) }
        try await course.say("/a?x=1", gets: "GET /a?x=1 HTTP/1.1", asked: 1)
        try await course.say("/a?x=2", gets: "GET /a?x=2 HTTP/1.1", asked: 2)
        try await course.say("/a", gets: "GET /a HTTP/1.1", asked: 3)
        for path in ["/a?x=1", "/a?x=2", "/a", "/a#part"] {
            let line = "GET \(path.prefix { $0 != "#" }) HTTP/1.1"
            let said = try await course.say(path, gets: line, asked: 3)
            XCTAssertEqual(said.fields["cache-status"]?.hasPrefix("CachingClient; hit"), true, "\(said.fields)")
        }
    }

    func testWhatIsStaleIsValidated() async throws {
        let fields = "Cache-Control: max-age=0\r\nETag: \"1\"\r\n"
        let course = try course { request, number in
            if number == 0 { return Self.ok("body", fields) }
            XCTAssertEqual(request.field("If-None-Match"), "\"1\"")
            return [.send("HTTP/1.1 304 Not Modified\r\n\(fields)X-New: yes\r\n\r\n"), .nextRequest]
        }
        try await course.say(gets: "body", asked: 1)
        let said = try await course.say(gets: "body", asked: 2)
        XCTAssertEqual(said.fields["x-new"], "yes")
    }

    func testNoStoreIsNotKept() async throws {
        let course = try course { _, number in Self.ok("\(number)", "Cache-Control: no-store\r\n") }
        try await course.say(gets: "0", asked: 1)
        XCTAssertFalse(try course.isStored())
        try await course.say(gets: "1", asked: 2)
    }

    func testVariantsStandSideBySide() async throws {
        let course = try course { request, _ in
            Self.ok(request.field("X-Lang") ?? "none", "Cache-Control: max-age=600\r\nVary: X-Lang\r\n")
        }
        try await course.say("/a", "GET", ["X-Lang": "de"], gets: "de", asked: 1)
        try await course.say("/a", "GET", ["X-Lang": "fr"], gets: "fr", asked: 2)
        try await course.say("/a", gets: "none", asked: 3)
        for language in ["de", "fr"] {
            try await course.say("/a", "GET", ["X-Lang": language], gets: language, asked: 3)
        }
    }

    func testHeadIsAnsweredFromWhatGetHasStored() async throws {
        let course = try course { _, _ in Self.ok("body") }
        try await course.say(gets: "body", asked: 1)
        let said = try await course.say("/a", "HEAD", gets: "", asked: 1)
        XCTAssertEqual(said.fields["content-length"], "4")
    }

    func testPostInvalidates() async throws {
        let course = try course { _, number in Self.ok("\(number)") }
        try await course.say(gets: "0", asked: 1)
        try await course.say(gets: "0", asked: 1)
        var post = try course.request("/a", "POST")
        post.httpBody = Data("content".utf8)
        _ = try await course.session.said(to: post)
        XCTAssertEqual(course.server.requests.last?.body, Array("content".utf8))
        XCTAssertFalse(try course.isStored())
        try await course.say(gets: "2", asked: 3)
    }

    func testContentFromAStreamIsSent() async throws {
        let course = try course { request, _ in Self.ok("\(request.body.count)") }
        for count in [0, 5, 1_500_000] {
            var post = try course.request("/a", "POST", ["Content-Type": "text/plain"])
            post.httpBodyStream = InputStream(data: Data(repeating: 0x61, count: count))
            let said = try await course.session.said(to: post)
            XCTAssertEqual(said.text, "\(count)")
            XCTAssertEqual(course.server.requests.last?.body.allSatisfy { $0 == 0x61 }, true)
        }
    }

    /// A completion handler gets everything, in however many pieces it came.
    func testACompletionHandlerGetsTheWholeContent() async throws {
        let course = try course { _, _ in
            [
                .send("HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: 1000000\r\n\r\n"),
                .fill(1_000_000),
            ]
        }
        for _ in 0..<2 {
            let said = try await course.session.said(to: try course.request())
            XCTAssertEqual(said.text.utf8.count, 1_000_000)
        }
        XCTAssertEqual(course.server.requests.count, 1)
    }

    func testAnAsynchronousCallGetsTheWholeContent() async throws {
        let course = try course { _, _ in Self.ok("body") }
        for _ in 0..<2 {
            let (data, response) = try await course.session.data(for: try course.request())
            XCTAssertEqual(data, Data("body".utf8))
            XCTAssertEqual((response as? HTTPURLResponse)?.statusCode, 200)
        }
        XCTAssertEqual(course.server.requests.count, 1)
    }

    /// A session that is cancelled right after a response calls no completion handler twice.
    func testCancellationRightAfterTheEnd() async throws {
        let server = try RawServer { _, _ in Self.ok("body") }
        defer { server.close() }
        let client = CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 1 << 20))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.useCache(of: client)
        let request = URLRequest(url: try XCTUnwrap(URL(string: server.url())))
        for _ in 0..<300 {
            let session = URLSession(configuration: configuration)
            let (data, _) = try await session.data(for: request)
            session.invalidateAndCancel()
            XCTAssertEqual(data, Data("body".utf8))
        }
        XCTAssertEqual(server.requests.count, 1)
    }

    func testSimultaneousRequestsAreOne() async throws {
        let course = try course { _, _ in Self.ok("body") }
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 {
                let request = try course.request()
                let session = course.session
                group.addTask { try await session.said(to: request).text }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        XCTAssertEqual(texts, ["body"])
        XCTAssertEqual(course.server.requests.count, 1)
    }

    /// A session makes tasks while others are answered: Foundation keeps a table of them that it guards by its queue.
    func testManyTasksBeginWhileOthersEnd() async throws {
        let course = try course { _, _ in Self.ok("body") }
        try await course.say(gets: "body", asked: 1)
        let request = try course.request()
        let session = course.session
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        let said = try await session.said(to: request)
                        if said.text != "body" { throw URLError(.badServerResponse) }
                    }
                }
            }
            try await group.waitForAll()
        }
        XCTAssertEqual(course.server.requests.count, 1)
    }

    func testADelegateGetsALargeBodyInPieces() async throws {
        let delegate = CountingDelegate()
        let length = 48 << 20
        let course = try course(delegate: delegate, bodies: .inPieces) { _, _ in
            [
                .send("HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: \(length)\r\n\r\n"),
                .fill(length),
            ]
        }
        for round in 1...2 {
            delegate.end.withLock { $0 = (false, nil) }
            course.session.dataTask(with: try course.request()).resume()
            let isOver = await eventually { delegate.end.withLock { $0.isOver } }
            XCTAssertTrue(isOver)
            XCTAssertNil(delegate.end.withLock { $0.error })
            XCTAssertEqual(delegate.bytes.count, round * length)
        }
        XCTAssertLessThanOrEqual(delegate.largest.withLock { $0 }, TransferBuffer.pieceLimit)
        XCTAssertEqual(course.server.requests.count, 1)
    }

    // MARK: What breaks off

    func testCancellationInTheMiddleLeavesNothingStored() async throws {
        let course = try course { _, _ in
            [
                .send("HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: 10\r\n\r\nbody"), .hang,
            ]
        }
        let request = try course.request()
        let session = course.session
        let task = Task { () -> URLError? in
            do {
                _ = try await session.said(to: request)
                return nil
            } catch {
                return error as? URLError
            }
        }
        let isAsked = await eventually { course.server.requests.count == 1 }
        XCTAssertTrue(isAsked)
        task.cancel()
        let error = await task.value
        XCTAssertEqual(error?.code, .cancelled)
        let isClosed = await eventually { course.server.ended == 1 }
        XCTAssertTrue(isClosed)
        XCTAssertFalse(try course.isStored())
    }

    func testACutConnectionStoresNothingWhole() async throws {
        let course = try course { _, number in
            number == 0
                ? [.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: 10\r\n\r\nbody")]
                : Self.ok("whole")
        }
        let error = try await course.fails()
        XCTAssertNotNil(error)
        XCTAssertFalse(try course.isStored())
        try await course.say(gets: "whole", asked: 2)
    }

    /// Fields that a configuration adds are there when the cache looks.
    func testAdditionalFieldsAreSeen() async throws {
        let server = try RawServer { request, _ in
            Self.ok(request.field("X-Add") ?? "none", "Cache-Control: max-age=600\r\nVary: X-Add\r\n")
        }
        defer { server.close() }
        let client = CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 1 << 20))
        for (value, asked) in [("1", 1), ("2", 2), ("1", 2)] {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpAdditionalHeaders = ["X-Add": value]
            configuration.useCache(of: client)
            let session = URLSession(configuration: configuration)
            let said = try await session.said(to: URLRequest(url: try XCTUnwrap(URL(string: server.url()))))
            XCTAssertEqual(said.text, value)
            XCTAssertEqual(server.requests.count, asked)
            session.finishTasksAndInvalidate()
        }
    }

    func testNobodyListens() async throws {
        let course = try course { _, _ in [] }
        course.server.close()
        let isClosed = await eventually { (try? await course.fails())??.code == .cannotConnectToHost }
        XCTAssertTrue(isClosed)
    }

    // MARK: Classes and routes

    func testTwoConfigurationsAreApart() async throws {
        let first = try course { _, _ in Self.ok("first") }
        let second = try course { _, _ in Self.ok("second") }
        try await first.say(gets: "first", asked: 1)
        let url = try XCTUnwrap(URL(string: first.server.url()))
        XCTAssertTrue(first.cache.isCached(url))
        XCTAssertFalse(second.cache.isCached(url))
        let said = try await second.session.said(to: URLRequest(url: url))
        XCTAssertEqual(said.text, "first")
        XCTAssertEqual(first.server.requests.count, 2)
    }

    private final class OwnProtocol: CachingURLProtocol {}

    func testASubclassHasARouteOfItsOwn() async throws {
        let server = try RawServer { _, number in Self.ok("\(number)") }
        defer { server.close() }
        let request = URLRequest(url: try XCTUnwrap(URL(string: server.url())))
        XCTAssertFalse(OwnProtocol.canInit(with: request))
        OwnProtocol.route(
            to: CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 1 << 20)))
        XCTAssertTrue(OwnProtocol.canInit(with: request))
        XCTAssertFalse(CachingURLProtocol.canInit(with: request))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [OwnProtocol.self] + (configuration.protocolClasses ?? [])
        let session = URLSession(configuration: configuration)
        for _ in 0..<2 {
            let said = try await session.said(to: request)
            XCTAssertEqual(said.text, "0")
        }
        OwnProtocol.route(to: nil)
        XCTAssertFalse(OwnProtocol.canInit(with: request))
        let said = try await session.said(to: request)
        XCTAssertEqual(said.text, "1")
        session.finishTasksAndInvalidate()
    }

    /// A route that is taken away between the question and the start leaves no load without an end.
    func testALoadWithoutARouteFails() throws {
        OwnProtocol.route(to: nil)
        let listener = ListeningClient()
        let request = URLRequest(url: try XCTUnwrap(URL(string: "http://o.test/")))
        let load = OwnProtocol(request: request, cachedResponse: nil, client: listener)
        load.startLoading()
        XCTAssertEqual(listener.errors.withLock { $0 }, [.cancelled])
        load.startLoading()
        load.stopLoading()
        XCTAssertEqual(listener.errors.withLock { $0 }, [.cancelled])
        // Foundation would tell it of a cancellation.
        XCTAssertNil(load.client)
    }

    func testWhatIsNotForTheProtocol() throws {
        OwnProtocol.route(to: CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 0)))
        defer { OwnProtocol.route(to: nil) }
        for url in ["ftp://o.test/", "file:///a", "data:,a", "ws://o.test/", "http://user@o.test/"] {
            XCTAssertFalse(OwnProtocol.canInit(with: URLRequest(url: try XCTUnwrap(URL(string: url)))), url)
        }
        XCTAssertTrue(OwnProtocol.canInit(with: URLRequest(url: try XCTUnwrap(URL(string: "http://o.test/")))))
    }

    /// A transport's own requests do not come back to a class that is registered for the whole process.
    func testARegisteredClassAnswersOnce() async throws {
        let server = try RawServer { _, number in Self.ok("\(number)") }
        defer { server.close() }
        let client = CachingClient(transport: URLSessionTransport(.default), store: MemoryStore(capacity: 1 << 20))
        OwnProtocol.route(to: client)
        XCTAssertTrue(URLProtocol.registerClass(OwnProtocol.self))
        defer {
            URLProtocol.unregisterClass(OwnProtocol.self)
            OwnProtocol.route(to: nil)
        }
        let request = URLRequest(url: try XCTUnwrap(URL(string: server.url())))
        let transport = URLSessionTransport(.default)
        let response = try await transport.send(OutgoingRequest(head: try XCTUnwrap(RequestHead(request))))
        _ = try await response.content.collect(upTo: 100)
        XCTAssertNil(response.head.fields.combinedValue(of: "Cache-Status"))
    }

    // MARK: What hides its content

    #if canImport(FoundationNetworking)
        func testUploadAndDownloadTasks() async throws {
            let course = try course { _, number in Self.ok("\(number)") }
            var put = try course.request("/a", "PUT")
            let session = course.session
            let uploaded: Data? = await withCheckedContinuation { continuation in
                session.uploadTask(with: put, from: Data("content".utf8)) { data, _, _ in
                    continuation.resume(returning: data)
                }.resume()
            }
            // Past the cache, with its content.
            XCTAssertEqual(uploaded, Data("0".utf8))
            XCTAssertEqual(course.server.requests.last?.body, Array("content".utf8))
            put.httpMethod = "DELETE"
            let refused: (any Error)? = await withCheckedContinuation { continuation in
                session.uploadTask(with: put, from: Data("content".utf8)) { _, _, error in
                    continuation.resume(returning: error)
                }.resume()
            }
            XCTAssertEqual((refused as? URLError)?.refusal, .uploadTask)
            XCTAssertEqual(course.server.requests.count, 1)
            let get = try course.request()
            let download: (any Error)? = await withCheckedContinuation { continuation in
                session.downloadTask(with: get) { _, _, error in continuation.resume(returning: error) }.resume()
            }
            XCTAssertEqual((download as? URLError)?.refusal, .downloadTask)
            XCTAssertEqual(course.server.requests.count, 1)
        }
    #endif

    // MARK: Cookies

    func testCookiesAreSentAndThoseFromTheOriginAreKept() async throws {
        let server = try RawServer { request, number in
            Self.ok(
                request.field("Cookie") ?? "none",
                "Cache-Control: max-age=600\r\nSet-Cookie: n=\(number); Path=/\r\nSet-Cookie: m=1; Path=/\r\n")
        }
        defer { server.close() }
        let configuration = URLSessionConfiguration.ephemeral
        let storage = try XCTUnwrap(configuration.httpCookieStorage)
        configuration.useCache(
            of: CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 1 << 20)))
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        let url = try XCTUnwrap(URL(string: server.url()))
        var texts: [String] = []
        for path in ["/a", "/b", "/a", "/c"] {
            texts.append(try await session.said(to: URLRequest(url: try XCTUnwrap(URL(string: server.url(path))))).text)
        }
        // The third is served from memory: its cookie is not set once more.
        XCTAssertEqual(
            texts.map { $0.split(separator: "; ").sorted().joined(separator: "; ") },
            ["none", "m=1; n=0", "none", "m=1; n=1"])
        XCTAssertEqual(Set((storage.cookies(for: url) ?? []).map { $0.name + "=" + $0.value }), ["n=2", "m=1"])
    }
}

extension URLError {
    fileprivate var refusal: CachingURLProtocol.Refusal? {
        userInfo[NSUnderlyingErrorKey] as? CachingURLProtocol.Refusal
    }
}
