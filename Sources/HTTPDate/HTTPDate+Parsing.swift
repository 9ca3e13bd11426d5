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
        /// The instant, in years 0000 to 9999.
        public let date: HTTPDate
        /// Bits 0 and 1 the form, bit 2 set for the name of another day, bit 3 for a leap second: all in one byte, for
        /// it to be made and handed on in one register.
        @usableFromInline let code: UInt8

        /// The form it was written in.
        public var form: Form { Form(rawValue: code & 3) ?? .imfFixdate }
        /// Whether the name is that of the day on which the date falls.
        @inlinable public var weekdayMatches: Bool { code & 4 == 0 }
        /// Whether it was written as 23:59:60; ``date`` is then the second before.
        @inlinable public var isLeapSecond: Bool { code & 8 != 0 }

        /// A date with the name of its day.
        @inlinable
        init(_ date: HTTPDate, form: Form) {
            self.date = date
            code = form.rawValue
        }

        @inline(__always)
        init(_ date: HTTPDate, form: Form, weekdayMatches: Bool, isLeapSecond: Bool) {
            self.date = date
            code = form.rawValue | (weekdayMatches ? 0 : 4) | (isLeapSecond ? 8 : 0)
        }
    }
}

extension HTTPDate {
    /// Reads one HTTP-date that takes up all the bytes.
    ///
    /// All three forms of RFC 9110 §5.6.7, years 0000 to 9999; no byte more or less, no zone but GMT. `now` places the
    /// century of a two-digit year and nothing else: the latest year whose timestamp is not more than 50 calendar years
    /// after it. 23:59:60 reads as 23:59:59. Bad input throws where it stops being a date.
    @inlinable
    public static func parse(
        _ bytes: Span<UInt8>, relativeTo now: HTTPDate, strictness: Strictness = .lenient
    ) throws(ParseError) -> Parsed {
        if let date = readCanonicalDate(bytes) { return Parsed(date, form: .imfFixdate) }
        return try readDate(bytes, relativeTo: now, strictness: strictness)
    }

    /// Reads one HTTP-date as ``parse(_:relativeTo:strictness:)-(Span<UInt8>,_,_)`` does, or gives nil; for callers
    /// that do not want to know why.
    @inlinable
    public static func parseIfValid(
        _ bytes: Span<UInt8>, relativeTo now: HTTPDate, strictness: Strictness = .lenient
    ) -> Parsed? {
        if let date = readCanonicalDate(bytes) { return Parsed(date, form: .imfFixdate) }
        return readDateIfValid(bytes, relativeTo: now, strictness: strictness)
    }

    /// Whether the bytes are one HTTP-date, as ``parse(_:relativeTo:strictness:)-(Span<UInt8>,_,_)`` has it.
    @inlinable
    public static func isValid(
        _ bytes: Span<UInt8>, relativeTo now: HTTPDate, strictness: Strictness = .lenient
    ) -> Bool {
        parseIfValid(bytes, relativeTo: now, strictness: strictness) != nil
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

// Functions of the module, for a static one would hand its type along; the first is a leaf that saves no register.

/// The date of an IMF-fixdate in canonical form, or nil to ask the machine.
@usableFromInline
func readCanonicalDate(_ bytes: Span<UInt8>) -> HTTPDate? {
    CanonicalDate.imfFixdate(bytes.bytes)
}

/// What is to be said of bytes that are no canonical IMF-fixdate.
@usableFromInline
func readDate(
    _ bytes: Span<UInt8>, relativeTo now: HTTPDate, strictness: HTTPDate.Strictness
) throws(HTTPDate.ParseError) -> HTTPDate.Parsed {
    if let parsed = readObsoleteDate(bytes, relativeTo: now) { return parsed }
    return try readDateWithReason(bytes, relativeTo: now, strictness: strictness)
}

/// As ``readDate(_:relativeTo:strictness:)``, without the reason of a nil.
@usableFromInline
func readDateIfValid(
    _ bytes: Span<UInt8>, relativeTo now: HTTPDate, strictness: HTTPDate.Strictness
) -> HTTPDate.Parsed? {
    if let parsed = readObsoleteDate(bytes, relativeTo: now) { return parsed }
    return readDateByMachine(bytes, relativeTo: now, strictness: strictness)
}

/// The date of an obsolete form as it should be written, or nil to ask the machine.
@inline(__always)
private func readObsoleteDate(_ bytes: Span<UInt8>, relativeTo now: HTTPDate) -> HTTPDate.Parsed? {
    switch bytes.count {
    case 24: CanonicalDate.asctime(bytes.bytes).map { HTTPDate.Parsed($0, form: .asctime) }
    case 30...33: CanonicalDate.rfc850(bytes.bytes, relativeTo: now).map { HTTPDate.Parsed($0, form: .rfc850) }
    default: nil
    }
}

/// What the machine says when it goes over all the bytes in one walk, which knows where it stops.
@inline(__always)
private func readDateWithReason(
    _ bytes: Span<UInt8>, relativeTo now: HTTPDate, strictness: HTTPDate.Strictness
) throws(HTTPDate.ParseError) -> HTTPDate.Parsed {
    let error = strictness == .strict ? DateMachine.strictError(in: bytes) : DateMachine.grammarError(in: bytes)
    if let error { throw error }
    guard let parsed = DateMachine.date(in: bytes.bytes, relativeTo: now) else {
        throw DateMachine.calendarError(in: bytes.bytes, relativeTo: now)
    }
    guard parsed.weekdayMatches || strictness == .lenient else {
        throw HTTPDate.ParseError(offset: 0, expected: .matchingDayName)
    }
    return parsed
}

/// What the machine says, by several walks side by side if the case of letters is of no matter.
@usableFromInline
func readDateByMachine(
    _ bytes: Span<UInt8>, relativeTo now: HTTPDate, strictness: HTTPDate.Strictness
) -> HTTPDate.Parsed? {
    if strictness == .lenient { return DateMachine.read(bytes, relativeTo: now) }
    return readStrictDate(bytes, relativeTo: now)
}

@inline(never)
private func readStrictDate(_ bytes: Span<UInt8>, relativeTo now: HTTPDate) -> HTTPDate.Parsed? {
    try? readDateWithReason(bytes, relativeTo: now, strictness: .strict)
}

@_spi(Machine)
extension HTTPDate {
    /// What the machine says without the reading of canonical dates before it; for tests, benchmarks and fuzzing.
    @inlinable
    public static func parseByMachine(
        _ bytes: Span<UInt8>, relativeTo now: HTTPDate, strictness: Strictness = .lenient
    ) -> Parsed? {
        readDateByMachine(bytes, relativeTo: now, strictness: strictness)
    }
}
