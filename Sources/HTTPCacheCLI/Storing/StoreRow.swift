import DiskStore
import HTTPCacheSemantics
import HTTPDate

/// One stored response as `store ls` shows it.
struct StoreRow {
    private let name: String
    private let size: Int
    private let lastAccess: HTTPDate
    /// nil for a file that could not be read as an entry.
    private let response: StoredResponse?
    /// Seconds; negative when stale.
    private let remaining: Int?

    init(_ listed: DiskStore.Listed, _ entry: StoredEntry?, at now: HTTPDate) {
        name = listed.name.text
        size = listed.size
        lastAccess = HTTPDate(secondsSinceEpoch: Int64(listed.lastAccess))
        let policy = CachePolicy(.shared)
        response = entry.flatMap(ArchivedResponse.init)?.response
        remaining = response.map { stored in
            policy.freshnessLifetime(of: stored).decision.seconds - policy.currentAge(of: stored, at: now).seconds
        }
    }

    /// Key, status, size, when it was stored, last access, freshness now, URL.
    var text: String {
        guard let response, let remaining else { return "\(name)  \(size)  unreadable" }
        let freshness =
            remaining > 0 ? "fresh \(DurationText.exact(remaining))" : "stale \(DurationText.exact(-remaining))"
        return [
            name, response.response.status.description, "\(size)", response.responseTime.description,
            lastAccess.description, freshness, ShownBytes.text(response.request.target.description),
        ].joined(separator: "  ")
    }

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("schema", "httpcache.store/1"), .init("key", .string(name)), .init("size", JSONValue(size)),
            .init("lastAccess", .integer(lastAccess.secondsSinceEpoch)),
        ]
        if let response, let remaining {
            members += [
                .init("url", .string(response.request.target.description)),
                .init("method", .string(response.request.method.name)),
                .init("status", JSONValue(response.response.status.value)),
                .init("stored", .integer(response.responseTime.secondsSinceEpoch)),
                .init(remaining > 0 ? "freshFor" : "staleFor", JSONValue(abs(remaining))),
            ]
        }
        return .object(members)
    }
}

/// A stored response as an exchange over the wire: what `explain` and `store put` read.
enum StoredExchangeText {
    /// Both heads; the body comes after them.
    static func head(_ stored: StoredResponse) -> [UInt8] {
        let target = stored.request.target
        var bytes = Array("\(stored.request.method) \(target) HTTP/1.1\r\n".utf8)
        let hasHost = stored.request.fields.contains("Host")
        if !hasHost { bytes += Array("Host: \(target.authority)\r\n".utf8) }
        append(stored.request.fields, to: &bytes)
        bytes += Array("\r\nHTTP/1.1 \(stored.response.status) \r\n".utf8)
        append(stored.response.fields, to: &bytes)
        bytes += Array("\r\n".utf8)
        return bytes
    }

    private static func append(_ fields: FieldSection, to bytes: inout [UInt8]) {
        for line in fields.lines {
            bytes += line.name + Array(": ".utf8) + line.value + Array("\r\n".utf8)
        }
    }
}
