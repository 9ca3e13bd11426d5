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

/// Many tasks at once, and what happens to them at any moment: what comes of it is the same whatever the timing.
final class ConcurrencyTests: SessionCase {
    // MARK: The life of a task

    /// Each call of `resume()` starts the protocol on Linux.
    func testATaskThatIsResumedTwiceIsLoadedOnce() async throws {
        let gate = Gate()
        let course = try course { request, _ in
            gate.wait()
            return Self.ok(request.line)
        }
        let outcomes = Outcomes()
        for number in 0..<300 {
            let path = "/\(number % 50)"
            let task = course.session.dataTask(with: try course.request(path)) { data, _, _ in
                outcomes.add(number, data == Data("GET \(path) HTTP/1.1".utf8))
            }
            task.resume()
            task.resume()
        }
        gate.open()
        await outcomes.areGood(300)
        XCTAssertEqual(course.server.requests.count, 50)
    }

    func testADelegateOfATaskThatIsResumedTwiceIsToldOnce() async throws {
        for bodies in [CachingURLProtocol.Bodies.inPieces, .joined] {
            let gate = Gate()
            let delegate = CountingDelegate()
            let course = try course(delegate: delegate, bodies: bodies) { _, _ in
                gate.wait()
                return [
                    .send("HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: 200000\r\n\r\n"),
                    .fill(200_000), .nextRequest,
                ]
            }
            let task = course.session.dataTask(with: try course.request())
            task.resume()
            task.resume()
            gate.open()
            let isOver = await eventually { delegate.end.withLock { $0.isOver } }
            XCTAssertTrue(isOver)
            XCTAssertEqual(delegate.bytes.count, 200_000)
        }
    }

    /// One that is suspended goes, and no other that waited for the same answer is cancelled by that.
    func testTasksThatAreSuspendedAndResumedGetTheirAnswers() async throws {
        let gate = Gate()
        // The head comes while they are suspended, but the end when nobody is any more: see the documentation.
        let course = try course { _, _ in
            [
                .send("HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: 100000\r\n\r\n"),
                .fill(99_999), .call { gate.wait() }, .send("*"), .nextRequest,
            ]
        }
        let outcomes = Outcomes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for index in 0..<50 {
                        let request = try course.request("/\(index / 10)")
                        let task = course.session.dataTask(with: request) { data, _, error in
                            outcomes.add(worker * 50 + index, error == nil && data?.count == 100_000)
                        }
                        task.resume()
                        usleep(UInt32.random(in: 0..<1500))
                        task.suspend()
                        usleep(UInt32.random(in: 0..<200))
                        task.resume()
                    }
                }
            }
            try await group.waitForAll()
        }
        gate.open()
        await outcomes.areGood(200)
    }

    func testTasksAreCancelledAtAnyMoment() async throws {
        let course = try course(Self.anything)
        let outcomes = Outcomes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<6 {
                group.addTask {
                    for index in 0..<100 {
                        let number = worker * 100 + index
                        let path = ["/body", "/hang", "/cut", "/redirect", "/mute"][index % 5] + "/\(number)"
                        let task = course.session.dataTask(with: try course.request(path)) { data, _, error in
                            outcomes.add(number, error != nil || data == Data("body".utf8))
                        }
                        if index % 11 == 0 { task.cancel() }
                        task.resume()
                        usleep(UInt32.random(in: 0..<[10, 500, 3000][index % 3]))
                        if index % 4 == 0 { DispatchQueue.global().async { task.cancel() } }
                        task.cancel()
                    }
                }
            }
            try await group.waitForAll()
        }
        await outcomes.areGood(600)
        for number in 0..<600 where [1, 2].contains(number % 5) {
            XCTAssertFalse(try course.isStored(number % 5 == 1 ? "/hang/\(number)" : "/cut/\(number)"))
        }
    }

    private static func anything(_ request: RawServer.Request, _ number: Int) -> [RawServer.Act] {
        let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: "
        return switch request.line.split(separator: "/")[1] {
        case "hang": [.send(head + "100\r\n\r\nbody"), .hang]
        case "cut": [.send(head + "100000\r\n\r\n"), .fill(50_000)]
        case "mute": [.hang]
        case "redirect":
            [.send("HTTP/1.1 302 Found\r\nLocation: /body\r\nContent-Length: 2\r\n\r\nhi"), .nextRequest]
        default: ok("body")
        }
    }

    // MARK: The life of a session

    func testSessionsThatAreLetGoOrInvalidatedEndTheirTasksOnce() async throws {
        let server = try RawServer(Self.anything)
        defer { server.close() }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.useCache(
            of: CachingClient(transport: URLSessionTransport(), store: MemoryStore(capacity: 1 << 20)))
        let outcomes = Outcomes()
        for number in 0..<150 {
            let session = URLSession(configuration: configuration)
            for (index, path) in ["/body/\(number)", "/hang/\(number)"].enumerated() {
                let isCancelled = number % 3 == 0
                if index == 1, !isCancelled { continue }
                let request = URLRequest(url: try XCTUnwrap(URL(string: server.url(path))))
                session.dataTask(with: request) { data, _, error in
                    let isWhole = error == nil && data == Data("body".utf8)
                    outcomes.add(number * 2 + index, isWhole || (isCancelled && error != nil))
                }.resume()
            }
            switch number % 3 {
            case 0: session.invalidateAndCancel()
            case 1: session.finishTasksAndInvalidate()
            default: break
            }
        }
        await outcomes.areGood(200)
    }

    /// Cancelling a task of another session, as this transport does, waits for the queue of all sessions.
    func testATransportOverAnotherSessionIsCancelled() async throws {
        let server = try RawServer(Self.anything)
        defer { server.close() }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.useCache(
            of: CachingClient(transport: WaitingTransport(), store: MemoryStore(capacity: 1 << 20)))
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        let outcomes = Outcomes()
        for number in 0..<10 {
            let request = URLRequest(url: try XCTUnwrap(URL(string: server.url("/mute/\(number)"))))
            let task = session.dataTask(with: request) { _, _, error in
                outcomes.add(number, (error as? URLError)?.code == .cancelled)
            }
            task.resume()
            let isAsked = await eventually { server.requests.count > number }
            XCTAssertTrue(isAsked)
            task.cancel()
        }
        await outcomes.areGood(10)
    }
}

/// Many requests of one transport at once.
final class TransportConcurrencyTests: TransportCase {
    /// Cancelling waits for the one queue of all sessions, and that for the delegate's: neither for a thread of the pool.
    func testManyRequestsAreCancelledAtOnce() async throws {
        let server = try server { request, _ in
            request.line.contains("/mute")
                ? [.hang] : [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), .nextRequest]
        }
        let transport = URLSessionTransport()
        let (mute, other) = (try request(server, "/mute"), try request(server))
        for _ in 0..<3 {
            let ended = Counter()
            let asked = server.requests.count
            let tasks = (0..<400).map { _ in
                Task {
                    let failure = await thrown { try await transport.send(mute) }
                    ended.add(1)
                    return failure is CancellationError
                }
            }
            let areAsking = await eventually { server.requests.count > asked }
            XCTAssertTrue(areAsking)
            for task in tasks { task.cancel() }
            let areOver = await eventually { ended.count == 400 }
            guard areOver else { return XCTFail("\(ended.count) of 400 ended") }
            for task in tasks {
                let isCancelled = await task.value
                XCTAssertTrue(isCancelled)
            }
            let content = try await text(try await transport.send(other))
            XCTAssertEqual(content, "hi")
        }
    }

    /// A redirect is told of before it is an answer, and may be cancelled meanwhile.
    func testRedirectsAreCancelledAtAnyMoment() async throws {
        let server = try server { _, _ in
            [.send("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 2\r\n\r\nhi"), .nextRequest]
        }
        let transport = URLSessionTransport()
        let request = try request(server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for index in 0..<100 {
                        let task = Task { try await transport.send(request).content.collect(upTo: 100) }
                        if index % 4 > 0 {
                            let longest: [UInt64] = [300_000, 1_000_000, 3_000_000]
                            try await Task.sleep(nanoseconds: UInt64.random(in: 0..<longest[index % 3]))
                            task.cancel()
                        }
                        switch await task.result {
                        case .success(let bytes): XCTAssertEqual(bytes, Array("hi".utf8))
                        case .failure(let error):
                            let isCancelled = error is CancellationError || (error as? ClientError)?.isCancelled == true
                            XCTAssertTrue(isCancelled && index % 4 > 0, "\(error)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// The same with what Foundation deals with in its own way.
extension TransportConcurrencyTests {
    private func cancelAtAnyMoment(
        _ transport: URLSessionTransport, _ request: @escaping @Sendable () throws -> OutgoingRequest
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    for index in 0..<20 {
                        let request = try request()
                        let task = Task { try await transport.send(request).content.collect(upTo: 100) }
                        if index % 3 == 0 {
                            try await Task.sleep(nanoseconds: UInt64.random(in: 0..<3_000_000))
                            task.cancel()
                        }
                        guard case .success(let bytes) = await task.result else {
                            XCTAssertEqual(index % 3, 0)
                            continue
                        }
                        XCTAssertEqual(bytes, Array("no".utf8))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Foundation cancels a task whose challenge nobody takes, and waits for the queue that may wait for the delegate.
    func testChallengesAreAnsweredWhileOthersAreCancelled() async throws {
        let server = try server { _, _ in
            [
                .send("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno"),
                .nextRequest,
            ]
        }
        let head = RequestHead(target: try TargetURI(server.url()))
        // Without an answer in this time the queue stands still.
        let transport = URLSessionTransport(timeout: 20)
        for _ in 0..<2 { try await cancelAtAnyMoment(transport) { OutgoingRequest(head: head) } }
    }

    /// Content that has to be read from a file.
    func testUploadsAreCancelledAtAnyMoment() async throws {
        let server = try server { _, _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno"), .nextRequest] }
        let head = RequestHead(method: .post, target: try TargetURI(server.url()))
        let piece = [UInt8](repeating: 0x2A, count: 300_000)[...]
        try await cancelAtAnyMoment(URLSessionTransport()) {
            let pieces = Counter()
            return OutgoingRequest(head: head, content: Content { pieces.add(1) > 4 ? nil : piece })
        }
    }
}

extension ClientError {
    fileprivate var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}

/// A transport as many would write it, though only of heads that never come.
private struct WaitingTransport: Transport {
    private let session = URLSession(configuration: .ephemeral)

    func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
        guard let urlRequest = request.head.urlRequest else { throw URLError(.badURL) }
        _ = try await session.said(to: urlRequest)
        throw URLError(.badServerResponse)
    }
}

/// Holds threads up until it is opened.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() {
        semaphore.wait()
        semaphore.signal()
    }
}

/// What came of each of many tasks, and whether any was told twice.
private final class Outcomes: Sendable {
    private let all = Locked<[Int: [Bool]]>([:])

    func add(_ number: Int, _ isGood: Bool) { all.withLock { $0[number, default: []].append(isGood) } }

    /// Waits until so many have ended.
    func end(_ count: Int, file: StaticString = #filePath, line: UInt = #line) async {
        let areOver = await eventually { self.all.withLock { $0.count } == count }
        XCTAssertTrue(areOver, "\(all.withLock { $0.count }) of \(count) ended", file: file, line: line)
        XCTAssertEqual(all.withLock { $0.filter { $0.value.count > 1 }.keys.sorted() }, [], file: file, line: line)
    }

    func areGood(_ count: Int, file: StaticString = #filePath, line: UInt = #line) async {
        await end(count, file: file, line: line)
        let bad = all.withLock { $0.filter { $0.value.contains(false) }.keys.sorted() }
        XCTAssertEqual(bad, [], file: file, line: line)
    }
}
