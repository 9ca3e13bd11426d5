/// RFC 9110 §8.8: validators.
extension Oracle {
    struct EntityTag: Equatable {
        var weak: Bool
        var opaque: [UInt8]

        var written: [UInt8] { (weak ? Array("W/".utf8) : []) + [0x22] + opaque + [0x22] }

        /// §8.8.3.2.
        static func strongMatch(_ one: EntityTag, _ other: EntityTag) -> Bool {
            !one.weak && !other.weak && one.opaque == other.opaque
        }

        static func weakMatch(_ one: EntityTag, _ other: EntityTag) -> Bool {
            one.opaque == other.opaque
        }
    }

    /// The entity tag that begins at `start`, and the position after it. A backslash in it is only a backslash.
    static func entityTag(_ bytes: [UInt8], at start: Int) -> (tag: EntityTag, end: Int)? {
        var position = start
        var weak = false
        if position + 1 < bytes.count, bytes[position] == 0x57, bytes[position + 1] == 0x2F {
            weak = true
            position += 2
        }
        guard position < bytes.count, bytes[position] == 0x22 else { return nil }
        position += 1
        let opaqueStart = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x22 {
                return (EntityTag(weak: weak, opaque: Array(bytes[opaqueStart..<position])), position + 1)
            }
            guard byte == 0x21 || (byte >= 0x23 && byte != 0x7F) else { return nil }
            position += 1
        }
        return nil
    }

    /// A whole value that is one entity tag.
    static func entityTag(_ value: [UInt8]) -> EntityTag? {
        guard let (tag, end) = entityTag(value, at: 0), end == value.count else { return nil }
        return tag
    }

    /// The entity tags of an If-None-Match value; members that are none are passed over.
    static func entityTags(_ value: [UInt8]) -> [EntityTag] {
        var tags: [EntityTag] = []
        var position = 0
        while position < value.count {
            if value[position] == 0x2C || isWhitespace(value[position]) {
                position += 1
                continue
            }
            if let (tag, end) = entityTag(value, at: position) {
                var after = end
                while after < value.count, isWhitespace(value[after]) { after += 1 }
                if after == value.count || value[after] == 0x2C {
                    tags.append(tag)
                    position = after
                    continue
                }
            }
            while position < value.count, value[position] != 0x2C { position += 1 }
        }
        return tags
    }

    static func entityTag(of fields: [Field]) -> EntityTag? {
        fields.lines("ETag").first.flatMap { entityTag($0) }
    }

    static func lastModified(of fields: [Field], now: Int64) -> Int64? {
        fields.lines("Last-Modified").first.flatMap { date($0, now: now) }
    }
}
