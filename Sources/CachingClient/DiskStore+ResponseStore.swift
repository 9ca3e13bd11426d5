public import DiskStore
public import HTTPCacheSemantics
import HTTPDate

/// The store on disk. Everything of a resource lies under its URI; the qualifier of a key is the entry's partition.
extension DiskStore: ResponseStore {
    public func variants(under key: ResponseKey) async throws -> StoredVariants {
        var stored = StoredVariants()
        for name in await variants(of: key.resource) {
            guard let entry = await head(name), let found = StoredArchive(entry), found.qualifier == key.qualifier
            else { continue }
            stored.append(
                found.response,
                StoredVariants.Variant(id: found.variant, revision: entry.revision, body: DiskBody(entry.body)))
        }
        return stored
    }

    public func writer(
        for response: StoredResponse, as variant: VariantID, under key: ResponseKey, _ hint: RetentionHint
    ) async throws -> any BodyWriter {
        if let length = hint.expectedLength, length > options.capacity { throw StoreError.tooLarge }
        let head = ArchiveHead(response, variant, qualifier: key.qualifier)
        let name = StoreKey(key, variant)
        return DiskWriter(writer: try await writer(head, for: name))
    }

    @discardableResult
    public func update(
        to response: StoredResponse, _ variant: VariantID, revision: UInt64, under key: ResponseKey,
        _ hint: RetentionHint
    ) async throws -> Bool {
        try await update(
            ArchiveHead(response, variant, qualifier: key.qualifier), for: StoreKey(key, variant), ifStill: revision)
    }

    public func remove(_ variant: VariantID, revision: UInt64, under key: ResponseKey) async throws {
        try await remove(StoreKey(key, variant), ifStill: revision)
    }

    @discardableResult
    public func remove(resource: [UInt8]) async throws -> Set<String> {
        var groups: Set<String> = []
        for name in await variants(of: resource) {
            if let entry = await head(name) {
                groups.formUnion(entry.head.cacheGroups.map { String(decoding: $0, as: UTF8.self) })
            }
            let _: Bool = try await remove(name)
        }
        return groups
    }

    /// Reads the head of every entry, since groups have no index.
    public func remove(groups: Set<String>, of origin: String) async throws {
        let origin = Array((origin + "/").utf8)
        let names = Set(groups.map { Array($0.utf8)[...] })
        try await removeAll { entry in
            entry.url.starts(with: origin) && entry.head.cacheGroups.contains(where: names.contains)
        }
    }

    public func removeAll() async throws { try await removeAll { _ in true } }
}

extension StoreKey {
    /// Variants of keys with a qualifier are named by a digest of both; a collision makes one take the other's place.
    init(_ key: ResponseKey, _ variant: VariantID) {
        var number = variant.number
        if !key.qualifier.isEmpty {
            for byte in key.qualifier { number = (number ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            if number == 0 { number = 1 }
        }
        self.init(url: key.resource, variant: number)
    }
}

extension ArchiveHead {
    init(_ stored: StoredResponse, _ variant: VariantID, qualifier: [UInt8]) {
        self.init(
            status: UInt16(clamping: stored.response.status.value), fields: ArchiveFields(stored.response.fields),
            requestTime: stored.requestTime.secondsSinceEpoch, responseTime: stored.responseTime.secondsSinceEpoch)
        requestMethod = Array(stored.request.method.name.utf8)[...]
        requestFields = ArchiveFields(stored.request.fields)
        cacheGroups = stored.groups.sorted().map { Array($0.utf8)[...] }
        partition = qualifier.isEmpty ? nil : qualifier[...]
        completeness = Completeness(stored.content)
        userInfo = StoredArchive.userInfo(stored, variant)[...]
    }
}

extension ArchiveHead.Completeness {
    init(_ content: StoredContent) {
        switch content {
        case .complete: self = .complete
        case .partial(let range, let total):
            self = .partial(first: UInt64(range.lowerBound), completeLength: total.map { UInt64($0) })
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

/// What an entry of the disk store says, read back.
struct StoredArchive {
    let response: StoredResponse
    let variant: VariantID
    let qualifier: [UInt8]

    /// nil for what no client has stored.
    init?(_ entry: StoredEntry) {
        let head = entry.head
        guard let target = try? TargetURI(String(decoding: entry.url, as: UTF8.self)),
            let userInfo = head.userInfo, userInfo.count == 10, userInfo.first == Self.version,
            let content = Self.content(
                head.completeness, entry.body.count, isHead: head.requestMethod == Self.headMethod)
        else { return nil }
        variant = VariantID(number: userInfo.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
        qualifier = head.partition.map(Array.init) ?? []
        response = StoredResponse(
            request: RequestHead(
                method: Method(String(decoding: head.requestMethod, as: UTF8.self)), target: target,
                fields: FieldSection(head.requestFields)),
            response: ResponseHead(status: Int(head.status), fields: FieldSection(head.fields)),
            requestTime: HTTPDate(secondsSinceEpoch: head.requestTime),
            responseTime: HTTPDate(secondsSinceEpoch: head.responseTime), content: content,
            isOutdated: userInfo[userInfo.startIndex + 1] & 1 != 0)
    }

    private static let version: UInt8 = 1
    private static let headMethod = ArraySlice("HEAD".utf8)

    /// Version, flags (bit 0: outdated), and the variant's number, most significant byte first.
    static func userInfo(_ stored: StoredResponse, _ variant: VariantID) -> [UInt8] {
        let number = (0..<8).map { UInt8(truncatingIfNeeded: variant.number >> (56 - 8 * UInt64($0))) }
        return [version, stored.isOutdated ? 1 : 0] + number
    }

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

private struct DiskBody: BodyReader {
    private let body: StoredBody

    init(_ body: StoredBody) { self.body = body }

    var count: Int { body.count }

    func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8> {
        try await body.read(at: offset, upTo: count)
    }
}

private struct DiskWriter: BodyWriter {
    let writer: ArchiveWriter

    func append(_ bytes: ArraySlice<UInt8>) async throws { try await writer.append(Array(bytes)) }

    func read(at offset: Int, upTo count: Int) async throws -> ArraySlice<UInt8>? {
        try await writer.read(at: offset, upTo: count)[...]
    }

    func commit(as content: StoredContent) async throws -> any BodyReader {
        guard let entry = try await writer.commitAndRead(as: ArchiveHead.Completeness(content)) else {
            throw StoreError.closed
        }
        return DiskBody(entry.body)
    }

    func cancel() async { writer.cancel() }
}
