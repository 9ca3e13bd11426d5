import Foundation
import HTTPCacheSemantics

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Responses in memory, by URL; the URL that was not asked for the longest goes first. A value without locks.
///
/// Looking up, storing and evicting take constant time for a URL with a bounded number of variants.
struct ResponseMemory: Sendable {
    struct Entry: Sendable {
        let stored: StoredResponse
        let variant: VariantID
        let cached: CachedURLResponse

        /// Bytes, with an allowance for what is around them.
        var cost: Int { cached.data.count + stored.response.fields.byteCount + stored.request.fields.byteCount + 512 }
    }

    private struct Slot: Sendable {
        var url: String
        var entries: [Entry]
        var cost: Int
        var older: Int
        var newer: Int
    }

    private static let none = -1

    private var places: [String: Int] = [:]
    private var slots: [Slot] = []
    private var free: [Int] = []
    private var oldest = none
    private var newest = none
    private(set) var usage = 0
    /// Another number after anything was put in the place of something or removed.
    private(set) var changes = 0
    /// In bytes; setting it makes what is too much go.
    var capacity: Int { didSet { trim() } }

    init(capacity: Int) { self.capacity = capacity }

    /// What there is for a URL, which then goes last.
    mutating func use(_ url: String) -> [Entry] {
        guard let place = places[url] else { return [] }
        unlink(place)
        link(place)
        return slots[place].entries
    }

    func contains(_ url: String) -> Bool { places[url] != nil }

    /// Puts an entry in the place of the same variant; one that is larger than the capacity takes the old one away.
    mutating func put(_ entry: Entry, for url: String) {
        changes += 1
        insert(entry, for: url)
    }

    /// The same with what was found on disk, unless something has changed since.
    mutating func fill(_ entry: Entry, for url: String, ifStill changes: Int) {
        if changes == self.changes { insert(entry, for: url) }
    }

    private mutating func insert(_ entry: Entry, for url: String) {
        var entries = use(url)
        entries.removeAll { $0.variant == entry.variant }
        if entry.cost <= capacity { entries.append(entry) }
        drop(url)
        guard !entries.isEmpty else { return }
        let cost = entries.reduce(url.utf8.count) { $0 + $1.cost }
        let slot = Slot(url: url, entries: entries, cost: cost, older: Self.none, newer: Self.none)
        let place = free.popLast() ?? slots.count
        if place == slots.count { slots.append(slot) } else { slots[place] = slot }
        places[url] = place
        usage += cost
        link(place)
        trim()
    }

    mutating func remove(_ url: String) {
        changes += 1
        drop(url)
    }

    private mutating func drop(_ url: String) {
        guard let place = places.removeValue(forKey: url) else { return }
        unlink(place)
        usage -= slots[place].cost
        slots[place].entries = []
        free.append(place)
    }

    mutating func removeAll() {
        let before = changes
        self = ResponseMemory(capacity: capacity)
        changes = before + 1
    }

    mutating func removeAll(where condition: (Entry) -> Bool) {
        changes += 1
        for slot in slots where slot.entries.contains(where: condition) { remove(slot.url) }
    }

    private mutating func trim() {
        while usage > capacity, oldest != Self.none { drop(slots[oldest].url) }
    }

    private mutating func link(_ place: Int) {
        slots[place].older = newest
        slots[place].newer = Self.none
        if newest != Self.none { slots[newest].newer = place } else { oldest = place }
        newest = place
    }

    private mutating func unlink(_ place: Int) {
        let (older, newer) = (slots[place].older, slots[place].newer)
        if older != Self.none { slots[older].newer = newer } else { oldest = newer }
        if newer != Self.none { slots[newer].older = older } else { newest = older }
    }
}
