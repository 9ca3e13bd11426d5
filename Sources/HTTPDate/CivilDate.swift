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
    /// A day by its English name, `Mon` to `Sun` or `Monday` to `Sunday` in a date; the raw values are 0 to 6.
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

extension HTTPDate {
    /// Makes the instant that the calendar calls so, or nil when there is no such instant.
    ///
    /// Years 0000 to 9999. Second 60 is allowed as 23:59:60 only and gives 23:59:59, the nearest earlier second.
    /// RFC 9110 §5.6.7.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard 0...9999 ~= year, 1...12 ~= month, 1...31 ~= day, day <= Calendar.length(ofMonth: month, in: year),
            0...23 ~= hour, 0...59 ~= minute,
            0...59 ~= second || (hour == 23 && minute == 59 && second == 60)
        else { return nil }
        let days = Calendar.days(year: year, month: month, day: day)
        self.init(day: days, secondOfDay: hour * 3600 + minute * 60 + min(second, 59))
    }

    /// Makes an instant from the number of its day and the second in it.
    @inline(__always)
    init(day: Int, secondOfDay: Int) {
        self.init(inRange: Int64(day &* 86_400 &+ secondOfDay) &- Calendar.secondsToEpoch)
    }

    /// The second within the day, 0 to 86,399.
    @inline(__always)
    var secondOfDay: Int {
        Int(truncatingIfNeeded: UInt64(bitPattern: secondsSinceEpoch &+ Calendar.secondsToEpoch) % 86_400)
    }

    /// Year, month, day and time of day of this instant, in UTC.
    public var civil: CivilDate {
        let time = secondOfDay
        let (year, month, day) = Calendar.yearMonthDay(days: Calendar.days(of: self))
        return CivilDate(
            year: year, month: month, day: day, hour: time / 3600, minute: time / 60 % 60, second: time % 60,
            dayName: dayName)
    }

    /// The day of the week on which this instant falls, in UTC.
    public var dayName: DayName {
        DayName(rawValue: UInt8(Calendar.dayOfWeek(days: Calendar.days(of: self)))) ?? .monday
    }
}
