import HTTPCacheSemantics
import Locking

/// One request of `SocketTransport.send`: brings what happens on the loop's thread to the task that waits.
final class AsyncRequest: Sendable {
    private struct State {
        var waiter: CheckedContinuation<Void, Never>?
        var result: Result<TransportResponse, ConnectionError>?
        /// Whether there is a result or was one; the first counts.
        var isSettled = false
        var exchange: ClientExchangeHandle?
        var isCancelled = false
        var pump: Task<Void, Never>?
        var isOver = false
    }

    private let head: WireRequestHead
    private let content: RequestContent
    private let onInterim: @Sendable (WireResponseHead) -> Void
    /// Kept as long as somebody reads the response: a transport that goes closes its connections.
    fileprivate let transport: SocketTransport
    private let state = Locked(State())
    private let gate = WriteGate()

    init(
        head: WireRequestHead, content: RequestContent, by transport: SocketTransport,
        onInterim: @escaping @Sendable (WireResponseHead) -> Void
    ) {
        self.transport = transport
        self.head = head
        self.content = content
        self.onInterim = onInterim
    }

    func run(on shard: TransportShard, to endpoint: Endpoint) async -> Result<TransportResponse, ConnectionError> {
        let framed: WireRequestHead
        do {
            framed = try head.framed(content.framing)
        } catch {
            return .failure(.malformed(error))
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let waits = state.withLock { state in
                if state.result == nil { state.waiter = continuation }
                return state.result == nil
            }
            guard waits else { return continuation.resume() }
            let isRunning = shard.loop.execute { [self] in begin(framed, on: shard, to: endpoint) }
            if !isRunning { settle(.failure(.shutDown)) }
        }
        // Taken under the lock, for the same reason as in `ContentPipe.next`.
        return state.withLock { state in
            defer { state.result = nil }
            return state.result ?? .failure(.cancelled)
        }
    }

    private func begin(_ framed: WireRequestHead, on shard: TransportShard, to endpoint: Endpoint) {
        let receiver = AsyncReceiver(self, onInterim: onInterim)
        let body: ClientExchange.Body =
            switch content {
            case .none: .none
            case .bytes(let bytes): .bytes(bytes)
            case .stream: .written(content.framing)
            }
        let exchange = ClientExchange(framed, body: body, receiver: receiver, on: shard.loop)
        let handle = ClientExchangeHandle(exchange)
        receiver.exchange = exchange
        let isCancelled = state.withLock { state in
            state.exchange = handle
            return state.isCancelled
        }
        guard !isCancelled else { return exchange.cancel() }
        exchange.onWritable = { [gate] in gate.open() }
        if framed.expectation == .continuation, case .stream = content {
            exchange.onContentWanted = { [weak self] in self?.startPump(handle) }
            shard.take(exchange, to: endpoint)
        } else {
            shard.take(exchange, to: endpoint)
            startPump(handle)
        }
    }

    func cancel() {
        let exchange = state.withLock { state in
            state.isCancelled = true
            return state.exchange
        }
        exchange?.run { $0.cancel() }
        settle(.failure(.cancelled))
    }

    func settle(_ result: Result<TransportResponse, ConnectionError>) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if !state.isSettled { state.result = result }
            state.isSettled = true
            return state.waiter
        }
        waiter?.resume()
    }

    /// The exchange is over: nobody takes more content.
    func over(_ error: ConnectionError) {
        let pump = state.withLock { state in
            state.isOver = true
            state.exchange = nil
            defer { state.pump = nil }
            return state.pump
        }
        pump?.cancel()
        gate.fail(error)
    }

    private func startPump(_ exchange: ClientExchangeHandle) {
        guard case .stream(_, let trailers, let next) = content else { return }
        let pump = Task { [gate] in
            do {
                while let bytes = try await next() {
                    if gate.error != nil { return }
                    exchange.run { if !$0.write(bytes), !$0.isOver { gate.close() } }
                    await withCheckedContinuation { continuation in
                        exchange.run { _ in
                            gate.pass(continuation)
                        } orElse: {
                            continuation.resume()
                        }
                    }
                }
                exchange.run { $0.finish(trailers: trailers()) }
            } catch {
                // What the source cannot give cannot be sent.
                exchange.run { $0.cancel() }
            }
        }
        let isOver = state.withLock { state in
            state.pump = pump
            return state.isOver
        }
        if isOver { pump.cancel() }
    }
}

/// Takes the response on the loop's thread.
private final class AsyncReceiver: ClientReceiver {
    private let request: AsyncRequest
    private let onInterim: @Sendable (WireResponseHead) -> Void
    private var pipe: ContentPipe?
    weak var exchange: ClientExchange?

    init(_ request: AsyncRequest, onInterim: @escaping @Sendable (WireResponseHead) -> Void) {
        self.request = request
        self.onInterim = onInterim
    }

    func received(interim: WireResponseHead) { onInterim(interim) }

    func received(head: WireResponseHead) {
        guard let exchange else { return }
        let handle = ClientExchangeHandle(exchange)
        let pipe = ContentPipe(
            highMark: 128 * 1024,
            resume: { [transport = request.transport] in
                withExtendedLifetime(transport) { handle.run { $0.resumeReading() } }
            },
            abandon: { handle.run { $0.cancel() } })
        self.pipe = pipe
        request.settle(.success(TransportResponse(head: head, content: ContentStream(pipe))))
    }

    func received(_ bytes: Span<UInt8>) {
        if pipe?.push(Array(bytes)) == false { exchange?.pauseReading() }
    }

    func ended(trailers: FieldSection) {
        request.over(.closed)
        takePipe()?.finish(trailers: trailers)
    }

    /// The pipe knows the exchange, which knows its receiver: one of them has to let go.
    private func takePipe() -> ContentPipe? {
        defer { pipe = nil }
        return pipe
    }

    func failed(_ error: ConnectionError) {
        request.over(error)
        takePipe()?.fail(error)
        request.settle(.failure(error))
    }
}
