/// The Vary field (RFC 9110 §12.5.5), and whether two requests agree in what it names (RFC 9111 §4.1).
struct VaryNames: Sendable, Hashable {
    /// The known names, as a set.
    var known: UInt64 = 0
    /// `*`, or a member that is no field name: no request matches.
    var matchesNothing = false
    /// Names beyond `KnownField` are there and must be looked up in the field lines.
    var hasOthers = false

    mutating func read(_ line: Span<UInt8>) {
        Self.forEachMember(of: line) { member in
            let name = line.extracting(member)
            if !member.allSatisfy({ line[$0].isTokenByte }) || (member.count == 1 && name[0] == 0x2A) {
                matchesNothing = true
            } else if let field = KnownField(name) {
                known |= field.bit
            } else {
                hasOthers = true
            }
        }
    }

    static func forEachMember(of line: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        var start = 0
        while start < line.count {
            var end = start
            while end < line.count, line[end] != 0x2C { end += 1 }
            let member = line.trimmed(start..<end)
            if !member.isEmpty { body(member) }
            start = end + 1
        }
    }
}

extension ResponseHead {
    /// The field names that Vary nominates, in lower case, without repetition, in the order of the field.
    public var nominatedFields: [String] {
        var names: [String] = []
        for value in fields.values(of: "Vary") {
            VaryNames.forEachMember(of: value.span) { member in
                let name = FieldLine.text(value[member].map(\.lowercased))
                if !names.contains(name) { names.append(name) }
            }
        }
        return names
    }

    /// Whether `new` agrees with `stored` in every field that Vary nominates.
    func varyMatches(stored: RequestHead, new: RequestHead) -> Bool {
        let vary = summary.vary
        if vary.matchesNothing { return false }
        if (stored.summary.seen ^ new.summary.seen) & vary.known != 0 { return false }
        var shared = stored.summary.seen & vary.known
        while shared != 0 {
            let bit = shared & ~(shared - 1)
            shared ^= bit
            guard stored.fields.agrees(with: new.fields, on: { $0.known?.bit == bit }) else { return false }
        }
        return !vary.hasOthers || othersMatch(stored: stored, new: new)
    }

    private func othersMatch(stored: RequestHead, new: RequestHead) -> Bool {
        nominatedFields.allSatisfy { name in
            stored.fields.agrees(with: new.fields, on: name)
        }
    }
}

extension FieldSection {
    func agrees(with other: FieldSection, on name: String) -> Bool {
        let mine = values(of: name)
        let theirs = other.values(of: name)
        return mine == theirs || Self.normalized(mine) == Self.normalized(theirs)
    }

    func agrees(with other: FieldSection, on selects: (Record) -> Bool) -> Bool {
        // Almost always each side has one line and the bytes are equal.
        guard let mine = records.first(where: selects), let theirs = other.records.first(where: selects) else {
            return records.contains(where: selects) == other.records.contains(where: selects)
        }
        let single = records.count(where: selects) == 1 && other.records.count(where: selects) == 1
        if single, bytes.span.extracting(mine.value).equals(other.bytes.span.extracting(theirs.value)) { return true }
        return Self.normalized(records.filter(selects).map { Array(bytes[$0.value]) })
            == Self.normalized(other.records.filter(selects).map { Array(other.bytes[$0.value]) })
    }

    /// Lines joined by commas, without whitespace around commas and without empty members; nil when there is no line.
    /// Quoted strings stay as they are.
    private static func normalized(_ lines: [[UInt8]]) -> [UInt8]? {
        guard !lines.isEmpty else { return nil }
        var result: [UInt8] = []
        for line in lines {
            let span = line.span
            var start = 0
            while start < line.count {
                var end = start
                var inQuotes = false
                while end < line.count, inQuotes || line[end] != 0x2C {
                    if line[end] == 0x22 { inQuotes.toggle() }
                    if inQuotes, line[end] == 0x5C, end + 1 < line.count { end += 1 }
                    end += 1
                }
                let member = span.trimmed(start..<min(end, line.count))
                if !member.isEmpty {
                    if !result.isEmpty { result.append(0x2C) }
                    result.append(contentsOf: line[member])
                }
                start = end + 1
            }
        }
        return result
    }
}
