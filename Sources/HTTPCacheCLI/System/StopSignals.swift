import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// SIGTERM and SIGINT as a request to stop; the second one ends the process at once, with 143 or 130.
///
/// One that the process was told to ignore, as SIGINT is in the background of a shell, stays ignored.
///
/// Unchecked: `sources` is the main thread's, `first` is touched on the queue only.
final class StopSignals: @unchecked Sendable {
    private let queue = DispatchQueue(label: "httpcache.signals")
    private var sources: [(number: Int32, source: any DispatchSourceSignal)] = []
    /// The one that came first.
    private var first: Int32?

    /// Calls `stop` at the first signal from now on; to be called once in a process.
    func call(_ stop: @escaping @Sendable () -> Void) {
        for number in [SIGTERM, SIGINT] where !Self.isIgnored(number) {
            Self.handle(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [self] in heard(number, stop) }
            sources.append((number, source))
        }
        for (_, source) in sources { source.resume() }
    }

    private func heard(_ number: Int32, _ stop: () -> Void) {
        // Not by the signal itself: the threads that could take it have it blocked.
        if first != nil { _exit(128 + number) }
        first = number
        stop()
    }

    /// Gives the signals their usual effect back; the one that came.
    @discardableResult
    func release() -> Int32? {
        var numbers = sigset_t()
        sigemptyset(&numbers)
        for (number, source) in sources {
            source.cancel()
            Self.handle(number, SIG_DFL)
            sigaddset(&numbers, number)
        }
        sources = []
        pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
        return queue.sync { first }
    }

    /// Ends the process as the signal that came does, as its parent expects; does no more than ``release()`` where none
    /// came.
    func end() {
        if let number = release() { raise(number) }
    }

    private static func handle(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
        _ = signal(number, handler)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
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
