public import HTTPCacheSemantics

/// The content of a received message, for one task to read, in pieces of any size that are never empty.
///
/// Reading faster or slower than the peer sends is fine: what waits is bounded, and the peer's sending comes to a halt.
/// A stream that is dropped or whose reader is cancelled before its end ends the connection or drops the rest.
public final class ContentStream: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = ConnectionError

    private let pipe: ContentPipe

    /// Called before each piece is asked for, so that a client may be told to send.
    private let willRead: (@Sendable () -> Void)?

    init(_ pipe: ContentPipe, willRead: (@Sendable () -> Void)? = nil) {
        self.pipe = pipe
        self.willRead = willRead
    }

    deinit { pipe.abandonNow() }

    /// The trailer section; nil until the end was read, and after a failure.
    public var trailers: FieldSection? { pipe.trailers }

    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Reads on where the stream stands: all iterators of one stream share its pieces.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: ContentStream

        public func next() async throws(ConnectionError) -> [UInt8]? { try await stream.next() }

        public func next(isolation actor: isolated (any Actor)?) async throws(ConnectionError) -> [UInt8]? {
            try await stream.next()
        }
    }

    fileprivate func next() async throws(ConnectionError) -> [UInt8]? {
        willRead?()
        return try await pipe.next().get()
    }

    /// All of it; throws `ConnectionError.malformed` with `contentTooLarge` beyond `limit` bytes.
    public func collect(upTo limit: Int) async throws(ConnectionError) -> [UInt8] {
        var all: [UInt8] = []
        while let bytes = try await next() {
            guard all.count + bytes.count <= limit else {
                pipe.abandonNow()
                throw .malformed(WireError(.contentTooLarge, at: limit))
            }
            all.append(contentsOf: bytes)
        }
        return all
    }
}
