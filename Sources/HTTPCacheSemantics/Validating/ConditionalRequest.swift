import HTTPDate

extension CachePolicy {
    /// The request that asks the origin whether the candidates may still be used. RFC 9111 §4.3.1.
    ///
    /// The entity tags of all candidates go into If-None-Match, together with the client's own (§4.3.2); where a single
    /// response is validated and no range is asked for, its Last-Modified goes into If-Modified-Since.
    public func conditionalRequest(
        for request: RequestHead, validating candidates: Candidates, in stored: [StoredResponse]
    ) -> RequestHead {
        let nominated = candidates.indices.filter(stored.indices.contains).map { stored[$0] }
        var fields = request.fields
        let ownTags = nominated.compactMap(\.entityTag)
        if !ownTags.isEmpty {
            var tags: [EntityTag] = []
            if case .tags(let clients) = EntityTagCondition(lines: request.fields.values(of: "If-None-Match")) {
                tags = clients
            }
            for tag in ownTags where !tags.contains(tag) { tags.append(tag) }
            fields.set("If-None-Match", to: Array(tags.map(\.bytes).joined(separator: [0x2C, 0x20])))
            fields.remove("If-Modified-Since")
        } else {
            fields.remove("If-None-Match")
        }
        if candidates.selected != nil, nominated.count == 1, !request.summary.isForSubrange,
            let response = nominated.first,
            let modified = response.lastModified
        {
            fields.set("If-Modified-Since", to: modified.description)
        }
        return request.with(fields: fields)
    }

    /// The rule by which a validation of the candidates carries a field, or nil where it is the client's own.
    public func rule(
        forSending name: String, validating candidates: Candidates, in stored: [StoredResponse]
    ) -> Rule? {
        let nominated = candidates.indices.filter(stored.indices.contains).map { stored[$0] }
        switch name.lowercased() {
        case "if-none-match":
            guard nominated.contains(where: { $0.entityTag != nil }) else { return nil }
            return candidates.selected == nil ? .validateVariants : .validateETag
        case "if-modified-since":
            return candidates.selected != nil && nominated.count == 1 && nominated[0].lastModified != nil
                ? .validateLastModified : nil
        default: return nil
        }
    }
}

extension EntityTag {
    /// The tag as a field value carries it.
    public var bytes: [UInt8] { (isWeak ? [0x57, 0x2F] : []) + opaque }

    /// The tag as a field value carries it, as text.
    public var text: String { FieldLine.text(bytes) }
}
