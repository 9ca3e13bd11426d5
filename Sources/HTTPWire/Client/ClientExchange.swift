public import HTTPCacheSemantics

/// Takes a response on the loop's thread: any number of interim heads, one head, content, and the end; or a failure at
/// any point, after which nothing more is called.
public protocol ClientReceiver: ContentReceiver {
    /// A response with a 1xx status came, 101 excepted, which is a failure; the final one is still to come (RFC 9110
    /// §15.2).
    func received(interim: WireResponseHead)
    /// The final response's head came; content, if there is any, follows in `received(_:)`.
    func received(head: WireResponseHead)
}

/// One request that was handed to a transport, and its response; used on its loop's thread only.
///
/// All calls are harmless once the exchange is over.
public final class ClientExchange {
    enum Body {
        case none
        case bytes([UInt8])
        case written(OutgoingFraming)
    }

    /// The request as it was sent: its framing fields are those of the content that was given.
    public let head: WireRequestHead
    /// The loop on whose thread the receiver is called and everything here is to be used.
    public let loop: EventLoop
    let body: Body
    let receiver: any ClientReceiver
    /// Called when the content may go on after `write` returned false, and when the exchange is over.
    public var onWritable: (() -> Void)?
    /// Called once, when the connection begins to take content.
    var onContentWanted: (() -> Void)?

    /// Nil before a connection is there and once the exchange is over.
    var connection: ClientConnection?
    private(set) var isOver = false
    private(set) var isReadingPaused = false
    var wasRetried = false
    /// Content that came before there was a connection, or that waits for 100.
    private var held: [UInt8] = []
    /// Whether all content has been given.
    private(set) var isContentWhole: Bool
    private var remaining: Int?
    private var mayWrite = false

    init(_ head: WireRequestHead, body: Body, receiver: any ClientReceiver, on loop: EventLoop) {
        self.head = head
        self.body = body
        self.receiver = receiver
        self.loop = loop
        isContentWhole = true
        if case .written(let framing) = body {
            isContentWhole = false
            if case .length(let length) = framing { remaining = length }
        }
    }

    /// Ends the exchange and its connection; the receiver is told `cancelled`.
    public func cancel() { fail(.cancelled) }

    /// No content is delivered, save what was read already, until `resumeReading`.
    public func pauseReading() {
        isReadingPaused = true
        connection?.setReading(false)
    }

    /// Lets content come again after `pauseReading`; else it does nothing.
    public func resumeReading() {
        guard isReadingPaused else { return }
        isReadingPaused = false
        connection?.setReading(true)
    }

    // MARK: The request's content

    /// Gives some content; false when so much waits that it is better to go on when `onWritable` is called.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        guard !isOver, !isContentWhole, case .written(let framing) = body else { return false }
        guard !bytes.isEmpty else { return true }
        if let remaining {
            guard bytes.count <= remaining else {
                fail(.contentLengthMismatch)
                return false
            }
            self.remaining = remaining - bytes.count
        }
        append { out in
            if framing == .chunked {
                Serializer.appendChunk(bytes.span, to: &out)
            } else {
                out.append(contentsOf: bytes)
            }
        }
        return mayWrite && connection?.askForRoom() ?? false
    }

    /// Ends the content; fewer bytes than announced end the exchange. Trailers are sent after chunked content only.
    public func finish(trailers: FieldSection = FieldSection()) {
        guard !isOver, !isContentWhole, case .written(let framing) = body else { return }
        if let remaining, remaining > 0 { return fail(.contentLengthMismatch) }
        isContentWhole = true
        guard framing == .chunked else { return }
        append { out in
            if (try? Serializer.appendLastChunk(trailers: trailers.allowedAsTrailers, to: &out)) == nil {
                try? Serializer.appendLastChunk(to: &out)
            }
        }
    }

    private func append(_ body: (inout [UInt8]) -> Void) {
        if mayWrite, let connection { connection.send(body) } else { body(&held) }
    }

    /// The connection takes content from now on.
    func releaseContent() {
        guard !mayWrite, let connection else { return }
        mayWrite = true
        if case .bytes(let bytes) = body { connection.send(bytes) }
        connection.send(held)
        held = []
        let wanted = onContentWanted
        onContentWanted = nil
        wanted?()
        if !isContentWhole { onWritable?() }
    }

    // MARK: The end

    /// Whether the request may be sent again on another connection: it is safe, nothing came back, and all of it is at
    /// hand (RFC 9112 §9.3.1).
    var mayRetry: Bool {
        guard !wasRetried, head.method.isSafe else { return false }
        if case .written = body { return false }
        return true
    }

    /// To be sent again from the start.
    func rewind() {
        connection = nil
        wasRetried = true
        mayWrite = false
    }

    func fail(_ error: ConnectionError) {
        guard !isOver else { return }
        over()
        receiver.failed(error)
    }

    func end(trailers: FieldSection) {
        guard !isOver else { return }
        // The connection goes on without this exchange, or closes by itself.
        connection = nil
        over()
        receiver.ended(trailers: trailers)
    }

    private func over() {
        isOver = true
        held = []
        let connection = connection
        self.connection = nil
        connection?.drop(self)
        let callback = onWritable
        onWritable = nil
        onContentWanted = nil
        callback?()
    }
}

/// A way to an exchange from other threads; what is run there comes in order.
struct ClientExchangeHandle: Sendable {
    private let exchange: LoopBound<ClientExchange>

    init(_ exchange: ClientExchange) { self.exchange = LoopBound(exchange, to: exchange.loop) }

    func run(_ body: @escaping @Sendable (ClientExchange) -> Void) { exchange.run(body) }

    /// `orElse` runs at once if the loop was stopped.
    func run(_ body: @escaping @Sendable (ClientExchange) -> Void, orElse: () -> Void) {
        if !exchange.run(body) { orElse() }
    }
}
