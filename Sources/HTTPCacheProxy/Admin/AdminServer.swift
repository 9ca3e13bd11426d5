import CachingClient
public import HTTPWire

/// The control channel of a proxy: HTTP on an address of its own, never on the proxied one.
///
/// - `GET /health`: 200 while it runs.
/// - `GET /statistics`: a JSON object of numbers.
/// - `POST /purge?url=URL`: removes what is stored for a URI, or for a path on every authority of the proxy's; `?all`
///   removes everything.
/// - `POST /clock?advance=1h30m`: makes what is stored so much older; `GET /clock` tells by how much in all.
///
/// A request that a page in a browser makes is refused with 403: it has Origin, or a Host that is a name other than
/// `localhost`.
public final class AdminServer: Sendable {
    private let server: LoopbackServer

    /// Where it listens.
    public var address: SocketAddress { server.address }

    /// Begins to listen; `storage` adds numbers of the store's to the statistics.
    public init(
        for proxy: CachingProxy, aging store: AgingStore, at address: SocketAddress, on group: EventLoopGroup,
        storage: @escaping @Sendable () -> [(name: String, value: Int)] = { [] }
    ) throws(LoopbackServer.StartError) {
        var configuration = ServerConfiguration()
        configuration.address = address
        configuration.limits.content = 64 << 10
        configuration.maximumConnections = 1_000
        let actions = AdminActions(proxy: proxy, store: store, storage: storage)
        server = try LoopbackServer(
            configuration, on: group,
            handler: AsyncHandler { request, writer in
                let answer = await actions.answer(to: request.head)
                guard let head = answer.head(at: proxy.client.clock.now) else { return }
                writer.respond(head, content: answer.content)
            })
    }

    /// Stops at once.
    public func close() { server.close() }
}
