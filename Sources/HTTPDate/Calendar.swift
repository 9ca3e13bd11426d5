/// Days to year, month, day and back, in integers, for years 0000 to 9999 of the proleptic Gregorian calendar.
///
/// Years are counted from 1 March, so that the leap day is the last of its year. Days are numbered from a Monday
/// shortly before year 0: all numbers are positive, and a number's remainder by seven is its day of the week.
enum Calendar {
    /// The number of 1970-01-01, a Thursday.
    @inline(__always) static var epoch: Int { 719_533 }
    @inline(__always) static var secondsToEpoch: Int64 { 719_533 * 86_400 }
    /// The number of 29 February 0000, the day before the first 1 March.
    @inline(__always) static var marchOffset: Int { 64 }
    /// See ``DateNames/Month/daysFromMarch``.
    @inline(__always) static var daysFromMarchToDecember: Int { marchOffset + 275 }

    @inline(__always)
    static func isLeap(_ year: Int) -> Bool {
        year & 3 == 0 && (year % 100 != 0 || year & 15 == 0)
    }

    /// 28 to 31; months 1 to 12.
    @inline(__always)
    static func length(ofMonth month: Int, in year: Int) -> Int {
        month == 2 ? (isLeap(year) ? 29 : 28) : 30 | (month ^ (month >> 3))
    }

    /// The days from 1 March 0000 to 1 March of a year, -1 to 9999.
    @inline(__always)
    static func days(beforeMarchOf year: Int) -> Int {
        // 5243 / 2^19 is 1 / 100 for numbers below 43,000. Shifts round down below zero too.
        let century = (year &* 5243) >> 19
        return ((year &* 1461) >> 2) &- century &+ (century >> 2)
    }

    /// The number of a day of the calendar.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let (marchYear, marchMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        return days(beforeMarchOf: marchYear) + (marchMonth * 153 + 2) / 5 + marchOffset + day
    }

    /// 0 for Monday to 6 for Sunday, for the number of a day.
    @inline(__always)
    static func dayOfWeek(days: Int) -> Int {
        // The product is the fraction of the week that has passed, in units of 2^-32; it errs by less than 2^-9, so
        // that its first three bits are the number of whole sevenths.
        Int(truncatingIfNeeded: (UInt32(truncatingIfNeeded: days) &* 613_566_757) >> 29)
    }

    /// The number of the day on which an instant falls.
    @inline(__always)
    static func days(of date: HTTPDate) -> Int {
        Int(truncatingIfNeeded: UInt64(bitPattern: date.secondsSinceEpoch &+ secondsToEpoch) / 86_400)
    }

    /// A day of a year that begins on 1 March.
    struct DayOfMarchYear {
        /// -1 to 9999.
        let year: Int
        /// 0 for March to 11 for February.
        let month: Int
        /// 1 to 31.
        let day: Int

        /// The day that has this number.
        @inline(__always)
        init(days: Int) {
            // Counted from 1 March of year -400, for nothing to be negative; times four, for years of 365.25 days.
            let quarters = UInt32(truncatingIfNeeded: days &- marchOffset &+ 146_096) &* 4 &+ 3
            let century = quarters / 146_097
            let quartersOfCentury = (quarters % 146_097) | 3
            let yearOfCentury = quartersOfCentury / 1461
            let dayOfYear = (quartersOfCentury % 1461) / 4
            // A line through the starts of the months, which has a slope of 2^16 / 30.62; tried for all 366 days.
            let line = dayOfYear &* 2140 &+ 1324
            year = Int(century &* 100 &+ yearOfCentury) &- 400
            month = Int(line >> 16)
            day = Int((line & 0xFFFF) / 2140) &+ 1
        }
    }

    /// Year, month and day of the number of a day.
    @inline(__always)
    static func yearMonthDay(days: Int) -> (year: Int, month: Int, day: Int) {
        let date = DayOfMarchYear(days: days)
        return date.month < 10
            ? (date.year, date.month &+ 3, date.day) : (date.year &+ 1, date.month &- 9, date.day)
    }
}
