import CachingClient
import DiskStore
import HTTPCacheSemantics
import HTTPWire
import LoopbackSockets
import XCTest

/// A transfer that was cut is completed by the next request for the whole, over real sockets (RFC 9111 §3.3, §3.4).
final class CompletionTests: XCTestCase {
    private static let loops = EventLoopGroup(count: 1)
    private static let fresh = "Cache-Control: max-age=60\r\nETag: \"1\"\r\n"
    private static let cut = "HTTP/1.1 200 OK\r\n\(fresh)Content-Length: 8\r\n\r\nfour"

    private struct Course {
        let server: RawServer
        let client: CachingClient
        let store: any ResponseStore

        /// What a request for the whole ends in.
        func outcome(_ fields: [(String, String)] = []) async throws -> String {
            let head = RequestHead(target: try TargetURI(server.url()), fields: FieldSection(fields))
            do throws(ClientError) {
                let answer = try await client.send(head)
                let content = try await answer.content.collect(upTo: 1 << 20)
                let range = answer.fields.combinedValue(of: "Content-Range").map { " of \($0)" } ?? ""
                return "\(answer.status) \(String(decoding: content, as: UTF8.self))\(range)"
            } catch {
                if case .contentCut(let received, let expected, _) = error {
                    return "cut \(received) \(expected ?? -1)"
                }
                return "\(error)"
            }
        }

        /// Range and If-Range of the request with this number.
        func asked(_ number: Int) -> String {
            let lines = server.requests[number].head.split(separator: "\r\n")
            return ["Range: ", "If-Range: "].compactMap { name in
                lines.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
            }.joined(separator: " ")
        }

        func stored() async throws -> String {
            let found = try await store.variants(under: ResponseKey(CacheKey(of: try TargetURI(server.url()))))
            var texts: [String] = []
            for (response, variant) in zip(found.responses, found.variants) {
                let bytes = try await variant.body.read(at: 0, upTo: 1 << 20)
                texts.append(
                    "\(response.content.isComplete ? "whole" : "part") \(String(decoding: bytes, as: UTF8.self))")
            }
            return texts.sorted().joined(separator: ", ")
        }
    }

    private func course(
        _ store: any ResponseStore = MemoryStore(capacity: 1 << 20), answers: [String]
    ) throws -> Course {
        let loops = try XCTUnwrap(Self.loops)
        let server = try RawServer { _, number in number < answers.count ? [.send(answers[number])] : [] }
        addTeardownBlock { server.close() }
        let client = CachingClient(transport: SocketTransport(on: loops), store: store)
        return Course(server: server, client: client, store: store)
    }

    private static func part(
        _ text: String, _ range: String, tag: String = "\"1\"", length: Int? = nil, fields: String = ""
    ) -> String {
        "HTTP/1.1 206 Part\r\nCache-Control: max-age=60\r\nETag: \(tag)\r\nContent-Range: bytes \(range)\r\n"
            + "Content-Length: \(length ?? text.utf8.count)\r\n\(fields)\r\n\(text)"
    }

    func testTheRestIsAskedForAndJoined() async throws {
        let directories = TestDirectories()
        defer { directories.remove() }
        let stores: [any ResponseStore] = [
            MemoryStore(capacity: 1 << 20), try DiskStore(at: directories.new()),
            TieredStore(MemoryStore(capacity: 1 << 20), before: try DiskStore(at: directories.new())),
        ]
        for store in stores {
            let course = try course(store, answers: [Self.cut, Self.part("more", "4-7/8")])
            let first = try await course.outcome()
            XCTAssertEqual(first, "cut 4 8")
            let part = try await course.stored()
            XCTAssertEqual(part, "part four")
            let second = try await course.outcome()
            XCTAssertEqual(second, "200 fourmore")
            XCTAssertEqual(course.asked(1), "bytes=4- \"1\"")
            let whole = try await course.stored()
            XCTAssertEqual(whole, "whole fourmore")
            let third = try await course.outcome()
            XCTAssertEqual(third, "200 fourmore")
            XCTAssertEqual(course.server.requests.count, 2)
        }
    }

    /// What comes instead of the rest, what the caller gets then, and what is stored in the end.
    func testWhatIsNotTheRest() async throws {
        let new = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nETag: \"2\"\r\nContent-Length: 3\r\n\r\nnew"
        let rows: [(name: String, answers: [String], gets: String, asks: Int, stored: String)] = [
            ("another representation, whole", [new], "200 new", 2, "whole new"),
            (
                "the same representation, whole",
                ["HTTP/1.1 200 OK\r\n\(Self.fresh)Content-Length: 8\r\n\r\nfourmore"], "200 fourmore", 2,
                "whole fourmore"
            ),
            (
                "a part of another representation", [Self.part("MORE", "4-7/8", tag: "\"2\""), new], "200 new", 3,
                "whole new"
            ),
            ("a part under a weak tag", [Self.part("more", "4-7/8", tag: "W/\"1\""), new], "200 new", 3, "whole new"),
            ("a later part", [Self.part("re", "6-7/8"), new], "200 new", 3, "whole new"),
            ("an earlier part", [Self.part("urmore", "2-7/8"), new], "200 new", 3, "whole new"),
            ("less than the rest", [Self.part("mo", "4-5/8"), new], "200 new", 3, "whole new"),
            ("a part of something longer", [Self.part("more", "4-7/9"), new], "200 new", 3, "whole new"),
            (
                "no part at all", ["HTTP/1.1 206 Part\r\n\(Self.fresh)Content-Length: 4\r\n\r\nmore", new], "200 new",
                3, "whole new"
            ),
            (
                "nothing after the part",
                ["HTTP/1.1 416 No\r\nContent-Range: bytes */4\r\nContent-Length: 0\r\n\r\n", new], "200 new", 3,
                "whole new"
            ),
            (
                "parts only", [Self.part("re", "6-7/8"), Self.part("re", "6-7/8")], "206 to a request without a range",
                3,
                "part four"
            ),
            // RFC 9110 §15.1: a 404 may be stored, and takes the place of what was there.
            ("not there any more", ["HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno"], "404 no", 2, "whole no"),
            ("an error", ["HTTP/1.1 503 No\r\nContent-Length: 2\r\n\r\nno"], "503 no", 2, "part four"),
            (
                "a 304", ["HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"], "304 to a request without conditions", 2,
                "part four"
            ),
            (
                "another representation that may not be stored",
                ["HTTP/1.1 200 OK\r\nCache-Control: no-store\r\nContent-Length: 3\r\n\r\nnew"], "200 new", 2, ""
            ),
            (
                "the rest, and nothing may be stored any more",
                [Self.part("more", "4-7/8", fields: "Cache-Control: no-store\r\n")], "200 fourmore", 2, ""
            ),
        ]
        for row in rows {
            let course = try course(answers: [Self.cut] + row.answers)
            let first = try await course.outcome()
            XCTAssertEqual(first, "cut 4 8", row.name)
            let gets = try await course.outcome()
            XCTAssertEqual(gets, row.gets, row.name)
            XCTAssertEqual(course.server.requests.count, row.asks, row.name)
            if row.asks > 2 { XCTAssertEqual(course.asked(2), "", row.name) }
            let stored = try await course.stored()
            XCTAssertEqual(stored, row.stored, row.name)
        }
    }

    /// The rest is cut too: what there is grows, and is never given out as the whole.
    func testTheRestMayBeCutAgain() async throws {
        let course = try course(answers: [
            Self.cut, Self.part("mo", "4-7/8", length: 4), Self.part("", "6-7/8", length: 2), Self.part("re", "6-7/8"),
        ])
        for (gets, stored) in [
            ("cut 4 8", "part four"), ("cut 6 8", "part fourmo"), ("cut 6 8", "part fourmo"),
            ("200 fourmore", "whole fourmore"),
        ] {
            let outcome = try await course.outcome()
            XCTAssertEqual(outcome, gets)
            let left = try await course.stored()
            XCTAssertEqual(left, stored)
        }
        XCTAssertEqual((1...3).map { course.asked($0) }, ["bytes=4- \"1\"", "bytes=6- \"1\"", "bytes=6- \"1\""])
    }

    /// Lengths that contradict each other: nobody knows which bytes these are, and all is asked for again.
    func testTheRestIsNotAsLongAsItSays() async throws {
        let whole = "HTTP/1.1 200 OK\r\n\(Self.fresh)Content-Length: 8\r\n\r\nfourmore"
        for rest in ["mor", "moremore"] {
            let course = try course(answers: [Self.cut, Self.part(rest, "4-7/8"), whole])
            _ = try await course.outcome()
            let outcome = try await course.outcome()
            XCTAssertEqual(outcome, "200 fourmore", rest)
            XCTAssertEqual(course.asked(2), "", rest)
            let stored = try await course.stored()
            XCTAssertEqual(stored, "whole fourmore", rest)
        }
    }

    func testOthersAreGivenTheWholeToo() async throws {
        let gate = Gate()
        let dialogue = Dialogue { _, number in
            if number == 0 {
                return IncomingResponse(
                    head: ResponseHead(
                        status: 200,
                        fields: FieldSection([
                            ("Cache-Control", "max-age=60"), ("ETag", "\"1\""), ("Content-Length", "8"),
                        ])),
                    content: .pieces(Array("four".utf8), of: 4, thenThrowing: .reset))
            }
            try await gate.pass()
            return .answer(
                206, [("Cache-Control", "max-age=60"), ("ETag", "\"1\""), ("Content-Range", "bytes 4-7/8")], "more",
                piece: 1)
        }
        guard case .contentCut? = try await dialogue.fails() else { return XCTFail("not cut") }
        async let first = dialogue.client.send(try request())
        let isAsked = await eventually { gate.arrived == 1 }
        XCTAssertTrue(isAsked)
        async let second = dialogue.client.send(try request())
        try await Task.sleep(nanoseconds: 5_000_000)
        gate.open()
        let (leader, follower) = (try await first, try await second)
        let texts = (try await leader.content.text(), try await follower.content.text())
        XCTAssertEqual(texts.0, "fourmore")
        XCTAssertEqual(texts.1, "fourmore")
        XCTAssertEqual(dialogue.origin.requests.count, 2)
        XCTAssertEqual(
            leader.fields.combinedValue(of: "Cache-Status"), "CachingClient;fwd=partial;fwd-status=206;stored;ttl=60")
        XCTAssertEqual(leader.deciding, .combineRest)
        try await dialogue.say(gets: 200, "fourmore", from: .store, asked: 2)
    }

    /// A part that the store has lost is no part: everything is asked for.
    func testAPartThatIsLost() async throws {
        let store = FailingStore(.read)
        let dialogue = Dialogue(store: store) { request, number in
            if number == 0 {
                return IncomingResponse(
                    head: ResponseHead(
                        status: 200,
                        fields: FieldSection([
                            ("Cache-Control", "max-age=60"), ("ETag", "\"1\""), ("Content-Length", "8"),
                        ])),
                    content: .pieces(Array("four".utf8), of: 4, thenThrowing: .reset))
            }
            if request.head.fields.contains("Range") {
                return .answer(206, [("ETag", "\"1\""), ("Content-Range", "bytes 4-7/8")], "more")
            }
            return .answer(200, [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")], "fourmore")
        }
        guard case .contentCut? = try await dialogue.fails() else { return XCTFail("not cut") }
        try await dialogue.say(gets: 200, "fourmore", from: .origin, asked: 3)
    }
}
