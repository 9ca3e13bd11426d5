import Foundation
import Locking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on its way through a URLSession: what the delegate is told, handed to the one task that reads.
final class Transfer: Sendable {
    private enum Ending {
        case whole
        case failed(any Error)
    }

    private struct State {
        var head: HTTPURLResponse?
        var buffer: TransferBuffer
        var ending: Ending?
        var waiter: CheckedContinuation<Void, Never>?
        var waitingSince: ContinuousClock.Instant?
        var isGivenUp = false
        var isPaused = false
        var task: URLSessionTask?
        var watch: Task<Void, Never>?
    }

    private let state: Locked<State>
    /// Kept until the end, since the session reads from it.
    private let content: SpooledContent
    private let onInterim: @Sendable (HTTPURLResponse) -> Void

    init(
        _ content: SpooledContent, overflowLimit: Int, onInterim: @escaping @Sendable (HTTPURLResponse) -> Void
    ) {
        self.content = content
        self.onInterim = onInterim
        state = Locked(State(buffer: TransferBuffer(overflowLimit: overflowLimit)))
    }

    /// Begins; `timeout` is how long the reader waits for anything, in seconds: for ever where it is nil, no number, not
    /// positive or beyond decades, which a `Duration` may not hold.
    func start(_ task: URLSessionTask, timeout: Double?) {
        state.withLock { state in
            state.task = task
            guard let timeout, timeout > 0, timeout < 1e9 else { return }
            state.watch = Task { [weak self] in
                while (try? await Task.sleep(for: .seconds(max(timeout / 4, 0.001)))) != nil, let self {
                    self.checkTime(timeout)
                }
            }
        }
        task.resume()
    }

    /// Bytes that have arrived and were not read.
    var waitingBytes: (inMemory: Int, onDisk: Int) {
        state.withLock { ($0.buffer.bytesInMemory, $0.buffer.bytesOnDisk) }
    }

    // MARK: The reader

    /// The head of the final response.
    ///
    /// Throws `CancellationError` once the transfer was given up, even where a head came: nobody could have the content.
    func head() async throws -> HTTPURLResponse {
        while true {
            let known: HTTPURLResponse? = try state.withLock { state in
                if let head = state.head, !state.isGivenUp { return head }
                if case .failed(let error) = state.ending { throw error }
                if state.isGivenUp { throw CancellationError() }
                guard state.ending == nil else {
                    throw URLSessionTransportError.noResponse(URLError(.badServerResponse))
                }
                return nil
            }
            if let known { return known }
            await wait { $0.head == nil }
        }
    }

    /// What has arrived since the last call, or what arrives next; nil at the end.
    func next() async throws -> ArraySlice<UInt8>? {
        while true {
            let piece: ArraySlice<UInt8>? = try state.withLock { state in
                if state.isGivenUp {
                    // A failure came first if there is one: it may be why nobody wants the rest.
                    if case .failed(let error) = state.ending { throw error }
                    throw CancellationError()
                }
                guard state.buffer.isEmpty else {
                    defer { resumeIfPaused(&state) }
                    return try state.buffer.take()
                }
                if case .failed(let error) = state.ending { throw error }
                return state.ending == nil ? nil : []
            }
            if let piece { return piece.isEmpty ? nil : piece }
            await wait { $0.buffer.isEmpty }
        }
    }

    /// Waits until there is something new, or until this task is cancelled, which gives the transfer up.
    private func wait(while isLacking: @Sendable (borrowing State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    guard isLacking(state), state.ending == nil else { return true }
                    state.waiter = continuation
                    state.waitingSince = .now
                    return false
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            giveUp()
        }
    }

    /// Nobody wants the rest.
    func giveUp() { end(CancellationError()) }

    // MARK: The delegate

    /// A head: an interim one on platforms whose delegates are told of those, or the final one.
    func received(_ response: HTTPURLResponse) {
        guard response.statusCode >= 200 else {
            progressed()
            return onInterim(response)
        }
        change { $0.head = response }
    }

    func received(_ data: Data) {
        let failure: URLSessionTransportError? = change { state in
            guard state.ending == nil else { return nil }
            do throws(URLSessionTransportError) {
                try state.buffer.append(data)
                pauseIfFull(&state)
                return nil
            } catch {
                return error
            }
        }
        if let failure { end(failure) }
    }

    #if canImport(FoundationNetworking)
        // A task that is suspended begins its request anew when it is resumed: what is too much goes to disk instead.
        private func pauseIfFull(_ state: inout State) {}
        private func resumeIfPaused(_ state: inout State) {}
    #else
        private func pauseIfFull(_ state: inout State) {
            guard !state.isPaused, state.buffer.bytesInMemory >= TransferBuffer.limit / 2 else { return }
            state.isPaused = true
            state.task?.suspend()
        }

        private func resumeIfPaused(_ state: inout State) {
            guard state.isPaused, state.buffer.bytesInMemory < TransferBuffer.limit / 4 else { return }
            state.isPaused = false
            state.task?.resume()
        }
    #endif

    /// Has the session told that a redirect is not followed, unless the task is cancelled or about to be: told after
    /// that, Foundation on Linux ends the process.
    func decline(_ redirect: () -> Void) {
        state.withLock { state in
            if state.ending == nil { redirect() }
        }
    }

    /// Something moves, though nothing that the reader waits for.
    func progressed() {
        state.withLock { state in
            if state.waitingSince != nil { state.waitingSince = .now }
        }
    }

    /// The exchange is over. `response` is what the task says it has got, for one that the delegate was not told of.
    func ended(_ error: URLError?, _ response: HTTPURLResponse?) {
        change { state in
            guard state.ending == nil else { return }
            if let error {
                let failure: URLSessionTransportError =
                    state.head == nil ? .noResponse(error) : .contentBrokenOff(error)
                state.ending = .failed(failure)
                return
            }
            state.ending = .whole
            guard state.head == nil, let response else { return }
            state.head = response
            if response.statusCode != 304, response.value(forHTTPHeaderField: "Content-Length") != "0" {
                state.ending = .failed(URLSessionTransportError.contentWithheld(status: response.statusCode))
            }
        }
    }

    private func checkTime(_ timeout: Double) {
        let isLate = state.withLock { state in
            guard let since = state.waitingSince else { return false }
            return since.duration(to: .now) >= .seconds(timeout)
        }
        if isLate { end(URLSessionTransportError.timedOut(seconds: timeout)) }
    }

    /// Each call of `cancel()` waits for the session's queue: one thread does that, and none of those that run Swift's
    /// tasks.
    static let cancellation = DispatchQueue(label: "CachingURLSession.cancellation")

    /// Ends the transfer from this side, promptly for its reader; Foundation is told without waiting for it.
    private func end(_ error: any Error) {
        let task: URLSessionTask? = change { state in
            guard state.ending == nil else {
                // What arrived whole is of no use to one who has gone; and without it, this is no whole content any
                // more.
                if error is CancellationError {
                    state.isGivenUp = true
                    state.buffer.removeAll()
                }
                return nil
            }
            state.ending = .failed(error)
            state.isGivenUp = error is CancellationError
            state.buffer.removeAll()
            return state.task
        }
        guard let task else { return }
        Self.cancellation.async { task.cancel() }
    }

    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, waiter, watch) = state.withLock { state in
            let result = body(&state)
            defer {
                state.waiter = nil
                state.waitingSince = nil
            }
            guard state.ending != nil else { return (result, state.waiter, nil as Task<Void, Never>?) }
            defer { state.watch = nil }
            return (result, state.waiter, state.watch)
        }
        watch?.cancel()
        waiter?.resume()
        return result
    }
}
