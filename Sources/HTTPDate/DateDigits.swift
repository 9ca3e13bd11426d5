/// The digits of a date as values of 0 to 9, each in a byte of its own, all others zero.
struct DateDigits {
    /// Bytes 1 and 2 the day, bytes 4 to 7 the year.
    let date: UInt64
    /// Bytes 0 and 1 the hour, 3 and 4 the minute, 6 and 7 the second.
    let clock: UInt64

    // Each byte times ten plus the byte after it: where two digits stand, their number is now in the byte of the first.
    @inline(__always) private var dates: UInt64 { (date &* 10) &+ (date >> 8) }
    @inline(__always) private var clocks: UInt64 { (clock &* 10) &+ (clock >> 8) }

    @inline(__always) var day: Int { Int(truncatingIfNeeded: (dates >> 8) & 0xFF) }

    /// 0 to 9999.
    @inline(__always) var year: Int {
        // Bits 0 to 7 the century, 16 to 23 the year in it; times 100 the century comes to lie on the year.
        let parts = UInt32(truncatingIfNeeded: dates >> 32) & 0x00FF_00FF
        return Int((parts &* (100 << 16 | 1)) >> 16)
    }

    @inline(__always) var hour: Int { Int(truncatingIfNeeded: clocks & 0xFF) }
    /// Minute × 60 + second.
    @inline(__always) var secondOfHour: Int {
        // As for the year: bits 24 to 31 the minute, 48 to 55 the second.
        Int(truncatingIfNeeded: ((clocks & 0x00FF_0000_FF00_0000) &* (60 << 24 | 1)) >> 48)
    }

    @inline(__always) var secondOfDay: Int { hour &* 3600 &+ secondOfHour }

    /// Whether second 60 is written, for which the grammar wants 23:59 before: no other second of an hour is 3600.
    @inline(__always) var isLeapSecond: Bool { secondOfHour == 3600 }
}
