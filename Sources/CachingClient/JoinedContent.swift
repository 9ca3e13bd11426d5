import Locking

/// Content that comes from two sources, one after the other.
final class JoinedContent: ContentSource {
    private let first: any ContentSource
    private let second: any ContentSource
    private let isFirstOver = Locked(false)

    init(_ first: any ContentSource, _ second: any ContentSource) {
        self.first = first
        self.second = second
    }

    func next() async throws -> ArraySlice<UInt8>? {
        if !isFirstOver.withLock({ $0 }) {
            if let piece = try await first.next() { return piece }
            isFirstOver.withLock { $0 = true }
        }
        return try await second.next()
    }
}
