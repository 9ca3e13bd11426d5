import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The first signal that came; 0 for none. Global, since a handler has nothing else to write to.
private let arrived = Atomic<Int32>(0)

/// Lets work that SIGINT or SIGTERM interrupts put its things away before the signal ends the process.
///
/// One at a time, on the tool's main thread, which looks at ``signal`` every now and then.
struct SignalWatch {
    private var watched: [Int32] = []

    /// A signal that the process was told to ignore, as those in the background of a shell are, stays ignored.
    init() {
        arrived.store(0, ordering: .sequentiallyConsistent)
        for number in [SIGINT, SIGTERM] {
            guard !Self.isIgnored(number) else { continue }
            // A store into memory that is there already is all that a handler may do.
            Self.handle(number) { number in
                _ = arrived.compareExchange(expected: 0, desired: number, ordering: .sequentiallyConsistent)
            }
            watched.append(number)
        }
    }

    /// The signal that came; nil while none has.
    var signal: Int32? {
        let number = arrived.load(ordering: .sequentiallyConsistent)
        return number == 0 ? nil : number
    }

    /// Gives the signals their usual effect back; that of the one that came ends the process here, as its parent expects.
    func end() {
        for number in watched { Self.handle(number, SIG_DFL) }
        if let signal { raise(signal) }
    }

    private static func handle(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
        #if canImport(Darwin)
            _ = Darwin.signal(number, handler)
        #elseif canImport(Musl)
            _ = Musl.signal(number, handler)
        #else
            _ = Glibc.signal(number, handler)
        #endif
    }

    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return true }
        #if canImport(Darwin)
            let handler = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #else
            let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #endif
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
