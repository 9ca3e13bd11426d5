import CachingClient
import HTTPCacheSemantics

/// A store in memory that does something of its own besides: what it does not say itself is the inner store's to do.
protocol StoreOverMemory: ResponseStore {
    var inner: MemoryStore { get }
}

extension StoreOverMemory {
    func variants(under key: ResponseKey) async throws -> StoredVariants { await inner.variants(under: key) }

    func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter {
        try await inner.writer(for: response, as: variant, under: key, hint)
    }

    func update(
        to response: StoredResponse, _ variant: VariantID, revision: UInt64, under key: ResponseKey,
        _ hint: RetentionHint
    ) async throws -> Bool {
        await inner.update(to: response, variant, revision: revision, under: key, hint)
    }

    func remove(_ variant: VariantID, revision: UInt64, under key: ResponseKey) async throws {
        await inner.remove(variant, revision: revision, under: key)
    }

    func remove(resource: [UInt8]) async throws -> Set<String> { await inner.remove(resource: resource) }

    func remove(groups: Set<String>, of origin: String) async throws {
        await inner.remove(groups: groups, of: origin)
    }

    func removeAll() async throws { await inner.removeAll() }

    /// What the inner store has, with other bodies.
    func variants(
        under key: ResponseKey, body: (any BodyReader) -> any BodyReader
    ) async -> StoredVariants {
        let found = await inner.variants(under: key)
        var changed = StoredVariants()
        for (response, variant) in zip(found.responses, found.variants) {
            changed.append(response, .init(id: variant.id, revision: variant.revision, body: body(variant.body)))
        }
        return changed
    }
}

/// A writer over another.
protocol PassingWriter: BodyWriter {
    var writer: any BodyWriter { get }
}

extension PassingWriter {
    func append(_ bytes: ArraySlice<UInt8>) async throws { try await writer.append(bytes) }

    func commit(as content: StoredContent) async throws -> any BodyReader { try await writer.commit(as: content) }

    func cancel() async { await writer.cancel() }
}
