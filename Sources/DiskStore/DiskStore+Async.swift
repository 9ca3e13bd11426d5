/// The same calls for tasks: the work is done on a thread of the store, so that a slow disk never stops the pool that
/// all tasks share. Calls for one key are carried out in the order in which they were made.
extension DiskStore {
    /// As the synchronous `get`.
    public func get(_ key: StoreKey) async -> StoredEntry? {
        await lanes.run(key.name.shard) { self.get(key) }
    }

    /// As the synchronous `head`.
    public func head(_ key: StoreKey) async -> StoredEntry? {
        await lanes.run(key.name.shard) { self.head(key) }
    }

    /// As the synchronous `put`.
    public func put(_ head: ArchiveHead, body: [UInt8], for key: StoreKey) async throws(StoreError) {
        try await lanes.run(key.name.shard) { () throws(StoreError) in try self.put(head, body: body.span, for: key) }
    }

    /// As the synchronous `writer`.
    public func writer(_ head: ArchiveHead, for key: StoreKey) async throws(StoreError) -> ArchiveWriter {
        try await lanes.run(key.name.shard) { () throws(StoreError) in try self.writer(head, for: key) }
    }

    /// As the synchronous `update`.
    @discardableResult
    public func update(_ head: ArchiveHead, for key: StoreKey) async throws(StoreError) -> Bool {
        try await lanes.run(key.name.shard) { () throws(StoreError) in try self.update(head, for: key) }
    }

    /// As the synchronous `remove`.
    @discardableResult
    public func remove(_ key: StoreKey) async throws(StoreError) -> Bool {
        try await lanes.run(key.name.shard) { () throws(StoreError) in try self.remove(key) }
    }

    /// As the synchronous `removeAll`.
    public func removeAll() async throws(StoreError) {
        try await lanes.run(0) { () throws(StoreError) in try self.removeAll() }
    }

    /// As the synchronous `removeAll(of:)`: of what other asynchronous calls do for the URL, nothing comes between.
    @discardableResult
    public func removeAll(of url: [UInt8]) async throws(StoreError) -> [ArchiveHead] {
        try await lanes.run(StoreKey(url: url).name.shard) { () throws(StoreError) in try self.removeAll(of: url) }
    }

    /// As the synchronous `variants`.
    public func variants(of url: [UInt8]) async -> [StoreKey] {
        await lanes.run(StoreKey(url: url).name.shard) { self.variants(of: url) }
    }
}
