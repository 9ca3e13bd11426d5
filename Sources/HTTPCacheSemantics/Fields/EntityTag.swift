/// An entity tag: an opaque quoted value, weak or strong (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// Whether the tag begins with `W/`.
    public let isWeak: Bool
    /// The opaque tag with its quotes, as bytes.
    public let opaque: [UInt8]

    /// The tag of a whole field value; nil when it is not `[W/] DQUOTE *etagc DQUOTE` and nothing else.
    public init?(_ value: [UInt8]) {
        guard let end = Self.end(of: value.span, from: 0), end == value.count else { return nil }
        isWeak = value.first == 0x57
        opaque = isWeak ? Array(value.dropFirst(2)) : value
    }

    /// Equality of two strong tags (RFC 9110 §8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Equality whatever the strength (RFC 9110 §8.8.3.2).
    public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    /// Where the tag that begins at `start` ends, or nil when none does.
    static func end(of bytes: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        if index + 1 < bytes.count, bytes[index] == 0x57, bytes[index + 1] == 0x2F { index += 2 }
        guard index < bytes.count, bytes[index] == 0x22 else { return nil }
        index += 1
        while index < bytes.count, bytes[index] != 0x22 {
            // etagc: 0x21, 0x23–0x7E and obs-text.
            guard bytes[index] >= 0x21, bytes[index] != 0x7F else { return nil }
            index += 1
        }
        return index < bytes.count ? index + 1 : nil
    }
}

/// The value of If-None-Match or If-Match (RFC 9110 §13.1.1, §13.1.2).
public enum EntityTagCondition: Sendable, Hashable {
    /// `*`: any stored representation.
    case any
    /// One of these tags; none of them where no member was an entity tag.
    case tags([EntityTag])

    /// The condition that these lines make up; `*` stands alone, and members that are no entity tags are left out. nil
    /// without a line.
    public init?(lines: [[UInt8]]) {
        guard !lines.isEmpty else { return nil }
        if lines == [[0x2A]] {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        for line in lines {
            let span = line.span
            var index = 0
            while index < line.count {
                let end = EntityTag.end(of: span, from: index)
                var memberEnd = end ?? index
                while memberEnd < line.count, line[memberEnd] != 0x2C { memberEnd += 1 }
                // What goes on behind a tag is none.
                if let end, span.trimmed(end..<memberEnd).isEmpty, let tag = EntityTag(Array(line[index..<end])) {
                    tags.append(tag)
                }
                index = memberEnd
                while index < line.count, line[index] == 0x2C || line[index].isWhitespace { index += 1 }
            }
        }
        self = .tags(tags)
    }

    /// Whether the condition names this tag, compared weakly; a response without a tag only by `*`.
    public func matchesWeakly(_ tag: EntityTag?) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tag.map { tag in tags.contains { $0.matchesWeakly(tag) } } ?? false
        }
    }
}
