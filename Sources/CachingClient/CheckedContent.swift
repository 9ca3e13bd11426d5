import HTTPCacheSemantics
import Synchronization

extension ResponseHead {
    /// The lengths that the head announces for its content: all of them are to be right.
    func announcedLengths(inAnswerTo method: Method) -> Set<Int> {
        guard mayHaveContent(inAnswerTo: method) else { return [] }
        var lengths: Set<Int> = []
        if let length = contentLength { lengths.insert(length) }
        if status.value == 206, let range = contentRange?.range { lengths.insert(range.count) }
        return lengths
    }

    /// Whether content follows the head at all (RFC 9110 §6.4.1).
    func mayHaveContent(inAnswerTo method: Method) -> Bool {
        method != .head && status.value != 204 && status.value != 304
    }
}

/// Content that passes through, counted against what its head announced.
final class CheckedContent: ContentSource {
    private let pieces: Mutex<Content.Iterator>
    private let received = Mutex(0)
    private let expected: Set<Int>

    init(_ content: Content, expected: Set<Int>) {
        pieces = Mutex(content.makeAsyncIterator())
        self.expected = expected
    }

    func next() async throws -> ArraySlice<UInt8>? {
        // One task reads at a time: the iterator is taken out and put back.
        var iterator = pieces.withLock { $0 }
        let piece: ArraySlice<UInt8>?
        do throws(ClientError) {
            piece = try await iterator.next()
        } catch {
            throw error.counting(received.withLock { $0 }, of: expected.first)
        }
        pieces.withLock { $0 = iterator }
        let count = received.withLock { received in
            received += piece?.count ?? 0
            return received
        }
        for length in expected {
            if count > length { throw ClientError.contentTooLong(expected: length) }
            if piece == nil, count < length { throw ClientError.contentCut(received: count, expected: length, nil) }
        }
        return piece
    }
}
