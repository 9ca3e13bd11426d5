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
    /// Called with each 1xx head, in order (RFC 9110 §15.2).
    public var onInterim: @Sendable (ResponseHead) -> Void

    public init(
        head: RequestHead, content: Content = .empty, onInterim: @escaping @Sendable (ResponseHead) -> Void = { _ in }
    ) {
        self.head = head
        self.content = content
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
