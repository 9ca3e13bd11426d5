/// What responses are stored under: opaque bytes that are equal for equal cache keys (RFC 9111 §2).
public struct ResponseKey: Sendable, Hashable {
    /// The target URI: what an invalidation removes together, whatever the qualifier (RFC 9111 §4.4).
    public let resource: [UInt8]
    /// What else tells keys apart: the partition, and method and content of a QUERY. Empty for GET without a partition.
    public let qualifier: [UInt8]

    /// Makes a key of any bytes; the qualifier is empty for none.
    public init(resource: [UInt8], qualifier: [UInt8] = []) {
        self.resource = resource
        self.qualifier = qualifier
    }

    public func hash(into hasher: inout Hasher) {
        // All bytes at once: an array's own way takes one after the other.
        resource.withUnsafeBytes { hasher.combine(bytes: $0) }
        qualifier.withUnsafeBytes { hasher.combine(bytes: $0) }
        hasher.combine(resource.count)
    }

    /// The bytes of a cache key, the same in every process.
    public init(_ key: CacheKey) {
        resource = Self.resource(of: key.target)
        var qualifier: [UInt8] = []
        if key.method != nil || !key.partition.isEmpty {
            let method = key.method?.name ?? ""
            // Every part comes after its length, so that none can run into the next.
            qualifier.append(contentsOf: "\(method) \(key.partition.utf8.count) \(key.partition)".utf8)
            if let content = key.content {
                for lines in [content.type, content.encoding, content.language] {
                    qualifier.append(contentsOf: "\(lines.count) ".utf8)
                    for line in lines {
                        qualifier.append(contentsOf: "\(line.count) ".utf8)
                        qualifier.append(contentsOf: line)
                    }
                }
                qualifier.append(contentsOf: content.bytes)
            }
        }
        self.qualifier = qualifier
    }

    /// The resource of a URI: scheme, `://`, authority, path, and `?` with the query where there is one.
    public static func resource(of target: TargetURI) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            target.scheme.utf8.count + target.authority.utf8.count + target.path.utf8.count
                + (target.query?.utf8.count ?? 0) + 4)
        append(target.scheme, to: &bytes)
        bytes.append(contentsOf: "://".utf8)
        append(target.authority, to: &bytes)
        append(target.path, to: &bytes)
        if let query = target.query {
            bytes.append(0x3F)
            append(query, to: &bytes)
        }
        return bytes
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        text.utf8.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }
}

/// Tells the responses stored under one key apart: the same number for one that takes the place of another.
public struct VariantID: Sendable, Hashable {
    /// What tells it apart; 0 for the usual answer to GET without Vary.
    public let number: UInt64

    /// Makes an identity of a number that was written down before.
    public init(number: UInt64) { self.number = number }

    /// The identity of a response among those under its key; 0 for the usual answer to GET without Vary.
    ///
    /// The number is the same in every process. Two variants whose numbers collide take each other's place.
    public init(of response: StoredResponse) {
        let identity = response.variantIdentity
        guard !identity.isEmpty else {
            number = 0
            return
        }
        // FNV-1a.
        let hash = identity.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        number = hash == 0 ? 1 : hash
    }
}
