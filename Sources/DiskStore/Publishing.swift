import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How files come, go, and are found wanting. Every change of a name is made under the lock of its shard, and the books
/// are changed before that lock is given back: files and books never disagree about a name that nobody is changing.
extension DiskStore {
    func path(of name: CacheKeyName) -> RelativePath { RelativePath(entry: name, version: version) }

    func temporaryPath(beside name: CacheKeyName) -> RelativePath {
        let number = temporaryNumber.wrappingAdd(1, ordering: .relaxed).newValue
        return RelativePath(
            temporaryIn: name.shard, process: process, random: temporaryRandom, sequence: number)
    }

    /// Gives a finished file its name, and enters it in the books; false, and the file stays what it is, when the entry
    /// that it is to replace is no longer of that revision.
    func publish(
        _ temporary: RelativePath, as name: CacheKeyName, size: Int, ifStill revision: UInt64? = nil
    ) throws(SystemError) -> Bool {
        try shardLocks.withLock(name.shard) { () throws(SystemError) in
            guard isWriter else { throw .closed }
            if let revision, entry(named: name)?.revision != revision { return false }
            try fileSystem.rename(directory.root, temporary, to: path(of: name))
            let time = options.clock()
            books.withLock { $0.stored(name, size: size, time, fileSystem) }
            if options.durability == .everyWrite { try syncShard(name.shard) }
            return true
        }
    }

    private func syncShard(_ shard: UInt8) throws(SystemError) {
        let file = try fileSystem.openToRead(directory.root, RelativePath(shard: shard))
        defer { fileSystem.closeQuietly(file) }
        try fileSystem.sync(file)
    }

    func discard(_ temporary: RelativePath) {
        try? fileSystem.unlink(directory.root, temporary)
    }

    /// What is due after an entry was stored: room, if it took too much, and maintenance later.
    func afterWriting() {
        let (isFull, wakesUp) = books.withLock { ($0.index.usage > options.capacity, $0.wakesUp()) }
        if isFull { trim(to: options.capacity) }
        if wakesUp { scheduleMaintenance() }
    }

    /// Evicts from the least recently used on until at most `capacity` bytes are in use. What the disk will not let go of
    /// has its turn again later, so that the others go; returns why the first did not.
    @discardableResult
    func trim(to capacity: Int) -> SystemError? {
        var failures: [SystemError] = []
        while failures.count < 16,
            let victim = books.withLock({ $0.index.usage > capacity ? $0.index.oldest?.name : nil })
        {
            do throws(SystemError) {
                // Another thread may have used or evicted it meanwhile: then there is another victim, or none is needed.
                let evicted = try removeFile(victim) { $0.index.usage > capacity && $0.index.oldest?.name == victim }
                if evicted { count { $0.evictions += 1 } }
            } catch {
                failures.append(error)
                let time = options.clock()
                books.withLock { books in
                    if let number = books.index.find(victim) { books.index.touch(number, time: time) }
                }
            }
        }
        return failures.first
    }

    /// Removes a file and its entry in the books; false when there is neither, when the entry is no longer of the
    /// revision that is to go, or when `condition` does not hold.
    func removeFile(
        _ name: CacheKeyName, ifStill revision: UInt64? = nil, if condition: (borrowing Books) -> Bool = { _ in true }
    ) throws(SystemError) -> Bool {
        try shardLocks.withLock(name.shard) { () throws(SystemError) -> Bool in
            guard isWriter else { throw .closed }
            if let revision, entry(named: name)?.revision != revision { return false }
            let (isWanted, isKnown) = books.withLock { books in
                (condition(books), books.index.find(name) != nil || !books.isWhole)
            }
            guard isWanted, isKnown else { return false }
            var existed = true
            do throws(SystemError) {
                try fileSystem.unlink(directory.root, path(of: name))
            } catch {
                if error.code == EISDIR || error.code == EPERM {
                    directory.setAside(path(of: name), named: Array(name.text(version: version).utf8))
                    // What is still there would be found again by the next scan.
                    if (try? fileSystem.status(directory.root, path(of: name))) != nil { throw error }
                } else if !error.isAbsence {
                    throw error
                }
                existed = false
            }
            let time = options.clock()
            let wasKnown = books.withLock { $0.removed(name, time, fileSystem) }
            return existed || wasKnown
        }
    }

    // MARK: What reading finds out

    func count(_ change: (inout Statistics) -> Void) {
        books.withLock { change(&$0.counters) }
    }

    /// Counts a miss; one that the index took for a hit is taken back.
    func count(missAfter indexed: Int?, _ change: (inout Statistics) -> Void) {
        count { counters in
            if indexed != nil { counters.hits -= 1 }
            counters.misses += 1
            change(&counters)
        }
    }

    /// Enters a whole file that the books do not know, or know with another size.
    func adopt(_ name: CacheKeyName) {
        shardLocks.withLock(name.shard) {
            guard isWriter else { return }
            guard let status = try? fileSystem.status(directory.root, path(of: name)), status.isRegular else { return }
            let time = options.clock()
            books.withLock { books in
                if books.index.find(name) == nil { books.counters.adopted += 1 }
                books.stored(name, size: status.size, time, fileSystem, isNew: false)
            }
        }
        afterWriting()
    }

    /// Strikes an entry off whose file is gone.
    func foundAbsent(_ name: CacheKeyName) {
        shardLocks.withLock(name.shard) {
            guard isWriter else { return }
            do throws(SystemError) {
                _ = try fileSystem.status(directory.root, path(of: name))
            } catch {
                guard error.isAbsence else { return }
                let time = options.clock()
                books.withLock { books in
                    if books.removed(name, time, fileSystem) { books.counters.lost += 1 }
                }
            }
        }
    }

    /// Sets a damaged file aside, unless another has taken its place since; a store that only reads leaves it alone.
    func foundDamaged(_ name: CacheKeyName, _ seen: FileSystem.Status?) {
        count { $0.damaged += 1 }
        shardLocks.withLock(name.shard) {
            guard isWriter else { return }
            let path = path(of: name)
            guard let now = try? fileSystem.status(directory.root, path) else { return }
            let isSame = seen.map { $0.inode == now.inode && $0.device == now.device } ?? !now.isRegular
            guard isSame else { return }
            directory.setAside(path, named: Array(name.text(version: version).utf8))
            let time = options.clock()
            books.withLock { _ = $0.removed(name, time, fileSystem) }
        }
    }

    // MARK: Errors

    var isWriter: Bool { writable.load(ordering: .acquiring) }

    func requireWriter() throws(StoreError) {
        if isWriter { return }
        throw books.withLock { $0.refusal }
    }

    /// Turns an error of storing into what the caller is told, and removes what the origin has replaced by something
    /// too large.
    func failed(_ error: SystemError, for key: StoreKey) -> StoreError {
        count { $0.writeFailures += 1 }
        let told = StoreError(error)
        if told == .tooLarge { _ = try? removeFile(key.name) }
        return told
    }

    /// Carries `body` out; when something that it needs has been deleted or is in its way, puts that right and tries
    /// again.
    func repairing<Result>(
        _ name: CacheKeyName, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        var attempts = 0
        while true {
            do throws(SystemError) {
                return try body()
            } catch {
                attempts += 1
                guard attempts < 4 else { throw error }
                if error.isAbsence {
                    try makeShard(name.shard)
                } else if error.call == .rename, error.isWrongKind {
                    shardLocks.withLock(name.shard) {
                        directory.setAside(path(of: name), named: Array(name.text(version: version).utf8))
                    }
                } else {
                    throw error
                }
            }
        }
    }

    private func makeShard(_ shard: UInt8) throws(SystemError) {
        do throws(SystemError) {
            try directory.makeShard(shard)
        } catch {
            guard error.isAbsence else { throw error }
            try makeDirectoryAgain()
            try directory.makeShard(shard)
        }
    }
}

extension SystemError {
    static let fileTooLarge = SystemError(code: EFBIG, call: .write)
    static let noSpace = ENOSPC
    static let closed = SystemError(code: EBADF, call: .close)
    static let absent = SystemError(code: ENOENT, call: .open)
    static let busy = SystemError(code: EWOULDBLOCK, call: .lock)
}
