// RFC 9651 §4.2.3.1 and §4.2.4 to §4.2.10: the bare items.

extension StructuredFieldParser {
    mutating func bareItem(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> StructuredField.BareItem {
        guard let first = next(bytes) else { throw failure(.bareItem) }
        switch first {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return try number(bytes)
        case UInt8(ascii: "\""):
            return .string(try string(bytes))
        case UInt8(ascii: ":"):
            return .byteSequence(try byteSequence(bytes))
        case UInt8(ascii: "?"):
            return .boolean(try boolean(bytes))
        case UInt8(ascii: "@"):
            return .date(try date(bytes))
        case UInt8(ascii: "%"):
            return .displayString(StructuredField.DisplayString(try displayString(bytes)))
        default:
            guard StructuredFieldCharacter.beginsToken(first) else { throw failure(.bareItem) }
            let start = position
            while let byte = next(bytes), StructuredFieldCharacter.continuesToken(byte) { position += 1 }
            return .token(StructuredField.Token(try text(bytes, start..<position)))
        }
    }

    /// An Integer or a Decimal (§4.2.4); fifteen digits fit an Int64, so nothing here can overflow.
    private mutating func number(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> StructuredField.BareItem {
        let isNegative = next(bytes) == UInt8(ascii: "-")
        if isNegative { position += 1 }
        guard let first = next(bytes), StructuredFieldCharacter.isDigit(first) else { throw failure(.digit) }
        let start = position
        var magnitude: Int64 = 0
        while let byte = next(bytes), StructuredFieldCharacter.isDigit(byte) {
            guard position - start < 15 else { throw failure(.fifteenDigits) }
            magnitude = magnitude * 10 + Int64(byte - UInt8(ascii: "0"))
            position += 1
        }
        guard next(bytes) == UInt8(ascii: ".") else { return .integer(isNegative ? -magnitude : magnitude) }
        guard position - start <= 12 else { throw failure(.twelveIntegerDigits) }
        position += 1
        var fractionDigits = 0
        while let byte = next(bytes), StructuredFieldCharacter.isDigit(byte) {
            guard fractionDigits < 3 else { throw failure(.threeFractionDigits) }
            magnitude = magnitude * 10 + Int64(byte - UInt8(ascii: "0"))
            fractionDigits += 1
            position += 1
        }
        guard fractionDigits > 0 else { throw failure(.fractionDigit) }
        for _ in fractionDigits..<3 { magnitude *= 10 }
        return .decimal(StructuredField.Decimal(thousandths: isNegative ? -magnitude : magnitude))
    }

    private mutating func string(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> String {
        position += 1
        let start = position
        while let byte = next(bytes) {
            switch byte {
            case UInt8(ascii: "\""):
                let text = try text(bytes, start..<position)
                position += 1
                return text
            case UInt8(ascii: "\\"):
                return try escapedString(bytes, from: start)
            case 0x20...0x7E:
                position += 1
            default:
                throw failure(.visibleCharacter)
            }
        }
        throw failure(.closingQuote)
    }

    /// Goes on with a String at its first backslash: from there the text differs from the bytes.
    private mutating func escapedString(
        _ bytes: Span<UInt8>, from start: Int
    ) throws(StructuredFieldError) -> String {
        var unescaped: [UInt8] = []
        for index in start..<position { unescaped.append(bytes[index]) }
        while var byte = next(bytes) {
            if byte == UInt8(ascii: "\"") {
                position += 1
                return String(decoding: unescaped, as: UTF8.self)
            }
            guard 0x20...0x7E ~= byte else { throw failure(.visibleCharacter) }
            if byte == UInt8(ascii: "\\") {
                position += 1
                guard let escaped = next(bytes), escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else {
                    throw failure(.escapedCharacter)
                }
                byte = escaped
            }
            unescaped.append(byte)
            position += 1
        }
        throw failure(.closingQuote)
    }

    private mutating func byteSequence(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> [UInt8] {
        position += 1
        var decoder = Base64Decoder()
        while let byte = next(bytes) {
            if byte == UInt8(ascii: ":") {
                guard let octets = decoder.finish() else { throw failure(.base64Quantum) }
                position += 1
                return octets
            }
            switch decoder.take(byte) {
            case .taken: position += 1
            case .notInAlphabet: throw failure(.base64Character)
            case .misplacedPadding: throw failure(.base64PaddingAtEnd)
            }
        }
        throw failure(.closingColon)
    }

    private mutating func boolean(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> Bool {
        position += 1
        guard let byte = next(bytes), byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
            throw failure(.zeroOrOne)
        }
        position += 1
        return byte == UInt8(ascii: "1")
    }

    private mutating func date(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> Int64 {
        position += 1
        let start = position
        guard case .integer(let seconds) = try number(bytes) else {
            throw StructuredFieldError(offset: start, expected: .integerDate)
        }
        return seconds
    }

    private mutating func displayString(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> String {
        position += 1
        guard next(bytes) == UInt8(ascii: "\"") else { throw failure(.openingQuote) }
        position += 1
        let start = position
        var octets: [UInt8] = []
        while let byte = next(bytes) {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = try? UTF8Span(validating: octets.span) else {
                    throw StructuredFieldError(offset: start, expected: .utf8)
                }
                return String(copying: text)
            case UInt8(ascii: "%"):
                let high = try hexDigit(bytes)
                octets.append(high << 4 | (try hexDigit(bytes)))
            case 0x20...0x7E:
                octets.append(byte)
            default:
                position -= 1
                throw failure(.visibleCharacter)
            }
        }
        throw failure(.closingQuote)
    }

    private mutating func hexDigit(_ bytes: Span<UInt8>) throws(StructuredFieldError) -> UInt8 {
        guard let byte = next(bytes) else { throw failure(.lowerCaseHexDigit) }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            position += 1
            return byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"):
            position += 1
            return byte - UInt8(ascii: "a") + 10
        default:
            throw failure(.lowerCaseHexDigit)
        }
    }

    /// Text of bytes already known to be ASCII; short ones stay inside the `String` and cost no allocation.
    func text(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(StructuredFieldError) -> String {
        guard let text = try? UTF8Span(validating: bytes.extracting(range)) else {
            throw StructuredFieldError(offset: range.lowerBound, expected: .visibleCharacter)
        }
        return String(copying: text)
    }
}
