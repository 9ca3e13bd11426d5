/// Incomplete responses and how they are joined: RFC 9111 §3.3 and §3.4.
extension ResponseHead {
    /// What is stored of the content that arrived: a 206 holds the part that its Content-Range names.
    func storedContent(_ arrived: StoredContent) -> StoredContent {
        guard status.value == 206, let part = contentRange, let range = part.range else { return arrived }
        return .partial(range: range, total: part.total)
    }
}

extension CachePolicy {
    /// The new part joined to one of the stored responses, if both share a strong validator and touch each other.
    ///
    /// The result has the newer response's fields over the stored ones and is complete when no byte is missing.
    /// RFC 9111 §3.4. A tag that Connection names is not stored, but it came with the part all the same.
    func combined(
        _ new: StoredResponse, receivedAs received: ResponseHead, with stored: [StoredResponse], among indices: [Int]
    ) -> (index: Int, StoredResponse)? {
        guard received.status.value == 206, case .partial(let added, let newTotal) = new.content,
            let tag = received.entityTag
        else { return nil }
        // What was stored last first: it is the likeliest to be whole.
        for index in indices.reversed() {
            let old = stored[index]
            if old.isWholeOfUnknownLength, old.hasStrongTag(tag) {
                // Every byte is there already; the part brings newer fields, and perhaps the length.
                let updated = updated(
                    old, by: new.response, requestTime: new.requestTime, responseTime: new.responseTime)
                return (index, updated.with(content: .complete(length: newTotal)))
            }
            guard let (held, oldTotal) = old.heldRange, old.hasStrongTag(tag),
                held.lowerBound <= added.upperBound, added.lowerBound <= held.upperBound,
                newTotal == nil || oldTotal == nil || newTotal == oldTotal,
                max(held.upperBound, added.upperBound) <= newTotal ?? oldTotal ?? .max
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
    fileprivate func hasStrongTag(_ tag: EntityTag) -> Bool { entityTag?.matchesStrongly(tag) ?? false }

    /// A 200 with all its content, of which nobody counted the bytes.
    fileprivate var isWholeOfUnknownLength: Bool {
        response.status.value == 200 && request.method != .head && content.isComplete && knownLength == nil
    }

    /// The bytes that are there, of a 200 or of parts; nil where their number is not known, for another status, and for
    /// the answer to a HEAD, which has none.
    fileprivate var heldRange: (range: Range<Int>, total: Int?)? {
        guard response.status.value == 200 || response.status.value == 206, request.method != .head else { return nil }
        switch content {
        case .complete: return knownLength.map { (0..<$0, $0) }
        case .partial(let range, let total): return (range, total)
        }
    }
}
