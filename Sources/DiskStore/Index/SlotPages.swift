/// One entry of the index: 56 bytes.
struct Slot: Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt32
        /// Used since touches were last written to the journal.
        static let touched = Flags(rawValue: 1)
        /// Its file was found by the scan that runs, or was written since it began.
        static let seen = Flags(rawValue: 2)
        /// Found by a scan, and not in its place in the order of use yet.
        static let adopted = Flags(rawValue: 4)
        static let free = Flags(rawValue: 8)
    }

    var name: CacheKeyName
    var size: Int
    var older = UInt32.max
    var newer = UInt32.max
    var previousVariant = UInt32.max
    var nextVariant = UInt32.max
    var lastAccess: UInt32
    var flags: Flags
}

/// Slots in pages, so that growing copies nothing and never holds half as much again in reserve.
struct SlotPages: Sendable {
    private var pages: [[Slot]] = []
    private(set) var count: UInt32 = 0

    private static let pageBits: UInt32 = 10
    private static let pageMask: UInt32 = 1 << pageBits - 1

    subscript(number: UInt32) -> Slot {
        @inline(__always) get { pages[Int(number >> Self.pageBits)][Int(number & Self.pageMask)] }
        @inline(__always) _modify { yield &pages[Int(number >> Self.pageBits)][Int(number & Self.pageMask)] }
    }

    mutating func append(_ slot: Slot) -> UInt32 {
        if count & Self.pageMask == 0 {
            var page: [Slot] = []
            page.reserveCapacity(Int(Self.pageMask) + 1)
            pages.append(page)
        }
        pages[pages.count - 1].append(slot)
        defer { count += 1 }
        return count
    }

    var allocatedBytes: Int {
        pages.capacity * 8 + pages.reduce(0) { $0 + $1.capacity * MemoryLayout<Slot>.stride + 32 }
    }
}
