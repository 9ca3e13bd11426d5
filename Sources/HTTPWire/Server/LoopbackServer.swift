import Locking

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An HTTP/1.1 server over plain TCP, for tests and for the proxy.
///
/// It listens on the loopback interface unless told otherwise, reads requests by RFC 9112, and hands them to a handler
/// on the thread of one of its loops.
public final class LoopbackServer: Sendable {
    /// Why a server could not begin to listen.
    public enum StartError: Error, Sendable, Hashable {
        /// The address is not 127.0.0.0/8 or ::1, and `allowsAnyAddress` is false.
        case addressNotAllowed
        /// A system's call failed with this `errno`: the port is taken, for example.
        case system(Int32)
    }

    /// Where it listens, with the port that the system chose if 0 was asked for.
    public let address: SocketAddress
    private let shards: [ServerShard]
    private let group: EventLoopGroup
    private let state = Locked(State())
    /// Nil but for an address that is a path.
    private let file: SocketFile?

    private struct State {
        var connections = 0
        /// All there ever were, so that the loops take turns.
        var admitted = 0
        var isDraining = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Begins to listen; connections are taken once this has returned.
    ///
    /// Throws `addressNotAllowed` for an address that other machines reach unless
    /// `ServerConfiguration.allowsAnyAddress`, and `system` where the system refuses. A Unix socket that nobody listens
    /// on any more is replaced, and is its owner's alone.
    public init(
        _ configuration: ServerConfiguration = ServerConfiguration(), on group: EventLoopGroup,
        handler: any LoopHandler
    ) throws(StartError) {
        guard configuration.allowsAnyAddress || configuration.address.isLoopback else {
            throw .addressNotAllowed
        }
        let (descriptor, file) = try Self.listen(configuration.address)
        self.file = file
        address =
            configuration.address.unixPath == nil
            ? SocketAddress(ofSocket: descriptor) ?? configuration.address : configuration.address
        self.group = group
        shards = group.loops.map { ServerShard(loop: $0, configuration: configuration, handler: handler) }
        for shard in shards { shard.onClose = { [weak self] in self?.connectionClosed() } }
        let acceptor = shards[0]
        let isListening = acceptor.loop.execute { [self] in
            let listener = Listener(descriptor: descriptor, loop: acceptor.loop) { [weak self] accepted in
                guard let self else { return System.closeDescriptor(accepted) }
                admit(accepted, limit: configuration.maximumConnections)
            }
            acceptor.listener = listener
            _ = listener.open(.read)
        }
        guard isListening else {
            file?.remove()
            System.closeDescriptor(descriptor)
            throw .system(ESHUTDOWN)
        }
    }

    deinit { cutAll() }

    private static func listen(_ address: SocketAddress) throws(StartError) -> (Int32, SocketFile?) {
        guard case .done(let number) = System.socket(family: address.family) else { throw .system(errno) }
        let descriptor = Int32(number)
        System.setOption(descriptor, level: SOL_SOCKET, SO_REUSEADDR)
        if let path = address.unixPath { SocketFile.removeDead(path, address) }
        let result = System.outcome { address.withSystemAddress { Int(bind(descriptor, $0, $1)) } }
        // For its owner alone, before anybody can connect.
        var file: SocketFile?
        if case .done = result, let path = address.unixPath {
            _ = chmod(path, 0o600)
            file = SocketFile(path)
        }
        guard case .done = result, case .done = System.outcome({ Int(startListening(descriptor)) }) else {
            let error = errno
            file?.remove()
            System.closeDescriptor(descriptor)
            throw .system(error)
        }
        return (descriptor, file)
    }

    private func admit(_ descriptor: Int32, limit: Int) {
        let number = state.withLock { state -> Int? in
            guard state.connections < limit, !state.isDraining else { return nil }
            state.connections += 1
            state.admitted &+= 1
            return state.admitted
        }
        guard let number else { return System.closeDescriptor(descriptor) }
        let shard = shards[number % shards.count]
        if shard.loop.isCurrent { return shard.admit(descriptor) }
        if !shard.loop.execute({ shard.admit(descriptor) }) {
            System.closeDescriptor(descriptor)
            connectionClosed()
        }
    }

    private func connectionClosed() {
        let waiters = state.withLock { state in
            state.connections -= 1
            guard state.connections == 0, state.isDraining else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Open connections.
    public var connectionCount: Int { state.withLock { $0.connections } }

    /// Stops to accept, lets the exchanges under way finish, and closes; what is not done within `limit` is cut.
    public func drain(within limit: Duration) async {
        state.withLock { $0.isDraining = true }
        file?.remove()
        for shard in shards { shard.loop.execute { shard.drain() } }
        let cutter = Task { [shards] in
            try await Task.sleep(for: limit)
            for shard in shards { shard.loop.execute { shard.cutAll() } }
        }
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.connections > 0 { state.waiters.append(continuation) }
                return state.connections == 0
            }
            if isEmpty { continuation.resume() }
        }
        cutter.cancel()
    }

    /// Stops to accept and cuts all connections.
    public func close() {
        state.withLock { $0.isDraining = true }
        cutAll()
    }

    private func cutAll() {
        file?.remove()
        for shard in shards {
            shard.loop.execute {
                shard.drain()
                shard.cutAll()
            }
        }
    }
}

private func startListening(_ descriptor: Int32) -> Int32 { listen(descriptor, 4096) }

/// What a server keeps for each loop.
///
/// Unchecked because all that varies is touched on the loop's thread only, `onClose` once before the server starts.
final class ServerShard: @unchecked Sendable {
    let loop: EventLoop
    let configuration: ServerConfiguration
    let handler: any LoopHandler
    var onClose: (() -> Void)?
    var listener: Listener?
    private(set) var isDraining = false
    private var connections: [ObjectIdentifier: ServerConnection] = [:]

    init(loop: EventLoop, configuration: ServerConfiguration, handler: any LoopHandler) {
        self.loop = loop
        self.configuration = configuration
        self.handler = handler
    }

    func admit(_ descriptor: Int32) {
        let connection = ServerConnection(descriptor: descriptor, shard: self)
        guard connection.start() else {
            onClose?()
            return
        }
        connections[ObjectIdentifier(connection)] = connection
        if isDraining { connection.drain() }
    }

    func closed(_ connection: ServerConnection) {
        if connections.removeValue(forKey: ObjectIdentifier(connection)) != nil { onClose?() }
    }

    func drain() {
        isDraining = true
        listener?.closeDescriptor()
        listener = nil
        for connection in Array(connections.values) { connection.drain() }
    }

    func cutAll() {
        for connection in Array(connections.values) { connection.cut(.shutDown) }
    }
}

/// A listening socket.
final class Listener: Channel {
    private let admit: (Int32) -> Void

    init(descriptor: Int32, loop: EventLoop, admit: @escaping (Int32) -> Void) {
        self.admit = admit
        super.init(loop: loop, descriptor: descriptor)
    }

    override func readable() {
        // A bounded number, so that accepting never starves the connections there are.
        for _ in 0..<64 {
            switch System.accept(descriptor) {
            case .done(let accepted): admit(Int32(accepted))
            case .wouldBlock: return
            case .failed(let error):
                guard error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS else { continue }
                // Out of descriptors: the queue is left alone for a while instead of spinning.
                setInterest(.read, false)
                return setDeadline(after: 100)
            }
        }
    }

    override func deadlinePassed() { setInterest(.read, true) }

    override func hungUp() {}
}
