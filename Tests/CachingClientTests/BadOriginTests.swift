import CachingClient
import DiskStore
import HTTPCacheSemantics
import HTTPWire
import LoopbackSockets
import TestSupport
import XCTest

/// Origins on real sockets that do what they must not: a typed error, and nothing wrong in the store.
final class BadOriginTests: XCTestCase {
    private static let loops = EventLoopGroup(count: 1)

    private struct Course {
        let server: RawServer
        let client: CachingClient
        let store: MemoryStore

        func head(_ fields: [(String, String)] = [], method: Method = .get) throws -> RequestHead {
            RequestHead(method: method, target: try TargetURI(server.url()), fields: FieldSection(fields))
        }

        func stored() async throws -> StoredVariants {
            await store.variants(under: ResponseKey(CacheKey(of: try TargetURI(server.url()))))
        }

        /// What a request ends in: status and content, or the error.
        func outcome(_ fields: [(String, String)] = []) async throws -> String {
            let head = try head(fields)
            do throws(ClientError) {
                let answer = try await client.send(head)
                let content = try await answer.content.collect(upTo: 1 << 20)
                return "\(answer.status) \(String(decoding: content, as: UTF8.self))"
            } catch {
                return BadOriginTests.name(error)
            }
        }
    }

    private static func name(_ error: ClientError) -> String {
        switch error {
        case .originFailed(let cause, let rule):
            switch cause {
            case ConnectionError.malformed: "no response: malformed, \(rule.code)"
            case ConnectionError.timedOut: "no response: timed out, \(rule.code)"
            case let cause as ConnectionError: "no response: \(cause), \(rule.code)"
            case let cause as ClientError: "no response: \(name(cause)), \(rule.code)"
            default: "no response: \(cause)"
            }
        case .contentCut(let received, let expected, _): "cut \(received) \(expected.map(String.init) ?? "-")"
        default: "\(error)"
        }
    }

    private func course(
        timeout: Duration? = nil, _ script: @escaping RawServer.Script
    ) throws -> Course {
        let loops = try XCTUnwrap(Self.loops)
        let server = try RawServer(script)
        addTeardownBlock { server.close() }
        var configuration = TransportConfiguration()
        configuration.responseTimeout = timeout
        let store = MemoryStore(capacity: 1 << 20)
        let client = CachingClient(transport: SocketTransport(configuration, on: loops), store: store)
        return Course(server: server, client: client, store: store)
    }

    private static let fresh = "Cache-Control: max-age=60\r\nETag: \"1\"\r\n"
    private static let weak = "Cache-Control: max-age=60\r\nETag: W/\"1\"\r\n"

    /// One answer each: what the caller gets of it, and what the store has afterwards.
    func testAnswersThatAreWrong() async throws {
        let rows: [(name: String, answer: String, gets: String, stored: String)] = [
            ("whole", "HTTP/1.1 200 OK\r\n\(Self.fresh)Content-Length: 4\r\n\r\nbody", "200 body", "complete 4"),
            (
                "cut, and no range can complete it",
                "HTTP/1.1 200 OK\r\n\(Self.weak)Content-Length: 10\r\n\r\nbody", "cut 4 10", "nothing"
            ),
            (
                "cut, and a range can complete it",
                "HTTP/1.1 200 OK\r\n\(Self.fresh)Content-Length: 10\r\n\r\nbody", "cut 4 10", "partial 0..<4 of 10"
            ),
            (
                "cut before its first byte", "HTTP/1.1 200 OK\r\n\(Self.fresh)Content-Length: 10\r\n\r\n", "cut 0 10",
                "nothing"
            ),
            (
                "cut inside a chunk",
                "HTTP/1.1 200 OK\r\n\(Self.weak)Transfer-Encoding: chunked\r\n\r\n8\r\nbody", "cut 4 -", "nothing"
            ),
            (
                "without the last chunk",
                "HTTP/1.1 200 OK\r\n\(Self.weak)Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n", "cut 4 -", "nothing"
            ),
            (
                "more than was announced is not part of it",
                "HTTP/1.1 200 OK\r\n\(Self.fresh)Content-Length: 4\r\n\r\nbody and more", "200 body", "complete 4"
            ),
            (
                "two lengths", "HTTP/1.1 200 OK\r\n\(Self.fresh)Content-Length: 4\r\nContent-Length: 5\r\n\r\nbody",
                "no response: malformed, stale.not-allowed", "nothing"
            ),
            ("garbage", "no head at all\r\n\r\n", "no response: malformed, stale.not-allowed", "nothing"),
            (
                "a head that breaks off", "HTTP/1.1 200 OK\r\nCache-Con", "no response: malformed, stale.not-allowed",
                "nothing"
            ),
            ("nothing", "", "no response: closed, stale.not-allowed", "nothing"),
            (
                "a status that is none", "HTTP/1.1 700 What\r\n\(Self.fresh)Content-Length: 0\r\n\r\n",
                "700 is no status of a final response", "nothing"
            ),
            (
                "304 to no condition", "HTTP/1.1 304 Not Modified\r\n\(Self.fresh)\r\n",
                "304 to a request without conditions", "nothing"
            ),
            (
                "206 to no range",
                "HTTP/1.1 206 Part\r\n\(Self.fresh)Content-Range: bytes 0-3/10\r\nContent-Length: 4\r\n\r\nbody",
                "206 to a request without a range", "nothing"
            ),
        ]
        for row in rows {
            let course = try course { _, _ in [.send(row.answer)] }
            let gets = try await course.outcome()
            XCTAssertEqual(gets, row.gets, row.name)
            let stored = try await course.stored()
            XCTAssertEqual(Self.name(stored), row.stored, row.name)
            for (response, variant) in zip(stored.responses, stored.variants) where response.content.isComplete {
                XCTAssertEqual(variant.body.bytes, Array("body".utf8)[...], row.name)
            }
        }
    }

    private static func name(_ stored: StoredVariants) -> String {
        guard let response = stored.responses.first else { return "nothing" }
        switch response.content {
        case .complete(let length): return "complete \(length ?? -1)"
        case .partial(let range, let total): return "partial \(range) of \(total ?? -1)"
        }
    }

    /// Which of both is wrong, nobody knows: the message is whole, and nothing of it is kept.
    func testAPartThatIsNotAsLongAsItsRange() async throws {
        for last in [2, 4] {
            let answer =
                "HTTP/1.1 206 Part\r\n\(Self.fresh)Content-Range: bytes 0-\(last)/10\r\nContent-Length: 4\r\n\r\nbody"
            let course = try course { _, _ in [.send(answer)] }
            let gets = try await course.outcome([("Range", "bytes=0-\(last)")])
            XCTAssertEqual(gets, "206 body", "\(last)")
            let stored = try await course.stored()
            XCTAssertTrue(stored.isEmpty, "\(last)")
        }
    }

    func testAnOriginThatNeverAnswersLeavesTheCallerFree() async throws {
        let course = try course { _, _ in [.hang] }
        let task = Task { try await course.outcome() }
        let isAsked = await eventually { course.server.requests.count == 1 }
        XCTAssertTrue(isAsked)
        task.cancel()
        let gets = try await task.value
        XCTAssertEqual(gets, "cancelled")
        let stored = try await course.stored()
        XCTAssertTrue(stored.isEmpty)
    }

    func testAnOriginThatStopsInTheMiddleLeavesTheCallerFree() async throws {
        let course = try course { _, _ in
            [.send("HTTP/1.1 200 OK\r\n\(Self.weak)Content-Length: 10\r\n\r\nbody"), .hang]
        }
        let started = Counter()
        let task = Task { () -> ClientError? in
            let answer = try await course.client.send(try course.head())
            do throws(ClientError) {
                for try await _ in answer.content { started.add(1) }
                return nil
            } catch {
                return error
            }
        }
        let isReading = await eventually { started.count == 1 }
        XCTAssertTrue(isReading)
        task.cancel()
        guard case .cancelled = try await task.value else { return XCTFail("not cancelled") }
        let isLeft = await eventually { (try? await course.stored().isEmpty) == true }
        XCTAssertTrue(isLeft)
    }

    func testTimeoutsAreTheTransports() async throws {
        let course = try course(timeout: .milliseconds(50)) { _, _ in [.hang] }
        let gets = try await course.outcome()
        XCTAssertEqual(gets, "no response: timed out, stale.not-allowed")
    }

    /// A part is stored, and the rest comes under another validator: never joined.
    func testARangeOfAnotherRepresentationIsNotJoined() async throws {
        let course = try course { request, number in
            number == 0
                ? [.send("HTTP/1.1 200 OK\r\n\(Self.fresh)Content-Length: 8\r\n\r\nold:")]
                : [
                    .send(
                        "HTTP/1.1 206 Part\r\nCache-Control: max-age=60\r\nETag: \"2\"\r\n"
                            + "Content-Range: bytes 4-7/8\r\nContent-Length: 4\r\n\r\n:new")
                ]
        }
        let cut = try await course.outcome()
        XCTAssertEqual(cut, "cut 4 8")
        let gets = try await course.outcome([("Range", "bytes=4-7")])
        XCTAssertEqual(gets, "206 :new")
        let stored = try await course.stored()
        XCTAssertEqual(Self.name(stored), "partial 4..<8 of 8")
        XCTAssertEqual(stored.variants.first?.body.bytes, Array(":new".utf8)[...])
    }

    /// A part is stored, and the rest under the same validator makes it whole.
    func testARangeOfTheSameRepresentationCompletesAPart() async throws {
        let course = try course { _, number in
            number == 0
                ? [.send("HTTP/1.1 200 OK\r\n\(Self.fresh)Content-Length: 8\r\n\r\nfour")]
                : [
                    .send(
                        "HTTP/1.1 206 Part\r\n\(Self.fresh)Content-Range: bytes 4-7/8\r\nContent-Length: 4\r\n\r\nmore")
                ]
        }
        let cut = try await course.outcome()
        XCTAssertEqual(cut, "cut 4 8")
        let gets = try await course.outcome([("Range", "bytes=4-7")])
        XCTAssertEqual(gets, "206 more")
        let whole = try await course.outcome()
        XCTAssertEqual(whole, "200 fourmore")
        XCTAssertEqual(course.server.requests.count, 2)
    }

    func testADisconnectIsStoodInForByWhatIsStale() async throws {
        let course = try course { _, number in
            number == 0
                ? [.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=0\r\nETag: \"1\"\r\nContent-Length: 4\r\n\r\nbody")]
                : []
        }
        let first = try await course.outcome()
        XCTAssertEqual(first, "200 body")
        let second = try await course.outcome()
        XCTAssertEqual(second, "200 body")
        XCTAssertEqual(course.server.requests.count, 2)
    }

    func testOtherSchemesAreRefused() async throws {
        let course = try course { _, _ in [] }
        let head = RequestHead(target: try TargetURI("https://127.0.0.1/"))
        do throws(ClientError) {
            _ = try await course.client.send(head)
            XCTFail("https over a plain socket")
        } catch {
            guard case .originFailed(let cause, _) = error else { return XCTFail("\(error)") }
            XCTAssertEqual(cause as? TransportError, .schemeNotSupported("https"))
        }
    }
}
