/// Walks the table of ``DateTables`` over bytes: first it recognises a date, then it takes out the digits.
///
/// Each form has lengths of its own, so the places where the parts of a date meet are known, and so is the state there.
/// The parts are walked apart from each other, and the processor runs the chains side by side; a part is right when its
/// walk ends in the state in which the next begins.
enum DateMachine {
    /// Where the parts of a form begin.
    struct Layout {
        let form: HTTPDate.Form
        let day: Int
        let month: Int
        let year: Int
        let time: Int

        // Sun, 06 Nov 1994 08:49:37 GMT
        @inline(__always) static var imfFixdate: Layout {
            Layout(form: .imfFixdate, day: 5, month: 8, year: 12, time: 17)
        }

        // Sun Nov  6 08:49:37 1994
        @inline(__always) static var asctime: Layout {
            Layout(form: .asctime, day: 8, month: 4, year: 20, time: 11)
        }

        // Sunday, 06-Nov-94 08:49:37 GMT
        @inline(__always) static func rfc850(byteCount: Int) -> Layout {
            let day = byteCount &- 22
            return Layout(form: .rfc850, day: day, month: day &+ 3, year: day &+ 7, time: day &+ 10)
        }
    }

    /// The date that the bytes are by ``HTTPDate/Strictness/lenient``, or nil.
    @inline(__always)
    static func read(_ bytes: Span<UInt8>, relativeTo now: HTTPDate) -> HTTPDate.Parsed? {
        // Only one form has so many bytes.
        bytes.count == 29 ? readFixdate(bytes) : readObsolete(bytes, relativeTo: now)
    }

    @inline(__always)
    private static func readFixdate(_ bytes: Span<UInt8>) -> HTTPDate.Parsed? {
        recognises(bytes, .imfFixdate) ? fixdate(in: bytes.bytes) : nil
    }

    @inline(never)
    private static func readObsolete(_ bytes: Span<UInt8>, relativeTo now: HTTPDate) -> HTTPDate.Parsed? {
        switch bytes.count {
        case 24:
            recognises(bytes, .asctime) ? asctime(in: bytes.bytes) : nil
        case 30...33:
            recognises(bytes, .rfc850(byteCount: bytes.count)) ? rfc850(in: bytes.bytes, relativeTo: now) : nil
        default: nil
        }
    }

    /// The date that bytes are that have been recognised; nil if its month has no such day, or no year is left.
    @inline(never)
    static func date(in bytes: RawSpan, relativeTo now: HTTPDate) -> HTTPDate.Parsed? {
        switch bytes.byteCount {
        case 24: asctime(in: bytes)
        case 29: fixdate(in: bytes)
        default: rfc850(in: bytes, relativeTo: now)
        }
    }

    @inline(__always)
    private static func fixdate(in bytes: RawSpan) -> HTTPDate.Parsed? {
        let digits = digits(in: bytes, .imfFixdate)
        return date(in: bytes, .imfFixdate, digits, year: digits.year)
    }

    @inline(__always)
    private static func asctime(in bytes: RawSpan) -> HTTPDate.Parsed? {
        let digits = digits(in: bytes, .asctime)
        return date(in: bytes, .asctime, digits, year: digits.year)
    }

    @inline(__always)
    private static func rfc850(in bytes: RawSpan, relativeTo now: HTTPDate) -> HTTPDate.Parsed? {
        let layout = Layout.rfc850(byteCount: bytes.byteCount)
        let digits = digits(in: bytes, layout)
        guard let year = year(in: bytes, layout, digits, relativeTo: now) else { return nil }
        return date(in: bytes, layout, digits, year: year)
    }

    /// Takes the date out of bytes that have been recognised; nil if the month has no such day.
    @inline(__always)
    private static func date(
        in bytes: RawSpan, _ layout: Layout, _ digits: DateDigits, year: Int
    ) -> HTTPDate.Parsed? {
        let month = month(in: bytes, layout)
        guard digits.day <= month.length || (month.number == 2 && digits.day == 29 && Calendar.isLeap(year)) else {
            return nil
        }
        let day = month.number(of: digits.day, in: year)
        // Names that are not the same differ in more than the case of letters.
        let difference = bytes.word32(at: 0) ^ DateNames.dayAndComma(Calendar.dayOfWeek(days: day))
        return HTTPDate.Parsed(
            HTTPDate(day: day, secondOfDay: digits.secondOfDay &- (digits.isLeapSecond ? 1 : 0)), form: layout.form,
            weekdayMatches: difference & 0x00DF_DFDF == 0, isLeapSecond: digits.isLeapSecond)
    }

    /// The year of the RFC 850 form, of bytes that have been recognised; nil if there is none.
    @inline(__always)
    private static func year(
        in bytes: RawSpan, _ layout: Layout, _ digits: DateDigits, relativeTo now: HTTPDate
    ) -> Int? {
        TwoDigitYear.year(
            endingIn: digits.year, month: month(in: bytes, layout).number, day: digits.day,
            secondOfDay: digits.secondOfDay &- (digits.isLeapSecond ? 1 : 0), relativeTo: now)
    }

    @inline(__always)
    private static func month(in bytes: RawSpan, _ layout: Layout) -> DateNames.Month {
        // One upper-case letter, two of lower case and a space, whatever they are.
        DateNames.Month(bytes.word32(at: layout.month) & 0x00FF_FFDF | 0x2020_2000)
    }

    /// The digits of bytes that have been recognised; the year of the RFC 850 form is one of century 00.
    @inline(__always)
    private static func digits(in bytes: RawSpan, _ layout: Layout) -> DateDigits {
        let year =
            layout.form == .rfc850
            ? UInt64(bytes.word16(at: layout.year)) << 48 : UInt64(bytes.word32(at: layout.year)) << 32
        let date = UInt64(bytes.word16(at: layout.day)) << 8 | year
        return DateDigits(
            date: date & 0x0F0F_0F0F_000F_0F00, clock: bytes.word64(at: layout.time) & 0x0F0F_000F_0F00_0F0F)
    }
}

extension DateMachine {
    /// Why ``date(in:relativeTo:)`` gives nil for bytes that have been recognised.
    @inline(never)
    static func calendarError(in bytes: RawSpan, relativeTo now: HTTPDate) -> HTTPDate.ParseError {
        switch bytes.byteCount {
        case 24: return HTTPDate.ParseError(offset: Layout.asctime.day, expected: .dayOfMonth)
        case 29: return HTTPDate.ParseError(offset: Layout.imfFixdate.day, expected: .dayOfMonth)
        default:
            let layout = Layout.rfc850(byteCount: bytes.byteCount)
            return year(in: bytes, layout, digits(in: bytes, layout), relativeTo: now) == nil
                ? HTTPDate.ParseError(offset: layout.year, expected: .twoDigitYear)
                : HTTPDate.ParseError(offset: layout.day, expected: .dayOfMonth)
        }
    }
}
