/// The Cache-Control directives that are defined (RFC 9111 §5.2, RFC 5861, RFC 8246), and what they take.
enum DirectiveNames {
    enum Form {
        case flag
        case seconds
        /// Seconds, or nothing.
        case optionalSeconds
        /// Nothing, or field names in quotes.
        case optionalFields
    }

    static let ofResponses: [String: Form] = [
        "max-age": .seconds, "s-maxage": .seconds, "stale-while-revalidate": .seconds, "stale-if-error": .seconds,
        "no-store": .flag, "no-cache": .optionalFields, "private": .optionalFields, "public": .flag,
        "must-revalidate": .flag, "proxy-revalidate": .flag, "must-understand": .flag, "immutable": .flag,
        "no-transform": .flag,
    ]

    static let ofRequests: [String: Form] = [
        "max-age": .seconds, "min-fresh": .seconds, "max-stale": .optionalSeconds, "stale-if-error": .seconds,
        "no-cache": .flag, "no-store": .flag, "no-transform": .flag, "only-if-cached": .flag,
    ]

    private static let all: [(name: String, bytes: [UInt8], letters: [UInt8])] =
        Set(ofResponses.keys).union(ofRequests.keys).sorted().map { ($0, Array($0.utf8), letters(of: Array($0.utf8))) }

    /// The directive that was probably meant by a name in lower case that is none; nil where none is near.
    ///
    /// Near is the same but for hyphens and underscores, the beginning of a name, or few edits for its length.
    static func near(_ name: String) -> String? {
        let bytes = Array(name.utf8)
        guard 4...32 ~= bytes.count else { return nil }
        let ownLetters = letters(of: bytes)
        if let same = all.first(where: { $0.letters == ownLetters }) { return same.name }
        let limit = bytes.count >= 12 ? 3 : bytes.count >= 6 ? 2 : 1
        var best: (name: String, distance: Int)?
        for candidate in all {
            if bytes.count >= 8, candidate.bytes.starts(with: bytes) { return candidate.name }
            guard abs(candidate.bytes.count - bytes.count) <= limit else { continue }
            let distance = EditDistance.between(bytes, candidate.bytes)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate.name, distance) }
        }
        return best?.name
    }

    private static func letters(of bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 != 0x2D && $0 != 0x5F } }
}
