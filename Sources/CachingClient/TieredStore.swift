public import HTTPCacheSemantics
import Locking

/// Two stores as one: a fast one that is asked first, and a lasting one that has everything.
///
/// What is found in the lasting store only, and is small enough with all its variants, is put into the fast one on the
/// way. Whatever changes changes in both; the lasting store's word counts.
public final class TieredStore: ResponseStore {
    private let fast: MemoryStore
    private let lasting: any ResponseStore

    /// What is on its way into the fast store: each key once, however many ask for it, and no more bytes than fit there.
    private struct Filling {
        var keys: Set<ResponseKey> = []
        var bytes = 0
    }
    private let filling = Locked(Filling())

    /// - Parameters:
    ///   - fast: is filled by this store only.
    ///   - lasting: is changed by this store only, or what the fast one has may be out of date.
    public init(_ fast: MemoryStore, before lasting: any ResponseStore) {
        self.fast = fast
        self.lasting = lasting
    }

    /// Forgets what is in memory; the lasting store has it still.
    public func removeAllInMemory() { fast.removeAllAtOnce() }

    public func variantsAtOnce(under key: ResponseKey) -> StoredVariants? {
        let found = fast.variantsAtOnce(under: key)
        // What the fast store does not have, the lasting one may have.
        return found?.isEmpty == true ? nil : found
    }

    public func variants(under key: ResponseKey) async throws -> StoredVariants {
        if let found = variantsAtOnce(under: key) { return found }
        let epoch = fast.epoch
        let found = try await lasting.variants(under: key)
        // All variants or none: a variant that is missing in memory would count as one that is not stored.
        guard !found.isEmpty, let bytes = beginFilling(found, key) else { return found }
        defer {
            filling.withLock { filling in
                filling.keys.remove(key)
                filling.bytes -= bytes
            }
        }
        var filled = StoredVariants()
        for (response, variant) in zip(found.responses, found.variants) {
            guard let body = try await whole(variant.body) else { return found }
            filled.append(response, .init(id: variant.id, revision: variant.revision, body: MemoryBody(array: body)))
        }
        fast.fill(filled, under: key, ifStill: epoch)
        return filled
    }

    /// The bytes that are then to be read; nil where that is not to be done, or is being done.
    private func beginFilling(_ found: StoredVariants, _ key: ResponseKey) -> Int? {
        filling.withLock { filling in
            var bytes = 0
            for variant in found.variants {
                let room = min(fast.bodyLimit, fast.capacity - filling.bytes - bytes)
                guard variant.body.count <= room else { return nil }
                bytes += variant.body.count
            }
            guard filling.keys.insert(key).inserted else { return nil }
            filling.bytes += bytes
            return bytes
        }
    }

    private func whole(_ body: any BodyReader) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count)
        while bytes.count < body.count {
            let piece = try await body.read(at: bytes.count, upTo: body.count - bytes.count)
            guard !piece.isEmpty else { return nil }
            bytes.append(contentsOf: piece)
        }
        return bytes
    }

    public func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter {
        let writer = try await lasting.writer(for: response, as: variant, under: key, hint)
        return TieredWriter(writer: writer, fast: fast, key: key)
    }

    @discardableResult
    public func update(
        to response: StoredResponse, _ variant: VariantID, revision: UInt64, under key: ResponseKey,
        _ hint: RetentionHint
    ) async throws -> Bool {
        defer { fast.forget(key) }
        return try await lasting.update(to: response, variant, revision: revision, under: key, hint)
    }

    public func remove(_ variant: VariantID, revision: UInt64, under key: ResponseKey) async throws {
        defer { fast.forget(key) }
        try await lasting.remove(variant, revision: revision, under: key)
    }

    @discardableResult
    public func remove(resource: [UInt8]) async throws -> Set<String> {
        // Before and after: what is found meanwhile may have been read before; and what throws may have removed some.
        await fast.remove(resource: resource)
        do {
            let groups = try await lasting.remove(resource: resource)
            return groups.union(await fast.remove(resource: resource))
        } catch {
            await fast.remove(resource: resource)
            throw error
        }
    }

    public func remove(groups: Set<String>, of origin: String) async throws {
        await fast.remove(groups: groups, of: origin)
        do {
            try await lasting.remove(groups: groups, of: origin)
        } catch {
            await fast.remove(groups: groups, of: origin)
            throw error
        }
        await fast.remove(groups: groups, of: origin)
    }

    /// Removes everything from both, from memory even where the lasting store throws.
    public func removeAll() async throws {
        defer { fast.removeAllAtOnce() }
        try await lasting.removeAll()
    }
}

/// Writes to the lasting store; what lies in memory under the key is forgotten, and filled again by the next hit.
private final class TieredWriter: BodyWriter {
    private let writer: any BodyWriter
    private let fast: MemoryStore
    private let key: ResponseKey

    init(writer: any BodyWriter, fast: MemoryStore, key: ResponseKey) {
        self.writer = writer
        self.fast = fast
        self.key = key
    }

    func append(_ bytes: ArraySlice<UInt8>) async throws { try await writer.append(bytes) }

    func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8>? {
        try await writer.read(at: offset, upTo: count)
    }

    func commit(as content: StoredContent) async throws -> any BodyReader {
        defer { fast.forget(key) }
        return try await writer.commit(as: content)
    }

    func cancel() async { await writer.cancel() }
}
