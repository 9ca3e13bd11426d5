/// IMF-fixdate as a sender must write it, read eight bytes at a time. RFC 9110 §5.6.7.
///
/// In front of the machine: it takes what is in the exact case, has the name of its day, and is neither 29 February
/// nor a leap second. All else, and all that is no date, is left to the machine.
enum CanonicalDate {
    /// The date, or nil to leave it to the machine.
    @inline(__always)
    static func imfFixdate(_ bytes: RawSpan) -> HTTPDate? {
        guard bytes.byteCount == 29 else { return nil }
        // Sun, 06 Nov 1994 08:49:37 GMT
        // 0   4   8   12  16       25
        guard bytes.word32(at: 25) == 0x544D_4720, bytes.byte(at: 16) == 0x20 else { return nil }

        // What should be a digit becomes its value, what should be a space or a colon becomes zero.
        let date = (UInt64(bytes.word32(at: 4)) | UInt64(bytes.word32(at: 12)) << 32) ^ 0x3030_3030_2030_3020
        let clock = bytes.word64(at: 17) ^ 0x3030_3A30_303A_3030
        // Each addend lifts the least wrong value of its byte to 0x80: 1 for a literal, 10 for a digit, 3, 4 and 6 for
        // the first digit of hour, day, minute and second. Bytes above 0x7F are wrong themselves, whatever they carry.
        let wrong = (date &+ 0x7676_7676_7F76_7C7F) | date | (clock &+ 0x767A_7F76_7A7F_767D) | clock
        guard wrong & 0x8080_8080_8080_8080 == 0 else { return nil }
        let digits = DateDigits(date: date, clock: clock)

        let month = DateNames.Month(letters: bytes.word16(at: 9))
        guard month.name == bytes.word32(at: 8), UInt(bitPattern: digits.day &- 1) < UInt(bitPattern: month.length),
            digits.hour < 24
        else { return nil }

        let day = month.number(of: digits.day, in: digits.year)
        guard DateNames.dayAndComma(Calendar.dayOfWeek(days: day)) == bytes.word32(at: 0) else { return nil }
        return HTTPDate(day: day, secondOfDay: digits.secondOfDay)
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
