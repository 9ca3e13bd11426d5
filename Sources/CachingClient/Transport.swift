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
    /// Method, target URI and fields, with the cache's conditions among them; framing fields are the transport's to
    /// set.
    public var head: RequestHead
    /// The content, which may be a stream that can be read once.
    public var content: Content
    /// The request target as a client wrote it, for intermediaries, which pass it on unchanged (RFC 9110 §7.7); nil for
    /// the origin form of the URI.
    public var target: [UInt8]?
    /// Called with each 1xx head, in order (RFC 9110 §15.2).
    public var onInterim: @Sendable (ResponseHead) -> Void

    /// Makes a request; nobody is told of 1xx heads unless `onInterim` is given.
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
    /// The final response's head: a status from 200 to 599; for another the client throws
    /// ``ClientError/unexpectedStatus(_:)``.
    public var head: ResponseHead
    /// The content, transfer coding removed; how many bytes there have to be is taken from the head.
    public var content: Content

    /// Makes a response; without content it is whole when its head is there.
    public init(head: ResponseHead, content: Content = .empty) {
        self.head = head
        self.content = content
    }
}
