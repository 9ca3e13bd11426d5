import Synchronization

/// An entry whose body comes in pieces: nothing of it is seen before `commit`, and nothing is left without it.
///
/// Calls are for one user at a time, from any thread.
public final class ArchiveWriter: Sendable {
    private struct State {
        var file: Int32?
        var sum = XXH64()
        var length = 0
    }

    private let store: DiskStore
    private let key: StoreKey
    private let head: ArchiveHead
    private let headLength: Int
    private let temporary: RelativePath
    private let state: Guarded<State>

    init(store: DiskStore, key: StoreKey, head: ArchiveHead, headLength: Int, file: Int32, temporary: RelativePath) {
        self.store = store
        self.key = key
        self.head = head
        self.headLength = headLength
        self.temporary = temporary
        state = Guarded(State(file: file))
    }

    deinit { cancel() }

    /// Adds bytes to the body. After an error the writer is cancelled.
    ///
    /// - Throws: `.tooLarge` when the entry outgrows the capacity, `.closed` after `commit` or `cancel`, or the
    ///   system's error.
    public func append(_ bytes: Span<UInt8>) throws(StoreError) {
        try bytes.withUnsafeBytes { (buffer) throws(StoreError) in
            try step { (state, file) throws(SystemError) in
                guard buffer.count <= store.options.capacity - headLength - state.length else {
                    throw SystemError.fileTooLarge
                }
                try store.fileSystem.write(file, buffer, at: headLength + state.length)
                state.sum.update(buffer)
                state.length += buffer.count
            }
        }
    }

    /// Makes the entry what the key leads to.
    ///
    /// - Parameter completeness: what the body turned out to be, when that is not what the head said.
    public func commit(as completeness: ArchiveHead.Completeness? = nil) throws(StoreError) {
        _ = try commit(as: completeness, ifStill: nil)
    }

    /// False, and the entry is given up, when there is a revision to be replaced and what the key leads to is no longer
    /// of it.
    func commit(as completeness: ArchiveHead.Completeness? = nil, ifStill revision: UInt64?) throws(StoreError) -> Bool
    {
        var head = head
        var isStored = false
        if let completeness { head.completeness = completeness }
        try step { (state, file) throws(SystemError) in
            let bytes = encodeArchiveHead(
                head, key, bodyLength: state.length, bodySum: state.sum.value(), version: store.version)
            guard let bytes, bytes.count == headLength else { throw SystemError.fileTooLarge }
            try bytes.span.withUnsafeBytes { (buffer) throws(SystemError) in
                try store.fileSystem.write(file, buffer, at: 0)
            }
            if store.options.durability == .everyWrite { try store.fileSystem.sync(file) }
            state.file = nil
            try store.fileSystem.closeFile(file)
            isStored = try store.publish(
                temporary, as: key.name, size: headLength + state.length, ifStill: revision)
            if !isStored { store.discard(temporary) }
        }
        store.afterWriting()
        return isStored
    }

    /// Gives the entry up; does nothing after `commit`.
    public func cancel() {
        state.withLock { state in
            guard let file = state.file else { return }
            state.file = nil
            store.fileSystem.closeQuietly(file)
            store.discard(temporary)
        }
    }

    /// Adds bytes to the body as the synchronous call does, on a thread of the store.
    public func append(_ bytes: [UInt8]) async throws(StoreError) {
        try await store.lanes.run(key.name.shard) { () throws(StoreError) in try self.append(bytes.span) }
    }

    /// Makes the entry what the key leads to as the synchronous call does, on a thread of the store.
    public func commit(as completeness: ArchiveHead.Completeness? = nil) async throws(StoreError) {
        try await store.lanes.run(key.name.shard) { () throws(StoreError) in try self.commit(as: completeness) }
    }

    /// As `commit`, and returns the entry; nil when somebody has replaced or evicted it already.
    public func commitAndRead(
        as completeness: ArchiveHead.Completeness? = nil
    ) async throws(StoreError) -> StoredEntry? {
        try await store.lanes.run(key.name.shard) { () throws(StoreError) in
            let (sum, length) = self.state.withLock { ($0.sum.value(), $0.length) }
            try self.commit(as: completeness)
            let entry = self.store.head(self.key)
            return entry?.header.bodySum == sum && entry?.header.bodyLength == length ? entry : nil
        }
    }

    /// At most `count` bytes of what was appended, from `offset` on.
    ///
    /// - Throws: `.closed` after `commit` or `cancel`, or the system's error.
    public func read(at offset: Int, upTo count: Int) async throws(StoreError) -> [UInt8] {
        try await store.lanes.run(key.name.shard) { () throws(StoreError) in
            try self.readBack(at: offset, upTo: count)
        }
    }

    private func readBack(at offset: Int, upTo count: Int) throws(StoreError) -> [UInt8] {
        let result = try state.withLock { (state) throws(StoreError) -> Result<[UInt8], SystemError> in
            guard let file = state.file else { throw .closed }
            guard offset >= 0, count > 0, offset < state.length else { return .success([]) }
            do throws(SystemError) {
                return .success(
                    try store.fileSystem.readBytes(
                        file, at: headLength + offset, count: min(count, state.length - offset)))
            } catch {
                return .failure(error)
            }
        }
        do {
            return try result.get()
        } catch {
            throw StoreError(error)
        }
    }

    private func step(_ body: (inout State, Int32) throws(SystemError) -> Void) throws(StoreError) {
        let failure = try state.withLock { (state) throws(StoreError) -> SystemError? in
            guard let file = state.file else { throw .closed }
            do throws(SystemError) {
                try body(&state, file)
                return nil
            } catch {
                if state.file != nil { store.fileSystem.closeQuietly(file) }
                state.file = nil
                store.discard(temporary)
                return error
            }
        }
        guard let failure else { return }
        throw store.failed(failure, for: key)
    }
}

/// Header, URL and meta values: everything in front of the body. nil when the format has no room for them.
func encodeArchiveHead(
    _ head: ArchiveHead, _ key: StoreKey, bodyLength: Int, bodySum: UInt64, version: UInt16
) -> [UInt8]? {
    let start = ArchiveFormat.headerLength
    guard key.url.count <= ArchiveFormat.maximumURLLength, head.encodedLength <= ArchiveFormat.maximumMetaLength
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(start + key.url.count + head.encodedLength)
    bytes.append(contentsOf: repeatElement(0, count: start))
    bytes.append(contentsOf: key.url)
    head.encode(into: &bytes)
    let header = ArchiveFormat.Header(
        name: key.name, urlLength: key.url.count, metaLength: bytes.count - start - key.url.count,
        bodyLength: bodyLength, storagePolicy: head.storagePolicy,
        headSum: bytes.withUnsafeBytes { XXH64.sum(UnsafeRawBufferPointer(rebasing: $0[start...])) }, bodySum: bodySum)
    header.write(to: &bytes, version: version)
    return bytes
}
