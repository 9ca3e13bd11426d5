import HTTPCacheSemantics

/// The client's end of one connection: one exchange at a time.
final class ClientConnection: Channel {
    private enum State {
        case connecting
        case active
        case idle
    }

    private let pool: ConnectionPool
    private var configuration: TransportConfiguration { pool.configuration }
    private var state = State.connecting
    private var parser: ResponseParser
    private var output = OutputQueue()
    private var exchange: ClientExchange?
    /// To be tried if this address does not answer.
    let otherAddresses: [SocketAddress]
    /// Whether this connection has served an exchange before the one under way.
    private var isReused = false
    private var awaitsRoom = false
    private var awaitsContinue = false
    /// The server no longer takes bytes; what it has to say is still read.
    private var isWritingBroken = false
    /// The server has read the request and closed.
    private var isRequestTaken = false
    private var persists = true

    init(descriptor: Int32, pool: ConnectionPool, for exchange: ClientExchange, otherAddresses: [SocketAddress]) {
        self.pool = pool
        self.otherAddresses = otherAddresses
        self.exchange = exchange
        parser = ResponseParser(limits: pool.configuration.limits)
        super.init(loop: pool.loop, descriptor: descriptor)
        exchange.connection = self
    }

    // MARK: Connecting

    /// Begins to connect; an error when that is known to fail already.
    func connect(to address: SocketAddress) -> Int32? {
        let outcome = System.outcome { address.withSystemAddress { Int(startConnecting(descriptor, $0, $1)) } }
        switch outcome {
        case .failed(let error) where !startedConnecting(error):
            System.closeDescriptor(descriptor)
            return error
        default: break
        }
        guard open(.write) else { return systemError() }
        setDeadline(after: configuration.connectTimeout.milliseconds)
        return nil
    }

    private func connected() {
        let error = System.pendingError(descriptor)
        guard error == 0 else { return connectFailed(.system(error)) }
        setInterest(.write, false)
        setInterest(.read, true)
        begin()
    }

    private func connectFailed(_ error: ConnectionError) {
        let exchange = exchange
        self.exchange = nil
        closeDescriptor()
        exchange?.connection = nil
        if let exchange { pool.connectFailed(self, exchange, error) } else { pool.closed(self) }
    }

    // MARK: Exchanges

    /// Takes an exchange on a connection that is at rest.
    func start(_ exchange: ClientExchange) {
        isReused = true
        self.exchange = exchange
        exchange.connection = self
        begin()
    }

    /// Whether a connection at rest can be used: open, and without a byte that nobody asked for.
    var isUsable: Bool { isOpen && System.isSilent(descriptor) }

    private func begin() {
        guard let exchange else { return closeNow(.closed) }
        state = .active
        persists = !exchange.head.framingFields.saysClose
        parser.begin(inAnswerTo: exchange.head.method)
        send { Serializer.append(exchange.head, to: &$0) }
        awaitsContinue = exchange.head.expectation == .continuation
        if awaitsContinue {
            setDeadline(after: configuration.continueTimeout.milliseconds)
        } else {
            exchange.releaseContent()
        }
        setReading(!exchange.isReadingPaused)
        updateDeadline()
    }

    private func releaseContent() {
        guard awaitsContinue else { return }
        awaitsContinue = false
        exchange?.releaseContent()
    }

    /// The exchange is over before its response is; nothing else can use the connection.
    func drop(_ dropped: ClientExchange) {
        guard exchange === dropped else { return }
        exchange = nil
        closeNow(.cancelled)
    }

    // MARK: Reading

    func setReading(_ isOn: Bool) {
        if state == .active { setInterest(.read, isOn) }
        updateDeadline()
    }

    override func readable() {
        let (outcome, buffer) = loop.read(from: descriptor)
        switch outcome {
        case .wouldBlock: return
        case .failed(let error): return closeNow(.system(error))
        case .done(0): inputEnded()
        case .done:
            // A byte that nobody asked for.
            guard state == .active else { return closeNow(.closed) }
            let bytes = UnsafeBufferPointer<UInt8>(
                start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: buffer.count)
            process(bytes.span)
            updateDeadline()
        }
    }

    private func process(_ input: Span<UInt8>) {
        var position = 0
        // Passed on once what came along with it was read: where that is no content, there is no answer, of which the
        // client can be told as long as it has no head.
        var head: WireResponseHead?
        do throws(WireError) {
            while let exchange {
                let event = try parser.next(in: input, from: &position)
                if let arrived = head {
                    head = nil
                    exchange.receiver.received(head: arrived)
                    guard self.exchange === exchange else { return }
                }
                switch event {
                case .interim(let head)?:
                    if head.status.value == 100 { releaseContent() }
                    exchange.receiver.received(interim: head)
                case .head(let arrived)?:
                    let framing = try arrived.framing(inAnswerTo: exchange.head.method)
                    persists = persists && arrived.persists && framing != .untilClose
                    head = arrived
                case .content(let range)?: exchange.receiver.received(input.extracting(range))
                case .end(let trailers)?:
                    responseEnded(trailers, hasLeftOver: position < input.count)
                    return
                case nil: return
                }
            }
        } catch {
            fail(.malformed(error))
        }
    }

    private func responseEnded(_ trailers: FieldSection, hasLeftOver: Bool) {
        guard let exchange else { return }
        self.exchange = nil
        let isReusable =
            persists && !hasLeftOver && exchange.isContentWhole && !awaitsContinue && output.isEmpty
            && !isWritingBroken
        if isReusable {
            // Given back first, so that a request made at the end of this one finds it.
            rest()
            pool.released(self)
            exchange.end(trailers: trailers)
        } else {
            closeNow(.closed)
            exchange.end(trailers: trailers)
        }
    }

    private func rest() {
        state = .idle
        setInterest(.read, true)
        setDeadline(after: configuration.idleTimeout.milliseconds)
    }

    private func inputEnded() {
        guard state == .active, exchange != nil else { return closeNow(.closed) }
        do {
            if case .end(let trailers)? = try parser.finish() {
                persists = false
                responseEnded(trailers, hasLeftOver: false)
            } else {
                closeNow(.closed)
            }
        } catch {
            // An orderly end after all of the request was taken is the server's answer to it, not a connection that was
            // dead before: the server has read the request, or there would be a reset.
            isRequestTaken = System.isAllAcknowledged(descriptor)
            fail(parser.hasBegun ? .malformed(error) : .closed)
        }
    }

    // MARK: Writing

    /// Whether more content may be written; if not, the exchange is told when it may.
    func askForRoom() -> Bool {
        awaitsRoom = output.count >= max(1, configuration.highWater)
        return !awaitsRoom
    }

    func send(_ body: (inout [UInt8]) -> Void) {
        guard isOpen, !isWritingBroken else { return }
        output.borrow(&loop.spareOutput)
        output.append(body)
        loop.flushAtEndOfTurn(self)
    }

    func send(_ bytes: [UInt8]) {
        guard isOpen, !isWritingBroken, !bytes.isEmpty else { return }
        output.append(bytes[...])
        loop.flushAtEndOfTurn(self)
    }

    override func endTurn() { flush() }

    override func writable() {
        if state == .connecting { return connected() }
        flush()
    }

    private func flush() {
        guard isOpen, state != .connecting else { return }
        switch output.write(to: descriptor) {
        case .failed:
            // The server may have answered before it closed: that is read first (RFC 9112 §9.5).
            isWritingBroken = true
            output.removeAll()
            setInterest(.write, false)
            setInterest(.read, true)
        case .blocked: setInterest(.write, true)
        case .emptied:
            output.giveBack(&loop.spareOutput)
            setInterest(.write, false)
        }
        if awaitsRoom, output.count <= configuration.highWater / 4 {
            awaitsRoom = false
            exchange?.onWritable?()
        }
        if state == .active { updateDeadline() }
    }

    // MARK: The end

    private func fail(_ error: ConnectionError) {
        let failed = exchange
        exchange = nil
        let mayRetry = isReused && !isRequestTaken && !parser.hasBegun && (failed?.mayRetry ?? false)
        closeNow(error)
        guard let failed else { return }
        failed.connection = nil
        if mayRetry, error != .timedOut, error != .shutDown {
            failed.rewind()
            pool.connect(failed)
        } else {
            failed.fail(error)
        }
    }

    override func closeNow(_ error: ConnectionError) {
        guard isOpen else { return }
        if exchange != nil { return fail(error) }
        closeDescriptor()
        output.removeAll()
        pool.closed(self)
    }

    override func hungUp() {
        switch state {
        case .connecting: connected()
        // Its reader is waited for: what has come is taken all the same, as the response may be whole with it.
        case .active: readable()
        case .idle: fail(.system(System.pendingError(descriptor)))
        }
    }

    // MARK: Time

    private func updateDeadline() {
        // The wait for 100 is not made longer by anything.
        guard isOpen, state == .active, !awaitsContinue, let exchange else { return }
        setDeadline(after: exchange.isReadingPaused ? nil : configuration.responseTimeout?.milliseconds)
    }

    override func deadlinePassed() {
        switch state {
        case .connecting: connectFailed(.timedOut)
        case .idle: closeNow(.closed)
        case .active:
            guard awaitsContinue else { return fail(.timedOut) }
            releaseContent()
            updateDeadline()
        }
    }
}
