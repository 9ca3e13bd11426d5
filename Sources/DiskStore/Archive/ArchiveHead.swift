/// Everything an archive says about a stored response but its URL and body.
///
/// Bytes are slices so that a head that was read shares the one buffer it came in.
public struct ArchiveHead: Sendable, Hashable {
    /// The status code (RFC 9110 §15).
    public var status: UInt16
    /// The reason phrase as received (RFC 9112 §4); nil where the protocol has none.
    public var reason: ArraySlice<UInt8>?
    /// The response's field lines.
    public var fields: ArchiveFields
    /// The method of the request that was answered, GET unless it is set (RFC 9110 §9).
    public var requestMethod: ArraySlice<UInt8>
    /// The request's field lines that the response's Vary nominates (RFC 9111 §4.1).
    public var requestFields: ArchiveFields
    /// Seconds since 1970: when the request was sent (RFC 9111 §4.2.3, request_time).
    public var requestTime: Int64
    /// Seconds since 1970: when the response came (RFC 9111 §4.2.3, response_time).
    public var responseTime: Int64
    /// The caller's own bytes; the store never looks into them.
    public var userInfo: ArraySlice<UInt8>?
    /// The caller's own number.
    public var storagePolicy: UInt32
    /// The response's groups (RFC 9875 §2), in order.
    public var cacheGroups: [ArraySlice<UInt8>]
    /// What separates this entry from those of other users or top-level sites, if anything does.
    public var partition: ArraySlice<UInt8>?
    /// How much of the representation the body is; all of it unless it is set.
    public var completeness: Completeness
    /// The number of the variant under its key, where that is not the one in the name.
    public var variant: UInt64?
    /// Whether the response counts as stale whatever it says, since a HEAD response disagreed with it (RFC 9111
    /// §4.3.5).
    public var isOutdated = false

    /// How much of the representation the body is (RFC 9111 §3.3).
    public enum Completeness: Sendable, Hashable {
        /// All of it.
        case complete
        /// The body's first byte is that of offset `first`; `completeLength` is that of the whole, when known.
        case partial(first: UInt64, completeLength: UInt64?)
    }

    /// Makes the head of a complete response to GET; everything else is set afterwards.
    ///
    /// Times are seconds since 1970. Nothing is checked here: what the format cannot hold is refused when it is stored.
    public init(status: UInt16, fields: ArchiveFields = ArchiveFields(), requestTime: Int64, responseTime: Int64) {
        self.status = status
        self.fields = fields
        self.requestTime = requestTime
        self.responseTime = responseTime
        requestMethod = ArraySlice("GET".utf8)
        requestFields = ArchiveFields()
        storagePolicy = 0
        cacheGroups = []
        completeness = .complete
    }
}

extension ArchiveHead {
    /// Appends the meta values; their length depends on nothing that `completeness` says, so that a body's end can
    /// decide it.
    func encode(into bytes: inout [UInt8]) {
        func append(_ tag: MetaTag, _ value: some Collection<UInt8>) {
            bytes.append(number: tag.rawValue)
            bytes.append(number: UInt32(clamping: value.count))
            bytes.append(contentsOf: value)
        }
        func append<T: FixedWidthInteger>(_ tag: MetaTag, number: T) {
            bytes.append(number: tag.rawValue)
            bytes.append(number: UInt32(MemoryLayout<T>.size))
            bytes.append(number: number)
        }
        append(.status, number: status)
        append(.requestTime, number: requestTime)
        append(.responseTime, number: responseTime)
        append(.requestMethod, requestMethod)
        append(.fields, fields.encoded)
        bytes.append(number: MetaTag.completeness.rawValue)
        bytes.append(number: UInt32(17))
        switch completeness {
        case .complete: bytes.append(completeness: 0, 0, 0)
        case .partial(let first, nil): bytes.append(completeness: 1, first, 0)
        case .partial(let first, let length?): bytes.append(completeness: 2, first, length)
        }
        if let reason { append(.reason, reason) }
        if !requestFields.encoded.isEmpty { append(.requestFields, requestFields.encoded) }
        if let userInfo { append(.userInfo, userInfo) }
        for group in cacheGroups { append(.cacheGroup, group) }
        if let partition { append(.partition, partition) }
        if let variant { append(.variant, number: variant) }
        if isOutdated { append(.outdated, []) }
    }

    /// An upper bound of what `encode` appends, for reserving.
    var encodedLength: Int {
        var length = 180 + (reason?.count ?? 0) + fields.encoded.count + requestMethod.count
        length += requestFields.encoded.count + (userInfo?.count ?? 0) + (partition?.count ?? 0)
        for group in cacheGroups { length += 6 + group.count }
        return length
    }
}

extension ArchiveHead {
    /// nil unless the bytes are well-formed meta values with everything required among them.
    init?(meta: ArraySlice<UInt8>, storagePolicy: UInt32) {
        guard let ranges = meta.withUnsafeBytes({ MetaRanges($0) }) else { return nil }
        func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
            meta[(meta.startIndex + range.lowerBound)..<(meta.startIndex + range.upperBound)]
        }
        func lines(_ range: Range<Int>?) -> ArchiveFields? {
            range.map { ArchiveFields(encoded: slice($0)) } ?? ArchiveFields()
        }
        guard let fields = lines(ranges.fields), let requestFields = lines(ranges.requestFields) else { return nil }
        self.init(
            status: ranges.status, fields: fields, requestTime: ranges.requestTime, responseTime: ranges.responseTime)
        self.storagePolicy = storagePolicy
        self.requestFields = requestFields
        requestMethod = slice(ranges.requestMethod ?? 0..<0)
        reason = ranges.reason.map(slice)
        userInfo = ranges.userInfo.map(slice)
        partition = ranges.partition.map(slice)
        cacheGroups = ranges.cacheGroups.map(slice)
        completeness = ranges.completeness
        variant = ranges.variant
        isOutdated = ranges.isOutdated
    }
}

/// One pass over meta values: checks their form, and notes where each stands.
struct MetaRanges {
    private(set) var status: UInt16 = 0
    private(set) var requestTime: Int64 = 0
    private(set) var responseTime: Int64 = 0
    private(set) var completeness = ArchiveHead.Completeness.complete
    private(set) var reason, fields, requestMethod, requestFields, userInfo, partition: Range<Int>?
    private(set) var cacheGroups: [Range<Int>] = []
    private(set) var variant: UInt64?
    private(set) var isOutdated = false

    init?(_ bytes: UnsafeRawBufferPointer) {
        var seen: UInt32 = 0
        var offset = 0
        while offset < bytes.count {
            guard bytes.count - offset >= 6 else { return nil }
            let number = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            let length = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 2, as: UInt32.self))
            guard Int(length) <= bytes.count - offset - 6 else { return nil }
            let range = (offset + 6)..<(offset + 6 + Int(length))
            offset = range.upperBound
            guard let tag = MetaTag(rawValue: number) else { continue }
            let bit = UInt32(1) << UInt32(tag.rawValue)
            guard tag == .cacheGroup || seen & bit == 0, take(tag, range, bytes) else { return nil }
            seen |= bit
        }
        let required = [MetaTag.status, .requestTime, .responseTime]
        guard required.allSatisfy({ seen & (1 << UInt32($0.rawValue)) != 0 }) else { return nil }
    }

    /// False when the value does not have its tag's form.
    private mutating func take(_ tag: MetaTag, _ range: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
        func number<T: FixedWidthInteger>(_ type: T.Type) -> T? {
            guard range.count == MemoryLayout<T>.size else { return nil }
            return T(littleEndian: bytes.loadUnaligned(fromByteOffset: range.lowerBound, as: T.self))
        }
        switch tag {
        case .status:
            guard let value = number(UInt16.self) else { return false }
            status = value
        case .requestTime:
            guard let value = number(Int64.self) else { return false }
            requestTime = value
        case .responseTime:
            guard let value = number(Int64.self) else { return false }
            responseTime = value
        case .completeness: return takeCompleteness(UnsafeRawBufferPointer(rebasing: bytes[range]))
        case .fields, .requestFields:
            guard ArchiveFields.isWellFormed(UnsafeRawBufferPointer(rebasing: bytes[range])) else { return false }
            if tag == .fields { fields = range } else { requestFields = range }
        case .reason: reason = range
        case .requestMethod: requestMethod = range
        case .userInfo: userInfo = range
        case .partition: partition = range
        case .cacheGroup: cacheGroups.append(range)
        case .variant:
            guard let value = number(UInt64.self) else { return false }
            variant = value
        case .outdated:
            guard range.isEmpty else { return false }
            isOutdated = true
        }
        return true
    }

    private mutating func takeCompleteness(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == 17 else { return false }
        let first = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
        let length = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 9, as: UInt64.self))
        switch bytes[0] {
        case 0: completeness = .complete
        case 1: completeness = .partial(first: first, completeLength: nil)
        case 2: completeness = .partial(first: first, completeLength: length)
        default: return false
        }
        return true
    }
}

extension [UInt8] {
    mutating func append<T: FixedWidthInteger>(number: T) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func append(completeness kind: UInt8, _ first: UInt64, _ length: UInt64) {
        append(kind)
        append(number: first)
        append(number: length)
    }
}
