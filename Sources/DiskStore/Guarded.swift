#if THREAD_SANITIZER
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// A value that one thread at a time looks at or changes, under a lock that the Thread Sanitizer knows: that of
    /// `Synchronization.Mutex` it does not know on Linux, and would report every use as a race.
    ///
    /// Unchecked because the value is touched under the lock only. Built by `Scripts/tsan` alone, whose runs lean on it.
    final class Guarded<Value>: @unchecked Sendable {
        private let lock: UnsafeMutablePointer<pthread_mutex_t>
        /// With a byte beside it: what takes no room has no place of its own, and the sanitizer would take every use of
        /// the object for one of it.
        private var state: (value: Value, room: UInt8)

        init(_ value: sending Value) {
            state = (value, 0)
            lock = .allocate(capacity: 1)
            lock.initialize(to: pthread_mutex_t())
            pthread_mutex_init(lock, nil)
        }

        deinit {
            pthread_mutex_destroy(lock)
            lock.deinitialize(count: 1)
            lock.deallocate()
        }

        func withLock<Result, Failure: Error>(
            _ body: (inout Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&state.value)
        }
    }
#else
    import Synchronization

    /// A value that one thread at a time looks at or changes.
    typealias Guarded<Value: ~Copyable> = Mutex<Value>
#endif
