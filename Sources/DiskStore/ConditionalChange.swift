/// Changes that are made only while an entry is still the one that somebody has seen, whoever else changes it: the look
/// and the change are one step.
extension DiskStore {
    /// Replaces the head of an entry and keeps its body, if the entry is still of that revision.
    @discardableResult
    public func update(
        _ head: ArchiveHead, for key: StoreKey, ifStill revision: UInt64
    ) async throws(StoreError) -> Bool {
        try await lanes.run(key.name.shard) { () throws(StoreError) in
            try self.update(head, for: key, ifStill: .some(revision))
        }
    }

    /// Removes an entry if it is still of that revision.
    @discardableResult
    public func remove(_ key: StoreKey, ifStill revision: UInt64) async throws(StoreError) -> Bool {
        try await lanes.run(key.name.shard) { () throws(StoreError) in
            try self.remove(named: key.name, ifStill: revision)
        }
    }

    /// Removes the entries whose heads say so, asking for each that the index knows. What is stored in place of one after
    /// it was asked for stays.
    ///
    /// - Throws: where one cannot be read or removed, when all others have been asked for.
    public func removeAll(where condition: @escaping @Sendable (StoredEntry) -> Bool) async throws(StoreError) {
        try await lanes.run(0) { () throws(StoreError) in
            var failure: StoreError?
            for name in self.list().map(\.name) {
                do throws(StoreError) {
                    guard let entry = try self.whole(named: name), condition(entry) else { continue }
                    _ = try self.remove(named: name, ifStill: entry.revision)
                } catch {
                    failure = failure ?? error
                }
            }
            if let failure { throw failure }
        }
    }

    /// nil where there is no whole entry; throws where the disk does not say.
    private func whole(named name: CacheKeyName) throws(StoreError) -> StoredEntry? {
        switch reader.read(name, url: nil, expecting: nil, wholeUpTo: ArchiveReader.headRead) {
        case .whole(let entry): entry
        case .absent, .otherURL, .damaged: nil
        case .failed(let error): throw StoreError(error)
        }
    }
}

extension StoredEntry {
    /// Another number for another URL, head or body: made of the sums over them.
    public var revision: UInt64 { header.headSum ^ (header.bodySum << 1 | header.bodySum >> 63) }
}
