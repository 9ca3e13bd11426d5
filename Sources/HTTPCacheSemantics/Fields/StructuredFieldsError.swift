/// Why bytes are no Structured Field value: where, and what had to stand there (RFC 9651 §4.2).
public struct StructuredFieldError: Error, Sendable, Hashable {
    /// Which of the field lines given, from 0; always 0 when one value was given.
    public var line: Int
    /// The first byte of that line that does not fit, from 0; the length of the line when something is missing at
    /// its end.
    public var offset: Int
    public var expected: Expectation

    public init(line: Int = 0, offset: Int, expected: Expectation) {
        self.line = line
        self.offset = offset
        self.expected = expected
    }

    /// What the grammar allows at the offset; the raw value completes a sentence that begins with "expected".
    public enum Expectation: String, Sendable, Hashable, CaseIterable {
        case bareItem = "a value"
        case key = "a key, beginning with a lower-case letter or '*'"
        case commaOrEnd = "a comma or the end of the value"
        case memberAfterComma = "a member after the comma"
        case end = "the end of the value"
        case spaceOrClosingParenthesis = "a space or ')' after an item of an inner list"
        case closingParenthesis = "')' at the end of an inner list"
        case digit = "a digit"
        case fifteenDigits = "at most 15 digits"
        case twelveIntegerDigits = "at most 12 digits before the point"
        case fractionDigit = "a digit after the point"
        case threeFractionDigits = "at most 3 digits after the point"
        case integerDate = "a date in whole seconds"
        case closingQuote = "a closing double quote"
        case visibleCharacter = "a byte from 0x20 to 0x7E"
        case escapedCharacter = "a double quote or a backslash after the backslash"
        case closingColon = "a closing colon"
        case base64Character = "a character of the base64 alphabet"
        case base64Quantum = "a whole base64 quantum"
        case base64PaddingAtEnd = "no base64 padding here"
        case zeroOrOne = "0 or 1"
        case openingQuote = "a double quote"
        case lowerCaseHexDigit = "a lower-case hexadecimal digit"
        case utf8 = "well-formed UTF-8"
    }
}

extension StructuredFieldError: CustomStringConvertible {
    public var description: String {
        "line \(line), byte \(offset): expected \(expected.rawValue)"
    }
}

/// Why a value in memory can't be written as a Structured Field (RFC 9651 §4.1).
public enum StructuredFieldSerializationError: Error, Sendable, Hashable {
    /// An Integer, a Date or the thousandths of a Decimal has more than fifteen digits.
    case numberOutOfRange(Int64)
    /// A String holds something other than 0x20 to 0x7E.
    case stringNotPrintableASCII
    case invalidToken(String)
    case invalidKey(String)
}

/// Why a field as a whole is not used, though it may be well formed (RFC 9651 §2.2, §4.2).
public enum StructuredFieldRejection: Error, Sendable, Hashable {
    case syntax(StructuredFieldError)
    /// The list member at this index is not of a type that the field allows.
    case memberType(index: Int)
    /// A parameter of the list member at this index is not of the type that the field gives it.
    case parameterType(index: Int, key: String)
    /// The dictionary member is not of the type that the field gives it.
    case valueType(key: String)
    /// Two dictionary members that exclude each other.
    case exclusive(key: String, other: String)
    /// More members, or a longer member, than this implementation takes.
    case limit(index: Int)
}
