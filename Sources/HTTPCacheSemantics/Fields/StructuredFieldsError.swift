/// Why bytes are no Structured Field value: where, and what had to stand there (RFC 9651 §4.2).
public struct StructuredFieldError: Error, Sendable, Hashable {
    /// Which of the field lines given, from 0; always 0 when one value was given.
    public var line: Int
    /// The first byte of that line that does not fit, from 0; the length of the line when something is missing at
    /// its end.
    public var offset: Int
    /// What had to stand at the offset.
    public var expected: Expectation

    /// Makes an error as reading gives it; numbers are taken as they are.
    public init(line: Int = 0, offset: Int, expected: Expectation) {
        self.line = line
        self.offset = offset
        self.expected = expected
    }

    /// What the grammar allows at the offset; the raw value completes a sentence that begins with "expected".
    public enum Expectation: String, Sendable, Hashable, CaseIterable {
        /// The first byte of a number, a string, a token, bytes, a boolean, a date or a display string (§4.2.3.1).
        case bareItem = "a value"
        /// A lower-case letter or `*`, with which a key begins (§4.2.3.3).
        case key = "a key, beginning with a lower-case letter or '*'"
        /// After a member of a list or a dictionary: a comma, or nothing more (§4.2.1, §4.2.2).
        case commaOrEnd = "a comma or the end of the value"
        /// A member, since there was a comma (§4.2.1, §4.2.2).
        case memberAfterComma = "a member after the comma"
        /// Nothing more but spaces (§4.2).
        case end = "the end of the value"
        /// After an item of an inner list: a space or `)` (§4.2.1.2).
        case spaceOrClosingParenthesis = "a space or ')' after an item of an inner list"
        /// The `)` of an inner list, before the value ended (§4.2.1.2).
        case closingParenthesis = "')' at the end of an inner list"
        /// The first digit of a number (§4.2.4).
        case digit = "a digit"
        /// No sixteenth digit of an integer (§4.2.4).
        case fifteenDigits = "at most 15 digits"
        /// No thirteenth digit before the point of a decimal (§4.2.4).
        case twelveIntegerDigits = "at most 12 digits before the point"
        /// A digit after the point (§4.2.4).
        case fractionDigit = "a digit after the point"
        /// No fourth digit after the point (§4.2.4).
        case threeFractionDigits = "at most 3 digits after the point"
        /// A date without a point (§4.2.9).
        case integerDate = "a date in whole seconds"
        /// The double quote that ends a string, before the value ended (§4.2.5, §4.2.10).
        case closingQuote = "a closing double quote"
        /// A byte from 0x20 to 0x7E within quotes (§4.2.5, §4.2.10).
        case visibleCharacter = "a byte from 0x20 to 0x7E"
        /// A double quote or a backslash, the only ones that a backslash escapes (§4.2.5).
        case escapedCharacter = "a double quote or a backslash after the backslash"
        /// The colon that ends bytes, before the value ended (§4.2.7).
        case closingColon = "a closing colon"
        /// A character of the alphabet of base64 (§4.2.7).
        case base64Character = "a character of the base64 alphabet"
        /// Enough characters of base64 for whole bytes (§4.2.7).
        case base64Quantum = "a whole base64 quantum"
        /// No `=` but at the end (§4.2.7).
        case base64PaddingAtEnd = "no base64 padding here"
        /// The 0 or 1 of a boolean (§4.2.8).
        case zeroOrOne = "0 or 1"
        /// The double quote after the `%` of a display string (§4.2.10).
        case openingQuote = "a double quote"
        /// A digit of percent-encoding: 0 to 9, a to f (§4.2.10).
        case lowerCaseHexDigit = "a lower-case hexadecimal digit"
        /// Bytes that are UTF-8 when the percent-encoding is undone (§4.2.10).
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
    /// A Token is not what the grammar calls one; the text that it has.
    case invalidToken(String)
    /// A key of parameters or of a dictionary is not what the grammar calls one; the text that it has.
    case invalidKey(String)
}

/// Why a field as a whole is not used, though it may be well formed (RFC 9651 §2.2, §4.2).
public enum StructuredFieldRejection: Error, Sendable, Hashable {
    /// It is not well formed.
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
