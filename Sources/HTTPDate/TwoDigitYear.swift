/// The 50-year rule for the two-digit year of `rfc850-date`. RFC 9110 §5.6.7.
enum TwoDigitYear {
    /// The latest year that ends in these two digits and whose whole timestamp is not more than 50 calendar years
    /// after now.
    ///
    /// 29 February counts only in years that have it, so that no date is valid at one time and invalid at another.
    /// Years outside 0000 to 9999 are not considered; if all of that range lies more than 50 years ahead the year is
    /// the earliest so ending.
    static func year(endingIn digits: Int, month: Int, day: Int, secondOfDay: Int, relativeTo now: HTTPDate) -> Int {
        let today = Calendar.yearMonthDay(days: Calendar.days(of: now))
        let limit = today.year + 50
        let limitInYear = (today.month * 32 + today.day) * 86_400 + now.secondOfDay
        let inYear = (month * 32 + day) * 86_400 + secondOfDay
        var year = limit - limit % 100 + digits
        if year > limit || (year == limit && inYear > limitInYear) { year -= 100 }
        if year > 9999 { year -= 100 }
        if year < 0 { year += 100 }
        if month == 2 && day == 29 && digits == 0 { year -= year % 400 }
        return year
    }
}

extension HTTPDate {
    /// The same month, day, time and last two digits of the year, in the century that the 50-year rule gives as seen
    /// from `now`.
    ///
    /// For a date whose ``Parsed/form`` is ``Form/rfc850`` and that was read before it was known what time it is:
    /// `parse(bytes, relativeTo: a).date.settingCentury(relativeTo: b) == parse(bytes, relativeTo: b).date`.
    /// RFC 9110 §5.6.7.
    public func settingCentury(relativeTo now: HTTPDate) -> HTTPDate {
        let civil = Calendar.yearMonthDay(days: Calendar.days(of: self))
        let year = TwoDigitYear.year(
            endingIn: civil.year % 100, month: civil.month, day: civil.day, secondOfDay: secondOfDay, relativeTo: now)
        return HTTPDate(
            day: Calendar.days(year: year, month: civil.month, day: civil.day), secondOfDay: secondOfDay)
    }
}
