import HTTPCacheSemantics
import Locking
import TestSupport
import XCTest

@testable import CachingClient

/// What was asked for before a purge is not stored after it.
final class PurgingTests: XCTestCase {
    private let fresh = [("Cache-Control", "max-age=60"), ("ETag", "\"1\""), ("Cache-Groups", "\"g\", \"h\"")]
    private typealias Purge = @Sendable (CachingClient) async throws -> Void

    private let purges: [Purge] = [
        { try await $0.purge(try TargetURI("http://o.test/a")) }, { try await $0.purgeAll() },
        { _ = try await $0.send(try request(.post, "/a")).content.collect(upTo: 10) },
        { _ = try await $0.send(try request(.post, "/invalidates/h")).content.collect(upTo: 10) },
    ]

    private static func answerToPost(_ request: OutgoingRequest) -> IncomingResponse {
        let path = request.head.target.path
        let group = path.hasPrefix("/invalidates/") ? [("Cache-Group-Invalidation", "\"\(path.dropFirst(13))\"")] : []
        return .answer(204, group)
    }

    func testWhileTheContentArrives() async throws {
        for purge in purges {
            let gate = Gate()
            let dialogue = Dialogue { [fresh] request, number in
                if request.head.method == .post { return Self.answerToPost(request) }
                if number > 0 { return .answer(200, fresh, "new") }
                let count = Counter()
                return IncomingResponse(
                    head: ResponseHead(status: 200, fields: FieldSection(fresh)),
                    content: Content {
                        if count.add(1) > 1 { return nil }
                        try await gate.pass()
                        return Array("old".utf8)[...]
                    })
            }
            let old = try await dialogue.client.send(try request())
            try await purge(dialogue.client)
            gate.open()
            let text = try await old.content.text()
            XCTAssertEqual(text, "old")
            try await dialogue.say(gets: 200, "new", from: .origin)
        }
    }

    func testWhileTheHeadIsAwaited() async throws {
        for purge in purges {
            let gate = Gate()
            let dialogue = Dialogue { [fresh] request, number in
                if request.head.method == .post { return Self.answerToPost(request) }
                if number > 0 { return .answer(200, fresh, "new") }
                try await gate.pass()
                return .answer(200, fresh, "old")
            }
            let asking = Task { try await dialogue.client.send(try request()).content.text() }
            let isAsked = await eventually { gate.arrived == 1 }
            XCTAssertTrue(isAsked)
            try await purge(dialogue.client)
            gate.open()
            let text = try await asking.value
            XCTAssertEqual(text, "old")
            try await dialogue.say(gets: 200, "new", from: .origin)
        }
    }

    /// What is invalidated meanwhile is another group, or the same of another origin.
    func testOtherGroupsStay() async throws {
        for (origin, group) in [("http://o.test", "G"), ("http://o.test:81", "g"), ("https://o.test", "h")] {
            let gates = [Gate(), Gate()]
            let dialogue = Dialogue { [fresh] request, _ in
                if request.head.method == .post { return Self.answerToPost(request) }
                try await gates[0].pass()
                return IncomingResponse(
                    head: ResponseHead(status: 200, fields: FieldSection(fresh)),
                    content: Content {
                        try await gates[1].pass()
                        return nil
                    })
            }
            let asking = Task { try await dialogue.client.send(try request()) }
            for gate in gates {
                let isAtGate = await eventually { gate.arrived == 1 }
                XCTAssertTrue(isAtGate)
                let post = RequestHead(method: .post, target: try TargetURI("\(origin)/invalidates/\(group)"))
                _ = try await dialogue.client.send(post).content.collect(upTo: 10)
                gate.open()
            }
            _ = try await asking.value.content.text()
            try await dialogue.say(gets: 200, "", from: .store)
        }
    }

    /// The origin has done what was asked, though nobody wants to hear of it.
    func testTheAnswerToACancelledUnsafeRequestInvalidates() async throws {
        let gate = Gate()
        // Its calls may be cancelled too.
        let dialogue = Dialogue(store: CommittingStore()) { [fresh] request, _ in
            guard request.head.method == .post else { return .answer(200, fresh, "old") }
            try? await gate.pass()
            return .answer(204)
        }
        try await dialogue.say(gets: 200, "old", from: .origin)
        let posting = Task { try await dialogue.client.send(try request(.post)) }
        let isAsked = await eventually { gate.arrived == 1 }
        XCTAssertTrue(isAsked)
        posting.cancel()
        _ = await posting.result
        let stored = try await dialogue.stored()
        XCTAssertTrue(stored.isEmpty)
    }

    /// The store is about to make it visible, or has just done so: once the purge is over nobody sees it.
    func testWhileItIsCommitted() async throws {
        for purge in purges {
            let store = CommittingStore()
            let dialogue = Dialogue(store: store) { [fresh] request, number in
                request.head.method == .post
                    ? Self.answerToPost(request) : .answer(200, fresh, number == 0 ? "old" : "new")
            }
            let (isPurged, purging) = (Locked(false), Locked<Task<Void, any Error>?>(nil))
            store.whileCommitting {
                purging.withLock { purging in
                    purging = Task {
                        try await purge(dialogue.client)
                        isPurged.withLock { $0 = true }
                    }
                }
                for _ in 0..<200 where !isPurged.withLock({ $0 }) {
                    await Task.yield()
                    try await Task.sleep(nanoseconds: 50_000)
                }
            } afterwards: {
                let isOver = isPurged.withLock { $0 }
                let stored = try await dialogue.stored()
                XCTAssertTrue(!isOver || stored.isEmpty, "purged, and yet seen")
            }
            try await dialogue.say(gets: 200, "old", from: .origin)
            try await purging.withLock { $0 }?.value
            let stored = try await dialogue.stored()
            XCTAssertTrue(stored.isEmpty)
            try await dialogue.say(gets: 200, "new", from: .origin)
            try await dialogue.say(gets: 200, "new", from: .store)
        }
    }

    /// A purge that finds another one waiting for the commit waits as well: else it would be over with the old response
    /// still to come.
    func testTwoWhileItIsCommitted() async throws {
        let key = ResponseKey(CacheKey(of: try TargetURI("http://o.test/a")))
        for (first, second) in zip(purges, purges.dropFirst() + purges.prefix(1)) {
            let store = CommittingStore()
            let dialogue = Dialogue(store: store) { [fresh] request, _ in
                request.head.method == .post ? Self.answerToPost(request) : .answer(200, fresh, "old")
            }
            let gate = Gate()
            store.whileCommitting {
                try await gate.pass()
            } afterwards: {
            }
            let before = dialogue.client.collapsing.count(of: key)
            let asking = Task { try await dialogue.client.send(try request()).content.text() }
            let isCommitting = await eventually { gate.arrived == 1 }
            XCTAssertTrue(isCommitting)
            let purging = Task { try await first(dialogue.client) }
            let isWaiting = await eventually { dialogue.client.collapsing.count(of: key) != before }
            XCTAssertTrue(isWaiting)
            let isOver = Locked(false)
            let again = Task {
                try await second(dialogue.client)
                isOver.withLock { $0 = true }
            }
            for _ in 0..<200 where !isOver.withLock({ $0 }) {
                await Task.yield()
                try await Task.sleep(nanoseconds: 50_000)
            }
            XCTAssertFalse(isOver.withLock { $0 }, "over before the commit")
            gate.open()
            try await purging.value
            try await again.value
            let text = try await asking.value
            XCTAssertEqual(text, "old")
            let stored = try await dialogue.stored()
            XCTAssertTrue(stored.isEmpty)
        }
    }
}

/// Does something once between the call to commit and the commit, and after it; heeds cancellation.
private final class CommittingStore: StoreOverMemory {
    private typealias Act = @Sendable () async throws -> Void

    let inner = MemoryStore(capacity: 1 << 20)
    private let acts = Locked<(before: Act, after: Act)?>(nil)

    func whileCommitting(
        _ before: @escaping @Sendable () async throws -> Void,
        afterwards after: @escaping @Sendable () async throws -> Void
    ) {
        acts.withLock { $0 = (before, after) }
    }

    private struct Writer: PassingWriter {
        let store: CommittingStore
        let writer: any BodyWriter

        func commit(as content: StoredContent) async throws -> any BodyReader {
            let acts = store.acts.withLock { acts in
                defer { acts = nil }
                return acts
            }
            try await acts?.before()
            let body = try await writer.commit(as: content)
            try await acts?.after()
            return body
        }
    }

    func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter {
        Writer(store: self, writer: try await inner.writer(for: response, as: variant, under: key, hint))
    }

    func remove(resource: [UInt8]) async throws -> Set<String> {
        try Task.checkCancellation()
        return await inner.remove(resource: resource)
    }
}
