/// Walks one JSON text (RFC 8259) value by value, without making a tree of it.
///
/// The caller asks for what it wants, and passes over the rest, which is held to the grammar all the same. Nothing here
/// recurses on its own, so that depth is a number: ``maximumDepth``. The bytes have to be UTF-8; whoever makes a cursor
/// has seen to that.
package struct JSONCursor: Sendable {
    /// The deepest nesting of what is passed over.
    package static let maximumDepth = 512

    package enum Kind: Sendable, Hashable { case object, array, string, number, boolean, null }

    private let bytes: [UInt8]
    package private(set) var position: Int
    private let end: Int

    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    package mutating func skipWhitespace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// What begins here; nothing is consumed but whitespace.
    package mutating func kind() throws(JSONFault) -> Kind {
        skipWhitespace()
        guard position < end else { throw JSONFault("the text ends where a value is expected", at: position) }
        switch bytes[position] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        default: throw JSONFault("expected a value", at: position)
        }
    }

    /// Refuses what follows the value but whitespace.
    package mutating func expectEnd() throws(JSONFault) {
        skipWhitespace()
        if position < end { throw JSONFault("expected the end of the text", at: position) }
    }

    // MARK: Objects and arrays

    package mutating func beginObject() throws(JSONFault) { try begin(UInt8(ascii: "{"), .object, "an object") }

    package mutating func beginArray() throws(JSONFault) { try begin(UInt8(ascii: "["), .array, "an array") }

    private mutating func begin(_ byte: UInt8, _ kind: Kind, _ what: String) throws(JSONFault) {
        guard try self.kind() == kind else { throw JSONFault("expected \(what)", at: position) }
        position += 1
    }

    /// The name of the next member, its colon consumed; nil at the end of the object, which is consumed.
    package mutating func nextName(isFirst: inout Bool) throws(JSONFault) -> String? {
        guard try continues(until: UInt8(ascii: "}"), isFirst: &isFirst) else { return nil }
        skipWhitespace()
        guard position < end, bytes[position] == UInt8(ascii: "\"") else {
            throw JSONFault("expected a name", at: position)
        }
        let name = try string()
        skipWhitespace()
        guard position < end, bytes[position] == UInt8(ascii: ":") else {
            throw JSONFault("expected a colon", at: position)
        }
        position += 1
        return name
    }

    /// Whether another element of the array follows; its end is consumed.
    package mutating func nextElement(isFirst: inout Bool) throws(JSONFault) -> Bool {
        try continues(until: UInt8(ascii: "]"), isFirst: &isFirst)
    }

    private mutating func continues(until closing: UInt8, isFirst: inout Bool) throws(JSONFault) -> Bool {
        skipWhitespace()
        guard position < end else { throw JSONFault("the text ends inside a value", at: position) }
        let byte = bytes[position]
        if byte == closing {
            position += 1
            return false
        }
        if isFirst {
            isFirst = false
            return true
        }
        guard byte == UInt8(ascii: ",") else {
            throw JSONFault("expected , or \(Character(Unicode.Scalar(closing)))", at: position)
        }
        position += 1
        return true
    }

    // MARK: Scalars

    package mutating func boolean() throws(JSONFault) -> Bool {
        guard try kind() == .boolean else { throw JSONFault("expected true or false", at: position) }
        let isTrue = bytes[position] == UInt8(ascii: "t")
        try word(isTrue ? "true" : "false")
        return isTrue
    }

    package mutating func null() throws(JSONFault) { try word("null") }

    private mutating func word(_ text: StaticString) throws(JSONFault) {
        let count = text.utf8CodeUnitCount
        guard position + count <= end,
            text.withUTF8Buffer({ bytes[position..<(position + count)].elementsEqual($0) })
        else { throw JSONFault("expected a value", at: position) }
        position += count
    }

    /// A number, rounded as binary floating point is; a magnitude beyond that is infinite.
    package mutating func number() throws(JSONFault) -> Double {
        guard try kind() == .number else { throw JSONFault("expected a number", at: position) }
        let start = position
        let isWhole = try passNumber()
        if isWhole, position - start <= 15 {
            let isNegative = bytes[start] == UInt8(ascii: "-")
            var value = 0
            for index in (isNegative ? start + 1 : start)..<position { value = value * 10 + Int(bytes[index] & 15) }
            return Double(isNegative ? -value : value)
        }
        return Double(String(decoding: bytes[start..<position], as: UTF8.self)) ?? .infinity
    }

    /// Whether the number has neither fraction nor exponent.
    private mutating func passNumber() throws(JSONFault) -> Bool {
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let first = position
        try passDigits()
        guard position - first == 1 || bytes[first] != UInt8(ascii: "0") else {
            throw JSONFault("a number has no leading zero", at: first)
        }
        var isWhole = true
        if position < end, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try passDigits()
            isWhole = false
        }
        if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try passDigits()
            isWhole = false
        }
        return isWhole
    }

    private mutating func passDigits() throws(JSONFault) {
        let start = position
        while position < end, bytes[position] &- 0x30 < 10 { position += 1 }
        if position == start { throw JSONFault("expected a digit", at: position) }
    }

    // MARK: Strings

    package mutating func string() throws(JSONFault) -> String {
        let (raw, hasEscapes) = try rawString()
        if hasEscapes { return String(decoding: try Self.unescaped(bytes, raw), as: UTF8.self) }
        return String(decoding: bytes[raw], as: UTF8.self)
    }

    /// The bytes of a string between its quotes, and whether an escape is among them; only their form is checked.
    package mutating func rawString() throws(JSONFault) -> (range: Range<Int>, hasEscapes: Bool) {
        guard try kind() == .string else { throw JSONFault("expected a string", at: position) }
        let start = position
        position += 1
        var hasEscapes = false
        while position < end {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return ((start + 1)..<(position - 1), hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                position += 1
                guard position < end else { break }
                try checkEscape()
            } else if byte < 0x20 {
                throw JSONFault("a control byte in a string", at: position)
            }
            position += 1
        }
        throw JSONFault("a string without its closing quote", at: start)
    }

    /// The letter after a backslash. Half of a surrogate pair has the form of an escape: only who reads the text minds.
    private func checkEscape() throws(JSONFault) {
        switch bytes[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            let digits = bytes[(position + 1)..<max(position + 1, min(position + 5, end))]
            guard digits.count == 4, digits.allSatisfy(Byte.isHexDigit) else {
                throw JSONFault("expected four hex digits", at: position - 1)
            }
        default: throw JSONFault("no such escape", at: position - 1)
        }
    }

    // MARK: What is passed over

    /// Passes over one value, whatever it is.
    package mutating func skipValue() throws(JSONFault) {
        // One entry an open object or array: whether it is an object, and whether its first member is still to come.
        var open: [(isObject: Bool, isFirst: Bool)] = []
        repeat {
            switch try kind() {
            case .object, .array:
                guard open.count < Self.maximumDepth else {
                    throw JSONFault("nested deeper than \(Self.maximumDepth)", at: position)
                }
                open.append((bytes[position] == UInt8(ascii: "{"), true))
                position += 1
            case .string: _ = try rawString()
            case .number: _ = try passNumber()
            case .boolean: _ = try boolean()
            case .null: try null()
            }
        } while try advance(&open)
    }

    /// Goes to the next value of what is open; false when nothing is open any more.
    private mutating func advance(_ open: inout [(isObject: Bool, isFirst: Bool)]) throws(JSONFault) -> Bool {
        while let last = open.last {
            var isFirst = last.isFirst
            let hasMore =
                last.isObject ? try passName(isFirst: &isFirst) : try nextElement(isFirst: &isFirst)
            if hasMore {
                open[open.count - 1].isFirst = false
                return true
            }
            open.removeLast()
        }
        return false
    }

    private mutating func passName(isFirst: inout Bool) throws(JSONFault) -> Bool {
        try nextName(isFirst: &isFirst) != nil
    }
}
