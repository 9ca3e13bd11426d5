public import HTTPCacheSemantics

/// The entity tags of one archive's responses, to find those that change while the content does not (RFC 9110 §8.8.1).
///
/// Of each URL, content coding and content the first tag is kept, of at most ``maximumKept`` in all: beyond that
/// nothing more is learnt, so that the memory has a size however long the archive is.
public struct EntityTagHistory: Sendable {
    /// How many contents are remembered: some 30 MB.
    public static let maximumKept = 1 << 18

    private struct Seen {
        let number: Int
        /// Of the tag without its weakness.
        let tag: Int
    }

    private var seen: [Int: Seen] = [:]

    /// Nothing seen yet.
    public init() {}

    /// The finding in a response whose tag another entry's response had not, with the same URL, coding and content.
    ///
    /// `number` is that of the entry, for words; `content` a digest of the content, nil where it is not known or empty.
    public mutating func finding(
        in response: ResponseHead, to request: RequestHead, number: Int, content: Int?
    ) -> Finding? {
        guard let content, request.method == .get, response.status.value == 200, response.fields.contains("ETag"),
            let line = response.fields.indices(of: "ETag").first
        else { return nil }
        let value = response.fields[line].value
        guard let tag = EntityTag(value) else { return nil }
        var hasher = Hasher()
        hasher.combine(request.target)
        hasher.combine(content)
        hasher.combine(response.fields.values(of: "Content-Encoding"))
        let key = hasher.finalize()
        let hash = tag.opaque.hashValue
        guard let first = seen[key] else {
            if seen.count < Self.maximumKept { seen[key] = Seen(number: number, tag: hash) }
            return nil
        }
        guard first.tag != hash else { return nil }
        return Finding(
            .eTagUnstable,
            "the same content had another tag in entry \(first.number), so caches fetch again what they have; make the tag "
                + "of the content alone, on all servers alike",
            at: Finding.Place(message: .response, line: line, range: 0..<value.count))
    }
}
