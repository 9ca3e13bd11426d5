/// RFC 9111 §4.3.2 and RFC 9110 §13.2.2, §14.2: what is served from a stored response.
extension Oracle {
    /// nil where an update has left nothing that a part may answer (RFC 9111 §3.3).
    static func served(_ stored: Stored, _ request: Request, now: Int64) -> Served? {
        if stored.status == 200 || stored.status == 206, notModified(stored, request, now: now) {
            return Served(status: 304)
        }
        if let length = unsatisfiable(stored, request), ifRangeHolds(stored, request, now: now) {
            return Served(status: 416, contentRange: "bytes */\(length)")
        }
        if let range = rangeWithin(stored, request), ifRangeHolds(stored, request, now: now) {
            let length = stored.length.map(String.init) ?? "*"
            return Served(status: 206, contentRange: "bytes \(range.lowerBound)-\(range.upperBound)/\(length)")
        }
        return stored.parts == nil || request.method == "HEAD" ? Served(status: stored.status) : nil
    }

    private static func notModified(_ stored: Stored, _ request: Request, now: Int64) -> Bool {
        if let value = request.fields.combined("If-None-Match") {
            if value == [0x2A] { return true }
            guard let own = entityTag(of: stored.fields) else { return false }
            return entityTags(value).contains { EntityTag.weakMatch($0, own) }
        }
        let lines = request.fields.lines("If-Modified-Since")
        guard lines.count == 1, let since = date(lines[0], now: now) else { return false }
        let received = stored.responseTime
        let modified = lastModified(of: stored.fields, now: received)
        return (modified ?? dateValue(stored.fields, responseTime: received)) <= since
    }

    /// RFC 9110 §14.2, §15.5.17: the length of a whole response, if the one range asked for has no byte in it.
    private static func unsatisfiable(_ stored: Stored, _ request: Request) -> Int64? {
        guard request.method == "GET", stored.status == 200, stored.parts == nil, let length = stored.length else {
            return nil
        }
        guard let specs = rangeSpecs(request.fields), specs.count == 1 else { return nil }
        // Of what is empty the last bytes are satisfiable, though no Content-Range can say so.
        if length == 0, case .suffix(let count) = specs[0], count > 0 { return nil }
        return resolved(specs[0], length: length) == nil ? length : nil
    }

    /// The one range asked for, if the stored response has all of it; nil also when Range is to be ignored.
    static func rangeWithin(_ stored: Stored, _ request: Request) -> ClosedRange<Int64>? {
        guard request.method == "GET", stored.status == 200 || stored.status == 206 else { return nil }
        guard let specs = rangeSpecs(request.fields), specs.count == 1 else { return nil }
        if let length = stored.length {
            guard let range = resolved(specs[0], length: length) else { return nil }
            guard let parts = stored.parts else { return range }
            return parts.contains { $0.contains(range.lowerBound) && $0.contains(range.upperBound) } ? range : nil
        }
        // Without the length only a range with both its ends in hand can be told to lie within.
        guard let parts = stored.parts, case .between(let first, let last) = specs[0] else { return nil }
        return parts.contains { $0.contains(first) && $0.contains(last) } ? first...last : nil
    }

    /// RFC 9110 §13.1.5.
    static func ifRangeHolds(_ stored: Stored, _ request: Request, now: Int64) -> Bool {
        let lines = request.fields.lines("If-Range")
        if lines.isEmpty { return true }
        guard lines.count == 1 else { return false }
        if let tag = entityTag(lines[0]) {
            guard let own = entityTag(of: stored.fields) else { return false }
            return EntityTag.strongMatch(tag, own)
        }
        guard let asked = date(lines[0], now: now) else { return false }
        let received = stored.responseTime
        guard let modified = lastModified(of: stored.fields, now: received), modified == asked else { return false }
        // §8.8.2.2: strong only if the response was dated at least a second later.
        return dateValue(stored.fields, responseTime: received) >= plus(modified, 1)
    }
}
