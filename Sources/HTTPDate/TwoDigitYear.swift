/// The 50-year rule for the two-digit year of `rfc850-date`. RFC 9110 §5.6.7.
enum TwoDigitYear {
    /// The latest year of 0000 to 9999 that ends in these two digits and whose whole timestamp is not more than 50
    /// calendar years after now; nil if there is none, which takes a now before 0050.
    ///
    /// Whether that year has the day is not asked.
    static func year(endingIn digits: Int, month: Int, day: Int, secondOfDay: Int, relativeTo now: HTTPDate) -> Int? {
        let today = Calendar.yearMonthDay(days: Calendar.days(of: now))
        let limit = today.year &+ 50
        // Compared field by field: 1 March is more than 50 years after 29 February.
        let limitInYear = (today.month &* 32 &+ today.day) &* 86_400 &+ now.secondOfDay
        let inYear = (month &* 32 &+ day) &* 86_400 &+ secondOfDay
        let last = min(limit &- (inYear > limitInYear ? 1 : 0), 9999)
        let year = last &- last % 100 &+ digits
        return year <= last ? year : year >= 100 ? year &- 100 : nil
    }
}

extension HTTPDate {
    /// The same month, day, time and last two digits of the year, in the century that the 50-year rule gives as seen
    /// from `now`; nil if that is no date.
    ///
    /// For a date whose ``Parsed/form`` is ``Form/rfc850`` and that was read before it was known what time it is. Read
    /// relative to the epoch, every date is accepted that is one at any time; this then places it.
    /// RFC 9110 §5.6.7.
    public func settingCentury(relativeTo now: HTTPDate) -> HTTPDate? {
        let civil = Calendar.yearMonthDay(days: Calendar.days(of: self))
        let year = TwoDigitYear.year(
            endingIn: civil.year % 100, month: civil.month, day: civil.day, secondOfDay: secondOfDay, relativeTo: now)
        guard let year, civil.day <= Calendar.length(ofMonth: civil.month, in: year) else { return nil }
        return HTTPDate(
            day: Calendar.days(year: year, month: civil.month, day: civil.day), secondOfDay: secondOfDay)
    }
}
