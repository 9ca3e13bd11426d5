extension HTTPDate {
    /// Why bytes are no HTTP-date: where reading stopped and what was expected there.
    public struct ParseError: Error, Sendable, Hashable {
        /// The offset of the first byte that no HTTP-date can have there; the number of bytes when they end too early.
        ///
        /// For a day that its month does not have it is the offset of the day, for a day name that does not belong to
        /// the date 0.
        public let offset: Int
        /// What would have been right at that offset.
        public var expected: Expectation { Expectation(rawValue: code) ?? .end }

        /// ``expected`` as the table of the machine has it.
        private let code: UInt8

        /// Makes an error as reading gives it; the offset is taken as it is.
        public init(offset: Int, expected: Expectation) {
            self.init(offset: offset, code: expected.rawValue)
        }

        init(offset: Int, code: UInt8) {
            self.offset = offset
            self.code = code
        }
    }

    /// What the grammar wants at one place of an HTTP-date. RFC 9110 §5.6.7.
    public enum Expectation: UInt8, Sendable, Hashable, CaseIterable {
        /// A letter of `day-name` or `day-name-l`.
        case dayName
        /// After three letters of a day's name: a comma, a space or the next letter of the whole name.
        case endOfDayName
        /// A comma after the day's name.
        case comma
        /// One space, 0x20.
        case space
        /// A hyphen, which stands between the parts of a day in ``HTTPDate/Form/rfc850``.
        case hyphen
        /// A colon between hour, minute and second.
        case colon
        /// Two digits, 01 to 31.
        case day
        /// Two digits, 01 to 31, or a space and one digit, as in `date3`.
        case paddedDay
        /// A letter of `month`.
        case month
        /// A digit of a year of four digits.
        case year
        /// A digit of a year of two digits.
        case twoDigitYear
        /// Two digits, 00 to 23.
        case hour
        /// Two digits, 00 to 59.
        case minute
        /// Two digits, 00 to 59, or 60 after 23:59.
        case second
        /// A letter of `GMT`.
        case zone
        /// Nothing more: the date is whole.
        case end
        /// A day that the month has in that year.
        case dayOfMonth
        /// The name of the day that the date falls on; only asked for by ``Strictness/strict``.
        case matchingDayName
    }
}

extension HTTPDate.Expectation {
    /// In words, as the object of "expected".
    public var explanation: String {
        switch self {
        case .dayName: "the name of a day"
        case .endOfDayName: "a comma, a space or the rest of the day's name"
        case .comma: "a comma"
        case .space: "a space"
        case .hyphen: "a hyphen"
        case .colon: "a colon"
        case .day: "a day, 01 to 31"
        case .paddedDay: "a day, two digits or a space and one digit"
        case .month: "a month, Jan to Dec"
        case .year: "a year of four digits"
        case .twoDigitYear: "a year of two digits"
        case .hour: "an hour, 00 to 23"
        case .minute: "a minute, 00 to 59"
        case .second: "a second, 00 to 59, or 60 in 23:59:60"
        case .zone: "GMT"
        case .end: "the end of the date"
        case .dayOfMonth: "a day that the month has"
        case .matchingDayName: "the name of the day that the date falls on"
        }
    }
}

extension HTTPDate.ParseError: CustomStringConvertible {
    /// One line: `expected a colon at byte 19`.
    public var description: String {
        "expected \(expected.explanation) at byte \(offset)"
    }

    /// Two lines: the input and, under the byte where reading stopped, a caret and what was expected.
    ///
    /// Bytes that are not printable ASCII are shown as `\xHH` and counted so. At most 40 bytes before the caret and 40
    /// after it are shown, with `…` for what is left out; so the length does not depend on that of the input.
    ///
    ///     Sun, 06 Nov 1994 08:49 GMT
    ///                           ^ expected a colon
    public func report(for bytes: [UInt8]) -> String {
        let caret = max(0, min(offset, bytes.count))
        let first = max(0, caret - 40)
        let last = min(bytes.count, caret + 40)
        let before = (first > 0 ? "…" : "") + bytes[first..<caret].map(Self.shown).joined()
        let after = bytes[caret..<last].map(Self.shown).joined() + (last < bytes.count ? "…" : "")
        return "\(before)\(after)\n\(String(repeating: " ", count: before.count))^ expected \(expected.explanation)"
    }

    private static func shown(_ byte: UInt8) -> String {
        if 0x20...0x7E ~= byte { return String(UnicodeScalar(byte)) }
        return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
