/// What the store knows in memory, and the journal that tells it on disk; kept behind one lock that is never held while
/// a response's file is read or written.
struct Books: Sendable {
    enum Lookup {
        case indexed(size: Int)
        case absent
        /// Not in the index, which does not know all yet.
        case unknown
    }

    var index: RecencyIndex
    /// nil in a store that only reads: the journal is another's.
    var journal: Journal?
    var lock: Int32?
    /// False until a scan has ended, when the journal did not tell everything; always false in a store that only reads.
    var isWhole: Bool
    /// A scan is still to come: at the next maintenance, unless recovery does it at once.
    var needsScan = true
    var access: DiskStore.Access
    var counters = DiskStore.Statistics()
    /// Something was written that the disk may not have yet.
    var isUnsynced = false
    var isClosed = false
    private var isAwake = false

    init(_ recovered: Recovery.Opened, lock: Int32) {
        index = recovered.index
        journal = recovered.journal
        isWhole = recovered.isWhole
        self.lock = lock
        access = .readWrite
    }

    init(readOnly obstacle: StoreError?) {
        index = RecencyIndex()
        isWhole = false
        access = .readOnly(obstacle)
    }

    /// Why this store does not write.
    var refusal: StoreError {
        if isClosed { return .closed }
        if case .readOnly(let obstacle?) = access { return obstacle }
        return .permissionDenied
    }

    mutating func lookUp(_ name: CacheKeyName, _ time: UInt32) -> Lookup {
        if let slot = index.find(name), !isClosed {
            index.touch(slot, time: time)
            counters.hits += 1
            return .indexed(size: index[slot].size)
        }
        guard isWhole || isClosed else { return .unknown }
        counters.misses += 1
        return .absent
    }

    mutating func stored(_ name: CacheKeyName, size: Int, _ time: UInt32, _ fileSystem: FileSystem, isNew: Bool = true)
    {
        index.insert(name, size: size, time: time)
        journal?.append(.put, name, size: size, time: time, fileSystem)
        isUnsynced = true
        if isNew { counters.stores += 1 }
    }

    /// False when the index did not have it.
    mutating func removed(_ name: CacheKeyName, _ time: UInt32, _ fileSystem: FileSystem) -> Bool {
        guard index.remove(name) else { return false }
        journal?.append(.remove, name, size: 0, time: time, fileSystem)
        isUnsynced = true
        return true
    }

    /// True for the first event since the last maintenance: then the next is to be scheduled.
    mutating func wakesUp() -> Bool {
        guard !isAwake, !isClosed, journal != nil else { return false }
        isAwake = true
        return true
    }

    mutating func fallsAsleep() { isAwake = false }
}
