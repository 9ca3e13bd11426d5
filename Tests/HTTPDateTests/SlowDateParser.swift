/// A slow reading of HTTP-date from the grammar of RFC 9110 §5.6.7, to hold a fast one against.
///
/// One cursor walks the bytes once per form; days are counted one year and one month at a time.
/// The value is taken as it is: the whitespace around a field value is not part of it.
enum SlowDateParser {
    enum Outcome: Equatable {
        /// `form` is one of "imf-fixdate", "rfc850", "asctime".
        case date(seconds: Int64, form: String, weekdayMatches: Bool)
        case invalid
    }

    /// `strict` asks for the exact case of the grammar and for the right weekday.
    static func parse(_ bytes: [UInt8], now: Int64, strict: Bool) -> Outcome {
        for form in ["imf-fixdate", "rfc850", "asctime"] {
            var cursor = Cursor(bytes: bytes, exactCase: strict)
            let parts: Parts?
            switch form {
            case "imf-fixdate": parts = imfFixdate(&cursor)
            case "rfc850": parts = rfc850(&cursor, now: now)
            default: parts = asctime(&cursor)
            }
            guard let parts, cursor.atEnd else { continue }
            return outcome(parts, form: form, strict: strict)
        }
        return .invalid
    }

    // MARK: The three forms

    /// What the text says, before anyone asks whether such a day exists. Weekday 0 is Monday.
    struct Parts {
        var weekday: Int
        var year: Int
        var month: Int
        var day: Int
        var hour: Int
        var minute: Int
        var second: Int
    }

    static let shortDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    static let longDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func imfFixdate(_ cursor: inout Cursor) -> Parts? {
        guard let weekday = cursor.name(of: shortDays), cursor.literal(","), cursor.literal(" ") else { return nil }
        guard let day = cursor.digits(2), cursor.literal(" ") else { return nil }
        guard let month = cursor.name(of: months), cursor.literal(" ") else { return nil }
        guard let year = cursor.digits(4), cursor.literal(" ") else { return nil }
        guard let time = timeOfDay(&cursor), cursor.literal(" "), cursor.word("GMT") else { return nil }
        return Parts(
            weekday: weekday, year: year, month: month + 1, day: day,
            hour: time.hour, minute: time.minute, second: time.second)
    }

    static func rfc850(_ cursor: inout Cursor, now: Int64) -> Parts? {
        guard let weekday = cursor.name(of: longDays), cursor.literal(","), cursor.literal(" ") else { return nil }
        guard let day = cursor.digits(2), cursor.literal("-") else { return nil }
        guard let month = cursor.name(of: months), cursor.literal("-") else { return nil }
        guard let twoDigits = cursor.digits(2), cursor.literal(" ") else { return nil }
        guard let time = timeOfDay(&cursor), cursor.literal(" "), cursor.word("GMT") else { return nil }
        var parts = Parts(
            weekday: weekday, year: 0, month: month + 1, day: day,
            hour: time.hour, minute: time.minute, second: time.second)
        guard let year = fullYear(twoDigits, parts, now: now) else { return nil }
        parts.year = year
        return parts
    }

    static func asctime(_ cursor: inout Cursor) -> Parts? {
        guard let weekday = cursor.name(of: shortDays), cursor.literal(" ") else { return nil }
        guard let month = cursor.name(of: months), cursor.literal(" ") else { return nil }
        let padded = cursor.literal(" ")
        guard let day = cursor.digits(padded ? 1 : 2), cursor.literal(" ") else { return nil }
        guard let time = timeOfDay(&cursor), cursor.literal(" ") else { return nil }
        guard let year = cursor.digits(4) else { return nil }
        return Parts(
            weekday: weekday, year: year, month: month + 1, day: day,
            hour: time.hour, minute: time.minute, second: time.second)
    }

    static func timeOfDay(_ cursor: inout Cursor) -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = cursor.digits(2), cursor.literal(":") else { return nil }
        guard let minute = cursor.digits(2), cursor.literal(":") else { return nil }
        guard let second = cursor.digits(2) else { return nil }
        if hour == 23, minute == 59, second == 60 { return (23, 59, 59) }
        guard hour <= 23, minute <= 59, second <= 59 else { return nil }
        return (hour, minute, second)
    }

    // MARK: The two-digit year

    /// The latest year so ending in which the timestamp is not more than 50 years after `now`.
    ///
    /// The RFC picks the *year* by where the timestamp appears to lie; nothing in it lets the day take part in that
    /// choice. So the comparison is of calendar fields, which a 29 February has in every year, and only afterwards
    /// is the date looked up in the year chosen. When it isn't there ("29-Feb-00" read as 2100), the value names
    /// no day and is invalid; reading on into the past could go back 200 years (2200, 2100, 2000).
    static func fullYear(_ twoDigits: Int, _ parts: Parts, now: Int64) -> Int? {
        let today = civil(now)
        let limit = [today.year + 50, today.month, today.day, today.hour, today.minute, today.second]
        for year in stride(from: 9999, through: 0, by: -1) where year % 100 == twoDigits {
            let timestamp = [year, parts.month, parts.day, parts.hour, parts.minute, parts.second]
            if !limit.lexicographicallyPrecedes(timestamp) { return year }
        }
        return nil
    }

    // MARK: The calendar, by counting

    static func isLeap(_ year: Int) -> Bool {
        if year % 400 == 0 { return true }
        if year % 100 == 0 { return false }
        return year % 4 == 0
    }

    static func daysIn(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func daysIn(_ year: Int) -> Int {
        isLeap(year) ? 366 : 365
    }

    /// Days from 1970-01-01, negative before it.
    static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        var days = 0
        var walk = 1970
        while walk < year {
            days += daysIn(walk)
            walk += 1
        }
        while walk > year {
            walk -= 1
            days -= daysIn(walk)
        }
        var earlier = 1
        while earlier < month {
            days += daysIn(earlier, year)
            earlier += 1
        }
        return days + day - 1
    }

    static let firstSecond = Int64(dayNumber(0, 1, 1)) * 86_400
    static let lastSecond = Int64(dayNumber(9999, 12, 31)) * 86_400 + 86_399

    /// The calendar fields of an instant; one outside the years 0000 to 9999 counts as the nearest end of them.
    static func civil(_ seconds: Int64) -> Parts {
        var rest = min(max(seconds, firstSecond), lastSecond) - firstSecond
        var year = 0
        while rest >= Int64(daysIn(year)) * 86_400 {
            rest -= Int64(daysIn(year)) * 86_400
            year += 1
        }
        var month = 1
        while rest >= Int64(daysIn(month, year)) * 86_400 {
            rest -= Int64(daysIn(month, year)) * 86_400
            month += 1
        }
        let inDay = Int(rest % 86_400)
        return Parts(
            weekday: 0, year: year, month: month, day: Int(rest / 86_400) + 1,
            hour: inDay / 3600, minute: inDay / 60 % 60, second: inDay % 60)
    }

    static func outcome(_ parts: Parts, form: String, strict: Bool) -> Outcome {
        guard parts.day >= 1, parts.day <= daysIn(parts.month, parts.year) else { return .invalid }
        let days = dayNumber(parts.year, parts.month, parts.day)
        // 1970-01-01 was a Thursday; Swift's remainder is negative before it.
        let weekday = (days % 7 + 7 + 3) % 7
        let matches = weekday == parts.weekday
        if strict, !matches { return .invalid }
        let inDay = parts.hour * 3600 + parts.minute * 60 + parts.second
        return .date(seconds: Int64(days) * 86_400 + Int64(inDay), form: form, weekdayMatches: matches)
    }

    // MARK: The cursor

    struct Cursor {
        let bytes: [UInt8]
        let exactCase: Bool
        var position = 0

        init(bytes: [UInt8], exactCase: Bool) {
            self.bytes = bytes
            self.exactCase = exactCase
        }

        var atEnd: Bool { position == bytes.count }

        mutating func literal(_ character: Character) -> Bool {
            guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
            position += 1
            return true
        }

        mutating func digits(_ count: Int) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 else { return nil }
                value = value * 10 + Int(bytes[position]) - 0x30
                position += 1
            }
            return value
        }

        mutating func word(_ word: String) -> Bool {
            let wanted = Array(word.utf8)
            guard position + wanted.count <= bytes.count else { return false }
            for index in wanted.indices {
                let (here, there) = (bytes[position + index], wanted[index])
                if exactCase ? here != there : lower(here) != lower(there) { return false }
            }
            position += wanted.count
            return true
        }

        /// The index of the name that stands here.
        mutating func name(of names: [String]) -> Int? {
            for (index, name) in names.enumerated() where word(name) {
                return index
            }
            return nil
        }

        private func lower(_ byte: UInt8) -> UInt8 {
            byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
        }
    }
}
