import Locking

/// The tasks that validate what was served stale (RFC 5861 §3): a bounded number of them.
final class BackgroundValidation: Sendable {
    private struct State {
        var running = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = limit }

    /// Runs the work unless there is too much of it already; false then.
    func start(_ work: @escaping @Sendable () async -> Void) -> Bool {
        let isAdmitted = state.withLock { state in
            guard state.running < limit else { return false }
            state.running += 1
            return true
        }
        guard isAdmitted else { return false }
        Task {
            await work()
            let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                state.running -= 1
                guard state.running == 0 else { return [] }
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
        return true
    }

    /// Returns when nothing runs.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.running > 0 { state.waiters.append(continuation) }
                return state.running == 0
            }
            if isIdle { continuation.resume() }
        }
    }
}
