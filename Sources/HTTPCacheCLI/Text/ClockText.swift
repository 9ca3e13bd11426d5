import HTTPDate

/// Writes instants: the time of day where all of them lie on one day, else day and time.
struct ClockText: Sendable, Hashable {
    private let showsDay: Bool

    /// Settles the form by every instant that will be written.
    init(covering instants: [HTTPDate]) {
        let days = Set(instants.map { $0.secondsSinceEpoch.dividedFlooring(by: 86_400) })
        showsDay = days.count > 1
    }

    func text(_ instant: HTTPDate) -> String {
        let civil = instant.civil
        let time = Self.two(civil.hour) + ":" + Self.two(civil.minute) + ":" + Self.two(civil.second)
        guard showsDay else { return time }
        let year = Self.two(civil.year / 100) + Self.two(civil.year % 100)
        return year + "-" + Self.two(civil.month) + "-" + Self.two(civil.day) + " " + time
    }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}

extension Int64 {
    fileprivate func dividedFlooring(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
