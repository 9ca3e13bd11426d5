public import HTTPCacheSemantics
import HTTPDate

extension StoreKey {
    /// The name of a variant under a key: what a partition or a QUERY adds to the key begins the variant's number, so
    /// that it is told from those of other keys by its name. Where numbers collide one entry takes the other's place.
    public init(_ key: ResponseKey, _ variant: VariantID) {
        self.init(url: key.resource, variant: Self.number(of: variant, qualifier: key.qualifier))
    }

    fileprivate static func number(of variant: VariantID, qualifier: [UInt8]) -> UInt64 {
        guard qualifier.isEmpty else {
            let folded = variant.number ^ variant.number >> 24 ^ variant.number >> 48
            return mark(qualifier) | folded & variantBits
        }
        let number = variant.number & ~qualifiedBit
        // 0 is the plain entry's.
        return number == 0 && variant.number != 0 ? 1 : number
    }

    fileprivate static func mark(_ qualifier: [UInt8]) -> UInt64 {
        qualifiedBit | XXH64.sum(qualifier.span) & ~variantBits
    }

    /// Whether the number begins with this; nil stands for a key without a qualifier.
    fileprivate func has(mark: UInt64?) -> Bool {
        guard let mark else { return variant & Self.qualifiedBit == 0 }
        return variant & ~Self.variantBits == mark
    }

    private static let qualifiedBit: UInt64 = 1 << 63
    /// Enough for the few variants that one key has.
    private static let variantBits: UInt64 = 1 << 24 - 1
}

extension Sequence where Element == StoreKey {
    /// The names that variants under this key may have; whether one is such a variant's, its archive says.
    public func candidates(under key: ResponseKey) -> [StoreKey] {
        // Once: the content of a QUERY is part of it.
        let mark = key.qualifier.isEmpty ? nil : StoreKey.mark(key.qualifier)
        return filter { $0.url == key.resource && $0.has(mark: mark) }
    }
}

extension ArchiveHead {
    /// What an archive says of a stored response; the caller sees to it that only the request fields are there that
    /// Vary nominates.
    public init(_ stored: StoredResponse, _ variant: VariantID, qualifier: [UInt8] = []) {
        self.init(
            status: UInt16(clamping: stored.response.status.value), fields: ArchiveFields(stored.response.fields),
            requestTime: stored.requestTime.secondsSinceEpoch, responseTime: stored.responseTime.secondsSinceEpoch)
        requestMethod = Array(stored.request.method.name.utf8)[...]
        requestFields = ArchiveFields(stored.request.fields)
        cacheGroups = stored.groups.sorted().map { Array($0.utf8)[...] }
        partition = qualifier.isEmpty ? nil : qualifier[...]
        completeness = Completeness(stored.content)
        self.variant = StoreKey.number(of: variant, qualifier: qualifier) == variant.number ? nil : variant.number
        isOutdated = stored.isOutdated
    }
}

extension ArchiveHead.Completeness {
    /// The same in the terms of the archive: offsets and lengths in bytes.
    public init(_ content: StoredContent) {
        switch content {
        case .complete: self = .complete
        case .partial(let range, let total):
            self = .partial(
                first: UInt64(clamping: range.lowerBound), completeLength: total.map { UInt64(clamping: $0) })
        }
    }
}

extension ArchiveFields {
    init(_ fields: FieldSection) {
        self.init()
        reserveCapacity(lines: fields.count, bytes: fields.byteCount)
        for line in fields.lines { append(name: line.name, value: line.value) }
    }
}

/// What an entry says, as the policy reads it.
public struct ArchivedResponse: Sendable {
    /// The response with the request that it answered, their times and what is known of its content.
    public let response: StoredResponse
    /// Tells it apart from the others under its key.
    public let variant: VariantID
    /// What the key has beside the URL; empty for the usual GET.
    public let qualifier: [UInt8]

    /// nil where the URL is none, or the lengths do not fit this machine.
    public init?(_ entry: StoredEntry) {
        let head = entry.head
        guard let target = try? TargetURI(String(decoding: entry.url, as: UTF8.self)),
            let content = Self.content(
                head.completeness, entry.body.count, isHead: head.requestMethod == Self.headMethod)
        else { return nil }
        variant = VariantID(number: head.variant ?? entry.name.variant)
        qualifier = head.partition.map(Array.init) ?? []
        response = StoredResponse(
            request: RequestHead(
                method: Method(String(decoding: head.requestMethod, as: UTF8.self)), target: target,
                fields: FieldSection(head.requestFields)),
            response: ResponseHead(status: Int(head.status), fields: FieldSection(head.fields)),
            requestTime: HTTPDate(secondsSinceEpoch: head.requestTime),
            responseTime: HTTPDate(secondsSinceEpoch: head.responseTime), content: content,
            isOutdated: head.isOutdated)
    }

    private static let headMethod = ArraySlice("HEAD".utf8)

    private static func content(
        _ completeness: ArchiveHead.Completeness, _ length: Int, isHead: Bool
    ) -> StoredContent? {
        switch completeness {
        case .complete: return .complete(length: isHead ? nil : length)
        case .partial(let first, let total):
            guard let first = Int(exactly: first), first <= .max - length, total.map({ $0 <= UInt64(Int.max) }) ?? true
            else { return nil }
            return .partial(range: first..<(first + length), total: total.map { Int($0) })
        }
    }
}

extension FieldSection {
    fileprivate init(_ fields: ArchiveFields) {
        self.init()
        for line in fields { append(name: line.name.span, value: line.value.span) }
    }
}
