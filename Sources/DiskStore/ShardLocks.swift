import Synchronization

/// A lock for each few shards: whoever changes a name in one holds it, and never two at once.
struct ShardLocks: Sendable {
    private final class Lock: Sendable {
        let mutex = Guarded(())
    }

    private let locks = (0..<64).map { _ in Lock() }

    func withLock<Result: Sendable, Failure: Error>(
        _ shard: UInt8, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try locks[Int(shard) & 63].mutex.withLock { (_) throws(Failure) in try body() }
    }
}
