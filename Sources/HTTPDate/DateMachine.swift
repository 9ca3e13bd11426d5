/// Walks the table of ``DateTables`` over bytes: first it recognises a date, then it takes out the digits.
///
/// Each form has lengths of its own, so the places where the parts of a date meet are known, and so is the state there.
/// The parts are walked apart from each other, and the processor runs the chains side by side; a part is right when its
/// walk ends in the state in which the next begins.
enum DateMachine {
    enum Outcome {
        case date(HTTPDate.Parsed)
        /// The grammar is left; somewhere after the place.
        case noDate(Place)
        /// The grammar is kept, but not what it says beside the ABNF.
        case wrong(HTTPDate.ParseError)
    }

    /// A state of the machine before the byte at an offset.
    struct Place {
        let offset: Int
        let state: Int
    }

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
        @inline(__always) static func rfc850(day: Int) -> Layout {
            Layout(form: .rfc850, day: day, month: day &+ 3, year: day &+ 7, time: day &+ 10)
        }
    }

    /// Reads as ``HTTPDate/Strictness/lenient`` has it.
    @inline(__always)
    static func read(_ bytes: Span<UInt8>, relativeTo now: HTTPDate) -> Outcome {
        // Only one form has so many bytes. Each branch knows its layout.
        switch bytes.count {
        case 29: read(bytes, .imfFixdate, relativeTo: now)
        case 24, 30...33: readObsolete(bytes, relativeTo: now)
        default: .noDate(.start)
        }
    }

    @inline(never)
    private static func readObsolete(_ bytes: Span<UInt8>, relativeTo now: HTTPDate) -> Outcome {
        bytes.count == 24
            ? read(bytes, .asctime, relativeTo: now)
            : read(bytes, .rfc850(day: bytes.count &- 22), relativeTo: now)
    }

    @inline(__always)
    private static func read(_ bytes: Span<UInt8>, _ layout: Layout, relativeTo now: HTTPDate) -> Outcome {
        if let place = firstWrongPart(of: bytes, layout) { return .noDate(place) }
        return date(in: bytes.bytes, layout, relativeTo: now)
    }

    /// Takes the date out of bytes that have been recognised.
    @inline(__always)
    private static func date(in bytes: RawSpan, _ layout: Layout, relativeTo now: HTTPDate) -> Outcome {
        let digits = digits(in: bytes, layout)
        // One upper-case letter, two of lower case and a space, whatever they are.
        let month = DateNames.Month(bytes.word32(at: layout.month) & 0x00FF_FFDF | 0x2020_2000)
        // The grammar has second 60 after 23:59 only, and only there a second of the hour can be 3600.
        let isLeapSecond = digits.secondOfHour == 3600
        let secondOfDay = digits.secondOfDay &- (isLeapSecond ? 1 : 0)
        var year = digits.year
        if layout.form == .rfc850 {
            let inCentury = TwoDigitYear.year(
                endingIn: year, month: month.number, day: digits.day, secondOfDay: secondOfDay, relativeTo: now)
            guard let inCentury else {
                return .wrong(HTTPDate.ParseError(offset: layout.year, expected: .twoDigitYear))
            }
            year = inCentury
        }
        guard digits.day <= month.length || (month.number == 2 && digits.day == 29 && Calendar.isLeap(year)) else {
            return .wrong(HTTPDate.ParseError(offset: layout.day, expected: .dayOfMonth))
        }
        let day = month.number(of: digits.day, in: year)
        // Names that are not the same differ in more than the case of letters.
        let difference = bytes.word32(at: 0) ^ DateNames.dayAndComma(Calendar.dayOfWeek(days: day))
        return .date(
            HTTPDate.Parsed(
                HTTPDate(day: day, secondOfDay: secondOfDay), form: layout.form,
                weekdayMatches: difference & 0x00DF_DFDF == 0, isLeapSecond: isLeapSecond))
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

extension DateMachine.Place {
    @inline(__always) static var start: Self { Self(offset: 0, state: DateTables.start) }
}
