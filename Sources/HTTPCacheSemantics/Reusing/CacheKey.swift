/// The primary cache key of a request (RFC 9111 §2): what is stored under another key is never looked at.
///
/// GET, HEAD and POST share the target URI alone. A QUERY adds its method and what distinguishes its content
/// (RFC 10008, "Caching").
public struct CacheKey: Sendable, Hashable, CustomStringConvertible {
    /// The target URI, normalised.
    public let target: TargetURI
    /// QUERY, or nil where the method is no part of the key.
    public let method: Method?
    /// What distinguishes the content of a QUERY, and the metadata that say how to read it; empty for other methods.
    public let content: QueryContent?
    /// Separates caches that share a store, such as those of different top-level sites; opaque.
    public let partition: String

    /// The key of a request.
    public init(for request: RequestHead, partition: String = "") {
        let isQuery = request.method == .query
        target = request.target
        method = isQuery ? request.method : nil
        content = isQuery ? QueryContent(of: request) : nil
        self.partition = partition
    }

    /// The key of GET, HEAD and POST for a URI.
    public init(of target: TargetURI, partition: String = "") {
        self.target = target
        method = nil
        content = nil
        self.partition = partition
    }

    /// Whether both keys name the same resource but for their queries, which No-Vary-Search may make equivalent.
    public func differsInQueryAlone(from other: CacheKey) -> Bool {
        target.origin == other.target.origin && target.path == other.target.path && method == other.method
            && content == other.content && partition == other.partition
    }

    public var description: String { (method.map { $0.name + " " } ?? "") + target.description }
}

/// The part of a QUERY's key that its content makes up (RFC 10008, "Caching"): nothing is normalised, so that two
/// requests are the same only where every byte is.
public struct QueryContent: Sendable, Hashable {
    /// The content, or a digest of it that the caller made.
    public let bytes: [UInt8]
    /// The lines of Content-Type.
    public let type: [[UInt8]]
    /// The lines of Content-Encoding.
    public let encoding: [[UInt8]]
    /// The lines of Content-Language.
    public let language: [[UInt8]]

    init(of request: RequestHead) {
        bytes = request.content
        type = request.fields.values(of: "Content-Type")
        encoding = request.fields.values(of: "Content-Encoding")
        language = request.fields.values(of: "Content-Language")
    }
}
