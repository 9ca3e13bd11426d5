/// Which entries there are, how large, and which of them was used least recently: pure, and every operation takes
/// constant time but for the growth of its table.
///
/// A slot of 56 bytes an entry lies in pages that never move; a table of 4-byte cells finds it (open addressing, linear
/// probing, at most three quarters full). Slots are joined in order of use, and the variants of a URL among themselves;
/// the first variant of a URL has a cell of its own under the URL's digest, so that they can be listed without a walk.
struct RecencyIndex: Sendable {
    struct Entry: Sendable, Hashable {
        let name: CacheKeyName
        /// Bytes of its file.
        let size: Int
        /// Seconds since 1970, for listings; order never depends on it.
        let lastAccess: UInt32
    }

    struct SlotNumber: Sendable, Hashable {
        fileprivate let value: UInt32
    }

    private(set) var count = 0
    /// Whether a scan has begun with this index: the slots that one has found in another mean nothing here.
    private(set) var hasBegunScan = false
    /// Bytes of all files. It wraps: forged records can say more than a number holds, and removing takes back what
    /// adding gave.
    private(set) var usage = 0

    private var slots = SlotPages()
    private var table: [UInt32]
    private var usedCells = 0
    private var newest = none
    private var oldestSlot = none
    private var firstFree = none
    private var touchedCount = 0
    /// Never read: it makes `warm` an access that the compiler must keep.
    private var warmed: UInt32 = 0
    /// Keeps whoever chooses URLs from choosing where they fall in the table.
    private let seed: UInt64

    init(expecting entries: Int = 0, seed: UInt64 = .random(in: .min ... .max)) {
        self.seed = seed
        var cells = 16
        while cells / 4 * 3 < entries { cells *= 2 }
        table = [UInt32](repeating: none, count: cells)
    }

    // MARK: Finding

    func find(_ name: CacheKeyName) -> SlotNumber? {
        cell(of: name).map { SlotNumber(value: table[$0]) }
    }

    subscript(slot: SlotNumber) -> Entry { entry(slot.value) }

    /// The entry that is to go first.
    var oldest: Entry? { oldestSlot == none ? nil : entry(oldestSlot) }

    /// All entries that share the digest, the plain one first.
    func variants(of name: CacheKeyName) -> [Entry] {
        var found: [Entry] = []
        let plain = CacheKeyName(high: name.high, low: name.low, variant: 0)
        if let slot = find(plain) { found.append(self[slot]) }
        guard let head = headCell(of: name) else { return found }
        var slot = table[head] & ~headMark
        while slot != none {
            found.append(entry(slot))
            slot = slots[slot].nextVariant
        }
        return found
    }

    /// Calls `body` with every entry, the least recently used first.
    func walk(_ body: (Entry) -> Void) {
        var slot = oldestSlot
        while slot != none {
            body(entry(slot))
            slot = slots[slot].newer
        }
    }

    /// Has the processor fetch the cell that a name would be found by, without waiting for it.
    mutating func warm(_ name: CacheKeyName) { warmed ^= table[home(hash(name))] }

    // MARK: Changing

    /// Adds the entry as the most recently used, or moves it there with its new size.
    mutating func insert(_ name: CacheKeyName, size: Int, time: UInt32) {
        if let cell = cell(of: name) {
            let slot = table[cell]
            usage &+= size &- slots[slot].size
            slots[slot].size = size
            slots[slot].lastAccess = time
            slots[slot].flags.remove(.adopted)
            slots[slot].flags.insert(.seen)
            moveToNewest(slot)
            return
        }
        let slot = newSlot(Slot(name: name, size: size, lastAccess: time, flags: .seen))
        addCell(value: slot, hash: hash(name))
        if name.variant != 0 { linkVariant(slot) }
        linkAsNewest(slot)
        count += 1
        usage &+= size
    }

    mutating func touch(_ number: SlotNumber, time: UInt32) {
        let slot = number.value
        slots[slot].lastAccess = time
        if slots[slot].flags.insert(.touched).inserted { touchedCount += 1 }
        slots[slot].flags.remove(.adopted)
        moveToNewest(slot)
    }

    /// A use that the journal tells already.
    mutating func replayTouch(_ number: SlotNumber, time: UInt32) {
        slots[number.value].lastAccess = time
        moveToNewest(number.value)
    }

    /// Corrects the size of an entry without using it.
    mutating func resize(_ number: SlotNumber, to size: Int) {
        usage &+= size &- slots[number.value].size
        slots[number.value].size = size
    }

    @discardableResult
    mutating func remove(_ name: CacheKeyName) -> Bool {
        guard let cell = cell(of: name) else { return false }
        let slot = table[cell]
        removeCell(cell)
        if name.variant != 0 { unlinkVariant(slot) }
        unlink(slot)
        if slots[slot].flags.contains(.touched) { touchedCount -= 1 }
        count -= 1
        usage &-= slots[slot].size
        slots[slot].flags = .free
        slots[slot].newer = firstFree
        firstFree = slot
        return true
    }

    /// The entries used since the last call, in order of use, the least recent first.
    ///
    /// Entries that were only stored since the first of those uses come along: told after them, uses would seem later
    /// than they were.
    mutating func takeTouched() -> [Entry] {
        var taken: [Entry] = []
        var slot = newest
        while touchedCount > 0, slot != none {
            if slots[slot].flags.remove(.touched) != nil { touchedCount -= 1 }
            taken.append(entry(slot))
            slot = slots[slot].older
        }
        taken.reverse()
        return taken
    }

    // MARK: Recovering

    /// Forgets what a scan has seen: called when one begins.
    mutating func beginScan() {
        hasBegunScan = true
        for slot in 0..<slots.count { slots[slot].flags.remove(.seen) }
    }

    /// A file that a scan found and whose size is known; false when the entry is not.
    mutating func markSeen(_ name: CacheKeyName) -> Bool {
        guard let slot = find(name) else { return false }
        slots[slot.value].flags.insert(.seen)
        return true
    }

    /// A file that a scan found: true, and the entry is added as the least recently used, when it was not known.
    mutating func adopt(_ name: CacheKeyName, size: Int, time: UInt32) -> SlotNumber? {
        if let found = find(name) {
            slots[found.value].flags.insert(.seen)
            resize(found, to: size)
            return nil
        }
        let slot = newSlot(Slot(name: name, size: size, lastAccess: time, flags: [.seen, .adopted]))
        addCell(value: slot, hash: hash(name))
        if name.variant != 0 { linkVariant(slot) }
        linkAsOldest(slot)
        count += 1
        usage &+= size
        return SlotNumber(value: slot)
    }

    /// The entries that no file was found for, when a scan has ended.
    func unseen() -> [CacheKeyName] {
        var names: [CacheKeyName] = []
        for slot in 0..<slots.count where slots[slot].flags.isDisjoint(with: [.seen, .free]) {
            names.append(slots[slot].name)
        }
        return names
    }

    /// Gives adopted entries, told in order of age, their place among the others by time; one used since keeps its own.
    mutating func place(_ adopted: [SlotNumber]) {
        var later = newest
        for number in adopted.reversed() {
            let slot = number.value
            guard slots[slot].flags.remove(.adopted) != nil else { continue }
            while later != none, later != slot, slots[later].lastAccess > slots[slot].lastAccess {
                later = slots[later].older
            }
            if later == slot { continue }
            unlink(slot)
            link(slot, above: later)
        }
    }

    // MARK: Memory

    /// Bytes allocated for slots and table.
    var allocatedBytes: Int { slots.allocatedBytes + table.capacity * 4 }
}

// MARK: - The order of use

extension RecencyIndex {
    private func entry(_ slot: UInt32) -> Entry {
        let slot = slots[slot]
        return Entry(name: slot.name, size: slot.size, lastAccess: slot.lastAccess)
    }

    private mutating func moveToNewest(_ slot: UInt32) {
        guard newest != slot else { return }
        unlink(slot)
        linkAsNewest(slot)
    }

    private mutating func linkAsNewest(_ slot: UInt32) { link(slot, above: newest) }

    private mutating func linkAsOldest(_ slot: UInt32) { link(slot, above: none) }

    /// Makes `slot` the one used just after `below`; with none below, the oldest of all.
    private mutating func link(_ slot: UInt32, above below: UInt32) {
        let above = below == none ? oldestSlot : slots[below].newer
        slots[slot].older = below
        slots[slot].newer = above
        if below == none { oldestSlot = slot } else { slots[below].newer = slot }
        if above == none { newest = slot } else { slots[above].older = slot }
    }

    private mutating func unlink(_ slot: UInt32) {
        let (older, newer) = (slots[slot].older, slots[slot].newer)
        if older == none { oldestSlot = newer } else { slots[older].newer = newer }
        if newer == none { newest = older } else { slots[newer].older = older }
    }

    private mutating func newSlot(_ slot: Slot) -> UInt32 {
        guard firstFree != none else { return slots.append(slot) }
        let number = firstFree
        firstFree = slots[number].newer
        slots[number] = slot
        return number
    }
}

// MARK: - The variants of a URL

extension RecencyIndex {
    private mutating func linkVariant(_ slot: UInt32) {
        guard let cell = headCell(of: slots[slot].name) else {
            addCell(value: slot | headMark, hash: headHash(slots[slot].name))
            return
        }
        let head = table[cell] & ~headMark
        let second = slots[head].nextVariant
        slots[slot].previousVariant = head
        slots[slot].nextVariant = second
        slots[head].nextVariant = slot
        if second != none { slots[second].previousVariant = slot }
    }

    private mutating func unlinkVariant(_ slot: UInt32) {
        let (previous, next) = (slots[slot].previousVariant, slots[slot].nextVariant)
        if next != none { slots[next].previousVariant = previous }
        if previous != none {
            slots[previous].nextVariant = next
        } else if let cell = headCell(of: slots[slot].name) {
            if next == none { removeCell(cell) } else { table[cell] = next | headMark }
        }
    }

    private func headCell(of name: CacheKeyName) -> Int? {
        var cell = home(headHash(name))
        while table[cell] != none {
            if table[cell] & headMark != 0 {
                let other = slots[table[cell] & ~headMark].name
                if other.low == name.low, other.high == name.high { return cell }
            }
            cell = (cell + 1) & (table.count - 1)
        }
        return nil
    }
}

// MARK: - The table

extension RecencyIndex {
    private func cell(of name: CacheKeyName) -> Int? {
        var cell = home(hash(name))
        while table[cell] != none {
            if table[cell] & headMark == 0, slots[table[cell]].name == name { return cell }
            cell = (cell + 1) & (table.count - 1)
        }
        return nil
    }

    private func hash(_ name: CacheKeyName) -> UInt64 {
        let product = (name.low ^ seed).multipliedFullWidth(by: name.high ^ name.variant &* oddNumber | 1)
        return product.high ^ product.low
    }

    private func headHash(_ name: CacheKeyName) -> UInt64 {
        let product = (name.low ^ ~seed).multipliedFullWidth(by: name.high | 1)
        return product.high ^ product.low
    }

    private func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (table.count - 1) }

    private func home(ofValue value: UInt32) -> Int {
        home(value & headMark == 0 ? hash(slots[value].name) : headHash(slots[value & ~headMark].name))
    }

    private mutating func addCell(value: UInt32, hash: UInt64) {
        if (usedCells + 1) > table.count / 4 * 3 { grow() }
        place(value, from: home(hash))
        usedCells += 1
    }

    private mutating func place(_ value: UInt32, from home: Int) {
        var cell = home
        while table[cell] != none { cell = (cell + 1) & (table.count - 1) }
        table[cell] = value
    }

    private mutating func grow() {
        let old = table
        table = [UInt32](repeating: none, count: old.count * 2)
        for value in old where value != none { place(value, from: home(ofValue: value)) }
    }

    /// Empties a cell and closes the gap, so that no cell behind it becomes unreachable.
    private mutating func removeCell(_ emptied: Int) {
        let mask = table.count - 1
        var gap = emptied
        var cell = (gap + 1) & mask
        while table[cell] != none {
            let home = home(ofValue: table[cell])
            if (cell &- home) & mask >= (cell &- gap) & mask {
                table[gap] = table[cell]
                gap = cell
            }
            cell = (cell + 1) & mask
        }
        table[gap] = none
        usedCells -= 1
    }
}

/// No slot, and an empty cell.
private let none = UInt32.max
/// Set in a cell that stands for the first variant of a URL and not for one entry.
private let headMark: UInt32 = 1 << 31
private let oddNumber: UInt64 = 0x9e37_79b9_7f4a_7c15
