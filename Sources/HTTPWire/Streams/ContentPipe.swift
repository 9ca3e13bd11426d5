import HTTPCacheSemantics
import Locking

/// Where content passes from a loop's thread to a task. Bounded: the sending side is asked to pause above the high
/// mark.
final class ContentPipe: Sendable {
    private enum End {
        case whole(FieldSection)
        case failed(ConnectionError)
    }

    private struct State {
        var chunks: [[UInt8]] = []
        var first = 0
        var size = 0
        var end: End?
        var waiter: CheckedContinuation<Void, Never>?

        mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
            defer { waiter = nil }
            return waiter
        }
        var isPaused = false
        var isAbandoned = false
        var isCancelled = false
    }

    private let state = Locked(State())
    private let highMark: Int
    private let resume: @Sendable () -> Void
    private let abandon: @Sendable () -> Void

    /// `resume` and `abandon` are called from any thread: when there is room again, and when nobody will read on.
    init(highMark: Int, resume: @escaping @Sendable () -> Void, abandon: @escaping @Sendable () -> Void) {
        self.highMark = highMark
        self.resume = resume
        self.abandon = abandon
    }

    /// False when the sender has to pause.
    func push(_ bytes: [UInt8]) -> Bool {
        let (waiter, goesOn) = state.withLock { state in
            if state.isAbandoned { return (nil as CheckedContinuation<Void, Never>?, true) }
            state.chunks.append(bytes)
            state.size += bytes.count
            if state.size >= highMark { state.isPaused = true }
            return (state.takeWaiter(), !state.isPaused)
        }
        waiter?.resume()
        return goesOn
    }

    func finish(trailers: FieldSection) { end(.whole(trailers)) }

    func fail(_ error: ConnectionError) { end(.failed(error)) }

    private func end(_ end: End) {
        let waiter = state.withLock { state in
            guard state.end == nil else { return nil as CheckedContinuation<Void, Never>? }
            state.end = end
            return state.takeWaiter()
        }
        waiter?.resume()
    }

    private static func result(of end: End) -> Result<[UInt8]?, ConnectionError> {
        switch end {
        case .whole: .success(nil)
        case .failed(let error): .failure(error)
        }
    }

    var trailers: FieldSection? {
        state.withLock { state in
            if case .whole(let trailers)? = state.end { return trailers }
            return nil
        }
    }

    /// The next bytes, nil at the end; one reader at a time.
    ///
    /// What is read is always taken under the lock, never carried by the continuation: so it is plain, to people and to
    /// Thread Sanitizer, that it was written before.
    func next() async -> Result<[UInt8]?, ConnectionError> {
        while true {
            if Task.isCancelled { cancel() }
            let (result, resumes) = state.withLock { take(&$0) }
            if resumes { resume() }
            if let result { return result }
            guard await wait() else { return .failure(.cancelled) }
        }
    }

    /// False when somebody else waits already.
    private func wait() async -> Bool {
        let isOnly = Locked(true)
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let waits = state.withLock { state in
                    guard state.first == state.chunks.count, state.end == nil, !state.isCancelled else { return false }
                    guard state.waiter == nil else {
                        isOnly.withLock { $0 = false }
                        return false
                    }
                    state.waiter = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
        return isOnly.withLock { $0 }
    }

    private func cancel() {
        let waiter = state.withLock { state in
            state.isCancelled = true
            return state.takeWaiter()
        }
        waiter?.resume()
        abandonNow()
    }

    /// Nil when there is nothing yet.
    private func take(_ state: inout State) -> (Result<[UInt8]?, ConnectionError>?, resumes: Bool) {
        if state.isCancelled {
            // A failure came first if there is one: it is why the task is cancelled.
            if case .failed(let error)? = state.end { return (.failure(error), false) }
            return (.failure(.cancelled), false)
        }
        guard state.first < state.chunks.count else { return (state.end.map(Self.result), false) }
        let bytes = state.chunks[state.first]
        state.chunks[state.first] = []
        state.first += 1
        state.size -= bytes.count
        if state.first == state.chunks.count {
            state.chunks = []
            state.first = 0
        }
        let resumes = state.isPaused && state.size <= highMark / 4
        if resumes { state.isPaused = false }
        return (.success(bytes), resumes)
    }

    /// Nobody will read on.
    func abandonNow() {
        let isFirst = state.withLock { state in
            guard !state.isAbandoned else { return false }
            state.isAbandoned = true
            state.chunks = []
            state.first = 0
            state.size = 0
            return state.end == nil
        }
        if isFirst { abandon() }
    }
}

/// Puts what a loop receives into a pipe. Used on the loop's thread.
final class PipeReceiver: ContentReceiver {
    let pipe: ContentPipe
    /// Called when the pipe is full; it calls back when there is room.
    var pause: (() -> Void)?

    init(_ pipe: ContentPipe) { self.pipe = pipe }

    func received(_ bytes: Span<UInt8>) {
        if !pipe.push(Array(bytes)) { pause?() }
    }

    func ended(trailers: FieldSection) {
        pause = nil
        pipe.finish(trailers: trailers)
    }

    func failed(_ error: ConnectionError) {
        pause = nil
        pipe.fail(error)
    }
}
