#if canImport(Darwin)
    package import Darwin
#elseif canImport(Musl)
    package import Musl
#elseif canImport(Android)
    package import Android
#else
    package import Glibc
#endif

/// A value that one thread at a time looks at or changes, under the system's own lock.
///
/// Instead of `Synchronization.Mutex`, whose lock the Thread Sanitizer does not know on Linux: it would report every
/// use as a race, and hide the real ones among them. Unchecked because the value is touched under the lock only;
/// `LockedTests` leans on that, and every test that runs under the sanitizer.
package final class Locked<State>: @unchecked Sendable {
    @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
    /// With a byte beside it: what takes no room has no place of its own, and the sanitizer would take every use of the
    /// object for one of it.
    @usableFromInline var place: (state: State, room: UInt8)

    @inlinable
    package init(_ state: sending State) {
        place = (state, 0)
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deinitialize(count: 1)
        lock.deallocate()
    }

    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&place.state)
    }
}
