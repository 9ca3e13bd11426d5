/// Incomplete responses and how they are joined: RFC 9111 §3.3 and §3.4.
extension ResponseHead {
    /// What is stored of the content that arrived: a 206 holds the part that its Content-Range names.
    func storedContent(_ arrived: StoredContent) -> StoredContent {
        guard status.value == 206, let part = contentRange, let range = part.range else { return arrived }
        switch arrived {
        case .complete: return .partial(range: range, total: part.total)
        case .partial(let received, _):
            // Cut off: only as many bytes of the part as arrived.
            let count = min(received.count, range.count)
            return .partial(range: range.lowerBound..<(range.lowerBound + count), total: part.total)
        }
    }
}

extension CachePolicy {
    /// The new part joined to one of the stored responses, if both share a strong validator and touch each other.
    ///
    /// The result has the newer response's fields over the stored ones and is complete when no byte is missing.
    /// RFC 9111 §3.4.
    func combined(
        _ new: StoredResponse, with stored: [StoredResponse], among indices: [Int]
    ) -> (index: Int, StoredResponse)? {
        guard case .partial(let added, let newTotal) = new.content else { return nil }
        for index in indices {
            let old = stored[index]
            guard case .partial(let held, let oldTotal) = old.content, old.sharesStrongValidator(with: new),
                held.lowerBound <= added.upperBound, added.lowerBound <= held.upperBound,
                newTotal == nil || oldTotal == nil || newTotal == oldTotal
            else { continue }
            let joined = min(held.lowerBound, added.lowerBound)..<max(held.upperBound, added.upperBound)
            let total = newTotal ?? oldTotal
            let isComplete = total == joined.count
            let updated = updated(
                old, by: new.response, requestTime: new.requestTime, responseTime: new.responseTime)
            var fields = updated.response.fields
            fields.remove("Content-Range")
            if isComplete {
                fields.set("Content-Length", to: String(joined.count))
            } else {
                fields.remove("Content-Length")
            }
            return (
                index,
                StoredResponse(
                    request: old.request, response: ResponseHead(status: StatusCode(200), fields: fields),
                    requestTime: new.requestTime, responseTime: new.responseTime,
                    content: isComplete ? .complete(length: joined.count) : .partial(range: joined, total: total))
            )
        }
        return nil
    }
}

extension StoredResponse {
    func sharesStrongValidator(with other: StoredResponse) -> Bool {
        if let mine = entityTag, let theirs = other.entityTag { return mine.matchesStrongly(theirs) }
        guard entityTag == nil, other.entityTag == nil else { return false }
        return lastModified != nil && lastModified == other.lastModified && isLastModifiedStrong
            && other.isLastModifiedStrong
    }
}
