/// Reads an HTTP-date byte by byte, in the order of the ABNF. RFC 9110 §5.6.7.
struct SimpleReader {
    typealias Failure = HTTPDate.ParseError
    let bytes: [UInt8]
    let strictness: HTTPDate.Strictness
    var offset = 0

    static let dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    func matches(_ byte: UInt8?, _ letter: UInt8) -> Bool {
        guard let byte else { return false }
        return byte == letter
            || (strictness == .lenient && (0x41...0x5A ~= byte || 0x61...0x7A ~= byte)
                && byte | 0x20 == letter | 0x20)
    }

    mutating func one(_ literal: Character, _ expected: HTTPDate.Expectation) throws(Failure) {
        guard next == literal.asciiValue else { throw Failure(offset: offset, expected: expected) }
        offset += 1
    }

    mutating func name(_ names: [[UInt8]], _ expected: HTTPDate.Expectation) throws(Failure) -> Int {
        var left = Array(names.indices)
        for position in 0..<3 {
            left = left.filter { matches(next, names[$0][position]) }
            if left.isEmpty { throw Failure(offset: offset, expected: expected) }
            offset += 1
        }
        return left[0]
    }

    mutating func digit(_ allowed: ClosedRange<Int>, _ expected: HTTPDate.Expectation) throws(Failure) -> Int {
        guard let byte = next, allowed ~= Int(byte) - 0x30 else { throw Failure(offset: offset, expected: expected) }
        offset += 1
        return Int(byte) - 0x30
    }

    mutating func day(_ expected: HTTPDate.Expectation) throws(Failure) -> Int {
        if expected == .paddedDay && next == 0x20 {
            offset += 1
            return try digit(1...9, expected)
        }
        let tens = try digit(0...3, expected)
        return try tens * 10 + digit(tens == 0 ? 1...9 : tens == 3 ? 0...1 : 0...9, expected)
    }

    mutating func time() throws(Failure) -> (Int, leap: Bool) {
        let hourTens = try digit(0...2, .hour)
        let hour = try hourTens * 10 + digit(hourTens == 2 ? 0...3 : 0...9, .hour)
        try one(":", .colon)
        let minute = try digit(0...5, .minute) * 10 + digit(0...9, .minute)
        try one(":", .colon)
        let last = hour == 23 && minute == 59
        let tens = try digit(last ? 0...6 : 0...5, .second)
        let second = try tens * 10 + digit(tens == 6 ? 0...0 : 0...9, .second)
        return (hour * 3600 + minute * 60 + min(second, 59), second == 60)
    }

    mutating func year() throws(Failure) -> Int {
        var year = 0
        for _ in 0..<4 { year = try year * 10 + digit(0...9, .year) }
        return year
    }

    mutating func zone() throws(Failure) {
        try one(" ", .space)
        for letter in "GMT".utf8 {
            guard matches(next, letter) else { throw Failure(offset: offset, expected: .zone) }
            offset += 1
        }
    }

    mutating func read(relativeTo now: HTTPDate) throws(Failure) -> HTTPDate.Parsed {
        let names = Self.dayNames.map { Array($0.utf8) }
        let months = Self.months.map { Array($0.utf8) }
        let weekday = try name(names, .dayName)
        let form: HTTPDate.Form
        if next == 0x2C {
            form = .imfFixdate
        } else if next == 0x20 {
            form = .asctime
        } else {
            form = .rfc850
            for (index, letter) in names[weekday].dropFirst(3).enumerated() {
                let expected: HTTPDate.Expectation = index == 0 ? .endOfDayName : .dayName
                guard matches(next, letter) else { throw Failure(offset: offset, expected: expected) }
                offset += 1
            }
            guard next == 0x2C else { throw Failure(offset: offset, expected: .comma) }
        }
        offset += 1
        if form != .asctime { try one(" ", .space) }
        var (year, month, day, time, leap) = (0, 0, 0, 0, false)
        var dayOffset = offset
        switch form {
        case .imfFixdate:
            day = try self.day(.day)
            try one(" ", .space)
            month = try name(months, .month) + 1
            try one(" ", .space)
            year = try self.year()
            try one(" ", .space)
            (time, leap) = try self.time()
            try zone()
        case .rfc850:
            day = try self.day(.day)
            try one("-", .hyphen)
            month = try name(months, .month) + 1
            try one("-", .hyphen)
            year = try digit(0...9, .twoDigitYear) * 10 + digit(0...9, .twoDigitYear)
            try one(" ", .space)
            (time, leap) = try self.time()
            try zone()
            year = TwoDigitYear.year(endingIn: year, month: month, day: day, secondOfDay: time, relativeTo: now)
        case .asctime:
            month = try name(months, .month) + 1
            try one(" ", .space)
            dayOffset = offset
            day = try self.day(.paddedDay)
            try one(" ", .space)
            (time, leap) = try self.time()
            try one(" ", .space)
            year = try self.year()
        }
        guard offset == bytes.count else { throw Failure(offset: offset, expected: .end) }
        guard day <= Calendar.days(inMonth: month, of: year) else {
            throw Failure(offset: dayOffset, expected: .dayOfMonth)
        }
        let days = Calendar.daysSinceEpoch(year: year, month: month, day: day)
        let matches = Calendar.dayNameIndex(daysSinceEpoch: days) == weekday
        guard matches || strictness == .lenient else { throw Failure(offset: 0, expected: .matchingDayName) }
        return HTTPDate.Parsed(
            date: HTTPDate(inRange: Int64(days * 86_400 + time)), form: form, weekdayMatches: matches,
            isLeapSecond: leap)
    }
}
