import HTTPCacheProxy

/// Where the proxy's threads leave what has passed, and the command's thread fetches it.
///
/// Where that thread falls behind, what is for lines alone is left out at once. What is for an archive or for rules is
/// waited for a little, and left out then: a loop's thread has all its connections to see to. What was left out is
/// counted.
final class TrafficQueue: ProxyObserver {
    enum Wanted {
        case nothing, lines
        /// An archive or rules, which are wrong with a gap.
        case records
    }

    private struct State {
        var waiting: [ProxiedExchange] = []
        var isOver = false
        var error: (any Error)?
        var dropped = 0
    }

    /// Who looks at what passes.
    let wanted: Wanted
    private let limit: Int
    private let patience: Int
    private let monitor = Monitor(State())

    /// How many are handed on at once, so that there is room again soon.
    private static let batch = 1_024

    /// At most `limit` exchanges wait; a record waits at most `patience` milliseconds for its place.
    init(_ wanted: Wanted, limit: Int = 16_384, patience: Int = 250) {
        self.wanted = wanted
        self.limit = limit
        self.patience = patience
    }

    func exchangeEnded(_ exchange: ProxiedExchange) {
        let isTaken: Void? = monitor.wait(milliseconds: wanted == .records ? patience : 0) { state in
            if state.error != nil { return () }
            guard state.waiting.count < limit else { return nil }
            state.waiting.append(exchange)
            return ()
        }
        if isTaken == nil { monitor.change { $0.dropped += 1 } }
    }

    /// Nothing passes any more.
    func end() { monitor.change { $0.isOver = true } }

    /// The reports have failed: nothing more is handed on.
    func fail(_ error: any Error) {
        monitor.change { state in
            state.error = state.error ?? error
            state.waiting = []
        }
    }

    /// What the reports failed with.
    var failure: (any Error)? { monitor.look { $0.error } }

    /// How many exchanges were left out.
    var dropped: Int { monitor.look { $0.dropped } }

    /// Hands on what passes until ``end()``, or until `body` throws or ``fail(_:)`` is called.
    func handOn(_ body: ([ProxiedExchange]) throws -> Void) {
        while let exchanges = next() {
            do {
                try body(exchanges)
            } catch {
                fail(error)
            }
        }
    }

    /// Waits for ``end()``.
    func awaitEnd() { _ = monitor.wait { $0.isOver ? true : nil } }

    private func next() -> [ProxiedExchange]? {
        let exchanges = monitor.wait { state -> [ProxiedExchange]? in
            if state.waiting.isEmpty { return state.isOver || state.error != nil ? [] : nil }
            let exchanges = Array(state.waiting.prefix(Self.batch))
            state.waiting.removeFirst(exchanges.count)
            return exchanges
        }
        return exchanges.flatMap { $0.isEmpty ? nil : $0 }
    }
}
