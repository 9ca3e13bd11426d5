public import HTTPCacheSemantics

/// The content of a message: in memory, or a stream that is read once.
///
/// Pieces are never empty. What is in memory is handed out as it lies there, without a copy, and as often as it is
/// asked for. A stream has one reader; dropping it before its end gives up the rest.
public struct Content: Sendable {
    private enum Storage: Sendable {
        case bytes(ArraySlice<UInt8>)
        case stream(any ContentSource)
    }

    private let storage: Storage
    /// How many bytes there will be, where that is known.
    public let length: Int?

    /// No content.
    public static let empty = Content([])

    /// Content in memory, of known length.
    public init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    /// A part of an array as content, without a copy; all of the array stays in memory as long as it does.
    public init(_ bytes: ArraySlice<UInt8>) {
        storage = .bytes(bytes)
        length = bytes.count
    }

    /// A stream. `length` is what is said of it, in bytes; that the source gives so many is not checked here.
    public init(_ source: any ContentSource, length: Int? = nil) {
        storage = .stream(source)
        self.length = length
    }

    /// Content that a closure gives piece by piece, `nil` at the end; it is called by one task at a time.
    public init(length: Int? = nil, next: @escaping @Sendable () async throws -> ArraySlice<UInt8>?) {
        self.init(ClosureSource(next: next), length: length)
    }

    /// The trailer section of a stream whose end was read, where there was one (RFC 9110 §6.5).
    public var trailers: FieldSection {
        if case .stream(let source) = storage { return source.trailers }
        return FieldSection()
    }

    /// The bytes, where they are in memory.
    public var bytes: ArraySlice<UInt8>? {
        if case .bytes(let bytes) = storage { return bytes }
        return nil
    }

    /// All of it; throws ``ClientError/contentTooLarge(limit:)`` beyond `limit` bytes.
    public func collect(upTo limit: Int) async throws(ClientError) -> [UInt8] {
        var all: [UInt8] = []
        var pieces = makeAsyncIterator()
        while let piece = try await pieces.next() {
            guard piece.count <= limit - all.count else { throw .contentTooLarge(limit: limit) }
            all.append(contentsOf: piece)
        }
        return all
    }
}

/// Where streamed content comes from.
///
/// `next` is called by one task at a time. It ends promptly with an error when that task is cancelled, throws when the
/// content will not be whole, and is not called again after its end or an error. When the last reference goes, the rest
/// is given up.
public protocol ContentSource: AnyObject, Sendable {
    /// The next bytes, never none; nil at the end.
    func next() async throws -> ArraySlice<UInt8>?
    /// Asked for after the end only.
    var trailers: FieldSection { get }
}

extension ContentSource {
    public var trailers: FieldSection { FieldSection() }
}

extension Content: AsyncSequence {
    public typealias Element = ArraySlice<UInt8>
    public typealias Failure = ClientError

    /// Gives the pieces: those in memory in one; those of a stream from where it stands, as all iterators share it.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate var bytes: ArraySlice<UInt8>?
        fileprivate let source: (any ContentSource)?

        public mutating func next() async throws(ClientError) -> ArraySlice<UInt8>? {
            guard let source else {
                defer { bytes = nil }
                return bytes.flatMap { $0.isEmpty ? nil : $0 }
            }
            do {
                while let piece = try await source.next() {
                    // Whatever a source takes for a piece: one of no bytes would be mistaken for the last.
                    if !piece.isEmpty { return piece }
                }
                return nil
            } catch {
                throw ClientError(ofContent: error)
            }
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> ArraySlice<UInt8>? {
            try await next()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        switch storage {
        case .bytes(let bytes): Iterator(bytes: bytes, source: nil)
        case .stream(let source): Iterator(bytes: nil, source: source)
        }
    }
}

private final class ClosureSource: ContentSource {
    private let body: @Sendable () async throws -> ArraySlice<UInt8>?

    init(next: @escaping @Sendable () async throws -> ArraySlice<UInt8>?) { body = next }

    func next() async throws -> ArraySlice<UInt8>? { try await body() }
}
