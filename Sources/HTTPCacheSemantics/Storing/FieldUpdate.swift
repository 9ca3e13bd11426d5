public import HTTPDate

/// How a stored response takes over the fields of a newer one (RFC 9111 §3.2).
extension CachePolicy {
    /// The stored response brought up to date by a 304, a HEAD response or a further part that arrived between these
    /// instants.
    ///
    /// Each field of the newer response replaces all lines of its name; Content-Length, Content-Encoding and Content-Range, which
    /// describe the stored bytes, stay, and what is not stored is not taken over. A stored Age goes when the newer response has
    /// none, and a missing Date becomes the time of receipt (RFC 9110 §6.6.1).
    public func updated(
        _ stored: StoredResponse, by newer: ResponseHead, requestTime: HTTPDate, responseTime: HTTPDate
    ) -> StoredResponse {
        let fresh = storedFields(of: newer).filtered { !Self.describesStoredBytes.contains($0) }
        let replaced = Set(fresh.lines.map { FieldLine.text($0.name.map(\.lowercased)) })
        var fields = stored.response.fields.filtered { name in
            !replaced.contains(name) && name != "age" && !(name == "date" && !replaced.contains("date"))
        }
        for record in fresh.records { fields.append(record, of: fresh) }
        if !replaced.contains("date") { fields.append(name: "Date", value: responseTime.description) }
        return StoredResponse(
            request: stored.request, response: ResponseHead(status: stored.response.status, fields: fields),
            requestTime: requestTime, responseTime: responseTime, content: stored.content)
    }

    /// The rule by which an update takes over a field of the newer response, or leaves the stored one as it is.
    public func rule(updating name: String, by newer: ResponseHead) -> Rule? {
        let name = name.lowercased()
        guard newer.fields.contains(name) else { return nil }
        if Self.describesStoredBytes.contains(name) { return .fieldsExcluded }
        return rule(excluding: name, from: newer) ?? .fieldsUpdated
    }

    private static let describesStoredBytes: Set<String> = ["content-length", "content-encoding", "content-range"]
}
