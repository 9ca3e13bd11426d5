// RFC 9651 §4.1: from values to the bytes of a field value.

extension StructuredField.Item {
    /// The bytes of the field value (RFC 9651 §4.1.3); throws on what its type can't hold.
    public func serialized() throws(StructuredFieldSerializationError) -> [UInt8] {
        var serializer = StructuredFieldSerializer()
        try serializer.append(self)
        return serializer.output
    }
}

extension StructuredField.List {
    /// The bytes of the field value, nil for an empty List: such a field is not sent (RFC 9651 §4.1).
    public func serialized() throws(StructuredFieldSerializationError) -> [UInt8]? {
        guard !members.isEmpty else { return nil }
        var serializer = StructuredFieldSerializer()
        for (index, member) in members.enumerated() {
            if index > 0 { serializer.append(", ") }
            try serializer.append(member)
        }
        return serializer.output
    }
}

extension StructuredField.OrderedMap where Value == StructuredField.Member {
    /// The bytes of the field value, nil for an empty Dictionary: such a field is not sent (RFC 9651 §4.1).
    public func serialized() throws(StructuredFieldSerializationError) -> [UInt8]? {
        guard !isEmpty else { return nil }
        var serializer = StructuredFieldSerializer()
        for (index, entry) in entries.enumerated() {
            if index > 0 { serializer.append(", ") }
            try serializer.append(key: entry.key)
            if case .item(let item) = entry.value, item.bareItem == .boolean(true) {
                try serializer.append(item.parameters)
            } else {
                serializer.append("=")
                try serializer.append(entry.value)
            }
        }
        return serializer.output
    }
}

private struct StructuredFieldSerializer {
    var output: [UInt8] = []

    mutating func append(_ literal: String) {
        output.append(contentsOf: literal.utf8)
    }

    mutating func append(_ member: StructuredField.Member) throws(StructuredFieldSerializationError) {
        switch member {
        case .item(let item): try append(item)
        case .innerList(let innerList): try append(innerList)
        }
    }

    mutating func append(_ innerList: StructuredField.InnerList) throws(StructuredFieldSerializationError) {
        append("(")
        for (index, item) in innerList.items.enumerated() {
            if index > 0 { append(" ") }
            try append(item)
        }
        append(")")
        try append(innerList.parameters)
    }

    mutating func append(_ item: StructuredField.Item) throws(StructuredFieldSerializationError) {
        try append(item.bareItem)
        try append(item.parameters)
    }

    mutating func append(_ parameters: StructuredField.Parameters) throws(StructuredFieldSerializationError) {
        for entry in parameters.entries {
            append(";")
            try append(key: entry.key)
            guard entry.value != .boolean(true) else { continue }
            append("=")
            try append(entry.value)
        }
    }

    mutating func append(key: String) throws(StructuredFieldSerializationError) {
        guard let first = key.utf8.first, StructuredFieldCharacter.beginsKey(first),
            key.utf8.allSatisfy(StructuredFieldCharacter.continuesKey)
        else { throw .invalidKey(key) }
        output.append(contentsOf: key.utf8)
    }

    mutating func append(_ bareItem: StructuredField.BareItem) throws(StructuredFieldSerializationError) {
        switch bareItem {
        case .integer(let integer):
            try append(integer: integer)
        case .decimal(let decimal):
            try append(decimal)
        case .string(let string):
            try append(string: string)
        case .token(let token):
            guard let first = token.text.utf8.first, StructuredFieldCharacter.beginsToken(first),
                token.text.utf8.allSatisfy(StructuredFieldCharacter.continuesToken)
            else { throw .invalidToken(token.text) }
            output.append(contentsOf: token.text.utf8)
        case .byteSequence(let octets):
            append(":")
            Base64Encoder.encode(octets, into: &output)
            append(":")
        case .boolean(let boolean):
            append(boolean ? "?1" : "?0")
        case .date(let seconds):
            append("@")
            try append(integer: seconds)
        case .displayString(let displayString):
            append(displayString)
        }
    }

    private static let largest: Int64 = 999_999_999_999_999

    private mutating func append(integer: Int64) throws(StructuredFieldSerializationError) {
        guard -Self.largest...Self.largest ~= integer else { throw .numberOutOfRange(integer) }
        output.append(contentsOf: String(integer).utf8)
    }

    private mutating func append(_ decimal: StructuredField.Decimal) throws(StructuredFieldSerializationError) {
        let thousandths = decimal.thousandths
        guard -Self.largest...Self.largest ~= thousandths else { throw .numberOutOfRange(thousandths) }
        if thousandths < 0 { append("-") }
        output.append(contentsOf: String(thousandths.magnitude / 1000).utf8)
        append(".")
        var fraction = thousandths.magnitude % 1000
        var unit: UInt64 = 100
        repeat {
            output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / unit))
            fraction %= unit
            unit /= 10
        } while fraction > 0
    }

    private mutating func append(string: String) throws(StructuredFieldSerializationError) {
        append("\"")
        for byte in string.utf8 {
            guard 0x20...0x7E ~= byte else { throw .stringNotPrintableASCII }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append("\\") }
            output.append(byte)
        }
        append("\"")
    }

    private mutating func append(_ displayString: StructuredField.DisplayString) {
        append("%\"")
        for byte in displayString.text.utf8 {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "\""), 0x00...0x1F, 0x7F...0xFF:
                append("%")
                output.append(Self.lowerCaseHexDigit(byte >> 4))
                output.append(Self.lowerCaseHexDigit(byte & 0x0F))
            default:
                output.append(byte)
            }
        }
        append("\"")
    }

    private static func lowerCaseHexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + (nibble - 10)
    }
}
