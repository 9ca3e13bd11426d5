import HTTPCacheSemantics
import Locking

extension ResponseHead {
    /// The length that the head announces for its content. Content-Length says how long the message is (RFC 9112 §6.3),
    /// whatever a Content-Range says of the part that it holds.
    func announcedLength(inAnswerTo method: Method) -> Int? {
        guard mayHaveContent(inAnswerTo: method) else { return nil }
        return contentLength ?? (status.value == 206 ? contentRange?.range?.count : nil)
    }

    /// Whether content follows the head at all (RFC 9110 §6.4.1).
    func mayHaveContent(inAnswerTo method: Method) -> Bool {
        method != .head && status.value != 204 && status.value != 304
    }
}

/// Reads content piece by piece from wherever it is needed; one task at a time.
final class PieceReader: ContentSource {
    private let content: Content
    private let pieces: Locked<Content.Iterator>

    init(_ content: Content) {
        self.content = content
        pieces = Locked(content.makeAsyncIterator())
    }

    var trailers: FieldSection { content.trailers }

    func next() async throws -> ArraySlice<UInt8>? {
        // The iterator cannot stay under the lock while it waits: it is taken out and put back.
        var iterator = pieces.withLock { $0 }
        let piece = try await iterator.next()
        pieces.withLock { $0 = iterator }
        return piece
    }
}

/// Content that passes through, counted against what its head announced.
final class CheckedContent: ContentSource {
    private let pieces: PieceReader
    private let received = Locked(0)
    private let expected: Int?

    init(_ content: Content, expected: Int?) {
        pieces = PieceReader(content)
        self.expected = expected
    }

    var trailers: FieldSection { pieces.trailers }

    func next() async throws -> ArraySlice<UInt8>? {
        let piece: ArraySlice<UInt8>?
        do {
            piece = try await pieces.next()
        } catch {
            throw ClientError(ofContent: error).counting(received.withLock { $0 }, of: expected)
        }
        let count = received.withLock { received in
            received += piece?.count ?? 0
            return received
        }
        if let length = expected {
            if count > length { throw ClientError.contentTooLong(expected: length) }
            if piece == nil, count < length { throw ClientError.contentCut(received: count, expected: length, nil) }
        }
        return piece
    }
}
