public import HTTPCacheSemantics
import Locking

/// A store in memory that holds a bounded number of bytes; what was not asked for the longest goes first.
///
/// Looking up, storing and evicting take constant time. Of more than 64 variants under a key those stored first go.
/// Bodies are handed out as they lie in memory, without a copy.
public final class MemoryStore: ResponseStore {
    /// Bytes of all bodies and heads together, with an allowance for each entry. The bodies that are being written may
    /// have as many together.
    public let capacity: Int
    /// Bytes of the largest body that is taken.
    public let bodyLimit: Int

    private let shelf: Locked<MemoryShelf>
    /// Bytes of the bodies that are being written.
    private let arriving = Locked(0)

    /// - Parameters:
    ///   - capacity: in bytes; 0 or less stores nothing.
    ///   - bodyLimit: in bytes; a quarter of the capacity where nothing is said.
    public init(capacity: Int, bodyLimit: Int? = nil) {
        self.capacity = max(0, capacity)
        self.bodyLimit = max(0, min(bodyLimit ?? self.capacity / 4, self.capacity))
        shelf = Locked(MemoryShelf(capacity: self.capacity))
    }

    /// Bytes in use.
    public var usage: Int { shelf.withLock { $0.usage } }

    /// The number of keys under which something is stored.
    public var count: Int { shelf.withLock { $0.count } }

    public func variantsAtOnce(under key: ResponseKey) -> StoredVariants? {
        shelf.withLock { $0.use(key) }
    }

    public func variants(under key: ResponseKey) async -> StoredVariants {
        shelf.withLock { $0.use(key) }
    }

    public func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter {
        if let length = hint.expectedLength, length > bodyLimit {
            throw MemoryStoreError.bodyTooLarge(limit: bodyLimit)
        }
        return MemoryWriter(store: self, response, variant, key, expecting: hint.expectedLength ?? 0)
    }

    @discardableResult
    public func update(
        to response: StoredResponse, _ variant: VariantID, revision: UInt64, under key: ResponseKey,
        _ hint: RetentionHint
    ) async -> Bool {
        shelf.withLock { $0.update(to: response, variant, revision: revision, under: key) }
    }

    public func remove(_ variant: VariantID, revision: UInt64, under key: ResponseKey) async {
        shelf.withLock { $0.remove(variant, revision: revision, under: key) }
    }

    @discardableResult
    public func remove(resource: [UInt8]) async -> Set<String> {
        shelf.withLock { $0.remove(resource: resource) }
    }

    public func remove(groups: Set<String>, of origin: String) async {
        shelf.withLock { $0.remove(groups: groups, of: origin) }
    }

    /// Removes everything; a body that is being written meanwhile is stored when it is committed.
    public func removeAll() async { removeAllAtOnce() }

    /// As ``removeAll()``, for callers that cannot wait.
    public func removeAllAtOnce() { shelf.withLock { $0 = MemoryShelf(capacity: capacity, after: $0) } }

    // MARK: What is being written

    fileprivate func admit(_ count: Int) -> Bool {
        arriving.withLock { arriving in
            guard count <= capacity - arriving else { return false }
            arriving += count
            return true
        }
    }

    fileprivate func dismiss(_ count: Int) { arriving.withLock { $0 -= count } }

    // MARK: Before another store

    /// A number that is another when something was forgotten or removed.
    var epoch: UInt64 { shelf.withLock { $0.removals } }

    /// Takes over what another store has under a key, with its revisions, unless something was removed since.
    func fill(_ stored: StoredVariants, under key: ResponseKey, ifStill epoch: UInt64) {
        shelf.withLock { shelf in
            if shelf.removals == epoch { shelf.fill(stored, under: key) }
        }
    }

    func forget(_ key: ResponseKey) { shelf.withLock { $0.forget(key) } }

    /// Stores a whole body at once; what is too large only takes the old value away.
    func put(_ response: StoredResponse, body: [UInt8], as variant: VariantID, under key: ResponseKey) {
        shelf.withLock { shelf in
            if body.count <= bodyLimit {
                shelf.put(response, body, as: variant, under: key)
            } else {
                shelf.remove(variant, revision: nil, under: key)
            }
        }
    }
}

/// Why the store in memory did not take a body.
public enum MemoryStoreError: Error, Sendable, Hashable {
    /// The body has more bytes than the store takes.
    case bodyTooLarge(limit: Int)
    /// The bodies that are being written have as many bytes together as the store takes.
    case tooMuchArriving(limit: Int)
    /// The writer was committed or cancelled before.
    case closed
}

/// A body in memory.
struct MemoryBody: BodyReader {
    let array: [UInt8]

    var count: Int { array.count }
    var bytes: ArraySlice<UInt8>? { array[...] }

    func read(at offset: Int, upTo count: Int) async -> ArraySlice<UInt8> {
        guard offset >= 0, offset < array.count, count > 0 else { return [] }
        return array[offset...].prefix(count)
    }
}

/// Gathers a body in memory.
private final class MemoryWriter: BodyWriter {
    private let store: MemoryStore
    private let response: StoredResponse
    private let variant: VariantID
    private let key: ResponseKey
    private let body: Locked<[UInt8]?>

    init(
        store: MemoryStore, _ response: StoredResponse, _ variant: VariantID, _ key: ResponseKey, expecting length: Int
    ) {
        self.store = store
        self.response = response
        self.variant = variant
        self.key = key
        var bytes: [UInt8] = []
        // An announced length costs nothing to announce: no more than this is taken on trust.
        bytes.reserveCapacity(max(0, min(length, 1 << 20)))
        body = Locked(bytes)
    }

    deinit { _ = take() }

    func append(_ bytes: ArraySlice<UInt8>) async throws {
        try body.withLock { body in
            guard let count = body?.count else { throw MemoryStoreError.closed }
            guard bytes.count <= store.bodyLimit - count else {
                throw MemoryStoreError.bodyTooLarge(limit: store.bodyLimit)
            }
            guard store.admit(bytes.count) else { throw MemoryStoreError.tooMuchArriving(limit: store.capacity) }
            body?.append(contentsOf: bytes)
        }
    }

    func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8>? {
        try body.withLock { body in
            guard let all = body else { throw MemoryStoreError.closed }
            guard offset >= 0, offset < all.count, count > 0 else { return [] }
            // A copy, for a slice would make the next append copy everything.
            return Array(all[offset...].prefix(count))[...]
        }
    }

    func commit(as content: StoredContent) async throws -> any BodyReader {
        guard var bytes = take() else { throw MemoryStoreError.closed }
        if bytes.capacity > bytes.count + bytes.count / 8 + 64 { bytes = bytes.withUnsafeBufferPointer { Array($0) } }
        store.put(response.with(content: content), body: bytes, as: variant, under: key)
        return MemoryBody(array: bytes)
    }

    func cancel() async { _ = take() }

    /// What was written, once.
    private func take() -> [UInt8]? {
        let taken = body.withLock { body in
            defer { body = nil }
            return body
        }
        if let taken { store.dismiss(taken.count) }
        return taken
    }
}
