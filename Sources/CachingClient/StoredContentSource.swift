import Locking

/// The bytes of a range of a stored body, piece by piece.
final class StoredContentSource: ContentSource {
    private let body: any BodyReader
    private let range: Range<Int>
    private let position: Locked<Int>

    static let pieceSize = 64 << 10

    /// `range` lies within the body.
    init(_ body: any BodyReader, _ range: Range<Int>) {
        self.body = body
        self.range = range
        position = Locked(range.lowerBound)
    }

    func next() async throws -> ArraySlice<UInt8>? {
        let start = position.withLock { $0 }
        guard start < range.upperBound else { return nil }
        let piece: ArraySlice<UInt8>
        do {
            try Task.checkCancellation()
            piece = try await body.read(at: start, upTo: min(Self.pieceSize, range.upperBound - start))
        } catch {
            throw error is CancellationError ? ClientError.cancelled : .storedContentLost(error)
        }
        guard !piece.isEmpty, piece.count <= range.upperBound - start else { throw ClientError.storedContentLost(nil) }
        position.withLock { $0 = start + piece.count }
        return piece
    }
}
