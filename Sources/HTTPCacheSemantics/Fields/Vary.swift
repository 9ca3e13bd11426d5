/// The Vary field (RFC 9110 §12.5.5), and whether two requests agree in what it names (RFC 9111 §4.1).
struct VaryNames: Sendable, Hashable {
    /// The known names, as a set.
    var known: UInt64 = 0
    /// `*`, or a member that is no field name: no request matches.
    var matchesNothing = false
    /// Names beyond `KnownField` are there and must be looked up in the field lines.
    var hasOthers = false

    var namesFields: Bool { known != 0 || hasOthers }

    mutating func read(_ line: Span<UInt8>) {
        Self.forEachMember(of: line) { member in
            let name = line.extracting(member)
            if let field = KnownField(name) {
                known |= field.bit
            } else if (member.count == 1 && name[0] == 0x2A) || !member.allSatisfy({ line[$0].isTokenByte }) {
                matchesNothing = true
            } else {
                hasOthers = true
            }
        }
    }

    @inline(__always)
    static func forEachMember(of line: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        var start = 0
        while start < line.count {
            var end = start
            while end < line.count, line[end] != 0x2C { end &+= 1 }
            let member = line.trimmed(start..<end)
            if !member.isEmpty { body(member) }
            start = end &+ 1
        }
    }
}

extension ResponseHead {
    /// The field names that Vary nominates, in lower case, without repetition, in the order of the field.
    public var nominatedFields: [String] {
        var names: [String] = []
        var seen: Set<String> = []
        for value in fields.values(of: "Vary") {
            VaryNames.forEachMember(of: value.span) { member in
                let name = FieldLine.text(value[member].map(\.lowercased))
                if seen.insert(name).inserted { names.append(name) }
            }
        }
        return names
    }

    /// Whether `new` agrees with `stored` in every field that Vary nominates.
    func varyMatches(stored: RequestHead, new: RequestHead, _ comparison: FieldValue.Comparison) -> Bool {
        summary.vary.agree(stored.selecting, new.selecting, comparison)
            && (!summary.vary.hasOthers || othersMatch(stored: stored, new: new, comparison))
    }

    fileprivate func othersMatch(stored: RequestHead, new: RequestHead, _ comparison: FieldValue.Comparison) -> Bool {
        let others = nominatedFields.filter { KnownField($0) == nil }
        return others.allSatisfy(FieldComparison(stored, new, on: others, comparison).agrees)
    }
}

extension StoredResponse {
    /// Whether a new request agrees with the stored one in every field that Vary nominates (RFC 9111 §4.1).
    @inline(never)
    func varyMatches(_ new: RequestHead, _ comparison: FieldValue.Comparison) -> Bool {
        summary.vary.agree(request.selecting, new.selecting, comparison)
            && (!summary.vary.hasOthers || othersMatch(new, comparison))
    }

    @inline(never)
    private func othersMatch(_ new: RequestHead, _ comparison: FieldValue.Comparison) -> Bool {
        response.othersMatch(stored: request, new: new, comparison)
    }
}

/// What selection looks at of a request: of four words, so that it is handed on in registers.
struct SelectingFields {
    let section: FieldSection
    let seen: UInt64
    let repeated: UInt64
}

extension RequestHead {
    @inline(always)
    var selecting: SelectingFields {
        SelectingFields(section: fields, seen: summary.seen, repeated: summary.repeated)
    }
}

extension VaryNames {
    /// Whether two requests agree in the known fields that are named.
    @inline(always)
    func agree(_ stored: SelectingFields, _ new: SelectingFields, _ comparison: FieldValue.Comparison) -> Bool {
        if matchesNothing || (stored.seen ^ new.seen) & known != 0 { return false }
        // Those that are still to be compared: each once, however many lines of it there are.
        var shared = stored.seen & known
        guard shared != 0 else { return true }
        let repeated = stored.repeated | new.repeated
        for index in new.section.records.indices {
            guard let field = new.section.records[index].known, field.bit & shared != 0 else { continue }
            shared &= ~field.bit
            let agree =
                field.bit & repeated == 0
                ? new.section.agrees(with: stored.section, onLine: index, field, comparison)
                : new.section.agrees(with: stored.section, on: field, comparison)
            if !agree { return false }
            if shared == 0 { break }
        }
        return true
    }
}

extension FieldSection {
    /// Whether the one line of a field here means the same as the one there. Requests of one client have their lines in
    /// one order, so it is looked for at the same place first.
    @inline(always)
    fileprivate func agrees(
        with other: FieldSection, onLine index: Int, _ field: KnownField, _ comparison: FieldValue.Comparison
    ) -> Bool {
        let isInPlace = index < other.records.count && other.records[index].known == field
        guard let theirs = isInPlace ? other.records[index] : other.first(field) else { return false }
        let mine = bytes.span.extracting(records[index].value)
        let other = other.bytes.span.extracting(theirs.value)
        if mine.equals(other) { return true }
        let reading = field.reading(comparison)
        return reading != .exact && FieldValue.agree(mine, other, reading)
    }

    /// The same where one of them has several lines of it.
    @inline(never)
    fileprivate func agrees(
        with other: FieldSection, on field: KnownField, _ comparison: FieldValue.Comparison
    ) -> Bool {
        FieldValue.agree(values(of: field), other.values(of: field), field.reading(comparison))
    }

    private func values(of field: KnownField) -> [[UInt8]] {
        records.filter { $0.known == field }.map { Array(bytes[$0.value]) }
    }
}

extension KnownField {
    /// How values of the field compare: whitespace around commas is allowed only where the syntax is a list, and case
    /// only disregarded where the field's own definition does so.
    func reading(_ comparison: FieldValue.Comparison) -> FieldValue.Reading {
        switch self {
        case .acceptEncoding where comparison.contains(.meanings): .weights(.encoding)
        case .acceptLanguage where comparison.contains(.meanings): .weights(.language)
        // Language tags, codings and charsets are case-insensitive: RFC 9110 §8.5.1, §8.4.1, §8.3.2.
        case .acceptLanguage, .acceptEncoding, .acceptCharset: .listIgnoringCase
        case .accept, .cacheControl, .te, .via: .list
        default: .exact
        }
    }
}

/// Whether two values of one field mean the same as far as RFC 9111 §4.1 lets a cache know.
enum FieldValue {
    /// What the options `acceptSemantics` and `unknownVary` say. Without either, values are compared as text, but for
    /// white space and case where these are known not to matter.
    struct Comparison: OptionSet {
        let rawValue: UInt8

        /// Accept-Encoding and Accept-Language are compared as what they accept.
        static let meanings = Comparison(rawValue: 1 << 0)
        /// White space around the commas of fields that are not known does not matter.
        static let unknownAsLines = Comparison(rawValue: 1 << 1)

        var unknownReading: Reading { contains(.unknownAsLines) ? .lines : .exact }
    }

    enum Reading: Equatable {
        /// Byte by byte, lines combined.
        case exact
        /// Whitespace around commas does not matter, as lines may be combined with or without it (RFC 9110 §5.3). Empty
        /// members do, and quoted strings stay as they are.
        case lines
        /// Whitespace and empty members around commas do not matter. Quoted strings stay as they are.
        case list
        case listIgnoringCase
        /// Names with weights; as a list where one of the values is not of that form.
        case weights(AcceptWeights.Field)

        var ignoresCase: Bool {
            switch self {
            case .exact, .lines, .list: false
            case .listIgnoringCase, .weights: true
            }
        }
    }

    @inline(never)
    static func agree(_ a: Span<UInt8>, _ b: Span<UInt8>, _ reading: Reading) -> Bool {
        if a.equals(b) { return true }
        if reading == .exact { return false }
        if case .weights(let field) = reading, let mine = AcceptWeights(a, of: field),
            let theirs = AcceptWeights(b, of: field)
        {
            return mine == theirs
        }
        var left = 0
        var right = 0
        while true {
            let mine = nextMember(of: a, from: &left, keepsEmpty: reading == .lines)
            let theirs = nextMember(of: b, from: &right, keepsEmpty: reading == .lines)
            guard let mine, let theirs else { return mine == nil && theirs == nil }
            let first = a.extracting(mine)
            let second = b.extracting(theirs)
            guard reading.ignoresCase ? first.equalsIgnoringCase(second) : first.equals(second) else {
                return false
            }
        }
    }

    static func agree(_ a: [[UInt8]], _ b: [[UInt8]], _ reading: Reading) -> Bool {
        guard a.isEmpty == b.isEmpty else { return false }
        let comma: [UInt8] = [0x2C, 0x20]
        return agree(Array(a.joined(separator: comma)).span, Array(b.joined(separator: comma)).span, reading)
    }

    static func nextMember(
        of value: Span<UInt8>, from position: inout Int, keepsEmpty: Bool = false
    ) -> Range<Int>? {
        // What follows a last comma is a member too.
        while position <= value.count {
            let start = position
            var inQuotes = false
            while position < value.count, inQuotes || value[position] != 0x2C {
                if value[position] == 0x22 { inQuotes.toggle() }
                if inQuotes, value[position] == 0x5C { position += 1 }
                position += 1
            }
            let member = value.trimmed(start..<min(position, value.count))
            position += 1
            if keepsEmpty || !member.isEmpty { return member }
        }
        return nil
    }
}
