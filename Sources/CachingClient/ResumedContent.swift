import Locking

/// Content whose first piece has been read already.
final class ResumedContent: ContentSource {
    private let first: Locked<ArraySlice<UInt8>?>
    private let rest: any ContentSource

    init(_ first: ArraySlice<UInt8>, _ rest: any ContentSource) {
        self.first = Locked(first)
        self.rest = rest
    }

    func next() async throws -> ArraySlice<UInt8>? {
        let piece = first.withLock { first in
            defer { first = nil }
            return first
        }
        if let piece { return piece }
        return try await rest.next()
    }
}
