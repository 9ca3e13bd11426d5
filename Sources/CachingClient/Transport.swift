public import HTTPCacheSemantics

/// What takes requests to the origin.
///
/// A transport follows no redirects, keeps no cache, and gives content as the head's Content-Encoding describes it.
public protocol Transport: Sendable {
    /// Sends a request and returns when the head of its final response is there.
    ///
    /// 1xx heads go to ``OutgoingRequest/onInterim``. Throws when there is no response head or one that cannot be read;
    /// ends promptly when its task is cancelled. The content throws when it does not arrive whole.
    func send(_ request: OutgoingRequest) async throws -> IncomingResponse
}

/// A request on its way to the origin.
public struct OutgoingRequest: Sendable {
    public var head: RequestHead
    public var content: Content
    /// The request target as a client wrote it, for intermediaries, which pass it on unchanged (RFC 9110 §7.7); nil for
    /// the origin form of the URI.
    public var target: [UInt8]?
    /// Called with each 1xx head, in order (RFC 9110 §15.2).
    public var onInterim: @Sendable (ResponseHead) -> Void

    public init(
        head: RequestHead, content: Content = .empty, target: [UInt8]? = nil,
        onInterim: @escaping @Sendable (ResponseHead) -> Void = { _ in }
    ) {
        self.head = head
        self.content = content
        self.target = target
        self.onInterim = onInterim
    }
}

/// A response on its way from the origin.
public struct IncomingResponse: Sendable {
    public var head: ResponseHead
    public var content: Content

    public init(head: ResponseHead, content: Content = .empty) {
        self.head = head
        self.content = content
    }
}
