// RFC 9651 §4.2: the entry points, and the productions that hold others. The bare items are in a file of their own.

extension StructuredField.Item {
    /// Reads one field value as an Item (RFC 9651 §4.2.3).
    ///
    /// An empty value is refused. Throws at the first byte that does not fit.
    public static func parse(_ value: Span<UInt8>) throws(StructuredFieldError) -> Self {
        var parser = StructuredFieldParser()
        parser.skipSpaces(value)
        let item = try parser.item(value)
        try parser.finish(value)
        return item
    }

    /// Reads one field value as an Item, as it does from a span.
    public static func parse(_ value: [UInt8]) throws(StructuredFieldError) -> Self {
        try parse(value.span)
    }

    /// Reads the lines of one field as an Item, combined with commas first, so that two lines of an Item are refused.
    public static func parse(lines: [[UInt8]]) throws(StructuredFieldError) -> Self {
        try StructuredFieldParser.combining(lines) { value throws(StructuredFieldError) in try parse(value) }
    }
}

extension StructuredField.List {
    /// Reads one field value as a List (RFC 9651 §4.2.1).
    ///
    /// An empty value is an empty List. Throws at the first byte that does not fit.
    public static func parse(_ value: Span<UInt8>) throws(StructuredFieldError) -> Self {
        var parser = StructuredFieldParser()
        parser.skipSpaces(value)
        let list = try parser.list(value)
        try parser.finish(value)
        return list
    }

    /// Reads one field value as a List, as it does from a span.
    public static func parse(_ value: [UInt8]) throws(StructuredFieldError) -> Self {
        try parse(value.span)
    }

    /// Reads the lines of one field as a List, combined with commas first (RFC 9110 §5.2).
    ///
    /// No lines are an empty List; an empty line beside another line is refused, for it leaves a comma too many.
    public static func parse(lines: [[UInt8]]) throws(StructuredFieldError) -> Self {
        try StructuredFieldParser.combining(lines) { value throws(StructuredFieldError) in try parse(value) }
    }
}

extension StructuredField.OrderedMap where Value == StructuredField.Member {
    /// Reads one field value as a Dictionary (RFC 9651 §4.2.2).
    ///
    /// An empty value is an empty Dictionary. The last of several members with one key counts, at the place of the
    /// first. Throws at the first byte that does not fit.
    public static func parse(_ value: Span<UInt8>) throws(StructuredFieldError) -> Self {
        var parser = StructuredFieldParser()
        parser.skipSpaces(value)
        let dictionary = try parser.dictionary(value)
        try parser.finish(value)
        return dictionary
    }

    /// Reads one field value as a Dictionary, as it does from a span.
    public static func parse(_ value: [UInt8]) throws(StructuredFieldError) -> Self {
        try parse(value.span)
    }

    /// Reads the lines of one field as a Dictionary, combined with commas first (RFC 9110 §5.2).
    ///
    /// No lines are an empty Dictionary; an empty line beside another line is refused, for it leaves a comma too many.
    public static func parse(lines: [[UInt8]]) throws(StructuredFieldError) -> Self {
        try StructuredFieldParser.combining(lines) { value throws(StructuredFieldError) in try parse(value) }
    }
}

/// How far a field value has been read. Each production takes the same bytes again, since a span can't be kept.
///
/// The position only grows, and no production calls itself: an inner list holds items, an item holds bare items.
struct StructuredFieldParser {
    var position = 0

    /// The byte at the position; nil at the end.
    func next(_ bytes: Span<UInt8>) -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    func failure(_ expected: StructuredFieldError.Expectation) -> StructuredFieldError {
        StructuredFieldError(offset: position, expected: expected)
    }

    mutating func skipSpaces(_ bytes: Span<UInt8>) {
        while next(bytes) == UInt8(ascii: " ") { position += 1 }
    }

    mutating func skipOptionalWhitespace(_ bytes: Span<UInt8>) {
        while let byte = next(bytes), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
    }

    mutating func finish(_ bytes: Span<UInt8>) throws(StructuredFieldError) {
        skipSpaces(bytes)
        guard position == bytes.count else { throw failure(.end) }
    }

    mutating func list(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> StructuredField.List {
        var members: [StructuredField.Member] = []
        while position < bytes.count {
            members.append(try member(bytes))
            guard try passComma(bytes) else { break }
        }
        return StructuredField.List(members)
    }

    mutating func dictionary(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> StructuredField.Dictionary {
        var dictionary = StructuredField.Dictionary()
        while position < bytes.count {
            let key = try key(bytes)
            if next(bytes) == UInt8(ascii: "=") {
                position += 1
                dictionary.set(key, to: try member(bytes))
            } else {
                let item = StructuredField.Item(.boolean(true), parameters: try parameters(bytes))
                dictionary.set(key, to: .item(item))
            }
            guard try passComma(bytes) else { break }
        }
        return dictionary
    }

    /// Where the members of a Dictionary stand: each from its key to the end of its value, and the value alone; a key
    /// may stand several times. Throws as reading the Dictionary does.
    static func places(
        inDictionary bytes: Span<UInt8>
    ) throws(StructuredFieldError) -> [(key: String, value: Range<Int>?, whole: Range<Int>)] {
        var parser = StructuredFieldParser()
        var places: [(key: String, value: Range<Int>?, whole: Range<Int>)] = []
        parser.skipSpaces(bytes)
        while parser.position < bytes.count {
            let start = parser.position
            let key = try parser.key(bytes)
            var value: Range<Int>?
            if parser.next(bytes) == UInt8(ascii: "=") {
                parser.position += 1
                let valueStart = parser.position
                if parser.next(bytes) == UInt8(ascii: "(") {
                    _ = try parser.innerList(bytes)
                } else {
                    _ = try parser.bareItem(bytes)
                }
                value = valueStart..<parser.position
            }
            places.append((key, value, start..<parser.position))
            _ = try parser.parameters(bytes)
            guard try parser.passComma(bytes) else { break }
        }
        try parser.finish(bytes)
        return places
    }

    /// Passes the comma between two members; false at the end of the value.
    private mutating func passComma(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> Bool {
        skipOptionalWhitespace(bytes)
        guard let byte = next(bytes) else { return false }
        guard byte == UInt8(ascii: ",") else { throw failure(.commaOrEnd) }
        position += 1
        skipOptionalWhitespace(bytes)
        guard position < bytes.count else { throw failure(.memberAfterComma) }
        return true
    }

    private mutating func member(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> StructuredField.Member {
        next(bytes) == UInt8(ascii: "(") ? .innerList(try innerList(bytes)) : .item(try item(bytes))
    }

    private mutating func innerList(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> StructuredField.InnerList {
        position += 1
        var items: [StructuredField.Item] = []
        while true {
            skipSpaces(bytes)
            guard let byte = next(bytes) else { throw failure(.closingParenthesis) }
            if byte == UInt8(ascii: ")") {
                position += 1
                return StructuredField.InnerList(items, parameters: try parameters(bytes))
            }
            items.append(try item(bytes))
            guard let after = next(bytes) else { throw failure(.closingParenthesis) }
            guard after == UInt8(ascii: " ") || after == UInt8(ascii: ")") else {
                throw failure(.spaceOrClosingParenthesis)
            }
        }
    }

    mutating func item(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> StructuredField.Item {
        let bareItem = try bareItem(bytes)
        return StructuredField.Item(bareItem, parameters: try parameters(bytes))
    }

    private mutating func parameters(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> StructuredField.Parameters {
        var parameters = StructuredField.Parameters()
        while next(bytes) == UInt8(ascii: ";") {
            position += 1
            skipSpaces(bytes)
            let key = try key(bytes)
            if next(bytes) == UInt8(ascii: "=") {
                position += 1
                parameters.set(key, to: try bareItem(bytes))
            } else {
                parameters.set(key, to: .boolean(true))
            }
        }
        return parameters
    }

    private mutating func key(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> String {
        guard let first = next(bytes), StructuredFieldCharacter.beginsKey(first) else { throw failure(.key) }
        let start = position
        while let byte = next(bytes), StructuredFieldCharacter.continuesKey(byte) { position += 1 }
        return try text(bytes, start..<position)
    }
}

extension StructuredFieldParser {
    /// Hands the field's combined value on (RFC 9110 §5.2), and tells an error by line and offset in that line.
    static func combining<Value>(
        _ lines: [[UInt8]],
        _ parse: (Span<UInt8>) throws(StructuredFieldError) -> Value
    ) throws(StructuredFieldError) -> Value {
        if lines.count == 1 {
            let line = lines[0]
            return try parse(line.span)
        }
        var combined: [UInt8] = []
        for (index, line) in lines.enumerated() {
            if index > 0 { combined += [UInt8(ascii: ","), UInt8(ascii: " ")] }
            combined += line
        }
        do {
            return try parse(combined.span)
        } catch {
            throw located(error, in: lines)
        }
    }

    private static func located(_ error: StructuredFieldError, in lines: [[UInt8]]) -> StructuredFieldError {
        var start = 0
        for (index, line) in lines.enumerated() {
            let next = start + line.count + 2
            // The two bytes put between lines belong to the end of the line before them.
            if error.offset < next || index == lines.count - 1 {
                let offset = min(error.offset - start, line.count)
                return StructuredFieldError(line: index, offset: offset, expected: error.expected)
            }
            start = next
        }
        return error
    }
}
