/// A value that one thread at a time looks at or changes: in the place of its owner, unlike `Locked`.
#if THREAD_SANITIZER
    import Locking

    /// The Thread Sanitizer does not know the lock of `Mutex` on Linux. Built by `Scripts/tsan` alone.
    typealias Guarded<Value> = Locked<Value>
#else
    import Synchronization

    typealias Guarded<Value: ~Copyable> = Mutex<Value>
#endif
