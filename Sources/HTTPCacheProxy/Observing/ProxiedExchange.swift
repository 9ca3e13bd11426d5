public import CachingClient
public import HTTPCacheSemantics
public import HTTPDate
public import HTTPWire

/// Told of what passes through a proxy.
public protocol ProxyObserver: Sendable {
    /// The last byte of an answer was handed over or given up; called on any thread, and not to block it for long.
    func exchangeEnded(_ exchange: ProxiedExchange)
}

/// A request of a client and what it was answered with.
public struct ProxiedExchange: Sendable {
    /// Where the answer came from and why; nil for one of the proxy's own making.
    public struct Verdict: Sendable {
        /// Where the answer came from.
        public let source: Answer.Source
        /// The rule that settled it.
        public let deciding: Rule
        /// Why the origin was asked; nil where it was not.
        public let asking: Rule?
        /// Why the origin's answer was stored or not; nil where that was not weighed.
        public let storing: Rule?
        /// What the proxy's own member of Cache-Status says.
        public let cacheStatus: CacheStatus.Cache?
    }

    /// The method that the client asked with.
    public let method: Method
    /// The target URI; nil where the request had none.
    public let target: TargetURI?
    /// Host and target as the client wrote them, one character a byte, where that is not the normal form of the target
    /// URI: part of the cache key. Nil elsewhere, and for answers of the proxy's own.
    public let spelling: String?
    /// As received, the fields of the connection included.
    public let requestFields: FieldSection
    /// The version that the client speaks; it is answered with HTTP/1.1.
    public let version: HTTPVersion
    /// The status code that the client was sent.
    public let status: StatusCode
    /// The reason phrase that the client was sent; may be empty.
    public let reason: [UInt8]
    /// As sent, but for those of the connection.
    public let responseFields: FieldSection
    /// What the cache said; nil for an answer of the proxy's own making.
    public let verdict: Verdict?
    /// In a few words, why the proxy answered itself.
    public let ownReason: String?
    /// When the request's head was there, by the proxy's clock.
    public let requestTime: HTTPDate
    /// When the response's head was there, by the proxy's clock.
    public let responseTime: HTTPDate
    /// From the request's head to the response's head, measured by a clock that is never set.
    public let wait: Duration
    /// From the request's head to the last byte that was there to be sent, by the same clock.
    public let duration: Duration
    /// Bytes of the content sent.
    public let contentLength: Int
    /// Whether all of the content was there to be sent.
    public let isWhole: Bool
}

/// An instant by the proxy's clock, and one to measure from.
struct Moment: Sendable {
    let date: HTTPDate
    let instant = ContinuousClock.now
}

extension ProxiedExchange {
    init(
        _ request: ReceivedRequest, _ wire: WireRequestHead, _ answer: Answer, _ sent: WireResponseHead,
        from start: Moment, to head: Moment, bytes: Int, isWhole: Bool
    ) {
        method = wire.method
        target = request.head.target
        spelling = request.partition.isEmpty ? nil : request.partition
        requestFields = wire.fields
        version = wire.version
        status = answer.status
        reason = sent.reason
        responseFields = answer.fields
        let lines = answer.fields.values(of: "Cache-Status").suffix(1)
        verdict = Verdict(
            source: answer.source, deciding: answer.deciding, asking: answer.asking, storing: answer.storing,
            cacheStatus: (try? CacheStatus.parse(lines: Array(lines)))?.caches.last)
        ownReason = nil
        requestTime = start.date
        responseTime = head.date
        wait = start.instant.duration(to: head.instant)
        duration = start.instant.duration(to: .now)
        contentLength = bytes
        self.isWhole = isWhole
    }

    init(
        _ wire: WireRequestHead, _ own: OwnAnswer, _ head: WireResponseHead, since start: Moment, now: HTTPDate
    ) {
        method = wire.method
        target = try? wire.targetURI()
        spelling = nil
        requestFields = wire.fields
        version = wire.version
        status = own.status
        reason = head.reason
        responseFields = head.fields.withoutConnectionFields()
        verdict = nil
        ownReason = own.reason
        requestTime = start.date
        responseTime = now
        duration = start.instant.duration(to: .now)
        wait = duration
        contentLength = wire.method == .head ? 0 : own.content.count
        isWhole = true
    }
}
