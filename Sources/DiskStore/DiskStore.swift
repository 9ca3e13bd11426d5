import Dispatch
import Synchronization

/// A store of responses on disk, the least recently used of which make room for new ones.
///
/// - **Whole or not at all.** `get` gives back what `put` was given, or nothing. A file that is torn, damaged, or about
///   another URL is a miss; a writing store moves damaged ones to `damaged/`.
/// - **One writer.** The first store to open a directory writes, all others read and say so in `access`.
/// - **Order.** Every use makes an entry the last to go. The order outlives the process; after a crash the uses of the
///   last `maintenanceInterval` may be forgotten.
/// - **Books.** `statistics.usage` is the sum of the sizes of all entries' files, and at most the capacity once a call
///   that stores has returned.
/// - **Threads.** All calls are for any thread. The synchronous ones do their work on the caller's; the asynchronous
///   ones on threads of the store, never on those of the tasks. Files are read and written outside every lock that
///   readers take.
///
/// The layout is described in `StoreDirectory`, `ArchiveFormat` and `Journal`.
public final class DiskStore: Sendable {
    /// What was chosen when the store was opened.
    public let options: Options
    let version: UInt16
    let directory: StoreDirectory
    let fileSystem: FileSystem
    let reader: ArchiveReader
    let lanes: IOLanes
    let books: Guarded<Books>
    let shardLocks = ShardLocks()
    /// Maintenance and recovery, one after the other.
    let background = DispatchQueue(label: "DiskStore.background", qos: .utility)
    /// Held while the journal is compacted: a store that has closed writes nothing any more where another may open.
    let compaction = Guarded(())
    let writable: Atomic<Bool>
    let temporaryNumber = Atomic<UInt64>(0)
    let process = FileSystem.process
    /// Tells this store's temporary files from those that a dead one left.
    let temporaryRandom = UInt64.random(in: .min ... .max)

    /// Opens the store, and makes its directory when there is none.
    ///
    /// - Throws: `.notADirectory` for a path that leads to something else or to nothing, `.notAStore` for what
    ///   `createsStore` forbids, `.permissionDenied`, or the system's error. A directory that another store writes to,
    ///   or that may not be written to, opens read-only.
    public convenience init(at path: String, options: Options = Options()) throws(StoreError) {
        try self.init(at: path, options: options, FileSystem(), version: ArchiveFormat.version)
    }

    init(at path: String, options: Options, _ fileSystem: FileSystem, version: UInt16) throws(StoreError) {
        var options = options
        options.capacity = max(0, options.capacity)
        self.options = options
        self.version = version
        self.fileSystem = fileSystem
        directory = try StoreDirectory(path: path, creating: !options.readOnly && options.createsStore, fileSystem)
        guard options.createsStore || directory.mayBeStore else {
            directory.close()
            throw .notAStore
        }
        lanes = IOLanes(count: options.threads)
        reader = ArchiveReader(
            directory: directory, version: version, verification: options.bodyVerification,
            mapsBodiesAbove: options.mapsBodiesAbove, lanes: lanes)
        var lock: Int32?
        var obstacle: StoreError?
        if !options.readOnly {
            do throws(SystemError) {
                lock = try directory.takeLock()
                if lock == nil { obstacle = .inUse }
            } catch {
                guard error.isRefusal || error.code == SystemError.noSpace else {
                    directory.close()
                    throw StoreError(error)
                }
                obstacle = StoreError(error)
            }
        }
        if let lock {
            var recovered = Recovery.openJournal(directory, version: version)
            if !directory.checkShards() { recovered.forgetAll() }
            books = Guarded(Books(recovered, lock: lock))
            writable = Atomic(true)
            recover(scanningNow: !recovered.isWhole)
        } else {
            books = Guarded(Books(readOnly: obstacle))
            writable = Atomic(false)
        }
    }

    deinit {
        close()
        directory.close()
    }

    /// Whether the store may write now, and if not, why.
    public var access: Access { books.withLock { $0.access } }

    /// Counts since the store was opened, and how much it holds now; one consistent look.
    public var statistics: Statistics {
        books.withLock { books in
            var statistics = books.counters
            statistics.entries = books.index.count
            statistics.usage = books.index.usage
            statistics.isRecovering = !books.isWhole && books.journal != nil
            return statistics
        }
    }

    /// Bytes of memory that the index takes.
    public var indexBytes: Int { books.withLock { $0.index.allocatedBytes } }

    // MARK: Reading

    /// The entry of `key`, its sums checked; nil when there is none that is whole.
    ///
    /// A body that makes the file larger than 1 MB stays in the file, which the entry keeps open.
    public func get(_ key: StoreKey) -> StoredEntry? {
        find(key.name, url: key.url, wholeUpTo: Self.wholeRead)
    }

    /// As `get`, but a body that makes the file larger than 16 KB is left unread until it is asked for.
    public func head(_ key: StoreKey) -> StoredEntry? {
        find(key.name, url: key.url, wholeUpTo: ArchiveReader.headRead)
    }

    /// The entry in the file of that name, whatever its URL; using it this way leaves the order as it is.
    public func entry(named name: CacheKeyName) -> StoredEntry? {
        guard case .whole(let entry) = reader.read(name, url: nil, expecting: nil, wholeUpTo: ArchiveReader.headRead)
        else { return nil }
        return entry
    }

    static let wholeRead = 1 << 20

    private func find(_ name: CacheKeyName, url: [UInt8], wholeUpTo limit: Int) -> StoredEntry? {
        let time = options.clock()
        let (lookup, wakesUp) = books.withLock { books in (books.lookUp(name, time), books.wakesUp()) }
        if wakesUp { scheduleMaintenance() }
        switch lookup {
        case .absent: return nil
        case .unknown:
            let outcome = reader.read(name, url: url, expecting: nil, wholeUpTo: limit)
            return take(outcome, name, indexed: nil, limit)
        case .indexed(let size):
            let outcome = reader.read(name, url: url, expecting: size, wholeUpTo: limit)
            if case .whole(let entry) = outcome, entry.size == size, entry.size <= limit { return entry }
            return take(outcome, name, indexed: size, limit)
        }
    }

    /// What follows from anything but the usual outcome.
    private func take(_ outcome: ArchiveReader.Outcome, _ name: CacheKeyName, indexed: Int?, _ limit: Int)
        -> StoredEntry?
    {
        switch outcome {
        case .whole(let entry):
            if entry.size > limit {
                entry.body.onDamage { [weak self] status in self?.foundDamaged(name, status) }
                if limit == Self.wholeRead, let failure = entry.body.failure() {
                    count(missAfter: indexed) { if case .corrupt = failure {} else { $0.readFailures += 1 } }
                    return nil
                }
            }
            if entry.size != indexed { adopt(name) }
            if indexed == nil { count { $0.hits += 1 } }
            return entry
        case .absent:
            if indexed != nil { foundAbsent(name) }
            count(missAfter: indexed) { _ in }
        case .otherURL: count(missAfter: indexed) { $0.collisions += 1 }
        case .damaged(let status):
            foundDamaged(name, status)
            count(missAfter: indexed) { _ in }
        case .failed: count(missAfter: indexed) { $0.readFailures += 1 }
        }
        return nil
    }

    /// The variants of a URL that are stored, the plain one first.
    public func variants(of url: [UInt8]) -> [StoreKey] {
        do throws(StoreError) {
            return try names(of: url).map { StoreKey(url: url, name: $0) }
        } catch {
            return []
        }
    }

    private func names(of url: [UInt8]) throws(StoreError) -> [CacheKeyName] {
        let plain = CacheKeyName(url: url.span)
        let known = books.withLock { books in books.isWhole ? books.index.variants(of: plain).map(\.name) : nil }
        if let known { return known }
        do throws(SystemError) {
            return try directory.variants(of: plain, version: version)
        } catch {
            if error.isAbsence { return [] }
            count { $0.readFailures += 1 }
            throw StoreError(error)
        }
    }

    // MARK: Writing

    /// Stores a response in place of what `key` led to before; readers see the old entry or the new one.
    ///
    /// - Throws: `.tooLarge` for what does not fit the capacity or the format (an older value of that key is removed),
    ///   `.outOfSpace`, `.inUse` and `.permissionDenied` of a store that reads only, or the system's error. The store
    ///   keeps what it had.
    public func put(_ head: ArchiveHead, body: Span<UInt8>, for key: StoreKey) throws(StoreError) {
        _ = try put(head, body: body, for: key, ifStill: nil)
    }

    /// False, and nothing is stored, when there is a revision to be replaced and the entry is no longer of it.
    func put(
        _ head: ArchiveHead, body: Span<UInt8>, for key: StoreKey, ifStill revision: UInt64?
    ) throws(StoreError) -> Bool {
        try requireWriter()
        guard
            let archive = encodeArchiveHead(
                head, key, bodyLength: body.count, bodySum: XXH64.sum(body), version: version),
            archive.count + body.count <= options.capacity
        else { throw failed(.fileTooLarge, for: key) }
        let isStored: Bool
        do throws(SystemError) {
            isStored = try body.withUnsafeBytes { (body) throws(SystemError) in
                try archive.span.withUnsafeBytes { (archive) throws(SystemError) in
                    try repairing(key.name) { () throws(SystemError) in
                        try write(archive, body, as: key.name, ifStill: revision)
                    }
                }
            }
        } catch {
            throw failed(error, for: key)
        }
        afterWriting()
        return isStored
    }

    /// Begins an entry whose body comes in pieces.
    public func writer(_ head: ArchiveHead, for key: StoreKey) throws(StoreError) -> ArchiveWriter {
        try requireWriter()
        guard let archive = encodeArchiveHead(head, key, bodyLength: 0, bodySum: 0, version: version),
            archive.count <= options.capacity
        else { throw failed(.fileTooLarge, for: key) }
        do throws(SystemError) {
            return try repairing(key.name) { () throws(SystemError) in
                let temporary = temporaryPath(beside: key.name)
                let file = try fileSystem.create(directory.root, temporary)
                return ArchiveWriter(
                    store: self, key: key, head: head, headLength: archive.count, file: file, temporary: temporary)
            }
        } catch {
            throw failed(error, for: key)
        }
    }

    /// Removes the entry of `key`; false when there was none.
    @discardableResult
    public func remove(_ key: StoreKey) throws(StoreError) -> Bool { try remove(named: key.name) }

    /// Removes all variants of a URL, and returns the heads of those that could be read.
    ///
    /// - Throws: where one cannot be removed, when all others are, or where it cannot be seen what there is.
    @discardableResult
    public func removeAll(of url: [UInt8]) throws(StoreError) -> [ArchiveHead] {
        try requireWriter()
        var heads: [ArchiveHead] = []
        var failure: StoreError?
        for name in try names(of: url) {
            if let head = head(StoreKey(url: url, name: name))?.head { heads.append(head) }
            do throws(StoreError) {
                try remove(named: name)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return heads
    }

    /// Removes the file of that name, whatever its URL and even if it is damaged; false when there was none.
    @discardableResult
    public func remove(named name: CacheKeyName) throws(StoreError) -> Bool { try remove(named: name, ifStill: nil) }

    /// False, and nothing is removed, when there is a revision to be removed and the entry is no longer of it.
    func remove(named name: CacheKeyName, ifStill revision: UInt64?) throws(StoreError) -> Bool {
        try requireWriter()
        do throws(SystemError) {
            return try removeFile(name, ifStill: revision)
        } catch {
            throw StoreError(error)
        }
    }

    private func write(
        _ archive: UnsafeRawBufferPointer, _ body: UnsafeRawBufferPointer, as name: CacheKeyName,
        ifStill revision: UInt64?
    ) throws(SystemError) -> Bool {
        let temporary = temporaryPath(beside: name)
        let file = try fileSystem.create(directory.root, temporary)
        var isOpen = true
        do throws(SystemError) {
            try fileSystem.write(file, archive, body)
            if options.durability == .everyWrite { try fileSystem.sync(file) }
            isOpen = false
            try fileSystem.closeFile(file)
            let isStored = try publish(
                temporary, as: name, size: archive.count + body.count, ifStill: revision)
            if !isStored { discard(temporary) }
            return isStored
        } catch {
            if isOpen { fileSystem.closeQuietly(file) }
            discard(temporary)
            throw error
        }
    }
}
