public import HTTPCacheSemantics
public import HTTPDate

/// A cache in memory that `CacheExchange` is driven with: no clock, no network, every step on demand.
public struct SimulatedCache: Sendable {
    /// One stored response and its content; nil where the content is not known.
    public struct Entry: Sendable, Hashable {
        /// The stored head, its request, and when they went and came.
        public var response: StoredResponse
        /// The content; nil where it is not known.
        public var body: [UInt8]?
    }

    /// How many responses are held under one key, as many as a validation can nominate: of more, those stored first are
    /// given up, so that no request has to look at thousands of variants. A cache may forget what it likes (RFC 9111
    /// §2).
    public static let maximumVariants = 64

    /// What the exchanges are to decide with.
    public let policy: CachePolicy
    /// What is stored, by primary key; variants of one key in the order of storing.
    public private(set) var entries: [CacheKey: [Entry]] = [:]

    /// A cache with nothing stored.
    public init(policy: CachePolicy) { self.policy = policy }

    /// Where a stored response is: its key, and its place among those of that key.
    private struct Place: Hashable {
        let key: CacheKey
        let index: Int
    }

    /// The places that a request's look-up finds, in order: those under its key, else those that No-Vary-Search makes
    /// stand for it.
    private func places(for request: RequestHead, _ partition: String) -> [Place] {
        let key = CacheKey(for: request, partition: partition)
        if let list = entries[key] { return list.indices.map { Place(key: key, index: $0) } }
        guard policy.options.noVarySearch else { return [] }
        return entries.filter { $0.key.differsInQueryAlone(from: key) }
            .sorted { $0.key.description < $1.key.description }
            .flatMap { key, list in
                list.indices.filter { policy.searchMatches(list[$0].response, for: request) }
                    .map { Place(key: key, index: $0) }
            }
    }

    private subscript(place: Place) -> Entry? { entries[place.key]?[place.index] }

    /// What a request's look-up finds.
    public func stored(for request: RequestHead, partition: String = "") -> [StoredResponse] {
        places(for: request, partition).compactMap { self[$0]?.response }
    }

    /// Begins a request: looks up what is stored and lets the exchange decide.
    public func begin(_ exchange: inout CacheExchange, at now: HTTPDate) -> CacheExchange.Action {
        let action = exchange.begin(at: now)
        guard case .lookUp = action else { return action }
        return exchange.found(stored(for: exchange.request, partition: exchange.partition), at: now).decision
    }

    /// Does to the store what a reception says. `body` is the content that arrived; nil where it is not known.
    ///
    /// Returns the URIs that were invalidated because they share a group.
    @discardableResult
    public mutating func apply(
        _ reception: Reception, of exchange: CacheExchange, body: [UInt8]?
    ) -> [TargetURI] {
        // An unsafe method looked nothing up, so that what it invalidates moves no place.
        let places = exchange.stored.isEmpty ? [] : places(for: exchange.request, exchange.partition)
        var groups = reception.invalidatedGroups
        for case .invalidate(let target) in reception.invalidations.map(\.decision) {
            for (key, list) in entries where key.target == target {
                // Others of their groups may go as well (RFC 9875 §2.2.1).
                for entry in list { groups.formUnion(entry.response.groups) }
                entries[key] = nil
            }
        }
        let byGroup = remove(groups: groups, of: exchange.request.target.origin)
        var removed: [Place] = []
        for change in reception.changes {
            switch change {
            case .store(let response, let replacing):
                removed += replacing.map { places[$0] }
                let key = CacheKey(for: response.request, partition: exchange.partition)
                entries[key, default: []].append(Entry(response: response, body: body))
            case .update(let index, let response): entries[places[index].key]?[places[index].index].response = response
            case .remove(let index): removed.append(places[index])
            case .combine(let index, let response):
                guard let old = self[places[index]] else { continue }
                entries[places[index].key]?[places[index].index] =
                    Entry(response: response, body: Self.joined(old, response, part: body, reception))
            }
        }
        for place in removed.isEmpty ? [] : Set(removed).sorted(by: { $0.index > $1.index }) {
            entries[place.key]?.remove(at: place.index)
            if entries[place.key]?.isEmpty == true { entries[place.key] = nil }
        }
        forget(beyondLimitOf: exchange)
        return byGroup
    }

    private mutating func forget(beyondLimitOf exchange: CacheExchange) {
        let key = CacheKey(for: exchange.request, partition: exchange.partition)
        let surplus = (entries[key]?.count ?? 0) - Self.maximumVariants
        if surplus > 0 { entries[key]?.removeFirst(surplus) }
    }

    /// Removes what belongs to one of the groups (RFC 9875 §3).
    private mutating func remove(groups: Set<String>, of origin: String) -> [TargetURI] {
        guard !groups.isEmpty else { return [] }
        var removed: [TargetURI] = []
        for (key, list) in entries where key.target.origin == origin {
            let kept = list.filter { $0.response.groups.isDisjoint(with: groups) }
            guard kept.count < list.count else { continue }
            removed.append(key.target)
            entries[key] = kept.isEmpty ? nil : kept
        }
        return removed.sorted { $0.description < $1.description }
    }

    /// The content of two parts, each byte from the newer one where both have it.
    private static func joined(
        _ old: Entry, _ result: StoredResponse, part: [UInt8]?, _ reception: Reception
    ) -> [UInt8]? {
        guard let oldBody = old.body, let part, let added = reception.arrivedRange else { return nil }
        let held: Range<Int>
        switch old.response.content {
        case .complete: held = 0..<oldBody.count
        case .partial(let range, _): held = range
        }
        guard held.count == oldBody.count, added.count == part.count else { return nil }
        let start = min(held.lowerBound, added.lowerBound)
        var bytes = [UInt8](repeating: 0, count: max(held.upperBound, added.upperBound) - start)
        bytes.replaceSubrange((held.lowerBound - start)..<(held.upperBound - start), with: oldBody)
        bytes.replaceSubrange((added.lowerBound - start)..<(added.upperBound - start), with: part)
        return bytes
    }

    /// The content of a reply; nil where it is not known. `received` is what the origin sent.
    public func body(of reply: Reply, to exchange: CacheExchange, received: [UInt8]?) -> [UInt8]? {
        switch reply.content {
        case .none: return []
        case .received: return received
        case .combined(let index):
            let places = places(for: exchange.request, exchange.partition)
            guard places.indices.contains(index), let held = self[places[index]]?.body else { return nil }
            return received.map { held + $0 }
        case .stored(let index, let range):
            let places = places(for: exchange.request, exchange.partition)
            guard places.indices.contains(index), let entry = self[places[index]], let body = entry.body else {
                return nil
            }
            guard let range else { return body }
            var start = 0
            if case .partial(let held, _) = entry.response.content { start = held.lowerBound }
            let wanted = (range.lowerBound - start)..<(range.upperBound - start)
            guard wanted.lowerBound >= 0, wanted.upperBound <= body.count else { return nil }
            return Array(body[wanted])
        }
    }
}
