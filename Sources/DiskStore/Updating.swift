/// A stored response that was freshened: new head, the same body.
extension DiskStore {
    private static let chunk = 256 << 10

    /// Replaces the head of an entry and keeps its body (RFC 9111 §4.3.4); false when there is no whole entry, or when it
    /// was removed or replaced before the new one was ready: what a purge has removed does not come back.
    ///
    /// Readers see the old entry or the new one; the body is copied, since an entry is one file that never changes.
    @discardableResult
    public func update(_ head: ArchiveHead, for key: StoreKey) throws(StoreError) -> Bool {
        try update(head, for: key, ifStill: nil)
    }

    /// As the public `update`; false, too, when there is a revision to be replaced and the entry is not of it.
    func update(
        _ head: ArchiveHead, for key: StoreKey, ifStill revision: UInt64?
    ) throws(StoreError) -> Bool {
        try requireWriter()
        guard let entry = get(key), revision == nil || entry.revision == revision else { return false }
        do throws(StoreError) {
            if entry.size <= Self.wholeRead {
                let body = try entry.body.bytes()
                return try put(head, body: body.span, for: key, ifStill: entry.revision)
            }
            let writer = try writer(head, for: key)
            var offset = 0
            while offset < entry.body.count {
                let bytes = try entry.body.read(at: offset, upTo: Self.chunk)
                try writer.append(bytes.span)
                offset += bytes.count
            }
            return try writer.commit(ifStill: entry.revision)
        } catch .corrupt {
            return false
        }
    }
}
