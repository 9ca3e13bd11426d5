import Dispatch
import Synchronization

/// What happens when a store opens, step by step:
///
/// 1. The journal is replayed: every record whose sum holds, in order; bad ones are passed over. One that is longer
///    than its entries can need is emptied, as if there had been none.
/// 2. If it was closed in order and nothing in it was bad, the index is whole and step 4 waits for the first
///    maintenance.
/// 3. Otherwise the index may lack entries. Until a scan has ended, what it lacks is looked for on disk.
/// 4. The scan, in the background, shard by shard: temporaries of dead processes and entries of other format versions
///    are removed, names that no store gives are set aside, entries that the index lacks are adopted, and their sizes
///    set right.
/// 5. Entries that no file was found for are struck off, adopted ones put in their place by age, and the journal
///    written anew.
///
/// Whether an adopted file is whole is found out when it is read.
enum Recovery {
    struct Opened: Sendable {
        var index: RecencyIndex
        var journal: Journal
        var isWhole: Bool

        /// For a directory without a single shard: there is nothing that a scan could find.
        mutating func forgetAll() {
            if index.count > 0 { journal.markIncomplete() }
            index = RecencyIndex()
            isWhole = true
        }
    }

    /// Replays the journal, and begins to write to it; without one that can be opened the store does without until the
    /// next compaction makes one.
    static func openJournal(_ directory: StoreDirectory, version: UInt16) -> Opened {
        let fileSystem = directory.fileSystem
        do throws(SystemError) {
            let file = try openFile(directory)
            var opened: Opened
            if let replayed = try? replay(file, version, fileSystem) {
                opened = replayed
            } else {
                // The scan tells what is there; nobody is to wait for these bytes again.
                try? fileSystem.truncate(file)
                opened = Opened(index: RecencyIndex(), journal: Journal(file: file, records: 0), isWhole: false)
            }
            do throws(SystemError) {
                try opened.journal.writeHeader(clean: false, entries: 0, version: version, fileSystem)
            } catch {
                opened.journal.markIncomplete()
            }
            return opened
        } catch {
            return Opened(index: RecencyIndex(), journal: .none, isWhole: false)
        }
    }

    private static func openFile(_ directory: StoreDirectory) throws(SystemError) -> Int32 {
        let fileSystem = directory.fileSystem
        for attempt in 0..<2 {
            do throws(SystemError) {
                let file = try fileSystem.openToReadAndWrite(directory.root, Journal.path)
                // What cannot be looked at is no better than what is no file.
                if let status = try? fileSystem.status(file), status.isRegular { return file }
                fileSystem.closeQuietly(file)
            } catch {
                guard attempt == 0, error.isWrongKind || error.isRefusal else { throw error }
            }
            directory.setAside(Journal.path, named: Journal.path.bytes)
        }
        throw SystemError.fileTooLarge
    }

    /// nil for a journal of another version, whose names lead nowhere now, and for one that is not plausible.
    private static func replay(
        _ file: Int32, _ version: UInt16, _ fileSystem: FileSystem
    ) throws(SystemError) -> Opened? {
        let size = try fileSystem.status(file).size
        let header = try fileSystem.readBytes(file, count: Journal.headerLength)
        guard let told = Journal.readHeader(header, version: version) else {
            if Journal.readHeader(header, version: nil) != nil { return nil }
            // A damaged header's records may still be good.
            return try replay(file, size, nil, fileSystem)
        }
        return try replay(file, size, told, fileSystem)
    }

    private static func replay(
        _ file: Int32, _ size: Int, _ told: Journal.Header?, _ fileSystem: FileSystem
    ) throws(SystemError) -> Opened? {
        let length = Journal.recordLength
        let records = max(0, size - Journal.headerLength) / length
        var isWhole =
            told?.isClean == true && told?.records == records && size == Journal.headerLength + records * length
        let expected = isWhole ? min(told?.entries ?? 0, records) : records / 2
        var index = RecencyIndex(expecting: min(expected, Journal.maximumBacklog))
        let chunk = 2048
        var next = 0
        var mostEntries = 0
        while next < records {
            let count = min(chunk, records - next)
            let bytes = try fileSystem.readBytes(file, at: Journal.headerLength + next * length, count: count * length)
            bytes.withUnsafeBytes { bytes in
                if !replay(bytes, on: &index) { isWhole = false }
            }
            next += count
            mostEntries = max(mostEntries, index.count)
            guard Journal.isPlausible(records: next, entries: mostEntries) else { return nil }
        }
        return Opened(index: index, journal: Journal(file: file, records: records), isWhole: isWhole)
    }

    /// False when a record was passed over.
    private static func replay(_ bytes: UnsafeRawBufferPointer, on index: inout RecencyIndex) -> Bool {
        let length = Journal.recordLength
        let batch = 32 * length
        var isWhole = true
        var start = 0
        while start < bytes.count {
            let end = min(start + batch, bytes.count)
            // Where the names of a batch belong lies all over memory: asked for together, they come together.
            var offset = start
            while offset + length <= end {
                index.warm(Journal.Record.name(bytes, at: offset))
                offset += length
            }
            offset = start
            while offset + length <= end {
                let record = UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + length)])
                if !Journal.Record.replay(record, on: &index) { isWhole = false }
                offset += length
            }
            start = end
        }
        return isWhole
    }
}

// MARK: - The scan

/// What one scan has found so far.
struct Scan: Sendable {
    struct Adopted: Sendable {
        let slot: RecencyIndex.SlotNumber
        let modified: Int64
    }

    /// Whether the sizes of known entries may be wrong: after a crash, but not after an orderly close.
    let checksSizes: Bool
    var adopted: [Adopted] = []
    var hasFailed = false

    mutating func add(_ other: Scan) {
        adopted += other.adopted
        hasFailed = hasFailed || other.hasFailed
    }
}

extension DiskStore {
    /// Begins the scan, or leaves it to the first maintenance.
    func recover(scanningNow: Bool) {
        guard scanningNow else {
            // Processes that live shorter than a maintenance takes to come never compact otherwise.
            background.async { [weak self] in
                self?.syncJournal()
                self?.compactIfDue()
            }
            return
        }
        background.async { [weak self] in
            self?.syncJournal()
            Self.scan(checkingSizes: true) { [weak self] in self }
        }
    }

    /// A clean mark that is still on disk after a loss of power would hide what was stored since.
    private func syncJournal() {
        guard options.durability != .none else { return }
        // A close that came in between would leave the number to another file.
        compaction.withLock { _ in
            if let file = books.withLock({ $0.journal?.file }) { try? fileSystem.sync(file) }
        }
    }

    /// Waits for a scan that is going on; blocks the calling thread.
    public func waitForRecovery() {
        background.sync {}
    }

    /// Scans all shards, two at a time since the file system does most of the work, and holds on to the store for one
    /// shard at a time, so that a store nobody uses any more closes.
    static func scan(checkingSizes: Bool, _ store: @escaping @Sendable () -> DiskStore?) {
        guard store()?.beginScan() == true else { return }
        let all = Guarded(Scan(checksSizes: checkingSizes))
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            var scan = Scan(checksSizes: checkingSizes)
            for shard in stride(from: UInt8(half), through: UInt8(254 + half), by: 2) {
                guard let store = store(), store.isWriter else {
                    scan.hasFailed = true
                    break
                }
                store.scan(shard, &scan)
            }
            let result = scan
            all.withLock { $0.add(result) }
        }
        store()?.finish(all.withLock { $0 })
    }

    private func beginScan() -> Bool {
        books.withLock { books in
            guard !books.isClosed, books.journal != nil else { return false }
            books.index.beginScan()
            return true
        }
    }

    private struct Found: Sendable {
        let name: CacheKeyName
        var size: Int
        var modified: Int64
    }

    private func scan(_ shard: UInt8, _ scan: inout Scan) {
        let outcome = shardLocks.withLock(shard) {
            [checksSizes = scan.checksSizes] () -> (adopted: [Scan.Adopted], Bool) in
            var found: [Found] = []
            var foreign: [[UInt8]] = []
            var hasFailed = false
            guard isWriter else { return ([], true) }
            do throws(SystemError) {
                try fileSystem.list(directory.root, RelativePath(shard: shard)) { (parent, name) throws(SystemError) in
                    let bytes = nameBytes(name)
                    switch EntryName(bytes) {
                    case .temporary?:
                        if !isOwn(temporary: bytes) { unlink(shard, bytes) }
                    case .entry(let entry, let version)? where version != self.version:
                        _ = entry
                        unlink(shard, bytes)
                    case .entry(let entry, _)? where entry.shard == shard:
                        if !checksSizes, books.withLock({ $0.index.markSeen(entry) }) { return }
                        let status = try fileSystem.status(parent, name)
                        if status.isRegular {
                            found.append(Found(name: entry, size: status.size, modified: status.modified))
                        } else {
                            foreign.append(bytes)
                        }
                    default: foreign.append(bytes)
                    }
                }
            } catch {
                hasFailed = !error.isAbsence
            }
            for name in foreign { setAsideForeign(shard, name) }
            return (adopt(found), hasFailed)
        }
        scan.adopted += outcome.adopted
        if outcome.1 { scan.hasFailed = true }
    }

    private func adopt(_ found: [Found]) -> [Scan.Adopted] {
        books.withLock { books in
            var adopted: [Scan.Adopted] = []
            for file in found {
                let time = UInt32(clamping: file.modified / 1_000_000_000)
                if let slot = books.index.adopt(file.name, size: file.size, time: time) {
                    adopted.append(Scan.Adopted(slot: slot, modified: file.modified))
                    books.counters.adopted += 1
                }
            }
            return adopted
        }
    }

    private func finish(_ scan: Scan) {
        let oldestFirst = scan.adopted.sorted { $0.modified < $1.modified }.map(\.slot)
        let isFull = books.withLock { books -> Bool in
            // The directory may have been deleted and made anew meanwhile: the next scan looks at what is there now.
            guard books.index.hasBegunScan else { return false }
            books.index.place(oldestFirst)
            guard !scan.hasFailed else { return false }
            let unseen = books.index.unseen()
            for name in unseen { books.index.remove(name) }
            books.counters.lost += unseen.count
            if !unseen.isEmpty || !oldestFirst.isEmpty || !books.isWhole { books.journal?.markIncomplete() }
            books.isWhole = true
            books.needsScan = false
            return books.index.usage > options.capacity
        }
        if isFull { trim(to: options.capacity) }
        compactIfDue()
    }

    private func isOwn(temporary name: [UInt8]) -> Bool {
        let own = temporaryPath(beside: CacheKeyName(high: 0, low: 0, variant: 0)).bytes
        // `00/.t<process>-<random>-`, without the shard and the number.
        guard let end = own.lastIndex(of: UInt8(ascii: "-")) else { return false }
        return name.starts(with: own[3...end])
    }

    private func unlink(_ shard: UInt8, _ name: [UInt8]) {
        guard let path = RelativePath(RelativePath(shard: shard), name) else { return }
        try? fileSystem.unlink(directory.root, path)
    }

    private func setAsideForeign(_ shard: UInt8, _ name: [UInt8]) {
        guard let path = RelativePath(RelativePath(shard: shard), name) else { return }
        directory.setAside(path, named: name)
        count { $0.damaged += 1 }
    }
}
