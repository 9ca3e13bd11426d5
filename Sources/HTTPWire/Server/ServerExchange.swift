public import HTTPCacheSemantics

/// Answers requests on the loop's thread.
public protocol LoopHandler: Sendable {
    /// A request's head has come. The answer may be given at once, which costs no change of thread, or later through
    /// `ServerExchange.handle`.
    func begin(_ exchange: ServerExchange)
}

/// One request and its response; used on its loop's thread only.
///
/// All calls are harmless once the exchange is over. A response needs `respond`, or `start`, `write` and `finish`.
public final class ServerExchange {
    private enum Response {
        case awaited
        case streaming(MessageFraming)
        case done
    }

    /// The request line and the header section.
    public let head: WireRequestHead
    /// The loop on whose thread everything here is to be used.
    public let loop: EventLoop
    /// Called when the response may go on after `write` returned false, and when it is finished.
    public var onWritable: (() -> Void)?
    /// Called once if the connection is lost before the response is whole.
    public var onLost: ((ConnectionError) -> Void)?

    /// Nil once the exchange is over.
    private var connection: ServerConnection?
    private var response = Response.awaited
    private var receiver: (any ContentReceiver)?
    private var trailers = FieldSection()
    private var hasSentContinue = false
    private(set) var isRequestWhole = false
    private(set) var isReadingPaused: Bool
    /// Dropped content after the response.
    private var discarded = 0

    init(_ head: WireRequestHead, on connection: ServerConnection) {
        self.head = head
        self.connection = connection
        loop = connection.loop
        // Nobody has asked for the content yet.
        isReadingPaused = true
    }

    /// Whether the connection is there and the response not whole.
    public var isActive: Bool {
        if case .done = response { return false }
        return connection != nil
    }

    /// Whether a final response was begun; nothing of it can be taken back then.
    public var hasStarted: Bool {
        if case .awaited = response { return false }
        return true
    }

    /// A way back to the exchange from other threads.
    public func handle() -> ExchangeHandle { ExchangeHandle(LoopBound(self, to: loop)) }
}

// MARK: The request's content

extension ServerExchange {
    /// Begins to read the content, for which a client that waits for 100 is told to send it; a request without content
    /// ends at once. Only the first receiver counts.
    public func receive(into receiver: any ContentReceiver) {
        guard self.receiver == nil, let connection else { return }
        self.receiver = receiver
        if isRequestWhole {
            receiver.ended(trailers: trailers)
            return
        }
        sendContinue()
        isReadingPaused = false
        connection.continueReading()
    }

    func isReceiving(into receiver: any ContentReceiver) -> Bool { self.receiver === receiver }

    /// No content is delivered until `resumeReading`, and the client's sending comes to a halt.
    public func pauseReading() { isReadingPaused = true }

    /// Lets content come again after `pauseReading`; without a receiver it does nothing.
    public func resumeReading() {
        guard isReadingPaused, receiver != nil, let connection else { return }
        isReadingPaused = false
        connection.continueReading()
    }

    /// Tells a client that waits for it to send the content (RFC 9110 §10.1.1).
    public func sendContinue() {
        guard head.expectation == .continuation, !hasSentContinue, !hasStarted, let connection else { return }
        hasSentContinue = true
        connection.send { Serializer.appendContinue(to: &$0) }
    }

    func contentReceived(_ bytes: Span<UInt8>) {
        if let receiver {
            receiver.received(bytes)
        } else {
            discarded += bytes.count
            if discarded > connection?.configuration.maximumDiscarded ?? 0 { connection?.closeAfterOutput() }
        }
    }

    func requestEnded(_ trailers: FieldSection) {
        isRequestWhole = true
        self.trailers = trailers
        receiver?.ended(trailers: trailers)
        if case .done = response { leave() }
    }

    /// The request will not be whole; false when the client can no longer be told.
    func requestFailed(_ error: ConnectionError) -> Bool {
        isRequestWhole = true
        receiver?.failed(error)
        return !hasStarted && connection != nil
    }

    /// The connection is gone.
    func lost(_ error: ConnectionError) {
        connection = nil
        if !isRequestWhole {
            isRequestWhole = true
            receiver?.failed(error)
        }
        if case .done = response {} else { onLost?(error) }
        forget()
    }

    /// The response is whole and nobody waits for the rest of the request.
    func dismiss() {
        connection = nil
        forget()
    }

    /// The closures are let go, as they may hold the exchange.
    private func forget() {
        onLost = nil
        onWritable = nil
        receiver = nil
    }
}

// MARK: The response

extension ServerExchange {
    /// Sends a response with a 1xx status, other than 101; nothing happens to a client of HTTP/1.0 (RFC 9110 §15.2).
    public func sendInterim(_ interim: WireResponseHead) {
        guard interim.status.isInterim, interim.status.value != 101, head.version >= .http11, !hasStarted,
            let connection
        else { return }
        if interim.status.value == 100 {
            // One is enough, whoever sends it.
            guard !hasSentContinue else { return }
            hasSentContinue = true
        }
        let plain = interim.withoutFraming()
        connection.send {
            Serializer.appendStatusLineAndFields(plain, version: .http11, to: &$0)
            Serializer.appendLineEnd(to: &$0)
        }
    }

    /// Sends a whole response. Its length replaces what the head says of it; content that the method or the status do
    /// not allow is left out.
    public func respond(_ responseHead: WireResponseHead, content: [UInt8] = []) {
        respond(responseHead, content: content[...])
    }

    /// The same with a part of an array, which is not copied: all of the array stays until the client has taken it.
    public func respond(_ responseHead: WireResponseHead, content: ArraySlice<UInt8>) {
        guard !hasStarted, let connection, !responseHead.status.isInterim else { return }
        let hasContent = responseHead.mayHaveContent(inAnswerTo: head.method)
        let framed = hasContent ? responseHead.withLength(content.count) : withoutContent(responseHead, content)
        appendHead(framed, to: connection, closes: framed.framingFields.saysClose)
        if hasContent { connection.send(content) }
        end()
    }

    /// Begins a response whose content follows: with the head's Content-Length, else chunked, else, for HTTP/1.0, until
    /// the connection closes.
    public func start(_ responseHead: WireResponseHead) {
        guard !hasStarted, let connection, !responseHead.status.isInterim else { return }
        var framed = responseHead
        var framing = MessageFraming.none
        var closes = false
        if !responseHead.mayHaveContent(inAnswerTo: head.method) {
            framed = withoutContent(responseHead)
        } else if case .value(let length) = responseHead.framingFields.length,
            responseHead.framingFields.coding == .absent
        {
            framing = .length(length)
        } else if head.version >= .http11 {
            framing = .chunked
            framed = responseHead.withChunkedCoding()
        } else {
            framing = .untilClose
            framed = responseHead.withoutFraming()
            closes = true
        }
        appendHead(framed, to: connection, closes: closes || framed.framingFields.saysClose)
        response = .streaming(framing)
        connection.flushSoon()
    }

    /// Sends some content; false when so much waits that it is better to go on when `onWritable` is called.
    ///
    /// More bytes than the declared length cut the connection.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        guard case .streaming(let framing) = response, let connection else { return false }
        switch framing {
        case .none: return true
        case .untilClose: connection.send(bytes[...])
        case .chunked where bytes.count > 4096:
            connection.send { Serializer.appendChunkStart(bytes.count, to: &$0) }
            connection.send(bytes[...])
            connection.send { Serializer.appendLineEnd(to: &$0) }
        case .chunked: connection.send { Serializer.appendChunk(bytes.span, to: &$0) }
        case .length(let remaining):
            guard bytes.count <= remaining else {
                abort(.contentLengthMismatch)
                return false
            }
            response = .streaming(.length(remaining - bytes.count))
            connection.send(bytes[...])
        }
        return connection.askForRoom()
    }

    /// Ends the content. With fewer bytes than the declared length the connection is cut, so that the client sees it;
    /// trailers are sent after chunked content only.
    public func finish(trailers: FieldSection = FieldSection()) {
        guard case .streaming(let framing) = response, let connection else { return }
        switch framing {
        case .length(let remaining) where remaining > 0: return abort(.contentLengthMismatch)
        case .chunked:
            connection.send { bytes in
                // Trailers that cannot be sent are left out: they are optional (RFC 9110 §6.5.1).
                if (try? Serializer.appendLastChunk(trailers: trailers.allowedAsTrailers, to: &bytes)) == nil {
                    try? Serializer.appendLastChunk(to: &bytes)
                }
            }
        default: break
        }
        // Another task may still wait for room; there is nothing left to wait for.
        let roomCame = onWritable
        end()
        roomCame?()
    }

    /// Cuts the connection, so that a response under way is seen to be incomplete.
    public func abort() { abort(.cancelled) }

    private func abort(_ error: ConnectionError) {
        guard let connection else { return }
        connection.cut(error)
    }

    private func end() {
        response = .done
        guard let connection else { return }
        if isRequestWhole {
            leave()
        } else if head.expectation == .continuation, !hasSentContinue {
            // The client may or may not send the content now.
            connection.closeAfterOutput()
        } else {
            isReadingPaused = false
            connection.continueReading()
        }
        connection.flushSoon()
    }

    private func leave() {
        let connection = connection
        self.connection = nil
        forget()
        connection?.exchangeEnded()
    }

    /// 204 says nothing of a length; 304 and the answer to HEAD may, if it is one (RFC 9110 §8.6). `content` is what
    /// GET would have got.
    private func withoutContent(_ responseHead: WireResponseHead, _ content: ArraySlice<UInt8> = []) -> WireResponseHead
    {
        switch responseHead.framingFields.length {
        case _ where responseHead.status.value == 204: return responseHead.withoutFraming()
        case .value where responseHead.framingFields.coding == .absent: return responseHead
        case .absent where !content.isEmpty && responseHead.mayHaveContent(inAnswerTo: .get):
            return responseHead.withLength(content.count)
        default: return responseHead.withoutFraming()
        }
    }

    private func appendHead(_ framed: WireResponseHead, to connection: ServerConnection, closes: Bool) {
        let persists = decidePersistence(closes: closes)
        connection.send {
            Serializer.appendStatusLineAndFields(framed, version: .http11, to: &$0)
            appendConnection(persists: persists, unlessSaid: framed.framingFields.saysClose, to: &$0)
            Serializer.appendLineEnd(to: &$0)
        }
    }

    private func decidePersistence(closes: Bool) -> Bool {
        guard let connection else { return false }
        let waits = head.expectation == .continuation && !hasSentContinue && !isRequestWhole
        let persists = !closes && !waits && connection.mayPersist(after: head)
        if !persists { connection.isLastExchange = true }
        return persists
    }

    private func appendConnection(persists: Bool, unlessSaid: Bool, to bytes: inout [UInt8]) {
        if !persists, !unlessSaid { Serializer.append("Connection: close\r\n", to: &bytes) }
        if persists, head.version < .http11 { Serializer.append("Connection: keep-alive\r\n", to: &bytes) }
    }
}

/// A way back to an exchange from other threads; what is run there comes in order.
public struct ExchangeHandle: Sendable {
    private let exchange: LoopBound<ServerExchange>

    init(_ exchange: LoopBound<ServerExchange>) { self.exchange = exchange }

    /// Runs on the loop's thread, soon.
    public func run(_ body: @escaping @Sendable (ServerExchange) -> Void) { exchange.run(body) }

    /// `orElse` runs at once if the loop was stopped.
    func run(_ body: @escaping @Sendable (ServerExchange) -> Void, orElse: () -> Void) {
        if !exchange.run(body) { orElse() }
    }
}
