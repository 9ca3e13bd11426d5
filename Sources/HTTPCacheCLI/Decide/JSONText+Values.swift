/// What the values of a text are; each question names the offset of a value that is not what is wanted.
extension JSONText {
    func offset(of node: Node) -> Int { tokens[node.index].start }

    /// The bytes of the value as they stand in the text.
    func range(of node: Node) -> Range<Int> { tokens[node.index].start..<tokens[node.index].end }

    func kind(of node: Node) -> Token.Kind { tokens[node.index].kind }

    // MARK: Objects and arrays

    /// Calls `body` with name and value of each member, in order.
    func forEachMember(of node: Node, _ body: (Node, Node) throws(JSONFault) -> Void) throws(JSONFault) {
        guard tokens[node.index].kind == .object else { throw JSONFault("expected an object", at: offset(of: node)) }
        var index = node.index + 1
        while index < tokens[node.index].next {
            try body(Node(index: index), Node(index: index + 1))
            index = tokens[index + 1].next
        }
    }

    /// Throws unless `node` is an object all of whose names are among these.
    func checkMembers(of node: Node, _ known: [StaticString]) throws(JSONFault) {
        try forEachMember(of: node) { name, _ throws(JSONFault) in
            guard known.contains(where: { isString(name, $0) }) else {
                throw JSONFault("unknown key \(try string(name))", at: offset(of: name))
            }
        }
    }

    /// The value of this name; nil where an object has none, or where `node` is no object.
    func member(_ wanted: StaticString, of node: Node) -> Node? {
        guard tokens[node.index].kind == .object else { return nil }
        var index = node.index + 1
        while index < tokens[node.index].next {
            if isString(Node(index: index), wanted) { return Node(index: index + 1) }
            index = tokens[index + 1].next
        }
        return nil
    }

    func required(_ name: StaticString, of node: Node) throws(JSONFault) -> Node {
        guard let value = member(name, of: node) else {
            throw JSONFault("the key \(name) is missing", at: offset(of: node))
        }
        return value
    }

    /// Calls `body` with each element, in order.
    func forEachElement(of node: Node, _ body: (Node) throws(JSONFault) -> Void) throws(JSONFault) {
        guard tokens[node.index].kind == .array else { throw JSONFault("expected an array", at: offset(of: node)) }
        var index = node.index + 1
        while index < tokens[node.index].next {
            try body(Node(index: index))
            index = tokens[index].next
        }
    }

    // MARK: Numbers and words

    func integer(_ node: Node, _ range: ClosedRange<Int64>) throws(JSONFault) -> Int64 {
        guard let number = integer(node), range.contains(number) else {
            throw JSONFault(
                "expected a whole number from \(range.lowerBound) to \(range.upperBound)", at: offset(of: node))
        }
        return number
    }

    /// A whole number that fits; nil for any other value.
    func integer(_ node: Node) -> Int64? {
        let token = tokens[node.index]
        guard token.kind == .integer else { return nil }
        let isNegative = bytes[token.start] == UInt8(ascii: "-")
        var value: Int64 = 0
        for index in (isNegative ? token.start + 1 : token.start)..<token.end {
            let digit = Int64(bytes[index] & 15)
            let (tens, overflows) = value.multipliedReportingOverflow(by: 10)
            let (next, isBeyond) = tens.addingReportingOverflow(isNegative ? -digit : digit)
            if overflows || isBeyond { return nil }
            value = next
        }
        return value
    }

    func boolean(_ node: Node) throws(JSONFault) -> Bool {
        switch tokens[node.index].kind {
        case .true: return true
        case .false: return false
        default: throw JSONFault("expected true or false", at: offset(of: node))
        }
    }

    func isNull(_ node: Node) -> Bool { tokens[node.index].kind == .null }

    // MARK: Strings

    func string(_ node: Node) throws(JSONFault) -> String {
        let token = tokens[node.index]
        guard token.kind == .string else { throw JSONFault("expected a string", at: token.start) }
        if token.isPlain { return String(decoding: bytes[content(of: token)], as: UTF8.self) }
        return String(decoding: try utf8(node), as: UTF8.self)
    }

    /// Whether `node` is this string, which is ASCII.
    @inline(__always)
    func isString(_ node: Node, _ text: StaticString) -> Bool {
        let token = tokens[node.index]
        guard token.end - token.start - 2 == text.utf8CodeUnitCount || !token.isPlain else { return false }
        return isSameText(token, text)
    }

    private func isSameText(_ token: Token, _ text: StaticString) -> Bool {
        guard token.kind == .string else { return false }
        guard token.isPlain else {
            guard let characters = try? utf8(token) else { return false }
            return text.withUTF8Buffer(characters.elementsEqual)
        }
        return text.withUTF8Buffer { wanted in
            for index in 0..<wanted.count where bytes[token.start + 1 + index] != wanted[index] { return false }
            return true
        }
    }

    /// Whether two strings have the same characters, however they are written.
    func isSameString(_ one: Node, _ other: Node) throws(JSONFault) -> Bool {
        let (first, second) = (tokens[one.index], tokens[other.index])
        guard first.isPlain, second.isPlain else { return try utf8(one) == utf8(other) }
        guard first.end - first.start == second.end - second.start else { return false }
        return bytes[content(of: first)] == bytes[content(of: second)]
    }

    /// The bytes of a plain string as they stand in the text; nil for another value.
    func plain(_ node: Node) -> Range<Int>? {
        let token = tokens[node.index]
        return token.kind == .string && token.isPlain ? content(of: token) : nil
    }

    /// The characters of a string as UTF-8.
    func utf8(_ node: Node) throws(JSONFault) -> [UInt8] { try utf8(tokens[node.index]) }

    private func utf8(_ token: Token) throws(JSONFault) -> [UInt8] {
        guard token.kind == .string else { throw JSONFault("expected a string", at: token.start) }
        let range = content(of: token)
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            if bytes[position] == UInt8(ascii: "\\") {
                let scalar = try JSONEscape.scalar(in: bytes, at: &position, end: range.upperBound)
                result.append(contentsOf: String(scalar).utf8)
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return result
    }

    /// The string's characters U+0000 to U+00FF as bytes; another character is refused.
    func latin1(_ node: Node) throws(JSONFault) -> [UInt8] {
        if let range = plain(node) { return Array(bytes[range]) }
        var result: [UInt8] = []
        for scalar in try string(node).unicodeScalars {
            guard scalar.value < 0x100 else {
                throw JSONFault("a character above U+00FF stands for no byte", at: offset(of: node))
            }
            result.append(UInt8(scalar.value))
        }
        return result
    }

    /// What stands between the quotes.
    private func content(of token: Token) -> Range<Int> { (token.start + 1)..<(token.end - 1) }
}

/// The escapes of a JSON string (RFC 8259 §7).
enum JSONEscape {
    /// The character that the escape at `position` stands for; moves past it. A pair of surrogates is one escape.
    static func scalar(
        in bytes: [UInt8], at position: inout Int, end: Int
    ) throws(JSONFault) -> Unicode.Scalar {
        let start = position
        guard position + 1 < end else { throw JSONFault("expected the rest of an escape", at: start) }
        let byte = bytes[position + 1]
        position += 2
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
        let unit = try hexUnit(in: bytes, at: &position, end: end, start: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw JSONFault("half of a surrogate pair", at: start) }
        position += 2
        let low = try hexUnit(in: bytes, at: &position, end: end, start: start)
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        else { throw JSONFault("half of a surrogate pair", at: start) }
        return scalar
    }

    private static func hexUnit(
        in bytes: [UInt8], at position: inout Int, end: Int, start: Int
    ) throws(JSONFault) -> UInt16 {
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
