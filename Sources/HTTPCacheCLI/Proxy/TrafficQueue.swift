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
    private var isStopped = false
    private var isOver = false
    private var error: (any Error)?

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
        while waiting.count >= Self.limit, !isOver { pthread_cond_wait(condition, mutex) }
        guard !isOver else { return }
        waiting.append(exchange)
        if waiting.count == 1 { pthread_cond_broadcast(condition) }
    }

    /// The proxy is to stop.
    func stop() {
        pthread_mutex_lock(mutex)
        isStopped = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// What the reports failed with; the proxy stops then.
    var failure: (any Error)? { error }

    /// Hands on what passes until `stop`, or until `body` throws.
    func drain(_ body: ([ProxiedExchange]) throws -> Void) {
        while error == nil {
            guard let exchanges = next(orWait: true) else { return }
            report(exchanges, body)
        }
    }

    /// Hands on what is left, once nothing passes any more.
    func finish(_ body: ([ProxiedExchange]) throws -> Void) {
        while error == nil, let exchanges = next(orWait: false) { report(exchanges, body) }
        pthread_mutex_lock(mutex)
        isOver = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    private func report(_ exchanges: [ProxiedExchange], _ body: ([ProxiedExchange]) throws -> Void) {
        do {
            try body(exchanges)
        } catch {
            self.error = error
        }
    }

    private func next(orWait waits: Bool) -> [ProxiedExchange]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.isEmpty, waits, !isStopped { pthread_cond_wait(condition, mutex) }
        guard !waiting.isEmpty else { return nil }
        let exchanges = waiting
        waiting = []
        if exchanges.count >= Self.limit { pthread_cond_broadcast(condition) }
        return exchanges
    }
}
