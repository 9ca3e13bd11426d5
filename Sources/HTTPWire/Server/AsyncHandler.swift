public import HTTPCacheSemantics
import Locking

/// A request for an asynchronous handler.
public struct ServerRequest: Sendable {
    /// The request line and the header section; a request without Host, where it needs one, has been refused before.
    public let head: WireRequestHead
    /// To be read by one task; what is not read is dropped.
    public let content: ContentStream
}

/// Runs one task for each request.
///
/// A task that throws or returns without a response gives 500; one that leaves its response unfinished cuts the
/// connection. It is cancelled when the client's connection is lost.
public struct AsyncHandler: LoopHandler {
    private let body: @Sendable (ServerRequest, ResponseWriter) async throws -> Void

    /// Makes a handler that runs `body` once for each request, in a task of its own.
    public init(_ body: @escaping @Sendable (ServerRequest, ResponseWriter) async throws -> Void) { self.body = body }

    public func begin(_ exchange: ServerExchange) {
        let handle = exchange.handle()
        let pipe = ContentPipe(
            highMark: 128 * 1024, resume: { handle.run { $0.resumeReading() } },
            abandon: { handle.run { $0.resumeReading() } })
        let asksForContent = AskOnce {
            handle.run {
                receive($0, into: pipe)
            } orElse: {
                pipe.fail(.shutDown)
            }
        }
        // A request without content is whole at once; the client of any other waits until somebody reads.
        let request = ServerRequest(
            head: exchange.head, content: ContentStream(pipe, willRead: { asksForContent.ask() }))
        if exchange.isRequestWhole { receive(exchange, into: pipe) }
        let writer = ResponseWriter(handle, method: exchange.head.method)
        let task = Task { [body] in
            do {
                try await body(request, writer)
                handle.run { $0.handlerEnded("the handler gave no response") }
            } catch {
                handle.run { $0.handlerEnded("the handler failed") }
            }
        }
        exchange.onLost = { error in
            writer.lost(error)
            task.cancel()
        }
        exchange.onWritable = { writer.roomCame() }
    }

    private func receive(_ exchange: ServerExchange, into pipe: ContentPipe) {
        let receiver = PipeReceiver(pipe)
        receiver.pause = { [weak exchange] in exchange?.pauseReading() }
        exchange.receive(into: receiver)
        // Nobody will send anything to one that came too late.
        if !exchange.isReceiving(into: receiver) { pipe.fail(.closed) }
    }
}

/// Runs its action the first time it is asked to.
private final class AskOnce: Sendable {
    private let isAsked = Locked(false)
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    func ask() {
        let isFirst = isAsked.withLock { isAsked in
            defer { isAsked = true }
            return !isAsked
        }
        if isFirst { action() }
    }
}

extension ServerExchange {
    fileprivate func handlerEnded(_ reason: String) {
        guard isActive else { return }
        if hasStarted { return abort() }
        let text = Array("500 Internal Server Error: \(reason)\n".utf8)
        guard let head = try? WireResponseHead(status: StatusCode(500)) else { return }
        respond(head, content: text)
    }
}

/// Writes the response to one request from any task. Calls are carried out in the order in which they are made.
public final class ResponseWriter: Sendable {
    private let exchange: ExchangeHandle
    private let gate = WriteGate()
    /// The request's method.
    public let method: Method

    init(_ exchange: ExchangeHandle, method: Method) {
        self.exchange = exchange
        self.method = method
    }

    /// Sends a response with a 1xx status before the final one; see `ServerExchange.sendInterim`.
    public func sendInterim(_ head: WireResponseHead) { exchange.run { $0.sendInterim(head) } }

    /// Sends a whole response.
    public func respond(_ head: WireResponseHead, content: [UInt8] = []) {
        exchange.run { $0.respond(head, content: content) }
    }

    /// The same with a part of an array; see `ServerExchange.respond`.
    public func respond(_ head: WireResponseHead, content: ArraySlice<UInt8>) {
        exchange.run { $0.respond(head, content: content) }
    }

    /// Begins a response whose content follows; see `ServerExchange.start`.
    public func start(_ head: WireResponseHead) { exchange.run { $0.start(head) } }

    /// Sends some content and waits while too much of it waits to be taken; throws when the connection is lost.
    public func write(_ bytes: [UInt8]) async throws(ConnectionError) {
        exchange.run { [gate] exchange in
            if !exchange.write(bytes), exchange.isActive { gate.close() }
        }
        // What is run comes in order, so that the gate is looked at after the bytes were counted.
        await withCheckedContinuation { continuation in
            exchange.run { [gate] _ in
                gate.pass(continuation)
            } orElse: {
                continuation.resume()
            }
        }
        if let error = gate.error { throw error }
    }

    /// Ends the content; see `ServerExchange.finish`.
    public func finish(trailers: FieldSection = FieldSection()) { exchange.run { $0.finish(trailers: trailers) } }

    /// Cuts the connection.
    public func abort() { exchange.run { $0.abort() } }

    func roomCame() { gate.open() }

    func lost(_ error: ConnectionError) { gate.fail(error) }
}
