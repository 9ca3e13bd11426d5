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
        let state: UInt8
    }

    /// Where the parts of a form begin.
    struct Layout {
        let form: HTTPDate.Form
        let day: Int
        let month: Int
        let year: Int
        let time: Int

        /// The layout of the only form that has so many bytes.
        @inline(__always)
        init?(byteCount: Int) {
            switch byteCount {
            case 29: self.init(.imfFixdate, day: 5, month: 8, year: 12, time: 17)
            case 24: self.init(.asctime, day: 8, month: 4, year: 20, time: 11)
            case 30...33:
                let day = byteCount &- 22
                self.init(.rfc850, day: day, month: day &+ 3, year: day &+ 7, time: day &+ 10)
            default: return nil
            }
        }

        @inline(__always)
        private init(_ form: HTTPDate.Form, day: Int, month: Int, year: Int, time: Int) {
            self.form = form
            self.day = day
            self.month = month
            self.year = year
            self.time = time
        }
    }

    @inline(never)
    static func read(_ bytes: Span<UInt8>, relativeTo now: HTTPDate, strictness: HTTPDate.Strictness) -> Outcome {
        guard let layout = Layout(byteCount: bytes.count) else { return .noDate(.start) }
        if let place = firstWrongPart(of: bytes, layout) { return .noDate(place) }
        if strictness == .strict, let error = wrongCase(in: bytes) { return .wrong(error) }
        return date(in: bytes.bytes, layout, relativeTo: now, strictness: strictness)
    }
}

extension DateMachine {
    /// Takes the date out of bytes that have been recognised.
    @inline(__always)
    private static func date(
        in bytes: RawSpan, _ layout: Layout, relativeTo now: HTTPDate, strictness: HTTPDate.Strictness
    ) -> Outcome {
        let digits = digits(in: bytes, layout)
        let month = DateNames.Month(letters: bytes.word16(at: layout.month &+ 1) | 0x2020)
        let isLeapSecond = digits.second == 60
        let secondOfDay = digits.secondOfDay &- (isLeapSecond ? 1 : 0)
        var year = digits.year
        if layout.form == .rfc850 {
            year = TwoDigitYear.year(
                endingIn: year, month: month.number, day: digits.day, secondOfDay: secondOfDay, relativeTo: now)
        }
        guard digits.day <= month.length || (month.number == 2 && digits.day == 29 && Calendar.isLeap(year)) else {
            return .wrong(HTTPDate.ParseError(offset: layout.day, expected: .dayOfMonth))
        }
        let day = month.number(of: digits.day, in: year)
        let dayName = DateNames.day(letters: bytes.word16(at: 1) | 0x2020)
        let weekdayMatches = dayName == Calendar.dayOfWeek(days: day)
        guard weekdayMatches || strictness == .lenient else {
            return .wrong(HTTPDate.ParseError(offset: 0, expected: .matchingDayName))
        }
        return .date(
            HTTPDate.Parsed(
                date: HTTPDate(day: day, secondOfDay: secondOfDay), form: layout.form, weekdayMatches: weekdayMatches,
                isLeapSecond: isLeapSecond))
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
