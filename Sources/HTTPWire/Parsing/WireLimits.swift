/// How much of one message is taken; all sizes in bytes. Negative values count as zero.
public struct WireLimits: Sendable, Hashable {
    /// Longer methods are not implemented (501).
    public var method = 64
    /// RFC 9112 §3 asks for request lines of at least 8000 (414).
    public var target = 16 * 1024
    /// Start line and header section together, line ends included (431).
    public var head = 64 * 1024
    /// Header section and trailer section each (431).
    public var fieldLines = 512
    /// The trailer section, line ends included (431).
    public var trailers = 16 * 1024
    /// One chunk's size line (400).
    public var chunkSizeLine = 4 * 1024
    /// The extensions of all chunks of one message (400).
    public var chunkExtensions = 64 * 1024
    /// The content, chunked coding removed (413); nil for no limit.
    public var content: Int?
    /// Responses with a 1xx status before the final one.
    public var interimResponses = 64

    /// Every limit at the value that stands beside it.
    public init() {}

    /// The longest request line whose parts can all be within their limits.
    var requestLine: Int { min(max(0, head), max(0, method) &+ max(0, target) &+ 12) }
}
