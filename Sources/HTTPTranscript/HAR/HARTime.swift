import HTTPDate

/// Reads `startedDateTime`: ISO 8601 as HARs write it.
///
///     2026-11-24T09:31:00.123Z        2026-11-24T10:31:00+01:00        2026-11-24 09:31:00
///
/// Any number of digits in the fraction, which only counts in milliseconds; without a zone it is UTC.
struct HARTime {
    /// Since 1970-01-01T00:00:00Z.
    private(set) var milliseconds: Int64 = 0

    private var bytes: ArraySlice<UInt8> = []

    /// Nil for any other form and for a day that there is not.
    init?(_ text: String) {
        bytes = Array(text.utf8)[...]
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2),
            let separator = bytes.popFirst(), [0x54, 0x74, 0x20].contains(separator),
            let hour = digits(2), take(":"), let minute = digits(2), take(":"), let second = digits(2),
            hour < 24, minute < 60, second <= 60, let date = HTTPDate(year: year, month: month, day: day)
        else { return nil }
        guard let fraction = fraction(), let zone = zone(), bytes.isEmpty else { return nil }
        let ofDay = hour * 3_600 + minute * 60 + second - zone
        milliseconds = (date.secondsSinceEpoch + Int64(ofDay)) * 1_000 + Int64(fraction)
    }

    private mutating func digits(_ count: Int) -> Int? {
        let text = bytes.prefix(count)
        guard text.count == count, let number = Byte.number(text) else { return nil }
        bytes = bytes.dropFirst(count)
        return number
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard bytes.first == UInt8(ascii: character) else { return false }
        bytes.removeFirst()
        return true
    }

    /// In milliseconds; 0 where there is none.
    private mutating func fraction() -> Int? {
        guard take(".") || take(",") else { return 0 }
        let text = bytes.prefix(while: Byte.isDigit)
        guard !text.isEmpty else { return nil }
        bytes = bytes.dropFirst(text.count)
        let three = Array(text.prefix(3)) + [UInt8](repeating: 0x30, count: max(0, 3 - text.count))
        return Byte.number(three[...])
    }

    /// Seconds east of UTC.
    private mutating func zone() -> Int? {
        if bytes.isEmpty { return 0 }
        if take("Z") || take("z") { return 0 }
        let sign = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = digits(2), hours < 24 else { return nil }
        _ = take(":")
        let minutes = bytes.isEmpty ? 0 : digits(2)
        guard let minutes, minutes < 60 else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
