public import HTTPDate

/// The form in which a usable stored response is sent (RFC 9111 §4.3.2, RFC 9110 §14.2).
public enum ServedForm: Sendable, Hashable {
    /// As it is stored.
    case whole
    /// 304: the client's own copy is still good.
    case notModified
    /// 206: these bytes of it.
    case part(Range<Int>, total: Int?)
    /// 416: none of the bytes asked for exists.
    case rangeNotSatisfiable(length: Int)
}

extension CachePolicy {
    /// How a stored response answers a request that may carry conditions and a range, and why; `reuse` is the rule that
    /// lets it be used.
    ///
    /// If-None-Match comes before If-Modified-Since, and a range is looked at only where the answer would be a 200.
    /// RFC 9110 §13.2.2.
    public func servedForm(
        of stored: StoredResponse, for request: RequestHead, because reuse: Rule, at now: HTTPDate
    ) -> Verdict<ServedForm> {
        guard stored.response.status.value == 200 || stored.response.status.value == 206 else {
            return Verdict(.whole, because: reuse)
        }
        var rule = reuse
        if request.summary.has(.ifNoneMatch),
            let condition = EntityTagCondition(lines: request.fields.values(of: "If-None-Match"))
        {
            if condition.matchesWeakly(stored.entityTag) { return Verdict(.notModified, because: .conditionETag) }
            rule = .conditionFalse
        } else if let since = request.date(of: .ifModifiedSince, relativeTo: now) {
            if (stored.lastModified ?? stored.date) <= since {
                return Verdict(.notModified, because: .conditionModified)
            }
            rule = .conditionFalse
        }
        return partForm(of: stored, for: request, otherwise: rule, at: now)
    }

    private func partForm(
        of stored: StoredResponse, for request: RequestHead, otherwise rule: Rule, at now: HTTPDate
    ) -> Verdict<ServedForm> {
        let wanted = RangeRequest(request)
        switch wanted {
        case .none, .other: return Verdict(.whole, because: rule)
        case .from, .suffix: break
        }
        if !ifRangeAllows(request, stored, at: now) {
            return Verdict(.whole, because: .rangeIfRange)
        }
        let length: Int?
        switch stored.content {
        case .complete(let known): length = known ?? stored.response.contentLength
        case .partial(_, let total): length = total
        }
        if case .partial(let part, let total) = stored.content, total == nil {
            guard case .from(let first, let last?) = wanted, last < part.upperBound else {
                return Verdict(.whole, because: rule)
            }
            return Verdict(.part(first..<(last + 1), total: nil), because: .rangeSatisfied)
        }
        guard let length else { return Verdict(.whole, because: rule) }
        guard let range = wanted.range(of: length) else {
            return Verdict(.rangeNotSatisfiable(length: length), because: .rangeUnsatisfiable)
        }
        // The last bytes of an empty representation: satisfiable, yet no Content-Range can say so (RFC 9110 §14.4).
        if range.isEmpty { return Verdict(.whole, because: rule) }
        return Verdict(.part(range, total: length), because: .rangeSatisfied)
    }

    /// Whether the range may be served: without If-Range, or when it exactly matches a strong validator (RFC 9110
    /// §13.1.5).
    func ifRangeAllows(_ request: RequestHead, _ stored: StoredResponse, at now: HTTPDate) -> Bool {
        guard request.summary.has(.ifRange) else { return true }
        let values = request.fields.values(of: "If-Range")
        guard values.count == 1 else { return false }
        if let tag = EntityTag(values[0]) { return stored.entityTag.map { $0.matchesStrongly(tag) } ?? false }
        guard let date = request.date(of: .ifRange, relativeTo: now) else { return false }
        return stored.lastModified == date && stored.isLastModifiedStrong
    }
}

extension RequestHead {
    func date(of field: KnownField, relativeTo now: HTTPDate) -> HTTPDate? {
        guard summary.has(field), fields.count(field) == 1, let record = fields.first(field) else { return nil }
        return HTTPDate.parseIfValid(fields.bytes.span.extracting(record.value), relativeTo: now)?.date
    }
}

extension StoredResponse {
    /// Whether Last-Modified is a strong validator here: the Date is at least one second later (RFC 9110 §8.8.2.2).
    var isLastModifiedStrong: Bool {
        guard let lastModified, summary.flags.contains(.date) else { return false }
        return date > lastModified
    }
}
