import CachingClient
import DiskStore
import HTTPCacheSemantics

/// The disk of a ``DiskURLCache`` as clients use it: what they change is forgotten in the cache's memory.
final class SharedDiskStore: ResponseStore {
    private let core: URLCacheCore

    init(_ core: URLCacheCore) { self.core = core }

    private func store() throws -> DiskStore {
        guard let store = core.store else { throw core.failure ?? StoreError.closed }
        return store
    }

    private func forget(_ resource: [UInt8]) { core.forget(String(decoding: resource, as: UTF8.self)) }

    func variants(under key: ResponseKey) async throws -> StoredVariants { try await store().variants(under: key) }

    func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter {
        let writer = try await store().writer(for: response, as: variant, under: key, hint)
        return ForgettingWriter(writer) { [self] in forget(key.resource) }
    }

    @discardableResult
    func update(
        to response: StoredResponse, _ variant: VariantID, revision: UInt64, under key: ResponseKey,
        _ hint: RetentionHint
    ) async throws -> Bool {
        defer { forget(key.resource) }
        return try await store().update(to: response, variant, revision: revision, under: key, hint)
    }

    func remove(_ variant: VariantID, revision: UInt64, under key: ResponseKey) async throws {
        defer { forget(key.resource) }
        try await store().remove(variant, revision: revision, under: key)
    }

    @discardableResult
    func remove(resource: [UInt8]) async throws -> Set<String> {
        defer { forget(resource) }
        return try await store().remove(resource: resource)
    }

    func remove(groups: Set<String>, of origin: String) async throws {
        defer {
            core.forgetAll { $0.stored.request.target.origin == origin && !$0.stored.groups.isDisjoint(with: groups) }
        }
        try await store().remove(groups: groups, of: origin)
    }

    func removeAll() async throws {
        defer { core.forgetAll() }
        try await store().removeAll()
    }
}

private struct ForgettingWriter: BodyWriter {
    private let writer: any BodyWriter
    private let forget: @Sendable () -> Void

    init(_ writer: any BodyWriter, _ forget: @escaping @Sendable () -> Void) {
        self.writer = writer
        self.forget = forget
    }

    func append(_ bytes: ArraySlice<UInt8>) async throws { try await writer.append(bytes) }

    func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8>? {
        try await writer.read(at: offset, upTo: count)
    }

    func commit(as content: StoredContent) async throws -> any BodyReader {
        defer { forget() }
        return try await writer.commit(as: content)
    }

    func cancel() async { await writer.cancel() }
}
