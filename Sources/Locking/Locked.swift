#if canImport(Darwin)
    public import Darwin
#elseif canImport(Musl)
    public import Musl
#elseif canImport(Android)
    public import Android
#else
    public import Glibc
#endif

/// A value that one thread at a time looks at or changes, under the system's own lock; copies share it.
///
/// Instead of `Synchronization.Mutex`, whose lock the Thread Sanitizer does not know on Linux: it would report every
/// use as a race, and hide the real ones among them. Unchecked because the value is touched under the lock only;
/// `LockedTests` leans on that, and every test that runs under the sanitizer.
///
/// Public because only that can be inlined into the package's other modules; no product offers this one.
public struct Locked<State>: @unchecked Sendable {
    @usableFromInline let place: ManagedBuffer<pthread_mutex_t, State>

    @inlinable
    public init(_ state: sending State) {
        place = LockedPlace<State>.create(minimumCapacity: 1) { _ in pthread_mutex_t() }
        let (lock, value) = place.withUnsafeMutablePointers { ($0, $1) }
        pthread_mutex_init(lock, nil)
        value.initialize(to: state)
    }

    /// Carries `body` out while no other thread is in one of this value.
    @inlinable
    public func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        let (lock, value) = place.withUnsafeMutablePointers { ($0, $1) }
        return try withExtendedLifetime(place) { () throws(Failure) -> Result in
            pthread_mutex_lock(lock)
            // The place is still needed for this, even where `body` lets go of all that holds it.
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }
}

/// The lock and the value behind it, in one piece of memory whose addresses stay.
@usableFromInline final class LockedPlace<State>: ManagedBuffer<pthread_mutex_t, State> {
    deinit {
        withUnsafeMutablePointers { lock, value in
            value.deinitialize(count: 1)
            pthread_mutex_destroy(lock)
        }
    }
}
