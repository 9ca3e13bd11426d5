public import DiskStore
public import HTTPCacheSemantics

/// The store on disk. Everything of a resource lies under its URI; the qualifier of a key is the entry's partition. Of
/// more than 64 variants under a key those stored first go.
extension DiskStore: ResponseStore {
    /// More variants under one key are never chosen among, and each look-up would open them all.
    fileprivate static let variantLimit = 64

    public func variants(under key: ResponseKey) async throws -> StoredVariants {
        var stored = StoredVariants()
        for name in await variants(of: key.resource).candidates(under: key) {
            guard let entry = await head(name), let found = ArchivedResponse(entry), found.qualifier == key.qualifier
            else { continue }
            stored.append(
                found.response,
                StoredVariants.Variant(id: found.variant, revision: entry.revision, body: DiskBody(entry.body)))
        }
        return stored
    }

    public func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter {
        if let length = hint.expectedLength, length > options.capacity { throw StoreError.tooLarge }
        let head = ArchiveHead(response, variant, qualifier: key.qualifier)
        let name = StoreKey(key, variant)
        let writer = try await writer(head, for: name)
        return DiskWriter(writer: writer) { [self] in
            if variant.number != 0 { await makeRoom(for: name, under: key) }
        }
    }

    /// Removes what are too many under a key; of those after the first, the last stored ones come first.
    private func makeRoom(for name: StoreKey, under key: ResponseKey) async {
        let names = await variants(of: key.resource).candidates(under: key)
        for old in names.dropFirst(Self.variantLimit) where old != name {
            // What cannot be removed costs time and nothing more.
            _ = try? await remove(old)
        }
    }

    @discardableResult
    public func update(
        to response: StoredResponse, _ variant: VariantID, revision: UInt64, under key: ResponseKey,
        _ hint: RetentionHint
    ) async throws -> Bool {
        try await update(
            ArchiveHead(response, variant, qualifier: key.qualifier), for: StoreKey(key, variant), ifStill: revision)
    }

    public func remove(_ variant: VariantID, revision: UInt64, under key: ResponseKey) async throws {
        try await remove(StoreKey(key, variant), ifStill: revision)
    }

    @discardableResult
    public func remove(resource: [UInt8]) async throws -> Set<String> {
        let heads = try await removeAll(of: resource)
        return Set(heads.flatMap(\.cacheGroups).map { String(decoding: $0, as: UTF8.self) })
    }

    /// Reads the head of every entry, since groups have no index.
    public func remove(groups: Set<String>, of origin: String) async throws {
        let origin = Array((origin + "/").utf8)
        let names = Set(groups.map { Array($0.utf8)[...] })
        try await removeAll { entry in
            entry.url.starts(with: origin) && entry.head.cacheGroups.contains(where: names.contains)
        }
    }
}

private struct DiskBody: BodyReader {
    private let body: StoredBody

    init(_ body: StoredBody) { self.body = body }

    var count: Int { body.count }

    func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8> {
        try await body.read(at: offset, upTo: count)
    }
}

private struct DiskWriter: BodyWriter {
    let writer: ArchiveWriter
    let committed: @Sendable () async -> Void

    func append(_ bytes: ArraySlice<UInt8>) async throws { try await writer.append(Array(bytes)) }

    func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8>? {
        try await writer.read(at: offset, upTo: count)[...]
    }

    func commit(as content: StoredContent) async throws -> any BodyReader {
        guard let entry = try await writer.commitAndRead(as: ArchiveHead.Completeness(content)) else {
            throw StoreError.closed
        }
        await committed()
        return DiskBody(entry.body)
    }

    func cancel() async { writer.cancel() }
}
