public import HTTPCacheSemantics
public import HTTPWire

/// What a proxy stands in front of, and how it behaves.
public struct ProxyConfiguration: Sendable {
    /// The origin server: every request goes there.
    public var upstream: Endpoint
    /// Where it listens, and its limits and time-outs towards clients.
    public var server = ServerConfiguration()
    /// Limits and time-outs towards the origin.
    public var transport = TransportConfiguration()
    /// What decides; a private cache here would hand one client's responses to others.
    public var policy = Self.defaultPolicy
    /// Whether the origin is sent its own authority as Host instead of the client's.
    public var rewritesHost = false
    /// The name in Via and Cache-Status: an RFC 9651 token.
    public var name = "httpcache"
    /// Bytes of a QUERY's content, which is part of its cache key; more gives 413.
    public var queryContentLimit = 1 << 20
    /// Told what the store threw; requests go on without it.
    public var storeFailed: @Sendable (any Error) -> Void = { _ in }

    /// A proxy in front of this server, on a free port of 127.0.0.1, with ``defaultPolicy`` and at most 1 GiB of
    /// content in a request.
    public init(upstream: Endpoint) {
        self.upstream = upstream
        // More than anybody tests with, and less than what would fill a disk unnoticed.
        server.limits.content = 1 << 30
    }

    /// A shared cache by RFC 9111 that heeds CDN-Cache-Control (RFC 9213), answers with what is stale when the origin
    /// fails with a 5xx (§4.2.4), takes a 304 without a validator for one about what it has asked about (§4.3.4), and
    /// two Expires lines for none (§4.2.1), sends the entity tags of other variants along, and compares what Vary names
    /// without regard to whitespace around commas (§4.1).
    public static let defaultPolicy: CachePolicy = {
        var options = CacheOptions.rfc9111
        options.targetedFields = ["CDN-Cache-Control"]
        options.staleOnServerError = true
        options.notModifiedWithoutValidator = .update
        options.duplicateDirective = .staleExpires
        options.conditionsOnVaryMiss = true
        options.unknownVary = .lines
        return CachePolicy(.shared, options: options)
    }()

    /// The upstream's host and port as Host has them.
    var upstreamAuthority: String {
        let host = upstream.host.contains(":") ? "[\(upstream.host)]" : upstream.host
        return upstream.port == 80 ? host : "\(host):\(upstream.port)"
    }
}
