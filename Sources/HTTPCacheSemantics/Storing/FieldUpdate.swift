public import HTTPDate

/// How a stored response takes over the fields of a newer one (RFC 9111 §3.2).
extension CachePolicy {
    /// The stored response brought up to date by a 304, a HEAD response or a further part that arrived between these
    /// instants.
    ///
    /// Each field of the newer response replaces all lines of its name; Content-Length, Content-Encoding and
    /// Content-Range, which describe the stored bytes, stay, and what is not stored is not taken over; nor does what the
    /// `private` of the result names stay in a shared cache. A stored Age goes when the newer response has none, and a
    /// Date that is missing or cannot be read becomes the time of receipt (RFC 9110 §6.6.1).
    public func updated(
        _ stored: StoredResponse, by newer: ResponseHead, requestTime: HTTPDate, responseTime: HTTPDate
    ) -> StoredResponse {
        let fresh = storedFields(of: newer)
        let stays = KnownField.contentLength.bit | KnownField.contentEncoding.bit | KnownField.contentRange.bit
        // An age and a date are those of the newer response, or none.
        var replaced = KnownField.age.bit | KnownField.date.bit
        var replacedOthers: Set<[UInt8]> = []
        for record in fresh.records {
            if let known = record.known {
                replaced |= known.bit & ~stays
            } else {
                replacedOthers.insert(fresh.bytes[record.name].map(\.lowercased))
            }
        }
        let old = stored.response.fields
        var fields = old.keeping { record in
            if let known = record.known { return known.bit & replaced == 0 }
            return replacedOthers.isEmpty || !replacedOthers.contains(old.bytes[record.name].map(\.lowercased))
        }
        for record in fresh.records where (record.known?.bit ?? 0) & stays == 0 { fields.append(record, of: fresh) }
        fields.setMissingDate(to: responseTime)
        let response = withoutPrivateFields(ResponseHead(status: stored.response.status, fields: fields))
        return StoredResponse(
            request: stored.request, response: response,
            requestTime: requestTime, responseTime: responseTime, content: stored.content)
    }

    /// The list of `private` and a field that it names can come together in an update (RFC 9111 §5.2.2.7). What is
    /// judged by such a field stays whole: it is not kept.
    private func withoutPrivateFields(_ updated: ResponseHead) -> ResponseHead {
        guard isShared, effectiveDirectives(of: updated).directives.flags.contains(.privateFields),
            !excludesJudgedField(updated)
        else { return updated }
        let excluded = excludedFields(of: updated).private
        return ResponseHead(status: updated.status, fields: updated.fields.filtered { !excluded.contains($0) })
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
