import Dispatch

/// The way from a command, which is synchronous, to modules that are not.
enum Waiting {
    /// Runs `work` to its end while the calling thread waits.
    ///
    /// For the tool's main thread alone: a thread of the cooperative pool must not wait.
    static func value<Value: Sendable>(of work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        let arrived = DispatchSemaphore(value: 0)
        Task.detached {
            do { outcome.result = .success(try await work()) } catch { outcome.result = .failure(error) }
            arrived.signal()
        }
        arrived.wait()
        return try outcome.result.get()
    }

    // Unchecked: written once before the semaphore is signalled, read after it was waited for.
    private final class Outcome<Value: Sendable>: @unchecked Sendable {
        var result: Result<Value, any Error> = .failure(CancellationError())
    }
}
