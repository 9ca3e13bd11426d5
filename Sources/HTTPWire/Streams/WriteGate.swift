import Locking

/// Holds tasks that write while too much of what they wrote waits to be taken.
final class WriteGate: Sendable {
    private struct State {
        var isClosed = false
        var error: ConnectionError?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// Set once the connection is lost; then nobody is held.
    var error: ConnectionError? { state.withLock { $0.error } }

    func close() { state.withLock { $0.isClosed = true } }

    func open() { wake { $0.isClosed = false } }

    func fail(_ error: ConnectionError) { wake { $0.error = $0.error ?? error } }

    /// Resumes the continuation when the gate is open.
    func pass(_ continuation: CheckedContinuation<Void, Never>) {
        let goesOn = state.withLock { state in
            guard state.isClosed, state.error == nil else { return true }
            state.waiters.append(continuation)
            return false
        }
        if goesOn { continuation.resume() }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
