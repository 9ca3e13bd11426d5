import HTTPCacheProxy

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where the proxy's threads leave what has passed, and the command's thread fetches it.
///
/// Unchecked because the state is touched under the lock only.
final class TrafficQueue: ProxyObserver, @unchecked Sendable {
    /// Whether anybody looks at what passes.
    let isWanted: Bool
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var waiting: [ProxiedExchange] = []
    private var phase = Phase.running
    private var error: (any Error)?

    private enum Phase: Int {
        case running
        /// The proxy is to stop; what is under way still passes.
        case stopping
        /// Nothing passes any more.
        case over
    }

    /// So many may wait; then the proxy's threads do.
    private static let limit = 16_384

    init(isWanted: Bool) {
        self.isWanted = isWanted
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func exchangeEnded(_ exchange: ProxiedExchange) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.count >= Self.limit, error == nil { pthread_cond_wait(condition, mutex) }
        guard error == nil else { return }
        waiting.append(exchange)
        if waiting.count == 1 { pthread_cond_broadcast(condition) }
    }

    /// The proxy is to stop.
    func stop() { enter(.stopping) }

    /// Nothing passes any more.
    func end() { enter(.over) }

    private func enter(_ next: Phase) {
        pthread_mutex_lock(mutex)
        if next.rawValue > phase.rawValue { phase = next }
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// What the reports failed with: the proxy stops then, and nothing more is handed on.
    var failure: (any Error)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return error
    }

    /// Hands on what passes until `stop`, or until `body` throws.
    func drain(_ body: ([ProxiedExchange]) throws -> Void) { handOn(until: .stopping, body) }

    /// Hands on what still passes until `end`.
    func finish(_ body: ([ProxiedExchange]) throws -> Void) { handOn(until: .over, body) }

    private func handOn(until last: Phase, _ body: ([ProxiedExchange]) throws -> Void) {
        while let exchanges = next(until: last) {
            do {
                try body(exchanges)
            } catch {
                fail(error)
            }
        }
    }

    private func fail(_ error: any Error) {
        pthread_mutex_lock(mutex)
        self.error = self.error ?? error
        waiting = []
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Nil when that phase has come and nothing is left, and after a failure once the proxy is to stop.
    private func next(until last: Phase) -> [ProxiedExchange]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.isEmpty, phase.rawValue < last.rawValue, error == nil || last == .over {
            pthread_cond_wait(condition, mutex)
        }
        guard !waiting.isEmpty else { return nil }
        let exchanges = waiting
        waiting = []
        pthread_cond_broadcast(condition)
        return exchanges
    }
}
