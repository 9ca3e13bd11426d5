import HTTPCacheSemantics

@testable import CachingClient

/// A store over one in memory: what a test does not say of it, the inner one does.
protocol PassingStore: ResponseStore {
    var inner: MemoryStore { get }
}

extension PassingStore {
    func variants(under key: ResponseKey) async throws -> StoredVariants { await inner.variants(under: key) }

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
