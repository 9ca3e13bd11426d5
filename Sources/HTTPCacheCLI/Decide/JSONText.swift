/// A JSON text (RFC 8259) as a row of tokens over its bytes, of which each knows where it stands.
///
/// Depth is at most 64, so that no input exhausts the stack; names of one object must differ; everything is linear in
/// the bytes. One value reads text after text into the same memory: nothing is built of a string or a number until it
/// is asked for.
struct JSONText {
    static let maximumDepth = 64

    struct Token {
        enum Kind: UInt8 { case null, `true`, `false`, integer, otherNumber, string, array, object }

        var kind: Kind
        /// A string of ASCII without escapes.
        var isPlain = true
        /// The offset of the first byte.
        let start: Int
        /// Past the last byte.
        var end: Int
        /// The index of the first token that is not part of this value.
        var next: Int
    }

    /// A value of the text, or the name of a member.
    struct Node {
        let index: Int

        static let root = Node(index: 0)
    }

    private(set) var bytes: [UInt8] = []
    /// Values in the order of the text; after an object's token name and value of each member, after an array's its
    /// elements.
    private(set) var tokens: [Token] = []
    private var position = 0
    private var end = 0

    /// Reads the whole of `range`, which holds one value and nothing but whitespace around it.
    mutating func read(_ bytes: [UInt8], _ range: Range<Int>) throws(JSONFault) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
        tokens.removeAll(keepingCapacity: true)
        try value(depth: 0)
        skipWhitespace()
        guard position == end else { throw JSONFault("expected the end of the line", at: position) }
    }

    /// Lets go of the bytes, so that their owner can change them in place.
    mutating func close() {
        bytes = []
        tokens.removeAll(keepingCapacity: true)
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(JSONFault) {
        skipWhitespace()
        guard position < end else { throw JSONFault("expected a value", at: position) }
        guard depth < Self.maximumDepth else { throw JSONFault("nested deeper than 64", at: position) }
        switch bytes[position] {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "["): try array(depth: depth + 1)
        case UInt8(ascii: "{"): try object(depth: depth + 1)
        case UInt8(ascii: "t"): try word("true", .true)
        case UInt8(ascii: "f"): try word("false", .false)
        case UInt8(ascii: "n"): try word("null", .null)
        default: try number()
        }
    }

    private mutating func append(_ kind: Token.Kind, from start: Int, isPlain: Bool = true) {
        tokens.append(Token(kind: kind, isPlain: isPlain, start: start, end: position, next: tokens.count + 1))
    }

    private mutating func close(_ index: Int) {
        tokens[index].end = position
        tokens[index].next = tokens.count
    }

    private mutating func array(depth: Int) throws(JSONFault) {
        let index = tokens.count
        append(.array, from: position)
        position += 1
        if isEmpty(until: UInt8(ascii: "]")) { return close(index) }
        repeat { try value(depth: depth) } while try continues(until: UInt8(ascii: "]"))
        close(index)
    }

    private mutating func object(depth: Int) throws(JSONFault) {
        let index = tokens.count
        append(.object, from: position)
        position += 1
        if isEmpty(until: UInt8(ascii: "}")) { return close(index) }
        var names = MemberNames(first: index + 1)
        repeat {
            skipWhitespace()
            guard position < end, bytes[position] == UInt8(ascii: "\"") else {
                throw JSONFault("expected a name", at: position)
            }
            let name = Node(index: tokens.count)
            try string()
            guard try names.insert(name, of: self) else {
                throw JSONFault("the name \(try string(name)) stands twice", at: tokens[name.index].start)
            }
            skipWhitespace()
            guard position < end, bytes[position] == UInt8(ascii: ":") else {
                throw JSONFault("expected a colon", at: position)
            }
            position += 1
            try value(depth: depth)
        } while try continues(until: UInt8(ascii: "}"))
        close(index)
    }

    private mutating func word(_ text: StaticString, _ kind: Token.Kind) throws(JSONFault) {
        let start = position
        let matches = text.withUTF8Buffer { bytes[position..<min(end, position + $0.count)].elementsEqual($0) }
        guard matches else { throw JSONFault("expected a value", at: start) }
        position += text.utf8CodeUnitCount
        append(kind, from: start)
    }

    private mutating func number() throws(JSONFault) {
        let start = position
        if bytes[position] == UInt8(ascii: "-") {
            position += 1
        } else if bytes[position] &- 0x30 >= 10 {
            throw JSONFault("expected a value", at: start)
        }
        let whole = try digits()
        guard whole.count == 1 || bytes[whole.lowerBound] != UInt8(ascii: "0") else {
            throw JSONFault("a number has no leading zero", at: whole.lowerBound)
        }
        var kind = Token.Kind.integer
        if position < end, bytes[position] == UInt8(ascii: ".") {
            position += 1
            _ = try digits()
            kind = .otherNumber
        }
        if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            _ = try digits()
            kind = .otherNumber
        }
        append(kind, from: start)
    }

    private mutating func digits() throws(JSONFault) -> Range<Int> {
        let start = position
        while position < end, bytes[position] &- 0x30 < 10 { position += 1 }
        guard position > start else { throw JSONFault("expected a digit", at: start) }
        return start..<position
    }

    private mutating func string() throws(JSONFault) {
        let start = position
        position += 1
        var isPlain = true
        var isASCII = true
        while true {
            guard position < end else { throw JSONFault("a string without its closing quote", at: start) }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") { break }
            guard byte >= 0x20 else { throw JSONFault("a control byte in a string", at: position) }
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                _ = try JSONEscape.scalar(in: bytes, at: &position, end: end)
            } else {
                if byte >= 0x80 { isASCII = false }
                position += 1
            }
        }
        if !isASCII, String(validating: bytes[(start + 1)..<position], as: UTF8.self) == nil {
            throw JSONFault("not UTF-8", at: start)
        }
        position += 1
        append(.string, from: start, isPlain: isPlain && isASCII)
    }

    // MARK: Between values

    private mutating func skipWhitespace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    /// Whether the closing byte follows at once; consumes it then.
    private mutating func isEmpty(until closing: UInt8) -> Bool {
        skipWhitespace()
        guard position < end, bytes[position] == closing else { return false }
        position += 1
        return true
    }

    /// Whether another element follows the comma; consumes the comma or the closing byte.
    private mutating func continues(until closing: UInt8) throws(JSONFault) -> Bool {
        skipWhitespace()
        guard position < end, bytes[position] == closing || bytes[position] == UInt8(ascii: ",") else {
            throw JSONFault("expected , or \(Character(Unicode.Scalar(closing)))", at: position)
        }
        defer { position += 1 }
        return bytes[position] != closing
    }
}

/// Why a text is no JSON, or not the JSON that is wanted, and at which byte.
struct JSONFault: Error, Sendable, Hashable {
    let message: String
    let offset: Int

    init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }
}

/// The names of one object so far: compared one by one while they are few, as a set where that would not be linear.
private struct MemberNames {
    private static let few = 16

    private let first: Int
    private var count = 0
    private var all: Set<[UInt8]> = []

    init(first: Int) { self.first = first }

    /// Whether the name is new.
    mutating func insert(_ name: JSONText.Node, of text: JSONText) throws(JSONFault) -> Bool {
        defer { count += 1 }
        if count < Self.few {
            var other = first
            while other < name.index {
                if try text.isSameString(JSONText.Node(index: other), name) { return false }
                other = text.tokens[other + 1].next
            }
            return true
        }
        if count == Self.few {
            var other = first
            while other < name.index {
                all.insert(try text.utf8(JSONText.Node(index: other)))
                other = text.tokens[other + 1].next
            }
        }
        return all.insert(try text.utf8(name)).inserted
    }
}
