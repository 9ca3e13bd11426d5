/// Reads one JSON text (RFC 8259) into a tree whose nodes know where they stand.
///
/// Depth is at most 64, so that no input exhausts the stack; names of one object must differ; everything is linear in
/// the bytes. Numbers are kept only where they are whole and fit 64 bits.
struct JSONReader {
    static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    /// Reads the whole of `range`, which holds one value and nothing but whitespace around it.
    static func read(_ bytes: [UInt8], _ range: Range<Int>) throws(JSONFault) -> JSONNode {
        var reader = JSONReader(bytes: bytes, position: range.lowerBound, end: range.upperBound)
        let node = try reader.value(depth: 0)
        reader.skipWhitespace()
        guard reader.position == reader.end else {
            throw JSONFault("expected the end of the line", at: reader.position)
        }
        return node
    }

    private mutating func skipWhitespace() {
        while position < end, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private mutating func value(depth: Int) throws(JSONFault) -> JSONNode {
        skipWhitespace()
        let start = position
        guard position < end else { throw JSONFault("expected a value", at: position) }
        guard depth < Self.maximumDepth else { throw JSONFault("nested deeper than 64", at: position) }
        switch bytes[position] {
        case UInt8(ascii: "{"): return JSONNode(.object(try object(depth: depth + 1)), at: start)
        case UInt8(ascii: "["): return JSONNode(.array(try array(depth: depth + 1)), at: start)
        case UInt8(ascii: "\""): return JSONNode(.string(try string()), at: start)
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return JSONNode(try number(), at: start)
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONNode.Value) throws(JSONFault) -> JSONNode {
        let start = position
        let matches = text.withUTF8Buffer { bytes[position..<min(end, position + $0.count)].elementsEqual($0) }
        guard matches else { throw JSONFault("expected a value", at: start) }
        position += text.utf8CodeUnitCount
        return JSONNode(value, at: start)
    }

    private mutating func number() throws(JSONFault) -> JSONNode.Value {
        let start = position
        if position < end, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let digits = try digits()
        guard digits.count == 1 || bytes[digits.lowerBound] != UInt8(ascii: "0") else {
            throw JSONFault("a number has no leading zero", at: digits.lowerBound)
        }
        var isWhole = true
        if position < end, bytes[position] == UInt8(ascii: ".") {
            position += 1
            _ = try self.digits()
            isWhole = false
        }
        if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            _ = try self.digits()
            isWhole = false
        }
        guard isWhole, let value = Int64(String(decoding: bytes[start..<position], as: UTF8.self)) else {
            return .otherNumber
        }
        return .integer(value)
    }

    private mutating func digits() throws(JSONFault) -> Range<Int> {
        let start = position
        while position < end, bytes[position] &- 0x30 < 10 { position += 1 }
        guard position > start else {
            throw JSONFault(start == self.end ? "expected a digit" : "expected a value", at: start)
        }
        return start..<position
    }

    private mutating func expect(_ byte: UInt8, or what: String) throws(JSONFault) {
        skipWhitespace()
        guard position < end, bytes[position] == byte else { throw JSONFault("expected \(what)", at: position) }
        position += 1
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

    private mutating func array(depth: Int) throws(JSONFault) -> [JSONNode] {
        position += 1
        skipWhitespace()
        if position < end, bytes[position] == UInt8(ascii: "]") {
            position += 1
            return []
        }
        var elements: [JSONNode] = []
        repeat { elements.append(try value(depth: depth)) } while try continues(until: UInt8(ascii: "]"))
        return elements
    }

    private mutating func object(depth: Int) throws(JSONFault) -> [JSONNode.Member] {
        position += 1
        skipWhitespace()
        if position < end, bytes[position] == UInt8(ascii: "}") {
            position += 1
            return []
        }
        var members: [JSONNode.Member] = []
        var names: Set<String> = []
        repeat {
            skipWhitespace()
            let start = position
            guard position < end, bytes[position] == UInt8(ascii: "\"") else {
                throw JSONFault("expected a name", at: position)
            }
            let name = try string()
            guard names.insert(name).inserted else { throw JSONFault("the name \(name) stands twice", at: start) }
            try expect(UInt8(ascii: ":"), or: "a colon")
            members.append(JSONNode.Member(name: name, offset: start, value: try value(depth: depth)))
        } while try continues(until: UInt8(ascii: "}"))
        return members
    }

    private mutating func string() throws(JSONFault) -> String {
        let start = position
        position += 1
        let first = position
        while position < end, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") {
            guard bytes[position] >= 0x20 else { throw JSONFault("a control byte in a string", at: position) }
            position += 1
        }
        if position < end, bytes[position] == UInt8(ascii: "\"") {
            defer { position += 1 }
            return try text(bytes[first..<position], at: start)
        }
        return try escapedString(from: first, start: start)
    }

    private mutating func escapedString(from first: Int, start: Int) throws(JSONFault) -> String {
        var result = Array(bytes[first..<position])
        while position < end {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(result[...], at: start)
            case UInt8(ascii: "\\"): result.append(contentsOf: String(try escape()).utf8)
            case ..<0x20: throw JSONFault("a control byte in a string", at: position - 1)
            default: result.append(byte)
            }
        }
        throw JSONFault("a string without its closing quote", at: start)
    }

    private func text(_ bytes: ArraySlice<UInt8>, at start: Int) throws(JSONFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw JSONFault("not UTF-8", at: start) }
        return text
    }

    private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
        let start = position - 1
        guard position < end else { throw JSONFault("a string without its closing quote", at: start) }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw JSONFault("no such escape", at: start)
        }
        let unit = try hexUnit(at: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw JSONFault("half of a surrogate pair", at: start) }
        position += 2
        let low = try hexUnit(at: start)
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        else { throw JSONFault("half of a surrogate pair", at: start) }
        return scalar
    }

    private mutating func hexUnit(at start: Int) throws(JSONFault) -> UInt16 {
        guard position + 4 <= end else { throw JSONFault("expected four hex digits", at: start) }
        var unit: UInt16 = 0
        for byte in bytes[position..<(position + 4)] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(byte - 0x30)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt16(byte - 0x57)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt16(byte - 0x37)
            default: throw JSONFault("expected four hex digits", at: start)
            }
        }
        position += 4
        return unit
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

/// A value of a JSON text and the offset of its first byte.
struct JSONNode: Sendable {
    struct Member: Sendable {
        let name: String
        let offset: Int
        let value: JSONNode
    }

    enum Value: Sendable {
        case null
        case boolean(Bool)
        case integer(Int64)
        /// A number that is not whole or does not fit 64 bits.
        case otherNumber
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    let value: Value
    let offset: Int

    init(_ value: Value, at offset: Int) {
        self.value = value
        self.offset = offset
    }
}

extension JSONNode {
    func object() throws(JSONFault) -> [Member] {
        guard case .object(let members) = value else { throw JSONFault("expected an object", at: offset) }
        return members
    }

    func array() throws(JSONFault) -> [JSONNode] {
        guard case .array(let elements) = value else { throw JSONFault("expected an array", at: offset) }
        return elements
    }

    func string() throws(JSONFault) -> String {
        guard case .string(let text) = value else { throw JSONFault("expected a string", at: offset) }
        return text
    }

    func integer(_ range: ClosedRange<Int64>) throws(JSONFault) -> Int64 {
        guard case .integer(let number) = value, range.contains(number) else {
            throw JSONFault("expected a whole number from \(range.lowerBound) to \(range.upperBound)", at: offset)
        }
        return number
    }

    func boolean() throws(JSONFault) -> Bool {
        guard case .boolean(let flag) = value else { throw JSONFault("expected true or false", at: offset) }
        return flag
    }

    var isNull: Bool { if case .null = value { true } else { false } }

    /// The text's characters U+0000 to U+00FF as bytes; another character is refused.
    func bytes() throws(JSONFault) -> [UInt8] {
        let text = try string()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            guard scalar.value < 0x100 else {
                throw JSONFault("a character above U+00FF stands for no byte", at: offset)
            }
            bytes.append(UInt8(scalar.value))
        }
        return bytes
    }
}
