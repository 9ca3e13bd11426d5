import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// SIGTERM and SIGINT as a request to stop; the second one ends the process as if nobody had listened.
enum StopSignals {
    /// Calls `stop` at the first signal.
    static func call(_ stop: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "httpcache.signals")
        let listening = Listening()
        for number in [SIGTERM, SIGINT] {
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
            if isStopping {
                signal(number, SIG_DFL)
                raise(number)
            }
            isStopping = true
            stop()
        }
    }
}
