#if THREAD_SANITIZER
    import Locking

    /// A value that one thread at a time looks at or changes, under a lock that the Thread Sanitizer knows: that of
    /// `Mutex` it does not know on Linux. Built by `Scripts/tsan` alone.
    final class Guarded<Value>: Sendable {
        private let locked: Locked<Value>

        init(_ value: sending Value) { locked = Locked(value) }

        func withLock<Result, Failure: Error>(
            _ body: (inout Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            try locked.withLock(body)
        }
    }
#else
    import Synchronization

    /// A value that one thread at a time looks at or changes, in the place of its owner.
    typealias Guarded<Value: ~Copyable> = Mutex<Value>
#endif
