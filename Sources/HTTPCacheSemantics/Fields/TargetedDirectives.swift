extension FieldSection {
    /// The directives of a targeted field and where they stand, in order; none where the field is no Dictionary.
    ///
    /// Of a key that stands several times the last is given, for it counts (RFC 9651 §4.2.2). A Boolean true is no
    /// argument, a String is a quoted one, and of other values the bytes are the argument; parameters belong to no
    /// directive (RFC 9213 §2.1). What goes on in the next line ends, for its place, with its own.
    public func targetedDirectives(of name: String) -> [CacheDirective] {
        let lines = records.indices.filter { matches(records[$0], name) }
        var value: [UInt8] = []
        var starts: [Int] = []
        for line in lines {
            if !starts.isEmpty { value += [0x2C, 0x20] }
            starts.append(value.count)
            value += bytes[records[line].value]
        }
        guard let places = try? StructuredFieldParser.places(inDictionary: value.span) else { return [] }
        var directives: [CacheDirective] = []
        var seen: Set<String> = []
        var line = lines.count
        for place in places.reversed() where seen.insert(place.key).inserted {
            while line > 0, line == lines.count || starts[line] > place.whole.lowerBound { line -= 1 }
            let start = place.whole.lowerBound - starts[line]
            let end = min(place.whole.upperBound - starts[line], records[lines[line]].value.count)
            let argument = place.value.map { value[$0] }.flatMap { $0 == Self.booleanTrue ? nil : $0 }
            let isQuoted = argument?.first == 0x22
            directives.append(
                CacheDirective(
                    name: place.key,
                    argument: argument.map { FieldLine.text(Array(isQuoted ? $0.dropFirst().dropLast() : $0)) },
                    isQuoted: isQuoted, isWellFormed: true, line: lines[line], range: start..<max(start, end)))
        }
        return directives.reversed()
    }

    private static let booleanTrue: ArraySlice<UInt8> = [0x3F, 0x31]
}
