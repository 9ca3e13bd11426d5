/// An instant as the calendar writes it: year, month, day and time of day in UTC.
///
/// Proleptic Gregorian, years 0000 to 9999, no leap seconds. RFC 9110 §5.6.7.
public struct CivilDate: Sendable, Hashable {
    /// 0 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int
    /// 0 to 59.
    public let second: Int
    /// The day of the week that this day is.
    public let dayName: DayName
}

/// A day of the week, in the order of the ABNF of `day-name`. RFC 9110 §5.6.7.
public enum DayName: UInt8, Sendable, Hashable, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

extension HTTPDate {
    /// Makes the instant that the calendar calls so, or nil when there is no such instant.
    ///
    /// Years 0000 to 9999. Second 60 is allowed as 23:59:60 only and gives 23:59:59, the nearest earlier second.
    /// RFC 9110 §5.6.7.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard 0...9999 ~= year, 1...12 ~= month, 1...31 ~= day, day <= Calendar.days(inMonth: month, of: year),
            0...23 ~= hour, 0...59 ~= minute,
            0...59 ~= second || (hour == 23 && minute == 59 && second == 60)
        else { return nil }
        let days = Calendar.daysSinceEpoch(year: year, month: month, day: day)
        self.init(inRange: Int64(days * 86_400 + hour * 3600 + minute * 60 + min(second, 59)))
    }

    /// Year, month, day and time of day of this instant, in UTC.
    public var civil: CivilDate {
        let days = Calendar.day(of: secondsSinceEpoch)
        let time = Int(secondsSinceEpoch) - days * 86_400
        let (year, month, day) = Calendar.yearMonthDay(daysSinceEpoch: days)
        return CivilDate(
            year: year, month: month, day: day, hour: time / 3600, minute: time / 60 % 60, second: time % 60,
            dayName: dayName)
    }

    /// The day of the week on which this instant falls, in UTC.
    public var dayName: DayName {
        DayName(rawValue: UInt8(Calendar.dayNameIndex(daysSinceEpoch: Calendar.day(of: secondsSinceEpoch)))) ?? .monday
    }
}

/// Days to year, month, day and back, in integers, for years 0000 to 9999.
///
/// Years are counted from 1 March, so that the leap day is the last day of its year, and 400 years late, so that no
/// intermediate is negative.
enum Calendar {
    /// From 1 March 400 years before year 0 to 1970-01-01.
    @inline(__always) static var daysToEpoch: Int { 719_468 + 146_097 }

    @inline(__always)
    static func day(of secondsSinceEpoch: Int64) -> Int {
        Int((secondsSinceEpoch + Int64(daysToEpoch) * 86_400) / 86_400) - daysToEpoch
    }

    @inline(__always)
    static func isLeap(_ year: Int) -> Bool {
        year & 3 == 0 && (year % 100 != 0 || year & 15 == 0)
    }

    @inline(__always)
    static func days(inMonth month: Int, of year: Int) -> Int {
        month == 2 ? (isLeap(year) ? 29 : 28) : 30 | (month ^ (month >> 3))
    }

    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let beforeMarch = month <= 2
        let marchYear = year + 400 - (beforeMarch ? 1 : 0)
        let marchMonth = month + (beforeMarch ? 9 : -3)
        let century = marchYear / 100
        return ((marchYear * 1461) >> 2) - century + (century >> 2) + (marchMonth * 153 + 2) / 5 + day - 1 - daysToEpoch
    }

    static func yearMonthDay(daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
        let quarterDays = (daysSinceEpoch + daysToEpoch) * 4 + 3
        let century = quarterDays / 146_097
        let quarterDaysOfCentury = quarterDays % 146_097 | 3
        let yearOfCentury = quarterDaysOfCentury / 1461
        let dayOfYear = quarterDaysOfCentury % 1461 / 4
        let marchMonth = (dayOfYear * 5 + 2) / 153
        let day = dayOfYear - (marchMonth * 153 + 2) / 5 + 1
        let beforeMarch = marchMonth >= 10
        return (
            century * 100 + yearOfCentury - 400 + (beforeMarch ? 1 : 0), marchMonth + (beforeMarch ? -9 : 3), day
        )
    }

    /// 0 for Monday to 6 for Sunday.
    @inline(__always)
    static func dayNameIndex(daysSinceEpoch: Int) -> Int {
        (daysSinceEpoch + daysToEpoch + 2) % 7
    }
}
