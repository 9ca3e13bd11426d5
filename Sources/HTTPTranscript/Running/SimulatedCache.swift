public import HTTPCacheSemantics
public import HTTPDate

/// A cache in memory that `CacheExchange` is driven with: no clock, no network, every step on demand.
public struct SimulatedCache: Sendable {
    /// One stored response and its content; nil where the content is not known.
    public struct Entry: Sendable, Hashable {
        public var response: StoredResponse
        public var body: [UInt8]?
    }

    public let policy: CachePolicy
    public private(set) var entries: [CacheKey: [Entry]] = [:]

    public init(policy: CachePolicy) { self.policy = policy }

    /// What is stored under a key.
    public func stored(under key: CacheKey) -> [StoredResponse] { (entries[key] ?? []).map(\.response) }

    /// Begins a request: looks up what is stored and lets the exchange decide.
    public func begin(_ exchange: inout CacheExchange, at now: HTTPDate) -> CacheExchange.Action {
        let action = exchange.begin(at: now)
        guard case .lookUp(let key) = action else { return action }
        return exchange.found(stored(under: key), at: now).decision
    }

    /// Does to the store what a reception says. `body` is the content that arrived; nil where it is not known.
    ///
    /// Returns the URIs that were invalidated because they share a group.
    @discardableResult
    public mutating func apply(
        _ reception: Reception, of exchange: CacheExchange, body: [UInt8]?
    ) -> [TargetURI] {
        var groups = reception.invalidatedGroups
        for case .invalidate(let target) in reception.invalidations.map(\.decision) {
            for (key, list) in entries where key.target == target {
                // Others of their groups may go as well (RFC 9875 §2.2.1).
                for entry in list { groups.formUnion(entry.response.groups) }
                entries[key] = nil
            }
        }
        let byGroup = remove(groups: groups, of: exchange.request.target.origin)
        let key = CacheKey(for: exchange.request, partition: exchange.partition)
        var list = entries[key] ?? []
        var removed: Set<Int> = []
        for change in reception.changes {
            switch change {
            case .store(let response, let replacing):
                removed.formUnion(replacing)
                list.append(Entry(response: response, body: body))
            case .update(let index, let response): list[index].response = response
            case .remove(let index): removed.insert(index)
            case .combine(let index, let response):
                list[index] = Entry(response: response, body: Self.joined(list[index], response, part: body, reception))
            }
        }
        list = list.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
        entries[key] = list.isEmpty ? nil : list
        return byGroup
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
        case .stored(let index, let range):
            let list = entries[CacheKey(for: exchange.request, partition: exchange.partition)] ?? []
            guard list.indices.contains(index), let body = list[index].body else { return nil }
            guard let range else { return body }
            var start = 0
            if case .partial(let held, _) = list[index].response.content { start = held.lowerBound }
            let wanted = (range.lowerBound - start)..<(range.upperBound - start)
            guard wanted.lowerBound >= 0, wanted.upperBound <= body.count else { return nil }
            return Array(body[wanted])
        }
    }
}
