/// Dates as they should be written, read eight bytes at a time. RFC 9110 §5.6.7.
///
/// In front of the machine: it takes what is in the exact case, has the name of its day, and is neither 29 February
/// nor a leap second. All else, and all that is no date, is left to the machine.
enum CanonicalDate {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, or nil to leave it to the machine.
    @inline(__always)
    static func imfFixdate(_ bytes: RawSpan) -> HTTPDate? {
        guard bytes.byteCount == 29, bytes.word32(at: 25) == spaceAndGMT, bytes.byte(at: 16) == space,
            let parts = Parts(
                dayAndYear: UInt64(bytes.word32(at: 4)) | UInt64(bytes.word32(at: 12)) << 32,
                time: bytes.word64(at: 17), month: bytes.word32(at: 8))
        else { return nil }
        let day = parts.month.number(of: parts.digits.day, in: parts.digits.year)
        guard DateNames.dayAndComma(Calendar.dayOfWeek(days: day)) == bytes.word32(at: 0) else { return nil }
        return HTTPDate(day: day, secondOfDay: parts.digits.secondOfDay)
    }

    /// `Sun Nov  6 08:49:37 1994`, or nil to leave it to the machine.
    @inline(__always)
    static func asctime(_ bytes: RawSpan) -> HTTPDate? {
        guard bytes.byteCount == 24, bytes.byte(at: 19) == space else { return nil }
        // A space for the first digit of the day is as good as a zero.
        let day = bytes.word32(at: 7) | (bytes.byte(at: 8) == space ? 0x1000 : 0)
        guard
            let parts = Parts(
                dayAndYear: UInt64(day) | UInt64(bytes.word32(at: 20)) << 32,
                time: bytes.word64(at: 11), month: bytes.word32(at: 4))
        else { return nil }
        let number = parts.month.number(of: parts.digits.day, in: parts.digits.year)
        let name = DateNames.dayAndComma(Calendar.dayOfWeek(days: number)) ^ commaToSpace
        guard name == bytes.word32(at: 0) else { return nil }
        return HTTPDate(day: number, secondOfDay: parts.digits.secondOfDay)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`, or nil to leave it to the machine.
    @inline(__always)
    static func rfc850(_ bytes: RawSpan, relativeTo now: HTTPDate) -> HTTPDate? {
        guard 30...33 ~= bytes.byteCount else { return nil }
        let start = bytes.byteCount &- 22
        guard bytes.word32(at: start &+ 18) == spaceAndGMT, bytes.byte(at: start &+ 9) == space,
            let parts = Parts(
                dayAndYear: UInt64(bytes.word32(at: start &- 1) ^ hyphenToSpace)
                    | UInt64(bytes.word16(at: start &+ 7)) << 48 | 0x3030 << 32,
                time: bytes.word64(at: start &+ 10), month: bytes.word32(at: start &+ 3) ^ hyphenToSpace),
            let year = TwoDigitYear.year(
                endingIn: parts.digits.year, month: parts.month.number, day: parts.digits.day,
                secondOfDay: parts.digits.secondOfDay, relativeTo: now)
        else { return nil }
        let day = parts.month.number(of: parts.digits.day, in: year)
        // Four letters, four letters and the last one are the whole name, if it has its length.
        let name = DateNames.FullDay(Calendar.dayOfWeek(days: day))
        guard name.length &+ 2 == start, name.first == bytes.word32(at: 0),
            name.beforeLast == bytes.word32(at: start &- 7), bytes.word16(at: start &- 3) == yAndComma
        else { return nil }
        return HTTPDate(day: day, secondOfDay: parts.digits.secondOfDay)
    }

    private static var space: UInt8 { 0x20 }
    private static var yAndComma: UInt16 { 0x2C79 }
    private static var spaceAndGMT: UInt32 { 0x544D_4720 }
    // What makes the last of four bytes another one.
    private static var commaToSpace: UInt32 { 0x0C00_0000 }
    private static var hyphenToSpace: UInt32 { 0x0D00_0000 }
}

extension CanonicalDate {
    /// What is right by itself: digits, the name of the month, a day of it, a time of day.
    private struct Parts {
        let digits: DateDigits
        let month: DateNames.Month

        /// From bytes as in ` 06 1994`, `08:49:37` and `Nov `; nil if one of them is wrong.
        @inline(__always)
        init?(dayAndYear: UInt64, time: UInt64, month name: UInt32) {
            // What should be a digit becomes its value, what should be a space or a colon becomes zero.
            let date = dayAndYear ^ 0x3030_3030_2030_3020
            let clock = time ^ 0x3030_3A30_303A_3030
            // Each addend lifts the least wrong value of its byte to 0x80: 1 for a literal, 10 for a digit, and 3, 4
            // and 6 for the first digit of hour, day, minute and second. A byte above 0x7F is wrong itself, whatever it
            // carries over.
            let wrong = (date &+ 0x7676_7676_7F76_7C7F) | date | (clock &+ 0x767A_7F76_7A7F_767D) | clock
            guard wrong & 0x8080_8080_8080_8080 == 0 else { return nil }
            digits = DateDigits(date: date, clock: clock)
            month = DateNames.Month(name)
            guard month.name == name, UInt(bitPattern: digits.day &- 1) < UInt(bitPattern: month.length),
                digits.hour < 24
            else { return nil }
        }
    }
}

/// Little-endian words; the check of bounds goes where the byte count is known.
extension RawSpan {
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    @inline(__always)
    func word16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    @inline(__always)
    func word32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    @inline(__always)
    func word64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
