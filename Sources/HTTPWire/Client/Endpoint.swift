public import HTTPCacheSemantics

/// A server to connect to, over plain TCP.
public struct Endpoint: Sendable, Hashable {
    /// A name or an address in numbers, without brackets.
    public let host: String
    /// The TCP port; 0 is no server's, and connecting to it fails.
    public let port: UInt16

    /// Takes a host as it is; a name is looked up when a connection is made, and one that has no address fails the
    /// request with `ConnectionError.nameNotResolved`.
    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The server at an address in numbers. A Unix socket has no host: what is made of one cannot be reached.
    public init(_ address: SocketAddress) {
        let text = address.description
        let host = text.prefix(text.count - String(address.port).count - 1)
        self.init(host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : String(host), port: address.port)
    }

    /// The server of a URI: port 80 unless the authority names one (RFC 9110 §4.2.1); nil for any scheme but `http` and
    /// for a port beyond 65535.
    public init?(_ uri: TargetURI) {
        guard uri.scheme == "http" else { return nil }
        var host = uri.authority[...]
        var port: UInt16 = 80
        if let colon = host.lastIndex(of: ":"), host.last != "]" {
            guard let number = UInt16(host[host.index(after: colon)...]) else { return nil }
            port = number
            host = host[..<colon]
        }
        if host.hasPrefix("[") { host = host.dropFirst().dropLast() }
        self.init(host: String(host), port: port)
    }
}

/// How a transport connects and how long it waits.
public struct TransportConfiguration: Sendable {
    /// How much of each response is taken; more fails the request with `ConnectionError.malformed`.
    public var limits = WireLimits()
    /// How long each address of the server is tried; then the next one, and after the last the request fails with
    /// `ConnectionError.timedOut`.
    public var connectTimeout = Duration.seconds(10)
    /// Between two signs of life of the server while a response is awaited or read; nil to wait for ever.
    public var responseTimeout: Duration? = .seconds(60)
    /// How long a connection is kept between two exchanges.
    public var idleTimeout = Duration.seconds(20)
    /// How long content is held back for a 100 that was asked for (RFC 9110 §10.1.1).
    public var continueTimeout = Duration.seconds(1)
    /// To one endpoint on one loop; further exchanges wait for their turn.
    public var maximumConnections = 512
    /// Bytes of a request that wait to be taken, above which a writer is asked to pause.
    public var highWater = 128 * 1024

    /// Every choice at the value that stands beside it.
    public init() {}
}

/// The content of a request.
public enum RequestContent: Sendable {
    /// No content; methods whose content means something are sent with `Content-Length: 0` (RFC 9110 §8.6).
    case none
    /// Content at hand, sent with its length in Content-Length.
    case bytes([UInt8])
    /// Pieces until nil. With a length it is sent as Content-Length and must be met, without one the content is chunked
    /// and `trailers` is asked for at its end. A request that expects 100 asks for no piece before the server has said
    /// it, or `TransportConfiguration.continueTimeout` is over.
    case stream(
        length: Int?, trailers: @Sendable () -> FieldSection = { FieldSection() },
        next: @Sendable () async throws -> [UInt8]?)

    var framing: OutgoingFraming {
        switch self {
        case .none: .none
        case .bytes(let bytes): .length(bytes.count)
        case .stream(let length?, _, _): .length(length)
        case .stream(nil, _, _): .chunked
        }
    }
}

enum OutgoingFraming: Equatable {
    case none
    case length(Int)
    case chunked
}

extension WireRequestHead {
    /// The request line and fields for an origin server: target in origin form, Host first unless it is there.
    public init(_ request: RequestHead) throws(WireError) {
        var fields = FieldSection()
        if !request.fields.contains("Host") { fields.append(name: "Host", value: request.target.authority) }
        for line in request.fields.lines { fields.append(name: line.name, value: line.value) }
        try self.init(method: request.method, target: Array(request.target.originForm.utf8), fields: fields)
    }

    /// The same request, framed for this content and for nothing else.
    func framed(_ outgoing: OutgoingFraming) throws(WireError) -> WireRequestHead {
        switch (outgoing, framing) {
        case (.none, .none) where !expectsLength, (.none, .length(0)), (.chunked, .chunked): return self
        case (.length(let length), .length(let own)) where length == own: return self
        default: break
        }
        var fields = fields
        fields.remove("Content-Length")
        fields.remove("Transfer-Encoding")
        switch outgoing {
        case .none where expectsLength: fields.append(name: "Content-Length", value: "0")
        case .none: break
        case .length(let length): fields.append(name: "Content-Length", value: String(length))
        case .chunked: fields.append(name: "Transfer-Encoding", value: "chunked")
        }
        return try WireRequestHead(method: method, target: target, version: version, fields: fields)
    }

    /// The methods whose content means something say so when there is none (RFC 9110 §8.6).
    private var expectsLength: Bool { ["POST", "PUT", "PATCH"].contains(method.name) }
}
