/// How a server listens and how long it waits.
public struct ServerConfiguration: Sendable {
    /// Where to listen; the port 0 asks the system for a free one. Only 127.0.0.0/8, ::1 and Unix sockets are taken
    /// unless `allowsAnyAddress`.
    public var address = SocketAddress.loopback(port: 0)
    /// Whether an address that other machines can reach may be listened on.
    public var allowsAnyAddress = false
    /// How much of each request is taken; more is answered with `WireError.requestStatus`.
    public var limits = WireLimits()
    /// From a request's first byte to the end of its head; then 408.
    public var headTimeout = Duration.seconds(15)
    /// Between two pieces of a request's content; then 408.
    public var contentTimeout = Duration.seconds(30)
    /// Between two pieces of a response that the client takes; then the connection is cut.
    public var writeTimeout = Duration.seconds(30)
    /// Between two requests.
    public var idleTimeout = Duration.seconds(75)
    /// More connections than these are closed as they come.
    public var maximumConnections = 50_000
    /// Whether `keep-alive` keeps a connection of HTTP/1.0 open; a proxy may not (RFC 9112 §9.3).
    public var honorsHTTP10KeepAlive = false
    /// Bytes of responses that wait to be taken, above which a writer is asked to pause and no further request is begun.
    public var highWater = 128 * 1024
    /// Content that nobody asked for is read and dropped up to this size, to keep the connection; more closes it. What
    /// was asked for and is no longer wanted is dropped to its end.
    public var maximumDiscarded = 256 * 1024

    /// Every choice at the value that stands beside it.
    public init() {}
}
