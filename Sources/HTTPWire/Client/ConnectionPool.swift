import Dispatch

/// The connections of one loop to one endpoint. Used on the loop's thread.
final class ConnectionPool {
    let endpoint: Endpoint
    let loop: EventLoop
    let configuration: TransportConfiguration
    private weak var shard: TransportShard?
    private var idle: [ClientConnection] = []
    private var open: [ObjectIdentifier: ClientConnection] = [:]
    /// Connections that are there or being made.
    private var count = 0 {
        didSet {
            let isUsed = count > 0
            guard isUsed != (oldValue > 0) else { return }
            loop.atEnd(of: self, isUsed ? { self.close() } : nil)
            // Not at once: whoever is told of a failure may have the next request for this server.
            if !isUsed { LoopBound(self, to: loop).run { $0.shard?.forget($0) } }
        }
    }
    private var waiting: [ClientExchange] = []
    private var firstWaiting = 0
    /// Those whose server's addresses are being looked up.
    private var resolving: [ObjectIdentifier: ClientExchange] = [:]
    private var isTakingWaiting = false
    private var isClosed = false

    /// Whether there is nothing that anybody could come back for.
    var isEmpty: Bool { count == 0 && firstWaiting == waiting.count }

    init(endpoint: Endpoint, of shard: TransportShard) {
        self.endpoint = endpoint
        loop = shard.loop
        configuration = shard.configuration
        self.shard = shard
    }

    /// Sends an exchange over a connection at rest, over a new one, or when its turn comes.
    func take(_ exchange: ClientExchange) {
        guard !isClosed else { return exchange.fail(.shutDown) }
        while let connection = idle.popLast() {
            if connection.isUsable { return connection.start(exchange) }
            connection.closeNow(.closed)
        }
        connect(exchange)
    }

    /// Sends an exchange over a new connection.
    func connect(_ exchange: ClientExchange) {
        guard !isClosed, !loop.isEnding else { return exchange.fail(.shutDown) }
        guard count < max(1, configuration.maximumConnections) else {
            waiting.append(exchange)
            return
        }
        count += 1
        if let address = SocketAddress(endpoint.host, port: endpoint.port) {
            return attempt(exchange, [address], after: .closed)
        }
        let host = endpoint.host
        let port = endpoint.port
        let bound = LoopBound((self, exchange), to: loop)
        resolving[ObjectIdentifier(exchange)] = exchange
        DispatchQueue.global().async {
            let addresses = NameResolution.addresses(of: host, port: port)
            bound.run { pool, exchange in
                pool.resolving[ObjectIdentifier(exchange)] = nil
                pool.attempt(exchange, addresses, after: .nameNotResolved)
            }
        }
    }

    private func attempt(_ exchange: ClientExchange, _ addresses: [SocketAddress], after error: ConnectionError) {
        var error = error
        var rest = addresses[...]
        while !exchange.isOver, !isClosed, let address = rest.popFirst() {
            guard case .done(let descriptor) = System.socket(family: address.family) else {
                error = .system(systemError())
                continue
            }
            let connection = ClientConnection(
                descriptor: Int32(descriptor), pool: self, for: exchange, otherAddresses: Array(rest))
            if let failure = connection.connect(to: address) {
                exchange.connection = nil
                error = .system(failure)
                continue
            }
            open[ObjectIdentifier(connection)] = connection
            return
        }
        count -= 1
        exchange.fail(isClosed ? .shutDown : error)
        takeWaiting()
    }

    /// A connection could not be made.
    func connectFailed(_ connection: ClientConnection, _ exchange: ClientExchange, _ error: ConnectionError) {
        open[ObjectIdentifier(connection)] = nil
        attempt(exchange, connection.otherAddresses, after: error)
    }

    /// A connection is at rest.
    func released(_ connection: ClientConnection) {
        guard !isClosed else { return connection.closeNow(.shutDown) }
        if let exchange = nextWaiting() {
            if connection.isUsable { return connection.start(exchange) }
            waiting.insert(exchange, at: firstWaiting)
            return connection.closeNow(.closed)
        }
        idle.append(connection)
    }

    /// A connection is gone.
    func closed(_ connection: ClientConnection) {
        guard open.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        idle.removeAll { $0 === connection }
        count -= 1
        takeWaiting()
    }

    /// One after the other, not one by the failure of the other: so many may wait that the stack would not hold them.
    private func takeWaiting() {
        guard !isTakingWaiting else { return }
        isTakingWaiting = true
        defer { isTakingWaiting = false }
        while !isClosed, count < max(1, configuration.maximumConnections), let exchange = nextWaiting() {
            connect(exchange)
        }
    }

    private func nextWaiting() -> ClientExchange? {
        while firstWaiting < waiting.count {
            let exchange = waiting[firstWaiting]
            firstWaiting += 1
            if firstWaiting >= 64 {
                waiting.removeFirst(firstWaiting)
                firstWaiting = 0
            }
            if !exchange.isOver { return exchange }
        }
        waiting = []
        firstWaiting = 0
        return nil
    }

    func close() {
        isClosed = true
        for exchange in waiting[firstWaiting...] + resolving.values { exchange.fail(.shutDown) }
        waiting = []
        firstWaiting = 0
        resolving = [:]
        for connection in Array(open.values) { connection.closeNow(.shutDown) }
    }
}
