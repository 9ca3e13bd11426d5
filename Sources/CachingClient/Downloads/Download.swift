public import HTTPCacheSemantics
import Locking

/// One caller's hold on a download. When the last hold on a download that is under way goes or is cancelled, the
/// download is cancelled.
public final class Download: Sendable {
    /// What was asked for.
    public let url: TargetURI
    private let transfer: DownloadTransfer
    private let isHeld = Locked(true)

    /// nil when the transfer was cancelled: nobody can hold on to it any more.
    init?(_ url: TargetURI, _ transfer: DownloadTransfer) {
        self.url = url
        self.transfer = transfer
        guard transfer.hold() else {
            isHeld.withLock { $0 = false }
            return nil
        }
    }

    /// One that has ended before it began.
    init(_ url: TargetURI, _ result: Result<CachedDownload, DownloadError>) {
        self.url = url
        transfer = DownloadTransfer(result)
        _ = transfer.hold()
    }

    deinit { letGo() }

    /// The finished download; throws ``DownloadError/cancelled`` when the calling task is cancelled, and lets go then.
    public var value: CachedDownload {
        get async throws(DownloadError) {
            let result = await withTaskCancellationHandler {
                await transfer.result()
            } onCancel: {
                letGo()
            }
            if Task.isCancelled, case .failure = result { throw .cancelled }
            return try result.get()
        }
    }

    /// How far it is, whenever that has changed since the last look; ends when the download does.
    public var progress: Progress { Progress(transfer: transfer) }

    /// Lets go; others who wait for the same download keep it.
    public func cancel() { letGo() }

    private func letGo() {
        let wasHeld = isHeld.withLock { isHeld in
            defer { isHeld = false }
            return isHeld
        }
        if wasHeld { transfer.letGo() }
    }

    /// The progress of a download as it goes; changes that nobody looked at in time are passed over, the last is not.
    public struct Progress: AsyncSequence, Sendable {
        public typealias Element = DownloadProgress
        public typealias Failure = Never

        fileprivate let transfer: DownloadTransfer

        /// One look at the progress after the other; each iterator begins with how far it is, once anything has come.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            fileprivate let transfer: DownloadTransfer
            private var seen = 0

            fileprivate init(transfer: DownloadTransfer) { self.transfer = transfer }

            public mutating func next() async -> DownloadProgress? {
                guard let (progress, number) = await transfer.progress(after: seen) else { return nil }
                seen = number
                return progress
            }

            public mutating func next(isolation actor: isolated (any Actor)?) async -> DownloadProgress? {
                await next()
            }
        }

        public func makeAsyncIterator() -> Iterator { Iterator(transfer: transfer) }
    }
}

/// A download under way or over, and those who watch it.
final class DownloadTransfer: Sendable {
    private struct State {
        var progress = DownloadProgress(received: 0, total: nil, resumedFrom: 0)
        /// How often the progress has changed.
        var changes = 0
        var result: Result<CachedDownload, DownloadError>?
        var holds = 0
        var task: Task<Void, Never>?
        var isCancelled = false
        var lastWaiter = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        /// Those who wait for the result alone.
        var enders: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    init() {}

    /// One that has ended before it began.
    init(_ result: Result<CachedDownload, DownloadError>) { state.withLock { $0.result = result } }

    func start(_ work: @escaping @Sendable () async -> Result<CachedDownload, DownloadError>) {
        let task = Task {
            let result = await work()
            change { $0.result = result }
        }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func report(_ change: (inout DownloadProgress) -> Void) {
        self.change { state in
            change(&state.progress)
            state.changes += 1
        }
    }

    /// False when it was cancelled.
    func hold() -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            state.holds += 1
            return true
        }
    }

    func letGo() {
        let task = state.withLock { state -> Task<Void, Never>? in
            state.holds -= 1
            guard state.holds == 0 else { return nil }
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    func result() async -> Result<CachedDownload, DownloadError> {
        while true {
            if let result = state.withLock({ $0.result }) { return result }
            if Task.isCancelled { return .failure(.cancelled) }
            await wait { $0.result != nil }
        }
    }

    /// Waits until it has put its files away, even where the calling task is cancelled.
    func end() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.result != nil { return true }
                state.enders.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// nil when it is over and the last change has been seen, or the calling task is cancelled.
    func progress(after seen: Int) async -> (DownloadProgress, number: Int)? {
        while !Task.isCancelled {
            let (progress, changes, isOver) = state.withLock { ($0.progress, $0.changes, $0.result != nil) }
            if changes > seen { return (progress, changes) }
            if isOver { return nil }
            await wait { $0.changes > seen || $0.result != nil }
        }
        return nil
    }

    private func wait(until condition: (State) -> Bool) async {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if condition(state) || Task.isCancelled { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiters = state.withLock { state in
            body(&state)
            defer { state.waiters = [:] }
            guard state.result != nil else { return Array(state.waiters.values) }
            defer { state.enders = [] }
            return state.waiters.values + state.enders
        }
        for waiter in waiters { waiter.resume() }
    }
}
