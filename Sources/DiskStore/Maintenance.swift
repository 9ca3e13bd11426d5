import Dispatch
import Synchronization

/// What is done every few seconds, off the callers' threads, while something happens; an idle store sleeps.
extension DiskStore {
    func scheduleMaintenance() {
        guard options.maintenanceInterval > 0 else { return }
        background.asyncAfter(deadline: .now() + options.maintenanceInterval) { [weak self] in self?.runMaintenance() }
    }

    /// Writes touches to the journal, trims to the capacity, compacts the journal when it is long, and makes what was
    /// written safe if `durability` is `.interval`; blocks the calling thread.
    public func maintain() {
        background.sync { runMaintenance() }
    }

    private func runMaintenance() {
        guard isWriter else { return }
        let needsScan = books.withLock { books in
            books.fallsAsleep()
            return books.needsScan
        }
        if directory.isDeleted { try? makeDirectoryAgain() }
        if needsScan {
            let isWhole = books.withLock { $0.isWhole }
            Self.scan(checkingSizes: !isWhole) { self }
        }
        flushTouches()
        trim(to: options.capacity)
        compactIfDue()
        syncIfDue()
    }

    private func flushTouches() {
        books.withLock { books in
            let touched = books.index.takeTouched()
            guard !touched.isEmpty else { return }
            books.journal?.append(touches: touched, fileSystem)
            books.isUnsynced = true
        }
    }

    private func syncIfDue() {
        guard options.durability == .interval else { return }
        let isDue = books.withLock { books in
            defer { books.isUnsynced = false }
            return books.isUnsynced
        }
        guard isDue else { return }
        do throws(SystemError) {
            try fileSystem.syncAll(directory.root)
        } catch {
            books.withLock { $0.isUnsynced = true }
        }
    }

    func compactIfDue() {
        compaction.withLock { _ in compact() }
    }

    private func compact() {
        let due = books.withLock { books -> [UInt8]? in
            guard !books.isClosed, books.journal?.wantsCompaction(entries: books.index.count) == true else {
                return nil
            }
            return books.journal?.beginCompaction(books.index, version: version)
        }
        guard let bytes = due else { return }
        do throws(SystemError) {
            let file = try writeNewJournal(bytes)
            try books.withLock { (books) throws(SystemError) in
                guard books.journal != nil else {
                    fileSystem.closeQuietly(file)
                    throw .closed
                }
                try books.journal?.finishCompaction(file, length: bytes.count, root: directory.root, fileSystem)
            }
        } catch {
            let isWriting = books.withLock { books in
                books.journal?.abandonCompaction()
                return books.journal != nil
            }
            // Else another store has made the directory anew, and the file there is its own.
            if isWriting { try? fileSystem.unlink(directory.root, Journal.temporaryPath) }
        }
    }

    private func writeNewJournal(_ bytes: [UInt8]) throws(SystemError) -> Int32 {
        directory.removeTemporaryJournal()
        let file = try fileSystem.create(directory.root, Journal.temporaryPath)
        do throws(SystemError) {
            try bytes.span.withUnsafeBytes { (bytes) throws(SystemError) in try fileSystem.write(file, bytes, at: 0) }
            if options.durability != .none { try fileSystem.sync(file) }
            return file
        } catch {
            fileSystem.closeQuietly(file)
            throw error
        }
    }

    /// Evicts from the least recently used on until at most `capacity` bytes are in use; waits for a scan that is going
    /// on. Throws where the disk does not let go of so much.
    public func prune(to capacity: Int) throws(StoreError) {
        try requireWriter()
        waitForRecovery()
        let capacity = max(0, capacity)
        let failure = trim(to: capacity)
        if let failure, books.withLock({ $0.index.usage > capacity }) { throw StoreError(failure) }
    }

    /// Removes all entries; waits for a scan that is going on. Throws where the disk fails, when all others are removed.
    public func removeAll() throws(StoreError) {
        try requireWriter()
        waitForRecovery()
        var failure: StoreError?
        for entry in list() {
            do throws(StoreError) {
                try remove(named: entry.name)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Writes out what is known and marks the journal as closed in order; the store then answers with misses and
    /// `.closed`.
    ///
    /// Happens by itself when the last reference goes; a process that ends while it holds one makes the next opening
    /// scan.
    public func close() {
        writable.store(false, ordering: .releasing)
        // Whoever changes a name now has seen that the store was open; after this nobody does.
        for shard in UInt8.min...63 { shardLocks.withLock(shard) {} }
        compaction.withLock { _ in books.withLock { closeJournal(&$0) } }
    }

    private func closeJournal(_ books: inout Books) {
        guard !books.isClosed else { return }
        books.isClosed = true
        guard var journal = books.journal else { return }
        journal.append(touches: books.index.takeTouched(), fileSystem)
        if books.isWhole, journal.isComplete {
            try? journal.writeHeader(clean: true, entries: books.index.count, version: version, fileSystem)
        }
        if journal.file >= 0 { fileSystem.closeQuietly(journal.file) }
        books.journal = nil
        if let lock = books.lock { fileSystem.closeQuietly(lock) }
        books.lock = nil
    }

    // MARK: A directory that was deleted

    /// Makes the directory anew, empty, when it has been deleted under the store.
    func makeDirectoryAgain() throws(SystemError) {
        try books.withLock { (books) throws(SystemError) in
            guard directory.isDeleted, !books.isClosed else { return }
            do throws(StoreError) {
                try directory.reopen()
            } catch {
                throw SystemError.absent
            }
            guard let lock = try directory.takeLock() else {
                // Somebody else was quicker, and writes there now.
                writable.store(false, ordering: .releasing)
                if let file = books.journal?.file, file >= 0 { fileSystem.closeQuietly(file) }
                if let lock = books.lock { fileSystem.closeQuietly(lock) }
                books = Books(readOnly: .inUse)
                throw SystemError.busy
            }
            if let old = books.lock { fileSystem.closeQuietly(old) }
            if let old = books.journal?.file, old >= 0 { fileSystem.closeQuietly(old) }
            var recovered = Recovery.openJournal(directory, version: version)
            if !directory.checkShards() { recovered.forgetAll() }
            books.lock = lock
            books.index = recovered.index
            books.journal = recovered.journal
            books.isWhole = recovered.isWhole
            books.needsScan = true
        }
    }
}
