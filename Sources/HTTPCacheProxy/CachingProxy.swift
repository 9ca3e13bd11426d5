public import CachingClient
public import HTTPCacheSemantics
import HTTPDate
public import HTTPWire

/// A caching proxy in front of one origin server: start here.
///
/// It listens through a `LoopbackServer`, hands each request to a `CachingClient`, and streams the answer back. What it
/// does to messages on their way is in `Messages/`; it decides nothing about caching. Requests go to the upstream that
/// was named and nowhere else.
public final class CachingProxy: Sendable {
    /// How it was set up; nothing of it changes while the proxy runs.
    public let configuration: ProxyConfiguration
    /// What answers; for purging, see ``purge(_:)``.
    public let client: CachingClient
    /// Where it listens, with the port that the system chose if 0 was asked for.
    public var address: SocketAddress { server.address }
    private let server: LoopbackServer
    private let transport: SocketTransport
    private let core: ProxyCore

    /// Begins to listen.
    ///
    /// `clock` is what freshness is judged by; to make what is stored older, see ``AgingStore``.
    ///
    /// Throws for an address that is not loopback, unless the configuration allows any, and for what the system
    /// refuses.
    public init(
        _ configuration: ProxyConfiguration, store: any ResponseStore, clock: WallClock = .system,
        on group: EventLoopGroup, observer: (any ProxyObserver)? = nil
    ) throws(LoopbackServer.StartError) {
        self.configuration = configuration
        transport = SocketTransport(configuration.transport, on: group)
        let upstream = UpstreamTransport(transport, configuration, clock)
        var options = CachingClient.Configuration()
        options.name = configuration.name
        options.storeFailed = configuration.storeFailed
        client = CachingClient(
            transport: upstream, store: store, policy: configuration.policy, configuration: options, clock: clock)
        let core = ProxyCore(client: client, store: store, configuration: configuration, observer: observer)
        self.core = core
        server = try LoopbackServer(configuration.server, on: group, handler: core)
        core.listens(at: server.address)
    }

    /// What was answered so far, and how.
    public var statistics: ProxyStatistics { core.statistics }

    /// Open connections of clients.
    public var connectionCount: Int { server.connectionCount }

    /// Removes everything that is stored for a URI, all variants of it.
    public func purge(_ target: TargetURI) async throws {
        try await client.purge(target)
    }

    /// The URIs that a path means on the authorities that are this proxy's or its upstream's.
    public func targets(ofPath path: String) -> [TargetURI] { core.targets(ofPath: path) }

    /// Removes everything that is stored; what is arriving is not stored.
    public func purgeAll() async throws { try await client.purgeAll() }

    /// Stops to accept, lets the exchanges under way finish for at most `limit`, and closes; what validates in the
    /// background is waited for within the same time.
    public func drain(within limit: Duration) async {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: limit)
        await server.drain(within: limit)
        let cutter = Task { [transport] in
            try await Task.sleep(until: end, clock: clock)
            transport.close()
        }
        await client.finishBackgroundWork()
        cutter.cancel()
        transport.close()
    }

    /// Stops at once: exchanges under way are cut.
    public func close() {
        server.close()
        transport.close()
    }
}
