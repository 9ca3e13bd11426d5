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

final class URLSessionTransportTests: TransportCase {
    // MARK: Heads

    /// One answer each: what comes of it.
    func testHeads() async throws {
        let rows: [(answer: String, status: Int, lines: [String], content: String)] = [
            (
                "200 OK\r\nContent-Length: 2\r\nX-A: 1\r\nX-A: 2\r\nEmpty:\r\n\r\nhi", 200,
                ["Content-Length: 2", "Empty: ", "X-A: 1, 2"], "hi"
            ),
            (
                "200 OK\r\nSet-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT\r\nSet-Cookie: b=2\r\n"
                    + "Content-Length: 0\r\n\r\n", 200,
                [
                    "Content-Length: 0", "Set-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "Set-Cookie: b=2",
                ], ""
            ),
            ("404 No\r\nContent-Length: 2\r\n\r\nno", 404, ["Content-Length: 2"], "no"),
            ("204 No\r\nX-A: 1\r\n\r\n", 204, ["X-A: 1"], ""),
            (
                "401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno", 401,
                ["Content-Length: 2", "WWW-Authenticate: Basic realm=\"x\""], "no"
            ),
            (
                "302 Found\r\nLocation: /b\r\nContent-Length: 5\r\n\r\nmoved", 302,
                ["Content-Length: 5", "Location: /b"], "moved"
            ),
            (
                "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", 200,
                ["Transfer-Encoding: chunked"], "abcde"
            ),
            ("200 OK\r\nConnection: close\r\n\r\nto the end", 200, ["Connection: close"], "to the end"),
        ]
        let transport = URLSessionTransport()
        for row in rows {
            let server = try server { _, _ in [.send("HTTP/1.1 " + row.answer)] }
            let response = try await transport.send(try request(server))
            XCTAssertEqual(response.head.status.value, row.status, row.answer)
            XCTAssertEqual(response.head.fields.lines.map(\.description), row.lines, row.answer)
            let content = try await text(response)
            XCTAssertEqual(content, row.content, row.answer)
            XCTAssertEqual(server.requests.count, 1, row.answer)
        }
    }

    /// What is no number of seconds, or too many to be told, is for ever.
    func testAnyTimeOut() async throws {
        let server = try server { _, _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), .nextRequest]
        }
        for timeout in [Double.infinity, .greatestFiniteMagnitude, 1e20, .nan, -.infinity, 0, nil] {
            let response = try await URLSessionTransport(timeout: timeout).send(try request(server))
            let content = try await text(response)
            XCTAssertEqual(content, "hi", "\(String(describing: timeout))")
        }
    }

    func testHeadAndNotModifiedHaveNoContent() async throws {
        let server = try server { request, _ in
            request.line.hasPrefix("HEAD")
                ? [.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), .nextRequest]
                : [.send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nContent-Length: 5\r\n\r\n"), .nextRequest]
        }
        let transport = URLSessionTransport()
        let head = try await transport.send(try request(server, "/a", .head))
        XCTAssertEqual(head.head.contentLength, 5)
        let nothing = try await text(head)
        XCTAssertEqual(nothing, "")
        let response = try await transport.send(try request(server, "/a", .get, [("If-None-Match", "\"1\"")]))
        XCTAssertEqual(response.head.status.value, 304)
        let content = try await text(response)
        XCTAssertEqual(content, "")
        XCTAssertEqual(server.requests.last?.field("If-None-Match"), "\"1\"")
    }

    #if canImport(FoundationNetworking)
        func testInterimHeadsComeFirst() async throws {
            let server = try server { _, _ in
                [
                    .send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
                    .send("HTTP/1.1 103 Early Hints\r\nLink: </b>\r\n\r\n"),
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"),
                ]
            }
            let links = Locked<[String]>([])
            var request = try request(server)
            request.onInterim = { head in
                links.withLock { $0.append("\(head.status) " + (head.fields.combinedValue(of: "Link") ?? "")) }
            }
            let response = try await URLSessionTransport().send(request)
            XCTAssertEqual(links.withLock { $0 }, ["103 </a>", "103 </b>"])
            let content = try await text(response)
            XCTAssertEqual(content, "hi")
        }
    #endif

    /// The head is there while the origin still holds the content back.
    func testTheHeadComesBeforeTheContent() async throws {
        let server = try server { _, _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), .hang] }
        let response = try await URLSessionTransport().send(try request(server))
        XCTAssertEqual(response.head.status.value, 200)
        XCTAssertEqual(response.content.length, 5)
    }

    // MARK: Codings

    /// "hello" by gzip, from RFC 1952's description: a stored block between header and trailer.
    private static let gzip: [UInt8] = [
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1, 5, 0, 0xFA, 0xFF, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x86, 0xA6, 0x10,
        0x36, 5, 0, 0, 0,
    ]

    func testIdentityIsAskedForUnlessTheCallerSaysOtherwise() async throws {
        let server = try server { _, _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), .nextRequest] }
        let transport = URLSessionTransport()
        for (fields, sent) in [([], "identity"), ([("Accept-Encoding", "gzip")], "gzip")] {
            _ = try await text(try await transport.send(try request(server, "/a", .get, fields)))
            XCTAssertEqual(server.requests.last?.field("Accept-Encoding"), sent)
        }
    }

    func testCodedContentIsDeliveredDecodedUnderFieldsThatSaySo() async throws {
        let server = try server { _, _ in
            [
                .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(Self.gzip.count)\r\n"),
                .send("ETag: \"1\"\r\n\r\n"), .bytes(Self.gzip),
            ]
        }
        let response = try await URLSessionTransport().send(try request(server))
        XCTAssertEqual(response.head.fields.lines.map { $0.description.lowercased() }, ["etag: w/\"1\""])
        XCTAssertNil(response.content.length)
        let content = try await text(response)
        XCTAssertEqual(content, "hello")
    }

    func testCodedContentThatIsNoneOrIsCutIsAnError() async throws {
        let gzip = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
        let rows: [[RawServer.Act]] = [
            [.send(gzip + "2\r\n\r\nhi")],
            [.send(gzip + "\(Self.gzip.count)\r\n\r\n"), .bytes(Array(Self.gzip[..<18]))],
        ]
        for acts in rows {
            let server = try server { _, _ in acts }
            let failure = await thrown {
                try await self.text(try await URLSessionTransport().send(self.request(server)))
            }
            guard case ClientError.contentCut(_, _, let cause)? = failure,
                case URLSessionTransportError.contentBrokenOff? = cause
            else { return XCTFail("\(String(describing: failure))") }
        }
    }

    // MARK: Refusals

    func testOtherSchemesAreRefused() async throws {
        let head = RequestHead(target: try TargetURI("ftp://127.0.0.1/"))
        let failure = await thrown { try await URLSessionTransport().send(OutgoingRequest(head: head)) }
        guard case URLSessionTransportError.schemeNotSupported("ftp")? = failure else {
            return XCTFail("\(String(describing: failure))")
        }
    }

    func testWhatIsNoResponse() async throws {
        for answer in ["", "garbage\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n"] {
            let server = try server { _, _ in [.send(answer)] }
            let failure = await thrown { try await URLSessionTransport().send(try self.request(server)) }
            guard case URLSessionTransportError.noResponse? = failure else {
                return XCTFail("\(answer): \(String(describing: failure))")
            }
        }
    }

    func testTwoLengthsAreRefusedUnlessTheyAgree() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: "
        let agreeing = try server { _, _ in [.send(answer + "2\r\n\r\nhi")] }
        let response = try await URLSessionTransport().send(try request(agreeing))
        XCTAssertEqual(response.content.length, 2)
        let content = try await text(response)
        XCTAssertEqual(content, "hi")
        let server = try server { _, _ in [.send(answer + "3\r\n\r\nhi"), .hang] }
        let failure = await thrown { try await URLSessionTransport().send(try self.request(server)) }
        guard case URLSessionTransportError.contentLengthInvalid("2, 3")? = failure else {
            return XCTFail("\(String(describing: failure))")
        }
        let isClosed = await eventually { server.ended == 1 }
        XCTAssertTrue(isClosed)
    }

    func testNobodyListens() async throws {
        let server = try RawServer { _, _ in [] }
        let request = try request(server)
        server.close()
        let failure = await thrown { try await URLSessionTransport().send(request) }
        guard case URLSessionTransportError.noResponse(let error)? = failure else {
            return XCTFail("\(String(describing: failure))")
        }
        XCTAssertEqual(error.code, .cannotConnectToHost)
    }

    func testContentThatIsCutIsAnError() async throws {
        let rows = [
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nbody",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nbody",
        ]
        for answer in rows {
            let server = try server { _, _ in [.send(answer)] }
            let response = try await URLSessionTransport().send(try request(server))
            let failure = await thrown { try await self.text(response) }
            guard case ClientError.contentCut(_, _, let cause)? = failure,
                case URLSessionTransportError.contentBrokenOff? = cause
            else { return XCTFail("\(answer): \(String(describing: failure))") }
        }
    }

    #if canImport(FoundationNetworking)
        func testARedirectWithoutLocationLosesItsContent() async throws {
            let server = try server { _, number in
                [.send("HTTP/1.1 302 Found\r\nContent-Length: \(number * 4)\r\n\r\n" + (number == 0 ? "" : "body"))]
            }
            let transport = URLSessionTransport()
            let empty = try await transport.send(try request(server))
            XCTAssertEqual(empty.head.status.value, 302)
            let content = try await text(empty)
            XCTAssertEqual(content, "")
            let response = try await transport.send(try request(server))
            let failure = await thrown { try await self.text(response) }
            guard case ClientError.contentCut(_, _, let cause)? = failure,
                case URLSessionTransportError.contentWithheld(302)? = cause
            else { return XCTFail("\(String(describing: failure))") }
        }
    #endif

    // MARK: Secrets

    func testNoCookieIsKept() async throws {
        let server = try server { _, _ in
            [.send("HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nContent-Length: 0\r\n\r\n"), .nextRequest]
        }
        let transport = URLSessionTransport(.default)
        _ = try await text(try await transport.send(try request(server)))
        _ = try await text(try await transport.send(try request(server)))
        XCTAssertNil(server.requests.last?.field("Cookie"))
        _ = try await text(try await transport.send(try request(server, "/a", .get, [("Cookie", "b=2")])))
        XCTAssertEqual(server.requests.last?.field("Cookie"), "b=2")
    }

    func testNothingIsCached() async throws {
        let server = try server { _, number in
            [.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 1\r\n\r\n\(number)"), .nextRequest]
        }
        let transport = URLSessionTransport(.default)
        for number in 0..<2 {
            let content = try await text(try await transport.send(try request(server)))
            XCTAssertEqual(content, "\(number)")
        }
    }

    /// What a configuration has is left as it is, and no cache in it is used.
    func testTheConfigurationIsACopy() async throws {
        let server = try server { _, _ in
            [.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 0\r\n\r\n"), .nextRequest]
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.useCache(
            of: CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 1 << 20)))
        let (cookies, classes) = (configuration.httpCookieStorage, configuration.protocolClasses?.count)
        let transport = URLSessionTransport(configuration)
        for _ in 0..<2 {
            let response = try await transport.send(try request(server))
            XCTAssertNil(response.head.fields.combinedValue(of: "Cache-Status"))
            _ = try await text(response)
        }
        XCTAssertEqual(server.requests.count, 2)
        XCTAssertTrue(configuration.httpCookieStorage === cookies)
        XCTAssertEqual(configuration.protocolClasses?.count, classes)
        XCTAssertEqual(configuration.timeoutIntervalForRequest, 60)
    }

    func testAConnectionIsUsedAgain() async throws {
        let server = try server { _, _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), .nextRequest] }
        let transport = URLSessionTransport()
        for _ in 0..<5 { _ = try await text(try await transport.send(try request(server))) }
        XCTAssertEqual(server.requests.count, 5)
        // The end of a transfer and the next may cross.
        XCTAssertLessThan(server.connections, 5)
    }

    // MARK: Request content

    func testContentInMemoryAndInAStream() async throws {
        let server = try server { _, _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), .nextRequest] }
        let transport = URLSessionTransport()
        let fields = [("Content-Type", "text/plain"), ("Content-Length", "99"), ("Transfer-Encoding", "gzip")]
        _ = try await text(
            try await transport.send(try request(server, "/a", .post, fields, content: Content(Array("body".utf8)))))
        XCTAssertEqual(server.requests.last?.body, Array("body".utf8))
        XCTAssertEqual(server.requests.last?.field("Content-Length"), "4")
        XCTAssertEqual(server.requests.last?.field("Content-Type"), "text/plain")
        let pieces = Counter()
        let stream = Content(length: 3_000_000) {
            pieces.add(1) > 30 ? nil : [UInt8](repeating: UInt8(pieces.count), count: 100_000)[...]
        }
        _ = try await text(try await transport.send(try request(server, "/a", .post, fields, content: stream)))
        let body = try XCTUnwrap(server.requests.last?.body)
        let expected = (1...30).flatMap { [UInt8](repeating: UInt8($0), count: 100_000) }
        XCTAssertTrue(body == expected, "\(body.count) bytes")
        XCTAssertEqual(server.requests.last?.field("Content-Length"), "3000000")
        XCTAssertNil(server.requests.last?.field("Transfer-Encoding"))
    }

    func testContentThatFailsIsAnError() async throws {
        struct Broken: Error {}
        let server = try server { _, _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")] }
        let pieces = Counter()
        let stream = Content {
            if pieces.add(1) > 1 { throw Broken() }
            return [1, 2, 3]
        }
        let failure = await thrown {
            try await URLSessionTransport().send(try self.request(server, "/a", .post, [], content: stream))
        }
        guard case URLSessionTransportError.requestContentFailed(let cause)? = failure else {
            return XCTFail("\(String(describing: failure))")
        }
        guard case ClientError.contentCut(_, _, let own)? = cause as? ClientError, own is Broken else {
            return XCTFail("\(cause)")
        }
        XCTAssertEqual(server.connections, 0)
    }
}
