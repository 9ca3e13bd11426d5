/// RFC 9651 §4.2, as far as dictionaries of cache directives and lists of strings need it; the step numbers of the
/// RFC's algorithms can be followed line by line.
extension Oracle {
    enum BareItem: Equatable {
        case integer(Int64)
        case decimal
        case string([UInt8])
        case token
        case byteSequence
        case boolean(Bool)
        case date
        case displayString
        case innerList
    }

    static func structuredDictionary(_ value: [UInt8]) -> [(key: String, item: BareItem)]? {
        var parser = StructuredParser(input: value)
        guard parser.start(), let dictionary = parser.dictionary(), parser.finish() else { return nil }
        return dictionary
    }

    static func structuredList(_ value: [UInt8]) -> [BareItem]? {
        var parser = StructuredParser(input: value)
        guard parser.start(), let list = parser.list(), parser.finish() else { return nil }
        return list
    }
}

struct StructuredParser {
    var input: [UInt8]
    var position = 0

    init(input: [UInt8]) {
        self.input = input
    }

    var next: UInt8? { position < input.count ? input[position] : nil }

    mutating func take(_ character: Character) -> Bool {
        guard let next, next == character.asciiValue else { return false }
        position += 1
        return true
    }

    mutating func skipSpaces() {
        while next == 0x20 { position += 1 }
    }

    mutating func skipWhitespace() {
        while let next, Oracle.isWhitespace(next) { position += 1 }
    }

    mutating func start() -> Bool {
        guard input.allSatisfy({ $0 < 0x80 }) else { return false }
        skipSpaces()
        return true
    }

    mutating func finish() -> Bool {
        skipSpaces()
        return next == nil
    }

    mutating func list() -> [Oracle.BareItem]? {
        var members: [Oracle.BareItem] = []
        while next != nil {
            guard let member = itemOrInnerList() else { return nil }
            members.append(member)
            skipWhitespace()
            if next == nil { return members }
            guard take(",") else { return nil }
            skipWhitespace()
            if next == nil { return nil }
        }
        return members
    }

    mutating func dictionary() -> [(key: String, item: Oracle.BareItem)]? {
        var members: [(key: String, item: Oracle.BareItem)] = []
        while next != nil {
            guard let key = key() else { return nil }
            var item = Oracle.BareItem.boolean(true)
            if take("=") {
                guard let given = itemOrInnerList() else { return nil }
                item = given
            } else {
                guard parameters() else { return nil }
            }
            if let index = members.firstIndex(where: { $0.key == key }) {
                members[index].item = item
            } else {
                members.append((key, item))
            }
            skipWhitespace()
            if next == nil { return members }
            guard take(",") else { return nil }
            skipWhitespace()
            if next == nil { return nil }
        }
        return members
    }

    mutating func itemOrInnerList() -> Oracle.BareItem? {
        guard next == 0x28 else {
            guard let item = bareItem(), parameters() else { return nil }
            return item
        }
        position += 1
        while next != nil {
            skipSpaces()
            if take(")") { return parameters() ? .innerList : nil }
            guard bareItem() != nil, parameters() else { return nil }
            guard next == 0x20 || next == 0x29 else { return nil }
        }
        return nil
    }

    mutating func parameters() -> Bool {
        while take(";") {
            skipSpaces()
            guard key() != nil else { return false }
            if take("=") {
                guard bareItem() != nil else { return false }
            }
        }
        return true
    }

    mutating func key() -> String? {
        func isLower(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
        guard let first = next, isLower(first) || first == 0x2A else { return nil }
        let start = position
        while let next, isLower(next) || Oracle.isDigit(next) || Array("_-.*".utf8).contains(next) { position += 1 }
        return Oracle.text(input[start..<position])
    }

    mutating func bareItem() -> Oracle.BareItem? {
        guard let first = next else { return nil }
        switch first {
        case 0x2D, 0x30...0x39: return number()
        case 0x22: return string()
        case 0x2A: return token()
        case _ where Oracle.isAlpha(first): return token()
        case 0x3A: return byteSequence()
        case 0x3F:
            position += 1
            if take("1") { return .boolean(true) }
            return take("0") ? .boolean(false) : nil
        case 0x40:
            position += 1
            guard case .integer = number() else { return nil }
            return .date
        case 0x25: return displayString()
        default: return nil
        }
    }

    mutating func number() -> Oracle.BareItem? {
        let negative = take("-")
        guard let first = next, Oracle.isDigit(first) else { return nil }
        var digits: [UInt8] = []
        var fraction: Int?
        while let next {
            if Oracle.isDigit(next) {
                digits.append(next)
                if let places = fraction { fraction = places + 1 }
            } else if next == 0x2E, fraction == nil {
                if digits.count > 12 { return nil }
                fraction = 0
            } else {
                break
            }
            position += 1
            // The RFC counts the point among the 16 characters of a decimal.
            if digits.count > 15 { return nil }
        }
        if let places = fraction { return places >= 1 && places <= 3 ? .decimal : nil }
        var value: Int64 = 0
        for digit in digits { value = value * 10 + Int64(digit - 0x30) }
        return .integer(negative ? -value : value)
    }

    mutating func string() -> Oracle.BareItem? {
        position += 1
        var content: [UInt8] = []
        while let character = next {
            position += 1
            if character == 0x5C {
                guard let escaped = next, escaped == 0x22 || escaped == 0x5C else { return nil }
                position += 1
                content.append(escaped)
            } else if character == 0x22 {
                return .string(content)
            } else if character < 0x20 || character > 0x7E {
                return nil
            } else {
                content.append(character)
            }
        }
        return nil
    }

    mutating func token() -> Oracle.BareItem? {
        while let next, Oracle.isTokenCharacter(next) || next == 0x3A || next == 0x2F { position += 1 }
        return .token
    }

    /// Padding and pad bits are not looked at, as §4.2.7 advises; the alphabet is, and a length no base64 text has.
    mutating func byteSequence() -> Oracle.BareItem? {
        position += 1
        let start = position
        while let character = next, character != 0x3A { position += 1 }
        guard next != nil else { return nil }
        var content = Array(input[start..<position])
        position += 1
        while content.last == 0x3D { content.removeLast() }
        func isBase64(_ byte: UInt8) -> Bool {
            Oracle.isAlpha(byte) || Oracle.isDigit(byte) || byte == 0x2B || byte == 0x2F
        }
        return content.allSatisfy(isBase64) && content.count % 4 != 1 ? .byteSequence : nil
    }

    mutating func displayString() -> Oracle.BareItem? {
        position += 1
        guard take("\"") else { return nil }
        var content: [UInt8] = []
        func hex(_ byte: UInt8) -> UInt8? {
            if Oracle.isDigit(byte) { return byte - 0x30 }
            return byte >= 0x61 && byte <= 0x66 ? byte - 0x61 + 10 : nil
        }
        while let character = next {
            position += 1
            if character < 0x20 || character > 0x7E { return nil }
            if character == 0x22 { return String(validating: content, as: UTF8.self) == nil ? nil : .displayString }
            guard character == 0x25 else {
                content.append(character)
                continue
            }
            guard position + 1 < input.count, let high = hex(input[position]), let low = hex(input[position + 1])
            else { return nil }
            content.append(high * 16 + low)
            position += 2
        }
        return nil
    }
}
