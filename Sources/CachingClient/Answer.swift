public import HTTPCacheSemantics

/// What a request was answered with.
public struct Answer: Sendable {
    /// The status code for the client: the origin's, the stored response's, or 304, 206, 416 and 504 of the cache's own
    /// making.
    public var status: StatusCode
    /// With Cache-Status as the last line, where the client has a name (RFC 9211).
    public var fields: FieldSection
    /// The content, which may still be arriving; empty where the status or the method has none.
    public var content: Content
    /// Where it came from.
    public var source: Source
    /// The rule that settled it.
    public var deciding: Rule
    /// Seconds for which what it came from is fresh, negative when stale; nil where nothing stored is behind it.
    public var ttl: Int?
    /// Why the origin was asked; nil where it was not.
    public var asking: Rule?
    /// Why what the origin sent may be stored or not; nil where that was not weighed.
    public var storing: Rule?

    /// Where answers come from.
    public enum Source: Sendable, Hashable {
        /// The store, without an answer from the origin: it was not asked, or it failed (RFC 5861 §4).
        case store
        /// The store, after the origin answered: that it is still good, or with an error in whose place it is served.
        case validatedStore
        /// The origin.
        case origin
        /// An answer to another request for the same key, while it arrived.
        case collapsed
        /// The cache itself, with a 504 (RFC 9111 §5.2.1.7).
        case cache
    }

    /// Makes an answer; `asking` and `storing` are nil.
    public init(
        status: StatusCode, fields: FieldSection, content: Content, source: Source, deciding: Rule, ttl: Int? = nil
    ) {
        self.status = status
        self.fields = fields
        self.content = content
        self.source = source
        self.deciding = deciding
        self.ttl = ttl
    }

    /// Status and fields as a head; its fields are read anew.
    public var head: ResponseHead { ResponseHead(status: status, fields: fields) }
}
