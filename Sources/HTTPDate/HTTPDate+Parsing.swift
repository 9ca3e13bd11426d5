// Start here: bytes → Parsed, or ParseError with the offset and what was expected.

extension HTTPDate {
    /// Which of the three forms of HTTP-date a date was written in. RFC 9110 §5.6.7.
    public enum Form: UInt8, Sendable, Hashable, CaseIterable {
        /// `Sun, 06 Nov 1994 08:49:37 GMT`, the preferred form.
        case imfFixdate
        /// `Sunday, 06-Nov-94 08:49:37 GMT`, obsolete; its year has two digits.
        case rfc850
        /// `Sun Nov  6 08:49:37 1994`, obsolete.
        case asctime
    }

    /// How exactly a date has to be written.
    public enum Strictness: Sendable, Hashable {
        /// Names and GMT in any case, and any day's name: as a cache reads them. RFC 9111 §4.2.
        case lenient
        /// The exact case of the ABNF, and the name of the day that the date falls on. RFC 9110 §5.6.7.
        case strict
    }

    /// A date that was read, and how it was written.
    public struct Parsed: Sendable, Hashable {
        public let date: HTTPDate
        public let form: Form
        /// Whether the name is that of the day on which the date falls.
        public let weekdayMatches: Bool
        /// Whether it was written as 23:59:60; ``date`` is then the second before.
        public let isLeapSecond: Bool
    }
}

extension HTTPDate {
    /// Reads one HTTP-date that takes up all the bytes.
    ///
    /// All three forms of RFC 9110 §5.6.7, years 0000 to 9999; no byte more or less, no zone but GMT. `now` places the
    /// century of a two-digit year and nothing else: the latest year whose timestamp is not more than 50 calendar years
    /// after it. 23:59:60 reads as 23:59:59. Bad input throws where it stops being a date.
    public static func parse(
        _ bytes: Span<UInt8>, relativeTo now: HTTPDate, strictness: Strictness = .lenient
    ) throws(ParseError) -> Parsed {
        let copy = bytes.withUnsafeBufferPointer { Array($0) }
        var reader = SimpleReader(bytes: copy, strictness: strictness)
        return try reader.read(relativeTo: now)
    }

    /// Reads one HTTP-date as ``parse(_:relativeTo:strictness:)`` does, or gives nil; for callers that do not want to
    /// know why.
    public static func parseIfValid(
        _ bytes: Span<UInt8>, relativeTo now: HTTPDate, strictness: Strictness = .lenient
    ) -> Parsed? {
        do { return try parse(bytes, relativeTo: now, strictness: strictness) } catch { return nil }
    }

    /// Whether the bytes are one HTTP-date; builds no date and needs no clock.
    public static func isValid(_ bytes: Span<UInt8>, strictness: Strictness = .lenient) -> Bool {
        parseIfValid(bytes, relativeTo: HTTPDate(secondsSinceEpoch: 0), strictness: strictness) != nil
    }

    /// Reads one HTTP-date that takes up all the bytes; see ``parse(_:relativeTo:strictness:)``.
    public static func parse(
        _ bytes: [UInt8], relativeTo now: HTTPDate, strictness: Strictness = .lenient
    ) throws(ParseError) -> Parsed {
        try parse(bytes.span, relativeTo: now, strictness: strictness)
    }

    /// Reads one HTTP-date that takes up all the text; see ``parse(_:relativeTo:strictness:)``. Offsets count UTF-8
    /// bytes.
    public static func parse(
        _ text: String, relativeTo now: HTTPDate, strictness: Strictness = .lenient
    ) throws(ParseError) -> Parsed {
        try parse(text.utf8.span, relativeTo: now, strictness: strictness)
    }

    /// Reads one HTTP-date that takes up all the text; see ``parse(_:relativeTo:strictness:)``. Offsets count UTF-8
    /// bytes.
    public static func parse(
        _ text: Substring.UTF8View, relativeTo now: HTTPDate, strictness: Strictness = .lenient
    ) throws(ParseError) -> Parsed {
        try parse(text.span, relativeTo: now, strictness: strictness)
    }
}
