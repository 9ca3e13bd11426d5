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
        for number in [SIGTERM, SIGINT] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                if source.data > 1 || Self.wasCalled.exchange() {
                    signal(number, SIG_DFL)
                    raise(number)
                }
                stop()
            }
            source.resume()
        }
    }

    private static let wasCalled = Flag()

    /// Unchecked: touched on the one queue of `call` only.
    private final class Flag: @unchecked Sendable {
        private var isSet = false

        /// Sets it and says whether it was set before.
        func exchange() -> Bool {
            defer { isSet = true }
            return isSet
        }
    }
}
