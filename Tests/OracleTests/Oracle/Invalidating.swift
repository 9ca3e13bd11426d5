/// RFC 9111 §4.4 and RFC 9875: what a change at the origin makes invalid, which here means: removed.
extension Oracle.Cache {
    /// The URIs invalidated: the target, Location, Content-Location, whether or not anything was stored under them;
    /// then those whose responses a group reached.
    mutating func invalidate(_ response: Oracle.Response, _ exchange: Oracle.Exchange) -> [String] {
        guard !Oracle.isSafe(exchange.request.method), let target = Oracle.uri(exchange.request.url) else { return [] }
        let direct = (200...399).contains(response.status) ? directly(response, target) : []
        let groups = groupsReached(response, direct)
        func isDirect(_ stored: Oracle.Stored) -> Bool {
            direct.contains { $0 == Oracle.uri(stored.request.url) }
        }
        // A group names responses, not URIs: another response under the same URI stays.
        func isInGroup(_ stored: Oracle.Stored) -> Bool {
            guard Oracle.uri(stored.request.url)?.origin == target.origin else { return false }
            return Oracle.groups(stored.fields, "Cache-Groups").contains(where: groups.contains)
        }
        var uris = direct
        for stored in store where isInGroup(stored) {
            if let uri = Oracle.uri(stored.request.url), !uris.contains(uri) { uris.append(uri) }
        }
        store.removeAll { isDirect($0) || isInGroup($0) }
        return uris.map(\.written)
    }

    /// RFC 9111 §4.4.
    private func directly(_ response: Oracle.Response, _ target: Oracle.URI) -> [Oracle.URI] {
        var uris = [target]
        for name in ["Location", "Content-Location"] {
            guard let line = response.fields.lines(name).first else { continue }
            guard let uri = Oracle.resolve(Oracle.text(line), against: target) else { continue }
            if uri.origin == target.origin, !uris.contains(uri) { uris.append(uri) }
        }
        return uris
    }

    /// RFC 9875 §2.2.1 and §3. What a group invalidates reaches no further group.
    private func groupsReached(_ response: Oracle.Response, _ direct: [Oracle.URI]) -> [[UInt8]] {
        var groups = Oracle.groups(response.fields, "Cache-Group-Invalidation")
        for stored in store where direct.contains(where: { $0 == Oracle.uri(stored.request.url) }) {
            groups += Oracle.groups(stored.fields, "Cache-Groups")
        }
        return groups
    }
}

extension Oracle {
    /// RFC 9875 §2: the Strings of the list; none when it doesn't parse or has a member that is no String.
    static func groups(_ fields: [Field], _ name: String) -> [[UInt8]] {
        guard let list = structuredList(fields.combined(name) ?? []) else { return [] }
        var groups: [[UInt8]] = []
        for member in list {
            guard case .string(let group) = member else { return [] }
            groups.append(group)
        }
        return groups
    }
}
