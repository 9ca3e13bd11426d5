/// A response that an asynchronous request got; its content is still to be read.
public struct TransportResponse: Sendable {
    /// The head of the final response; interim ones went to `onInterim`.
    public let head: WireResponseHead
    /// The content, transfer coding removed, for one task to read; dropping it unread closes the connection.
    public let content: ContentStream
}

/// Sends requests over plain TCP by HTTP/1.1 (RFC 9112).
///
/// Connections are kept and used again, unless a byte is left over, the framing or either side says close, or the
/// request was not taken whole. A request is sent once; only a safe one without streamed content whose kept connection
/// turns out to be dead before the request was taken is sent again, once, over a new connection. A server that takes a
/// request and closes without an answer is not asked again.
public final class SocketTransport: Sendable {
    /// How this transport connects and how long it waits, fixed when it was made.
    public let configuration: TransportConfiguration
    private let group: EventLoopGroup
    let shards: [ObjectIdentifier: TransportShard]

    /// Makes a transport that runs on a group's loops; no connection is made before a request is sent.
    ///
    /// The transport keeps the group, and does not stop it when it goes.
    public init(_ configuration: TransportConfiguration = TransportConfiguration(), on group: EventLoopGroup) {
        self.configuration = configuration
        self.group = group
        var shards: [ObjectIdentifier: TransportShard] = [:]
        for loop in group.loops {
            shards[ObjectIdentifier(loop)] = TransportShard(loop: loop, configuration: configuration)
        }
        self.shards = shards
    }

    deinit { close() }

    /// Fails what is under way with `shutDown` and closes all connections.
    public func close() {
        for shard in shards.values { shard.loop.execute { shard.close() } }
    }

    /// Sends a request and waits for the head of its response.
    ///
    /// The request's framing fields are replaced by the content's. `onInterim` is called on a loop's thread for each
    /// 1xx. When the task is cancelled the connection is closed at once and `cancelled` is thrown.
    public func send(
        _ head: WireRequestHead, content: RequestContent = .none, to endpoint: Endpoint,
        onInterim: @escaping @Sendable (WireResponseHead) -> Void = { _ in }
    ) async throws(ConnectionError) -> TransportResponse {
        // One loop for each endpoint, so that its connections can be used again.
        let loop = group.loops[Int(UInt(bitPattern: endpoint.hashValue) % UInt(group.loops.count))]
        guard let shard = shards[ObjectIdentifier(loop)] else { throw .shutDown }
        let request = AsyncRequest(head: head, content: content, by: self, onInterim: onInterim)
        return try await withTaskCancellationHandler {
            await request.run(on: shard, to: endpoint)
        } onCancel: {
            request.cancel()
        }.get()
    }

    /// Sends a request on a loop of the transport's group, from its thread. `content` is the whole content; with
    /// `isStreamed` it is given by `ClientExchange.write` and `finish` instead, framed as the head says, else chunked.
    ///
    /// Nil when the loop is of another group or the head cannot be framed so. The receiver may be told of a failure
    /// before this returns.
    public func start(
        _ head: WireRequestHead, content: [UInt8]? = nil, isStreamed: Bool = false, to endpoint: Endpoint,
        on loop: EventLoop, receiver: any ClientReceiver
    ) -> ClientExchange? {
        guard let shard = shards[ObjectIdentifier(loop)] else { return nil }
        var framing = OutgoingFraming.none
        var body = ClientExchange.Body.none
        if isStreamed {
            framing = .chunked
            if case .length(let length) = head.framing { framing = .length(length) }
            body = .written(framing)
        } else if let content {
            framing = .length(content.count)
            body = .bytes(content)
        }
        guard let framed = try? head.framed(framing) else { return nil }
        let exchange = ClientExchange(framed, body: body, receiver: receiver, on: loop)
        shard.take(exchange, to: endpoint)
        return exchange
    }
}

/// What a transport keeps for each loop.
///
/// Unchecked because all that varies is touched on the loop's thread only.
final class TransportShard: @unchecked Sendable {
    let loop: EventLoop
    let configuration: TransportConfiguration
    /// Those that have connections, or had until now: a client of many servers keeps nothing of those it has left.
    private(set) var pools: [Endpoint: ConnectionPool] = [:]
    private var isClosed = false

    init(loop: EventLoop, configuration: TransportConfiguration) {
        self.loop = loop
        self.configuration = configuration
    }

    func take(_ exchange: ClientExchange, to endpoint: Endpoint) {
        guard !isClosed else { return exchange.fail(.shutDown) }
        let pool = pools[endpoint] ?? ConnectionPool(endpoint: endpoint, of: self)
        pools[endpoint] = pool
        pool.take(exchange)
    }

    func forget(_ pool: ConnectionPool) {
        if pool.isEmpty, pools[pool.endpoint] === pool { pools[pool.endpoint] = nil }
    }

    func close() {
        isClosed = true
        for pool in pools.values { pool.close() }
    }
}
