/// What an Accept-Encoding or Accept-Language field means: names with their weights, whatever their order and spelling
/// (RFC 9110 §12.5.3, §12.5.4).
struct AcceptWeights: Equatable {
    /// In lower case, in order, each once; the weight in thousandths, 0 for what is not acceptable (§12.4.2).
    private var entries: [Entry] = []

    private struct Entry: Equatable {
        var name: [UInt8]
        var weight: Int
    }

    enum Field {
        case encoding
        case language
    }

    /// nil for a value that does not follow the field's grammar, or that gives one name two weights.
    init?(_ value: Span<UInt8>, of field: Field) {
        var position = 0
        while let member = FieldValue.nextMember(of: value, from: &position) {
            guard let entry = Self.entry(value.extracting(member), field) else { return nil }
            entries.append(entry)
        }
        entries.sort { ($0.name.lexicographicallyPrecedes($1.name)) }
        var kept: [Entry] = []
        for entry in entries {
            guard let last = kept.last, last.name == entry.name else {
                kept.append(entry)
                continue
            }
            guard last.weight == entry.weight else { return nil }
        }
        entries = kept
        if field == .encoding { dropImpliedIdentity() }
    }

    /// `identity` is acceptable unless something excludes it, and `*;q=0` does so too: of these nothing need be said
    /// (§12.5.3). What weight it has where others are acceptable is said, and kept.
    private mutating func dropImpliedIdentity() {
        let identity = Array("identity".utf8)
        let excludesAll = entries.contains(Entry(name: [0x2A], weight: 0))
        let isAlone = entries.count == 1
        entries.removeAll { $0.name == identity && ($0.weight == 0 ? excludesAll : isAlone) }
    }

    private static func entry(_ member: Span<UInt8>, _ field: Field) -> Entry? {
        var end = 0
        while end < member.count, member[end] != 0x3B { end += 1 }
        let name = member.extracting(member.trimmed(0..<end))
        guard field == .encoding ? isCoding(name) : isLanguageRange(name) else { return nil }
        let weight = end == member.count ? 1000 : weight(member.extracting((end + 1)..<member.count))
        guard let weight else { return nil }
        return Entry(name: field == .encoding ? coding(name) : lowercased(name), weight: weight)
    }

    private static func lowercased(_ name: Span<UInt8>) -> [UInt8] { name.indices.map { name[$0].lowercased } }

    /// `x-gzip` and `x-compress` are other names of `gzip` and `compress` (§8.4.1.1, §8.4.1.3).
    private static func coding(_ name: Span<UInt8>) -> [UInt8] {
        let isOldName = name.equalsIgnoringCase("x-gzip") || name.equalsIgnoringCase("x-compress")
        return lowercased(isOldName ? name.extracting(2..<name.count) : name)
    }

    private static func isCoding(_ name: Span<UInt8>) -> Bool {
        !name.isEmpty && name.indices.allSatisfy { name[$0].isTokenByte }
    }

    /// Subtags of one to eight letters, after the first of letters and digits, divided by hyphens; or `*` (RFC 4647
    /// §2.1).
    private static func isLanguageRange(_ name: Span<UInt8>) -> Bool {
        if name.count == 1, name[0] == 0x2A { return true }
        var length = 0
        var isFirst = true
        for index in name.indices {
            let byte = name[index]
            if byte == 0x2D {
                if length == 0 { return false }
                (length, isFirst) = (0, false)
                continue
            }
            guard byte.lowercased &- 0x61 < 26 || (byte.isDigit && !isFirst), length < 8 else { return false }
            length += 1
        }
        return length > 0
    }

    /// `q=` and a number from 0 to 1 with at most three decimals, after what stands behind the semicolon (§12.4.2).
    private static func weight(_ parameter: Span<UInt8>) -> Int? {
        let text = parameter.extracting(parameter.trimmed(0..<parameter.count))
        guard text.count >= 3, text.count <= 7, text[0].lowercased == 0x71, text[1] == 0x3D else { return nil }
        guard text[2] == 0x30 || text[2] == 0x31, text.count == 3 || text[3] == 0x2E else { return nil }
        var weight = Int(text[2] & 1) * 1000
        var unit = 100
        for index in text.indices.dropFirst(4) {
            guard text[index].isDigit else { return nil }
            weight += Int(text[index] & 15) * unit
            unit /= 10
        }
        return weight <= 1000 ? weight : nil
    }
}
