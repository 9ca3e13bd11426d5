import DiskStore
import HTTPCacheSemantics
import TestSupport
import XCTest

@testable import CachingClient

final class ArrivingBodyTests: XCTestCase {
    private let fresh = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
    private let directories = TestDirectories()

    override func tearDown() { directories.remove() }

    /// Piece `number` of a body, told apart from every other.
    private static func piece(_ number: Int) -> [UInt8] {
        (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number &* 13) }
    }

    /// A body of twelve pieces, the last of which waits at the gate.
    private func origin(_ gate: Gate, _ fields: [(String, String)]) -> ScriptedOrigin.Script {
        { _, _ in
            let count = Counter()
            return IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection(fields)),
                content: Content {
                    let number = count.add(1)
                    if number == 12 { try await gate.pass() }
                    return number > 12 ? nil : Self.piece(number)[...]
                })
        }
    }

    /// One reader has all but the last piece before the other begins: what left the window comes from the store.
    func testAReaderThatFellBehindReadsFromTheStore() async throws {
        let stores: [any ResponseStore] = [
            MemoryStore(capacity: 1 << 20), try DiskStore(at: directories.new()), OneWayStore(),
        ]
        for (index, store) in stores.enumerated() {
            let gate = Gate()
            var configuration = CachingClient.Configuration()
            configuration.readAhead = 1
            let script = origin(gate, fresh)
            let dialogue = Dialogue(store: store, configuration: configuration) { request, number in
                try await script(request, number)
            }
            let fast = try await dialogue.client.send(try request())
            let slow = try await dialogue.client.send(try request())
            XCTAssertEqual(slow.source, .collapsed)
            var pieces = fast.content.makeAsyncIterator()
            var received = 0
            while received < 11 * 5000, let piece = try await pieces.next() { received += piece.count }
            let reading = Task { try await slow.content.collect(upTo: 1 << 20) }
            if index < 2 {
                // It can catch up before the end is there.
                let hasCaughtUp = await eventually { gate.arrived == 1 }
                XCTAssertTrue(hasCaughtUp)
            }
            try await Task.sleep(nanoseconds: 5_000_000)
            gate.open()
            let got = try await reading.value
            XCTAssertEqual(got, (1...12).flatMap(Self.piece), "store \(index)")
            while let piece = try await pieces.next() { received += piece.count }
            XCTAssertEqual(received, 12 * 5000)
            XCTAssertEqual(dialogue.origin.requests.count, 1)
        }
    }

    /// The leader goes as soon as it has its head; those who waited for it were promised that they may read.
    func testAPromiseIsKept() async throws {
        for _ in 0..<30 {
            let (head, rest) = (Gate(), Gate())
            let script = origin(rest, fresh)
            let dialogue = Dialogue { request, number in
                try await head.pass()
                return try await script(request, number)
            }
            let leader = Task { _ = try await dialogue.client.send(try request()) }
            let isAsked = await eventually { head.arrived == 1 }
            XCTAssertTrue(isAsked)
            let followers = (0..<8).map { _ in
                Task { try await dialogue.client.send(try request()).content.collect(upTo: 1 << 20).count }
            }
            try await Task.sleep(nanoseconds: 2_000_000)
            head.open()
            try await leader.value
            rest.open()
            for follower in followers {
                let count = try await follower.value
                XCTAssertEqual(count, 60_000)
            }
            XCTAssertEqual(dialogue.origin.requests.count, 1)
        }
    }

    /// Whoever counts the announced bytes may ask again at the last one, and finds the response stored.
    func testTheLastBytesComeWhenAllIsStored() async throws {
        let gate = Gate()
        let fields = fresh + [("Content-Length", "10000")]
        let dialogue = Dialogue { _, _ in
            let count = Counter()
            return IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection(fields)),
                content: Content {
                    let number = count.add(1)
                    if number == 3 { try await gate.pass() }
                    return number > 2 ? nil : Self.piece(number)[...]
                })
        }
        let answer = try await dialogue.client.send(try request())
        let received = Counter()
        let reading = Task {
            for try await piece in answer.content where received.add(piece.count) == 10_000 {
                let stored = try await dialogue.stored()
                XCTAssertEqual(stored.responses.count, 1)
            }
        }
        let isAtTheEnd = await eventually { gate.arrived == 1 && received.count > 0 }
        XCTAssertTrue(isAtTheEnd)
        XCTAssertEqual(received.count, 5000)
        gate.open()
        try await reading.value
        XCTAssertEqual(received.count, 10_000)
    }

    /// Neither the origin's content, which holds a connection, nor the writer outlives the transfer.
    func testNothingIsKeptOfATransferThatIsOver() async throws {
        let fresh = fresh
        for isReadToTheEnd in [true, false] {
            let (contents, store) = (Counter(), OneWayStore())
            let dialogue = Dialogue(store: store) { _, _ in
                let (content, pieces) = (Life(contents), Counter())
                return IncomingResponse(
                    head: ResponseHead(status: 200, fields: FieldSection(fresh)),
                    content: Content { [content] in
                        withExtendedLifetime(content) { pieces.add(1) > 100 ? nil : Self.piece(1)[...] }
                    })
            }
            var answer: Answer? = try await dialogue.client.send(try request())
            var pieces = answer?.content.makeAsyncIterator()
            _ = try await pieces?.next()
            if isReadToTheEnd { while try await pieces?.next() != nil {} }
            pieces = nil
            answer = nil
            XCTAssertNil(answer)
            let isGone = await eventually { contents.count == 0 && store.writers.count == 0 }
            XCTAssertTrue(isGone, "\(contents.count) \(store.writers.count), read to the end: \(isReadToTheEnd)")
        }
    }

    /// Of what is stored, an answer that replaces it holds on to no body while it arrives: on disk each is an open file.
    func testWhatIsReplacedIsNotHeld() async throws {
        let gate = Gate()
        let store = LivingStore()
        let script = origin(gate, [("Cache-Control", "max-age=60")])
        let dialogue = Dialogue(store: store) { [fresh] request, number in
            number == 0 ? .answer(200, fresh, "old") : try await script(request, number)
        }
        try await dialogue.say(gets: 200, "old")
        dialogue.clock.advance(61)
        let answer = try await dialogue.client.send(try request())
        XCTAssertGreaterThan(store.asked.count, 0)
        let isGone = await eventually { store.bodies.count == 0 }
        XCTAssertTrue(isGone, "\(store.bodies.count)")
        gate.open()
        let count = try await answer.content.collect(upTo: 1 << 20).count
        XCTAssertEqual(count, 60_000)
    }

    /// Nobody reads any more: the origin's content is given up, and what came is no stored response.
    func testWithoutReadersTheTransferEnds() async throws {
        let gate = Gate()
        let script = origin(gate, [("Cache-Control", "max-age=60")])
        let dialogue = Dialogue { request, number in try await script(request, number) }
        var answer: Answer? = try await dialogue.client.send(try request())
        var pieces = answer?.content.makeAsyncIterator()
        _ = try await pieces?.next()
        pieces = nil
        answer = nil
        XCTAssertNil(answer)
        let key = ResponseKey(CacheKey(of: try TargetURI("http://o.test/a")))
        let isOver = await eventually { dialogue.client.collapsing.count(of: key) == 1 }
        XCTAssertTrue(isOver)
        let stored = try await dialogue.stored()
        XCTAssertTrue(stored.isEmpty)
    }
}

/// A store that gives nothing back before the commit.
private final class OneWayStore: StoreOverMemory {
    let inner = MemoryStore(capacity: 1 << 20)
    let writers = Counter()

    private struct Writer: PassingWriter {
        let writer: any BodyWriter
        let life: Life
    }

    func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter {
        Writer(writer: try await inner.writer(for: response, as: variant, under: key, hint), life: Life(writers))
    }
}

/// A store that counts the bodies it has given out as long as somebody has them.
private final class LivingStore: StoreOverMemory {
    let inner = MemoryStore(capacity: 1 << 20)
    let bodies = Counter()
    let asked = Counter()

    private struct Body: BodyReader {
        let body: any BodyReader
        let life: Life

        var count: Int { body.count }

        func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8> {
            try await body.read(at: offset, upTo: count)
        }
    }

    func variants(under key: ResponseKey) async -> StoredVariants {
        asked.add(1)
        return await variants(under: key) { Body(body: $0, life: Life(bodies)) }
    }
}

/// Counted while it lives.
private final class Life: Sendable {
    private let count: Counter

    init(_ count: Counter) {
        self.count = count
        count.add(1)
    }

    deinit { count.add(-1) }
}
