import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on its way through a URLSession: what the delegate is told, handed to the one task that reads.
///
/// At most `limit` bytes and what the pace's own bound allows lie in memory; then the transfer is paused until they have
/// been read.
final class Transfer: Sendable {
    private enum Ending {
        case whole
        case failed(any Error)
    }

    private struct State {
        var head: HTTPURLResponse?
        var buffer: [UInt8] = []
        var ending: Ending?
        var waiter: CheckedContinuation<Void, Never>?
        var waitingSince: ContinuousClock.Instant?
        var isGivenUp = false
        var task: URLSessionTask?
        var watch: Task<Void, Never>?
    }

    static let limit = 256 << 10

    private let state = Locked(State())
    private let pace: TransferPace
    private let upload: UploadStream?
    private let onInterim: @Sendable (HTTPURLResponse) -> Void

    init(
        pace: TransferPace, upload: UploadStream?, onInterim: @escaping @Sendable (HTTPURLResponse) -> Void
    ) {
        self.pace = pace
        self.upload = upload
        self.onInterim = onInterim
    }

    /// Begins; `timeout` is how long the reader waits for anything, in seconds.
    func start(_ task: URLSessionTask, timeout: Double?) {
        state.withLock { state in
            state.task = task
            guard let timeout, timeout > 0 else { return }
            state.watch = Task { [weak self] in
                while (try? await Task.sleep(for: .seconds(timeout / 4))) != nil, let self {
                    self.checkTime(timeout)
                }
            }
        }
        upload?.start { [weak self] error in self?.end(URLSessionTransportError.requestContentFailed(error)) }
        task.resume()
    }

    // MARK: The reader

    /// The head of the final response.
    func head() async throws -> HTTPURLResponse {
        while true {
            let known: HTTPURLResponse? = try state.withLock { state in
                if let head = state.head { return head }
                if case .failed(let error) = state.ending { throw error }
                if case .whole = state.ending { throw URLSessionTransportError.noResponse(URLError(.badServerResponse)) }
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
                if state.isGivenUp { throw CancellationError() }
                guard state.buffer.isEmpty else {
                    defer {
                        state.buffer = []
                        pace.setPaused(false, state.task)
                    }
                    return state.buffer[...]
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
                    guard isLacking(state), state.ending == nil, !state.isGivenUp else { return true }
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
        change { state in
            guard state.ending == nil else { return }
            state.buffer.append(contentsOf: data)
            if state.buffer.count >= Self.limit { pace.setPaused(true, state.task) }
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
                return state.ending = .failed(failure)
            }
            state.ending = .whole
            guard state.head == nil, let response else { return }
            state.head = response
            if response.statusCode != 304, response.value(forHTTPHeaderField: "Content-Length") != "0" {
                state.ending = .failed(URLSessionTransportError.contentWithheld(status: response.statusCode))
            }
        }
        upload?.stop()
    }

    private func checkTime(_ timeout: Double) {
        let isLate = state.withLock { state in
            guard let since = state.waitingSince else { return false }
            return since.duration(to: .now) >= .seconds(timeout)
        }
        if isLate { end(URLSessionTransportError.timedOut(seconds: timeout)) }
    }

    /// Ends the transfer from this side, promptly for its reader; Foundation is told without waiting for it.
    private func end(_ error: any Error) {
        let task: URLSessionTask? = change { state in
            guard state.ending == nil else { return nil }
            state.ending = .failed(error)
            state.isGivenUp = error is CancellationError
            state.buffer = []
            return state.task
        }
        guard let task else { return }
        // First whatever holds the session's queue lets go of it, since cancelling waits for that queue.
        upload?.stop()
        pace.release(task)
        DispatchQueue.global().async { task.cancel() }
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
