import Foundation

/// A value that one thread at a time looks at or changes.
///
/// Instead of `Synchronization.Mutex`, whose lock the Thread Sanitizer does not know on Linux. Unchecked because the
/// value is touched under the lock only; every test that runs under the sanitizer leans on that.
final class Locked<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(_ state: sending State) { self.state = state }

    func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}
