/// The primary cache key of a request (RFC 9111 §2): what is stored under another key is never looked at.
///
/// GET, HEAD and POST share the target URI alone. A QUERY adds its method, its content and what describes that
/// (RFC 10008, "Caching").
public struct CacheKey: Sendable, Hashable, CustomStringConvertible {
    public let target: TargetURI
    /// QUERY, or nil where the method is no part of the key.
    public let method: Method?
    /// The content of a QUERY, or its digest, as the caller gives it; empty for other methods.
    public let content: [UInt8]
    /// The values of Content-Type, Content-Encoding and Content-Language of a QUERY, as they stand; empty for others.
    public let metadata: [[[UInt8]]]
    /// Separates caches that share a store, such as those of different top-level sites; opaque.
    public let partition: String

    public init(for request: RequestHead, partition: String = "") {
        let isQuery = request.method == .query
        target = request.target
        method = isQuery ? request.method : nil
        content = isQuery ? request.content : []
        metadata =
            isQuery
            ? ["Content-Type", "Content-Encoding", "Content-Language"].map { request.fields.values(of: $0) } : []
        self.partition = partition
    }

    /// The key of GET, HEAD and POST for a URI.
    public init(of target: TargetURI, partition: String = "") {
        self.target = target
        method = nil
        content = []
        metadata = []
        self.partition = partition
    }

    public var description: String { (method.map { $0.name + " " } ?? "") + target.description }
}
