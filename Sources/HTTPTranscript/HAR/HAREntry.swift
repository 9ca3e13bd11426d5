/// One entry of an HTTP archive.
public struct HAREntry: Sendable {
    /// What the entry says of an exchange.
    public enum Content: Sendable {
        /// A request and the response to it.
        case exchange(ObservedExchange)
        /// There is no response: it was blocked, cancelled, or is still to come.
        case noResponse
        /// The URL is none that HTTP caches are asked for, such as `data:` or `blob:`.
        case notHTTP
    }

    /// From 1, in the order of the file.
    public let number: Int
    /// As written; `GET` where it is missing.
    public let method: String
    /// As written.
    public let url: String
    /// What the entry says of an exchange.
    public let content: Content
    /// The bytes of the content as they went over the network, else as they are; nil where the archive says nothing.
    public let size: Int?
    /// Tells contents apart within one run: a hash of the text that the archive holds; nil where it holds none, or
    /// where ``HARReader/readsContent`` is not set.
    public let contentDigest: Int?
    /// Whether the browser took the response from its own cache.
    public let isFromCache: Bool

    /// When it was and how long it took.
    public let timing: Timing

    /// When it was and how long it took, in milliseconds.
    public struct Timing: Sendable, Hashable {
        /// Since 1970-01-01T00:00:00Z; nil where the archive does not say.
        public let start: Int64?
        /// Until the response began.
        public let wait: Int
        /// All of it; never less than ``wait``.
        public let total: Int
    }

    /// The exchange, where the entry has one.
    public var exchange: ObservedExchange? {
        if case .exchange(let exchange) = content { exchange } else { nil }
    }
}
