#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The store's directory: opened once, and every file below it reached from there.
///
/// ```
/// DIR/         0700
///   lock       flock, held by the one writer; whoever does not get it reads only
///   journal    see Journal; journal.tmp only while it is compacted
///   00 … ff/   0700; the first byte of the MD5
///     2_<32 hex digits>[_<16 hex digits>]      0600; one entry
///     .t<process>-<random>-<sequence>          an entry that is being written
///   damaged/   files that failed their sums; bounded
/// ```
struct StoreDirectory: Sendable {
    let path: String
    /// Stands for the directory for as long as the store lives; `reopen` puts a new directory under the same number, so
    /// that threads at work need no lock to read it.
    let root: Int32
    let fileSystem: FileSystem

    static let lockPath = RelativePath("lock")
    static let damagedPath = RelativePath("damaged")
    /// What `damaged/` holds at most; what does not fit is removed at once.
    static let maximumDamagedFiles = 64
    static let maximumDamagedBytes = 64 << 20

    /// Opens the directory; makes it, and those above it, when it is missing and `creating`.
    init(path: String, creating: Bool, _ fileSystem: FileSystem) throws(StoreError) {
        self.path = path
        self.fileSystem = fileSystem
        root = try Self.open(path, creating: creating, fileSystem)
    }

    private static func open(_ path: String, creating: Bool, _ fileSystem: FileSystem) throws(StoreError) -> Int32 {
        do throws(SystemError) {
            do throws(SystemError) {
                return try fileSystem.openDirectory(path)
            } catch {
                guard error.code == ENOENT, creating, !fileSystem.isLink(path) else { throw error }
                try makeWithParents(path, fileSystem)
                return try fileSystem.openDirectory(path)
            }
        } catch {
            switch error.code {
            case ENOTDIR: throw .notADirectory(path: path, .file)
            case ENOENT, ELOOP: throw .notADirectory(path: path, fileSystem.isLink(path) ? .danglingLink : .missing)
            default: throw StoreError(error)
            }
        }
    }

    private static func makeWithParents(_ path: String, _ fileSystem: FileSystem) throws(SystemError) {
        var slashes = path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }
        slashes.append(path.utf8.endIndex)
        for slash in slashes where slash != path.utf8.startIndex {
            do throws(SystemError) {
                try fileSystem.makeDirectory(String(path[..<slash]))
            } catch {
                // Something above that exists may be unwritable, or on a read-only file system; only the last must
                // work.
                if !error.exists, slash == path.utf8.endIndex { throw error }
            }
        }
    }

    func close() { fileSystem.closeQuietly(root) }

    /// Whether what a store makes is here: `lock` and `journal`, or an entry; also true where that cannot be seen.
    ///
    /// Names of shards are no sign: others name directories so, Git among them.
    var mayBeStore: Bool {
        do throws(SystemError) {
            let isLock = try isFile(Self.lockPath)
            if isLock, try isFile(Journal.path) { return true }
            for shard in UInt8.min...UInt8.max where try holdsEntry(shard) { return true }
            return false
        } catch {
            return true
        }
    }

    private func isFile(_ path: RelativePath) throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try fileSystem.status(root, path).isRegular
        } catch {
            if error.isAbsence { return false }
            throw error
        }
    }

    private func holdsEntry(_ shard: UInt8) throws(SystemError) -> Bool {
        var found = false
        do throws(SystemError) {
            try fileSystem.list(root, RelativePath(shard: shard)) { (_, name) throws(SystemError) in
                if case .entry(let entry, _)? = EntryName(nameBytes(name)), entry.shard == shard { found = true }
            }
        } catch {
            guard error.isAbsence || error.isWrongKind else { throw error }
        }
        return found
    }

    // MARK: The lock

    /// The descriptor that holds the lock, or nil when another store holds it.
    func takeLock() throws(SystemError) -> Int32? {
        // Whoever deletes the directory deletes the lock too: one that no name leads to protects nothing. Twice is
        // enough unless somebody deletes in a loop.
        for _ in 0..<8 {
            let file = try replacingWrongKind(Self.lockPath) { () throws(SystemError) in
                try fileSystem.openToReadAndWrite(root, Self.lockPath)
            }
            do throws(SystemError) {
                guard try fileSystem.lock(file) else {
                    fileSystem.closeQuietly(file)
                    return nil
                }
                if try fileSystem.status(file).links > 0 { return file }
            } catch {
                fileSystem.closeQuietly(file)
                throw error
            }
            fileSystem.closeQuietly(file)
        }
        return nil
    }

    /// Whether the directory that the descriptor stands for has been deleted.
    var isDeleted: Bool {
        guard let status = try? fileSystem.status(root) else { return false }
        return status.links == 0
    }

    /// Makes the directory again after it was deleted, and opens it.
    func reopen() throws(StoreError) {
        let new = try Self.open(path, creating: true, fileSystem)
        do throws(SystemError) {
            try fileSystem.replace(root, by: new)
        } catch {
            throw StoreError(error)
        }
    }

    // MARK: Shards

    /// Makes a shard, or sees that it is a directory and no link to one.
    func makeShard(_ shard: UInt8) throws(SystemError) {
        let path = RelativePath(shard: shard)
        do throws(SystemError) {
            try fileSystem.makeDirectory(root, path)
        } catch {
            guard error.exists else { throw error }
            if try fileSystem.status(root, path).isDirectory { return }
            setAside(path, named: path.bytes)
            try fileSystem.makeDirectory(root, path)
        }
    }

    /// Sets aside what stands where a shard must be but is none, links to directories above all; false when there is no
    /// shard.
    func checkShards() -> Bool {
        var isAny = false
        for shard in UInt8.min...UInt8.max {
            let path = RelativePath(shard: shard)
            do throws(SystemError) {
                if try fileSystem.status(root, path).isDirectory {
                    isAny = true
                } else {
                    setAside(path, named: path.bytes)
                }
            } catch {
                // What cannot be seen may be there.
                if !error.isAbsence { isAny = true }
            }
        }
        return isAny
    }

    func replacingWrongKind<Result>(
        _ path: RelativePath, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            guard error.isWrongKind else { throw error }
            setAside(path, named: path.bytes)
            return try body()
        }
    }

    /// The variants of a URL, found by listing its shard, the plain one first.
    func variants(of plain: CacheKeyName, version: UInt16) throws(SystemError) -> [CacheKeyName] {
        var found: [CacheKeyName] = []
        try fileSystem.list(root, RelativePath(shard: plain.shard)) { (_, name) throws(SystemError) in
            guard case .entry(let entry, version)? = EntryName(nameBytes(name)) else { return }
            if entry.high == plain.high, entry.low == plain.low { found.append(entry) }
        }
        return found.sorted { $0.variant < $1.variant }
    }

    /// Makes way for a new `journal.tmp`: the old one is what a crash left.
    func removeTemporaryJournal() {
        guard let status = try? fileSystem.status(root, Journal.temporaryPath) else { return }
        if status.isDirectory {
            setAside(Journal.temporaryPath, named: Journal.temporaryPath.bytes)
        } else {
            try? fileSystem.unlink(root, Journal.temporaryPath)
        }
    }

    // MARK: Damage

    /// Moves a file to `damaged/`, or removes it when there is no room; what even that cannot be done to stays.
    func setAside(_ path: RelativePath, named name: [UInt8]) {
        let size = (try? fileSystem.status(root, path).size) ?? 0
        if let target = RelativePath(Self.damagedPath, name), roomForDamage(size), makeDamaged(),
            (try? fileSystem.rename(root, path, to: target)) != nil
        {
            return
        }
        try? fileSystem.unlink(root, path)
    }

    /// Names and sizes of what lies in `damaged/`.
    func damagedFiles() -> [(name: [UInt8], size: Int)] {
        var files: [(name: [UInt8], size: Int)] = []
        try? fileSystem.list(root, Self.damagedPath) { (directory, name) throws(SystemError) in
            files.append((nameBytes(name), (try? fileSystem.status(directory, name).size) ?? 0))
        }
        return files
    }

    private func roomForDamage(_ size: Int) -> Bool {
        let files = damagedFiles()
        return files.count < Self.maximumDamagedFiles
            && files.reduce(size) { $0 + $1.size } <= Self.maximumDamagedBytes
    }

    private func makeDamaged() -> Bool {
        do throws(SystemError) {
            try fileSystem.makeDirectory(root, Self.damagedPath)
        } catch {
            guard error.exists else { return false }
            if let status = try? fileSystem.status(root, Self.damagedPath), status.isDirectory { return true }
            try? fileSystem.unlink(root, Self.damagedPath)
            return (try? fileSystem.makeDirectory(root, Self.damagedPath)) != nil
        }
        return true
    }
}

/// The bytes of a name that a listing gave.
func nameBytes(_ name: UnsafePointer<CChar>) -> [UInt8] {
    UnsafeRawBufferPointer(start: name, count: strlen(name)).map { $0 }
}
