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
enum StopSignals {
    /// Calls `stop` at the first signal.
    static func call(_ stop: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "httpcache.signals")
        let listening = Listening()
        for number in [SIGTERM, SIGINT] where !SignalWatch.isIgnored(number) {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            // Holds the sources for as long as the process lives.
            source.setEventHandler { listening.heard(number, stop) }
            listening.sources.append(source)
        }
        for source in listening.sources { source.resume() }
    }

    /// Unchecked: filled before the sources begin, then touched on their one queue only.
    private final class Listening: @unchecked Sendable {
        var sources: [any DispatchSourceSignal] = []
        private var isStopping = false

        func heard(_ number: Int32, _ stop: () -> Void) {
            // Not by the signal itself: the threads that could take it have it blocked.
            if isStopping { _exit(128 + number) }
            isStopping = true
            stop()
        }
    }
}
