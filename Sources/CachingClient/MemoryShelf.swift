import HTTPCacheSemantics

/// The books of a memory store: keys in the order of their use, and what is stored under each.
///
/// Keys are slots of an array, linked both ways from the most to the least recently used.
struct MemoryShelf {
    private struct Slot {
        var key: ResponseKey
        var stored = StoredVariants()
        var size = 0
        var groups: Set<String> = []
        var newer = -1
        var older = -1
    }

    private var slots: [Slot] = []
    private var free: [Int] = []
    private var places: [ResponseKey: Int] = [:]
    /// The slots of those keys of a resource that have a qualifier.
    private var qualified: [[UInt8]: Set<Int>] = [:]
    /// The slots that hold something of a group; origin and group together name it.
    private var members: [String: Set<Int>] = [:]
    private var newest = -1
    private var oldest = -1
    private var lastRevision: UInt64
    /// How often something was removed that was asked to be.
    private(set) var removals: UInt64 = 0

    let capacity: Int
    private(set) var usage = 0
    var count: Int { places.count }

    /// More variants of one resource than these are never chosen among.
    private static let variantLimit = 64
    /// What an entry takes beside the bytes of its body, fields and key.
    private static let overhead = 512

    /// Revisions go on from those of an older shelf, so that none comes twice.
    init(capacity: Int, after old: MemoryShelf? = nil) {
        self.capacity = capacity
        lastRevision = old?.lastRevision ?? 0
        removals = (old?.removals ?? 0) + 1
    }

    mutating func use(_ key: ResponseKey) -> StoredVariants {
        guard let place = places[key] else { return StoredVariants() }
        if place != newest {
            unlink(place)
            linkAsNewest(place)
        }
        return slots[place].stored
    }

    mutating func put(_ response: StoredResponse, _ body: [UInt8], as id: VariantID, under key: ResponseKey) {
        let place = places[key] ?? makePlace(for: key)
        unlink(place)
        linkAsNewest(place)
        lastRevision += 1
        let variant = StoredVariants.Variant(id: id, revision: lastRevision, body: MemoryBody(array: body))
        let old = slots[place].stored
        let isFull = old.variants.count >= Self.variantLimit && !old.variants.contains { $0.id == id }
        var stored = StoredVariants()
        for (index, other) in old.variants.enumerated() where other.id != id {
            // The first one is the oldest.
            if index == 0, isFull { continue }
            stored.append(old.responses[index], other)
        }
        stored.append(response, variant)
        replace(stored, at: place)
        makeRoom(keeping: place)
    }

    /// Puts what another store has in the place of all that lies under the key: all of it, or nothing where it is too
    /// much.
    mutating func fill(_ stored: StoredVariants, under key: ResponseKey) {
        let place = places[key] ?? makePlace(for: key)
        unlink(place)
        linkAsNewest(place)
        replace(stored, at: place)
        if slots[place].size > capacity { return remove(place) }
        makeRoom(keeping: place)
    }

    mutating func forget(_ key: ResponseKey) {
        removals += 1
        if let place = places[key] { remove(place) }
    }

    mutating func update(
        to response: StoredResponse, _ id: VariantID, revision: UInt64, under key: ResponseKey
    ) -> Bool {
        guard let place = places[key] else { return false }
        var stored = StoredVariants()
        var isFound = false
        for (old, variant) in zip(slots[place].stored.responses, slots[place].stored.variants) {
            if variant.id == id, variant.revision == revision {
                lastRevision += 1
                isFound = true
                stored.append(
                    response, StoredVariants.Variant(id: id, revision: lastRevision, body: variant.body))
            } else {
                stored.append(old, variant)
            }
        }
        guard isFound else { return false }
        replace(stored, at: place)
        makeRoom(keeping: place)
        return true
    }

    /// Removes a variant; only that revision of it, where one is given.
    mutating func remove(_ id: VariantID, revision: UInt64?, under key: ResponseKey) {
        guard let place = places[key] else { return }
        var stored = StoredVariants()
        for (response, variant) in zip(slots[place].stored.responses, slots[place].stored.variants)
        where variant.id != id || (revision != nil && variant.revision != revision) {
            stored.append(response, variant)
        }
        if stored.isEmpty { remove(place) } else { replace(stored, at: place) }
    }

    mutating func remove(resource: [UInt8]) -> Set<String> {
        removals += 1
        var groups: Set<String> = []
        var doomed = qualified[resource] ?? []
        if let place = places[ResponseKey(resource: resource)] { doomed.insert(place) }
        for place in doomed {
            for response in slots[place].stored.responses { groups.formUnion(response.groups) }
            remove(place)
        }
        return groups
    }

    mutating func remove(groups: Set<String>, of origin: String) {
        removals += 1
        for group in groups {
            for place in members[Self.member(group, of: origin)] ?? [] {
                var stored = StoredVariants()
                for (response, variant) in zip(slots[place].stored.responses, slots[place].stored.variants)
                where !response.groups.contains(group) || response.request.target.origin != origin {
                    stored.append(response, variant)
                }
                if stored.isEmpty { remove(place) } else { replace(stored, at: place) }
            }
        }
    }

    private mutating func makeRoom(keeping place: Int) {
        while usage > capacity, oldest >= 0, oldest != place { remove(oldest) }
        while usage > capacity {
            var stored = StoredVariants()
            let all = slots[place].stored
            for index in all.variants.indices.dropFirst() { stored.append(all.responses[index], all.variants[index]) }
            if stored.isEmpty { return remove(place) }
            replace(stored, at: place)
        }
    }

    private mutating func makePlace(for key: ResponseKey) -> Int {
        let place: Int
        if let last = free.popLast() {
            place = last
            slots[place] = Slot(key: key)
        } else {
            place = slots.count
            slots.append(Slot(key: key))
        }
        places[key] = place
        if !key.qualifier.isEmpty { qualified[key.resource, default: []].insert(place) }
        linkAsNewest(place)
        return place
    }

    private mutating func replace(_ stored: StoredVariants, at place: Int) {
        var size = Self.overhead + slots[place].key.resource.count + slots[place].key.qualifier.count
        var groups: Set<String> = []
        for (response, variant) in zip(stored.responses, stored.variants) {
            size += Self.overhead + variant.body.count
            size += response.response.fields.byteCount + response.request.fields.byteCount
            for group in response.groups { groups.insert(Self.member(group, of: response.request.target.origin)) }
        }
        usage += size - slots[place].size
        slots[place].size = size
        slots[place].stored = stored
        setGroups(groups, of: place)
    }

    private mutating func setGroups(_ groups: Set<String>, of place: Int) {
        let old = slots[place].groups
        guard old != groups else { return }
        for group in old.subtracting(groups) {
            members[group]?.remove(place)
            if members[group]?.isEmpty == true { members[group] = nil }
        }
        for group in groups.subtracting(old) { members[group, default: []].insert(place) }
        slots[place].groups = groups
    }

    private static func member(_ group: String, of origin: String) -> String { origin + "\n" + group }

    private mutating func remove(_ place: Int) {
        let key = slots[place].key
        setGroups([], of: place)
        usage -= slots[place].size
        unlink(place)
        places[key] = nil
        if !key.qualifier.isEmpty {
            qualified[key.resource]?.remove(place)
            if qualified[key.resource]?.isEmpty == true { qualified[key.resource] = nil }
        }
        slots[place] = Slot(key: ResponseKey(resource: []))
        free.append(place)
    }

    private mutating func unlink(_ place: Int) {
        let (newer, older) = (slots[place].newer, slots[place].older)
        if newer >= 0 { slots[newer].older = older } else if newest == place { newest = older }
        if older >= 0 { slots[older].newer = newer } else if oldest == place { oldest = newer }
        slots[place].newer = -1
        slots[place].older = -1
    }

    private mutating func linkAsNewest(_ place: Int) {
        slots[place].older = newest
        slots[place].newer = -1
        if newest >= 0 { slots[newest].newer = place }
        newest = place
        if oldest < 0 { oldest = place }
    }
}
