import HTTPCacheSemantics

/// The server's end of one connection: reads requests one after the other, writes their responses in order.
final class ServerConnection: Channel {
    let shard: ServerShard
    var configuration: ServerConfiguration { shard.configuration }

    private var parser: RequestParser
    private var output = OutputQueue()
    private var exchange: ServerExchange?
    /// Input that waits until the exchange under way takes it or is over.
    private var unread: [UInt8] = []
    private var unreadPosition = 0
    private var isProcessing = false
    private var hasInputEnded = false
    /// Once the exchange is over, nothing more is read.
    var isLastExchange = false
    /// Once the output is written, the connection is closed.
    private var isClosing = false
    /// Once there, only the client's end is awaited, and no longer than this (RFC 9112 §9.6).
    private var lingerEnd: Int64?
    private var isLingering: Bool { lingerEnd != nil }
    private var awaitsRoom = false
    /// Whether the deadline is the one for the client to take something.
    private var awaitsTaking = false
    /// When the head that is being read began.
    private var headStart: Int64?

    init(descriptor: Int32, shard: ServerShard) {
        self.shard = shard
        parser = RequestParser(limits: shard.configuration.limits)
        super.init(loop: shard.loop, descriptor: descriptor)
    }

    // MARK: Reading

    /// Whether input has to wait: for the exchange under way, or for a client who sends requests and takes no answers.
    private var isBlocked: Bool {
        guard let exchange else { return output.count >= max(1, configuration.highWater) }
        return exchange.isRequestWhole || exchange.isReadingPaused
    }

    override func readable() {
        guard !isBlocked, unread.isEmpty else { return setInterest(.read, false) }
        let (outcome, buffer) = loop.read(from: descriptor)
        switch outcome {
        case .wouldBlock: return
        case .failed(let error): return closeNow(.system(error))
        case .done(0): inputEnded()
        case .done:
            if let lingerEnd { return setDeadline(after: min(Self.lingerTimeout, lingerEnd - loop.now)) }
            if isClosing { return }
            let bytes = UnsafeBufferPointer<UInt8>(
                start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count: buffer.count)
            let used = process(bytes.span)
            if used < bytes.count, !isClosing { unread = Array(bytes[used...]) }
        }
        flush()
    }

    /// Takes what can be taken of the input now; returns how much that was.
    private func process(_ input: Span<UInt8>) -> Int {
        isProcessing = true
        defer { isProcessing = false }
        var position = 0
        while isOpen, !isClosing, !isBlocked {
            do throws(WireError) {
                switch try parser.next(in: input, from: &position) {
                case .head(let head)?: try begin(head, input, &position)
                case .content(let range)?: exchange?.contentReceived(input.extracting(range))
                case .end(let trailers)?: exchange?.requestEnded(trailers)
                case nil:
                    noteHead()
                    return position
                }
            } catch {
                refuse(error)
            }
        }
        headStart = nil
        return position
    }

    private func begin(_ head: WireRequestHead, _ input: Span<UInt8>, _ position: inout Int) throws(WireError) {
        let exchange = ServerExchange(head, on: self)
        self.exchange = exchange
        headStart = nil
        if head.framing == .none || head.framing == .length(0),
            case .end(let trailers)? = try parser.next(in: input, from: &position)
        {
            exchange.requestEnded(trailers)
        }
        shard.handler.begin(exchange)
    }

    private func noteHead() {
        guard parser.isInsideHead else {
            headStart = nil
            return
        }
        if headStart == nil { headStart = loop.now }
    }

    /// Goes on with input that waited and with reading, if nothing blocks them.
    func continueReading() {
        guard isOpen, !isProcessing else { return }
        // Content whose last byte was followed by a pause has yet to end, for which no further byte is needed.
        let isInsideContent = exchange.map { !$0.isRequestWhole } ?? false
        if !unread.isEmpty || isInsideContent, !isBlocked {
            let bytes = unread
            unreadPosition += process(bytes.span.extracting(unreadPosition..<bytes.count))
            if unreadPosition == bytes.count || isClosing {
                unread = []
                unreadPosition = 0
            }
            flushSoon()
        }
        guard unread.isEmpty, !isBlocked, !hasInputEnded else { return }
        setInterest(.read, true)
        updateDeadline()
    }

    private func inputEnded() {
        hasInputEnded = true
        setInterest(.read, false)
        if isLingering { return closeNow(.closed) }
        do {
            try parser.finish()
            closeAfterOutput()
        } catch {
            // Nobody is there to be told about half a request; a response that is whole may still be taken.
            if let exchange, exchange.isActive { return closeNow(.malformed(error)) }
            dismissExchange()
            isClosing = true
        }
    }

    // MARK: The exchange

    func mayPersist(after head: WireRequestHead) -> Bool {
        guard !isLastExchange, !shard.isDraining, !hasInputEnded, head.persists else { return false }
        return head.version >= .http11 || configuration.honorsHTTP10KeepAlive
    }

    func exchangeEnded() {
        exchange = nil
        if isLastExchange || hasInputEnded || shard.isDraining { isClosing = true }
        if isClosing {
            unread = []
            unreadPosition = 0
        }
        guard !isProcessing else { return }
        flushSoon()
        continueReading()
    }

    /// No further request is read; the connection closes when the response under way is written.
    func closeAfterOutput() {
        isLastExchange = true
        if let exchange, exchange.isActive { return }
        dismissExchange()
        isClosing = true
        flushSoon()
    }

    /// Lets go of an exchange whose response is whole, though its request is not.
    private func dismissExchange() {
        exchange?.dismiss()
        exchange = nil
    }

    private func refuse(_ error: WireError) {
        requestBroke(.malformed(error), error.requestStatus, error.description)
    }

    /// Ends the connection because no more can be read of a request; says so if no response has begun.
    private func requestBroke(_ error: ConnectionError, _ status: StatusCode, _ reason: String) {
        let broken = exchange
        if let broken, broken.isActive, !broken.requestFailed(error) { return cut(error) }
        exchange = nil
        if broken?.isActive ?? true { sendError(status, reason) }
        broken?.lost(error)
        isClosing = true
    }

    /// A response of the server's own, with what is wrong in words; the connection ends with it.
    func sendError(_ status: StatusCode, _ reason: String) {
        let text = Array("\(status.value) \(ReasonPhrase.usual(for: status.value)): \(reason)\n".utf8)
        let fields = FieldSection([
            ("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", String(text.count)),
            ("Connection", "close"),
        ])
        guard let head = try? WireResponseHead(status: status, fields: fields) else { return }
        isLastExchange = true
        send { Serializer.append(head, to: &$0) }
        send(text[...])
    }

    // MARK: Writing

    /// Whether more may be written; if not, the exchange is told when it may.
    func askForRoom() -> Bool {
        awaitsRoom = output.count >= max(1, configuration.highWater)
        return !awaitsRoom
    }

    func send(_ body: (inout [UInt8]) -> Void) {
        guard isOpen else { return }
        output.borrow(&loop.spareOutput)
        output.append(body)
        flushSoon()
    }

    func send(_ bytes: ArraySlice<UInt8>) {
        guard isOpen, !bytes.isEmpty else { return }
        output.borrow(&loop.spareOutput)
        output.append(bytes)
        flushSoon()
    }

    /// While input is being processed, what is written goes out at its end.
    func flushSoon() {
        if !isProcessing { loop.flushAtEndOfTurn(self) }
    }

    override func endTurn() { flush() }

    override func writable() { flush() }

    private func flush() {
        guard isOpen, !isLingering else { return }
        let waiting = output.count
        switch output.write(to: descriptor) {
        case .failed(let error): return closeNow(.system(error))
        case .blocked:
            if output.count < waiting { awaitsTaking = false }
            setInterest(.write, true)
        case .emptied:
            awaitsTaking = false
            output.giveBack(&loop.spareOutput)
            setInterest(.write, false)
            if isClosing { return linger() }
        }
        if output.count <= configuration.highWater / 4 { roomCame() }
        updateDeadline()
    }

    private func roomCame() {
        if awaitsRoom {
            awaitsRoom = false
            exchange?.onWritable?()
        }
        let isHeldBack = !unread.isEmpty || !interest.contains(.read)
        if exchange == nil, !isClosing, isHeldBack { continueReading() }
    }

    // MARK: The end

    /// Milliseconds for which a client that sends nothing may leave its side open.
    private static let lingerTimeout: Int64 = 1000
    /// Milliseconds for which one may go on sending what nobody reads, as many do before they look at the response.
    private static let lingerLimit: Int64 = 30_000

    /// Closes the writing side and waits for the client to close its own, so that a reset does not overtake the response.
    private func linger() {
        if hasInputEnded { return closeNow(.closed) }
        lingerEnd = loop.now + (shard.isDraining ? Self.lingerTimeout : Self.lingerLimit)
        unread = []
        System.shutdownWriting(descriptor)
        setInterest(.read, true)
        setDeadline(after: Self.lingerTimeout)
    }

    /// Closes at once, with a reset that nobody can take for an end. What was to be sent before goes out if there is room
    /// for it: whoever was to get a head had better see it.
    func cut(_ error: ConnectionError) {
        guard isOpen else { return }
        if !isLingering { _ = output.write(to: descriptor) }
        closeDescriptor(reset: true)
        forget(error)
    }

    override func closeNow(_ error: ConnectionError) {
        guard isOpen else { return }
        closeDescriptor()
        forget(error)
    }

    private func forget(_ error: ConnectionError) {
        output.removeAll()
        unread = []
        let exchange = exchange
        self.exchange = nil
        exchange?.lost(error)
        shard.closed(self)
    }

    /// Closes the connection with the response under way, or at once where there is none: half a request's head is no
    /// exchange yet.
    func drain() {
        isLastExchange = true
        if isLingering {
            lingerEnd = loop.now + Self.lingerTimeout
            return
        }
        guard exchange == nil, output.isEmpty else { return closeAfterOutput() }
        closeNow(.shutDown)
    }

    // MARK: Time

    private func updateDeadline() {
        guard isOpen, !isLingering else { return }
        if !output.isEmpty {
            // Neither what the client sends nor what there is more for it to take puts this off.
            if awaitsTaking { return }
            awaitsTaking = true
            setDeadline(after: configuration.writeTimeout.milliseconds)
        } else if let exchange {
            let awaitsContent = !exchange.isRequestWhole && !exchange.isReadingPaused
            setDeadline(after: awaitsContent ? configuration.contentTimeout.milliseconds : nil)
        } else if let headStart {
            setDeadline(after: max(1, headStart + configuration.headTimeout.milliseconds - loop.now))
        } else {
            setDeadline(after: configuration.idleTimeout.milliseconds)
        }
    }

    override func deadlinePassed() {
        if isLingering { return closeNow(.closed) }
        if !output.isEmpty { return cut(.timedOut) }
        if exchange != nil {
            requestBroke(.timedOut, StatusCode(408), "the request's content did not come in time")
        } else if headStart != nil {
            requestBroke(.timedOut, StatusCode(408), "the request's head did not come in time")
        } else {
            return closeNow(.timedOut)
        }
        flush()
    }

    func start() -> Bool {
        guard open(.read) else { return false }
        updateDeadline()
        return true
    }
}
