import HTTPCacheSemantics
import HTTPDate
import Locking
import TestSupport

@testable import CachingClient

/// An origin in the same process: a closure answers each request, and every request is written down.
final class ScriptedOrigin: Transport {
    typealias Script = @Sendable (_ request: OutgoingRequest, _ number: Int) async throws -> IncomingResponse

    private let script: Script
    private let log = Locked<[RequestHead]>([])

    init(_ script: @escaping Script) { self.script = script }

    /// Gives these answers in order, and an error after the last.
    convenience init(answers: [IncomingResponse]) {
        self.init { _, number in
            guard number < answers.count else { throw OriginError.nothingLeft }
            return answers[number]
        }
    }

    var requests: [RequestHead] { log.withLock { $0 } }

    func send(_ request: OutgoingRequest) async throws -> IncomingResponse {
        let number = log.withLock { log in
            log.append(request.head)
            return log.count - 1
        }
        return try await script(request, number)
    }
}

enum OriginError: Error, Equatable {
    case nothingLeft
    case refused
    case reset
}

extension IncomingResponse {
    /// `content` arrives in pieces of `piece` bytes.
    static func answer(
        _ status: Int, _ fields: [(String, String)] = [], _ content: String = "", piece: Int = 5
    ) -> IncomingResponse {
        let bytes = Array(content.utf8)
        var fields = FieldSection(fields)
        if !fields.contains("Content-Length"), !fields.contains("X-No-Length"), status >= 200, status != 304 {
            fields.append(name: "Content-Length", value: "\(bytes.count)")
        }
        return IncomingResponse(
            head: ResponseHead(status: status, fields: fields), content: .pieces(bytes, of: piece))
    }
}

extension Content {
    /// Content in pieces that throws `error` at its end.
    static func pieces(_ bytes: [UInt8], of size: Int, thenThrowing error: OriginError? = nil) -> Content {
        let position = Counter()
        return Content {
            let start = position.add(size) - size
            guard start < bytes.count else {
                if let error { throw error }
                return nil
            }
            return bytes[start..<Swift.min(bytes.count, start + size)]
        }
    }

    func text() async throws -> String { String(decoding: try await collect(upTo: 1 << 30), as: UTF8.self) }
}

/// A door that is shut until somebody opens it.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        var arrived = 0
    }

    private let state = Locked(State())

    /// How many have come to the door.
    var arrived: Int { state.withLock { $0.arrived } }

    func pass() async throws {
        let number = state.withLock { state in
            state.arrived += 1
            return state.arrived
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.isOpen { return .success(()) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters[number] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(throwing: CancellationError())
        }
    }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// Lets other tasks run until something holds; false when it never does.
func eventually(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<20_000 {
        if await condition() { return true }
        await Task.yield()
        try? await Task.sleep(nanoseconds: 50_000)
    }
    return false
}

final class TestClock: Sendable {
    private let seconds = Locked<Int64>(1_000_000_000)

    var clock: WallClock { WallClock { [self] in HTTPDate(secondsSinceEpoch: seconds.withLock { $0 }) } }
    var now: HTTPDate { clock.now }

    func advance(_ by: Int64) { seconds.withLock { $0 += by } }
}

func request(
    _ method: Method = .get, _ path: String = "/a", _ fields: [(String, String)] = [], origin: String = "http://o.test"
) throws -> RequestHead {
    RequestHead(method: method, target: try TargetURI(origin + path), fields: FieldSection(fields))
}
