/// Changes that are made only while an entry is still the one that somebody has seen.
///
/// They are asynchronous because the asynchronous calls for one key are carried out one after the other: among those
/// nothing comes between the look and the change.
extension DiskStore {
    /// Replaces the head of an entry and keeps its body, if the entry is still of that revision.
    @discardableResult
    public func update(
        _ head: ArchiveHead, for key: StoreKey, ifStill revision: UInt64
    ) async throws(StoreError) -> Bool {
        try await lanes.run(key.name.shard) { () throws(StoreError) in
            guard let entry = self.entry(named: key.name), entry.url == key.url[...], entry.revision == revision else {
                return false
            }
            return try self.update(head, for: key)
        }
    }

    /// Removes an entry if it is still of that revision.
    @discardableResult
    public func remove(_ key: StoreKey, ifStill revision: UInt64) async throws(StoreError) -> Bool {
        try await lanes.run(key.name.shard) { () throws(StoreError) in
            guard let entry = self.entry(named: key.name), entry.url == key.url[...], entry.revision == revision else {
                return false
            }
            return try self.remove(key)
        }
    }

    /// Removes the entries whose heads say so, asking for each that the index knows.
    public func removeAll(where condition: @escaping @Sendable (StoredEntry) -> Bool) async throws(StoreError) {
        try await lanes.run(0) { () throws(StoreError) in
            for name in self.list().map(\.name) {
                guard let entry = self.entry(named: name), condition(entry) else { continue }
                try self.remove(StoreKey(url: Array(entry.url), name: name))
            }
        }
    }
}

extension StoredEntry {
    /// Another number for another head or body: made of the sums over both.
    public var revision: UInt64 { header.headSum ^ (header.bodySum << 1 | header.bodySum >> 63) }
}
