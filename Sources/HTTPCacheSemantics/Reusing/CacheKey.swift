/// The primary cache key of a request (RFC 9111 §2): what is stored under another key is never looked at.
///
/// GET, HEAD and POST share the target URI alone. A QUERY adds its method and what distinguishes its content
/// (RFC 10008, "Caching").
public struct CacheKey: Sendable, Hashable, CustomStringConvertible {
    public let target: TargetURI
    /// QUERY, or nil where the method is no part of the key.
    public let method: Method?
    /// What distinguishes the content of a QUERY; empty for other methods.
    public let content: [UInt8]
    /// Separates caches that share a store, such as those of different top-level sites; opaque.
    public let partition: String

    public init(for request: RequestHead, partition: String = "") {
        let isQuery = request.method == .query
        target = request.target
        method = isQuery ? request.method : nil
        content = isQuery ? request.content : []
        self.partition = partition
    }

    /// The key of GET, HEAD and POST for a URI.
    public init(of target: TargetURI, partition: String = "") {
        self.target = target
        method = nil
        content = []
        self.partition = partition
    }

    public var description: String { (method.map { $0.name + " " } ?? "") + target.description }
}
