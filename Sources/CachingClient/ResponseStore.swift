public import HTTPCacheSemantics

/// Where responses are kept: in memory, on disk, or on another machine.
///
/// Keys are opaque, and several variants may be stored under one. A store may forget anything at any time, but it never
/// gives a head with a body that was not stored with it: whatever is read through a ``BodyReader`` is the body that was
/// committed, even when the store has replaced it meanwhile, or an error.
///
/// A store that throws costs its caller a hit and nothing more. The library `StoreConformance` checks all of this.
public protocol ResponseStore: Sendable {
    /// What is stored under a key, in any order; what is asked for is what to evict last.
    func variants(under key: ResponseKey) async throws -> StoredVariants

    /// The same where it can be said at once; nil where somebody would have to wait.
    func variantsAtOnce(under key: ResponseKey) -> StoredVariants?

    /// Begins to store a response whose body comes in pieces. Nothing of it is seen before ``BodyWriter/commit(as:)``,
    /// which puts it in the place of the same variant.
    ///
    /// Throws when the store will not take it.
    func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter

    /// Puts another head before a stored body; the body is not written again where the store can help it.
    ///
    /// Does nothing and returns false unless the variant is still the one that `revision` was read from.
    @discardableResult
    func update(
        to response: StoredResponse, _ variant: VariantID, revision: UInt64, under key: ResponseKey,
        _ hint: RetentionHint
    ) async throws -> Bool

    /// Removes a variant if it is still the one that `revision` was read from.
    func remove(_ variant: VariantID, revision: UInt64, under key: ResponseKey) async throws

    /// Removes everything stored for a resource, whatever the qualifier, and returns the groups of what was there
    /// (RFC 9875 §2).
    @discardableResult
    func remove(resource: [UInt8]) async throws -> Set<String>

    /// Removes everything of an origin, such as `https://example.com`, that belongs to one of the groups (RFC 9875 §3).
    func remove(groups: Set<String>, of origin: String) async throws

    /// Removes everything; what is looked up afterwards is empty until something is committed.
    func removeAll() async throws
}

extension ResponseStore {
    public func variantsAtOnce(under key: ResponseKey) -> StoredVariants? { nil }
}

/// What a store has under one key.
public struct StoredVariants: Sendable {
    /// One response beside its head.
    public struct Variant: Sendable {
        /// Tells it from the others under the key: a commit under the same one takes its place.
        public let id: VariantID
        /// Changes whenever head or body does.
        public let revision: UInt64
        /// Its body, as it was committed with this revision's head.
        public let body: any BodyReader

        /// Makes a variant; a store gives it with its head to ``StoredVariants/append(_:_:)``.
        public init(id: VariantID, revision: UInt64, body: any BodyReader) {
            self.id = id
            self.revision = revision
            self.body = body
        }
    }

    /// The heads, for deciding, …
    public private(set) var responses: [StoredResponse] = []
    /// … and at the same indices the rest.
    public private(set) var variants: [Variant] = []

    /// Nothing stored.
    public init() {}

    /// Whether nothing is stored under the key.
    public var isEmpty: Bool { responses.isEmpty }

    /// Adds a response and what belongs to it at the next index; the order does not matter to who asks.
    public mutating func append(_ response: StoredResponse, _ variant: Variant) {
        responses.append(response)
        variants.append(variant)
    }
}

/// A stored body. It stays readable, or throws, when the store replaces it meanwhile.
public protocol BodyReader: Sendable {
    /// Bytes.
    var count: Int { get }
    /// All of it, where it is in memory.
    var bytes: ArraySlice<UInt8>? { get }
    /// At most `count` bytes from `offset` on, and at least one unless `offset` is the end or beyond it.
    func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8>
}

extension BodyReader {
    public var bytes: ArraySlice<UInt8>? { nil }
}

/// Takes a body that comes in pieces. Calls are made one after the other, but for `read`, which may be made meanwhile.
public protocol BodyWriter: Sendable {
    /// Throws when the store will not take it after all; nothing is stored then.
    func append(_ bytes: ArraySlice<UInt8>) async throws
    /// Some of what was appended, as ``BodyReader/read(at:upTo:)``; nil from a store that gives nothing back before the
    /// commit.
    func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8>?
    /// Makes the response visible, with this much content in the place of what its head said, and returns its body.
    func commit(as content: StoredContent) async throws -> any BodyReader
    /// Leaves nothing behind; does nothing after `commit`.
    func cancel() async
}

extension BodyWriter {
    public func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8>? { nil }
}

/// For how long a response will be of use, for stores that sort or expire by it.
public struct RetentionHint: Sendable, Hashable {
    /// Seconds for which it is fresh; negative when it is stale.
    public var freshSeconds: Int
    /// Whether it can be validated, and so be of use when stale.
    public var isValidatable: Bool
    /// How many bytes the body will have, where that is known.
    public var expectedLength: Int?

    /// Takes what is known about the response as it is.
    public init(freshSeconds: Int, isValidatable: Bool, expectedLength: Int? = nil) {
        self.freshSeconds = freshSeconds
        self.isValidatable = isValidatable
        self.expectedLength = expectedLength
    }
}
