/// The three forms of HTTP-date as rows, from which the machine's table is made. RFC 9110 §5.6.7.
///
/// In a text `#` stands for any digit, `+` for 1 to 9, `@` for 0 to 5, a letter for itself in either case, anything
/// else for itself. The ranges of day, hour, minute and second are part of the grammar here; how many days a month has
/// is not.
enum DateGrammar {
    /// One name of the ABNF: the texts it can be, and what is missing where it is something else.
    struct Element {
        let name: String
        let texts: [String]
        let expected: HTTPDate.Expectation
    }

    /// One way to write a date.
    struct Row {
        let form: String
        let elements: [Element]
    }

    // imf-fixdate  = day-name "," SP day SP month SP year SP time-of-day SP GMT
    // rfc850-date  = day-name-l "," SP day "-" month "-" 2DIGIT SP time-of-day SP GMT
    // asctime-date = day-name SP month SP ( 2DIGIT / ( SP 1DIGIT )) SP time-of-day SP year
    static let rows: [Row] = rows(with: timeOfDay) + rows(with: leapSecond)

    private static func rows(with time: [Element]) -> [Row] {
        let imfFixdate: [Element] = [dayName, comma, sp, day, sp, month, sp, year, sp] + time + [sp, gmt]
        let rfc850: [Element] = [dayNameL, comma, sp, day, hyphen, month, hyphen, year2, sp] + time + [sp, gmt]
        let asctime: [Element] = [dayName, sp, month, sp, paddedDay, sp] + time + [sp, year]
        return [
            Row(form: "imf-fixdate", elements: imfFixdate),
            Row(form: "rfc850-date", elements: rfc850),
            Row(form: "asctime-date", elements: asctime),
        ]
    }

    // time-of-day = hour ":" minute ":" second, from 00:00:00 to 23:59:60
    static let timeOfDay = [hour, colon, minute, colon, second]
    static let leapSecond = [
        Element(name: "hour 23", texts: ["23"], expected: .hour), colon,
        Element(name: "minute 59", texts: ["59"], expected: .minute), colon,
        Element(name: "second 60", texts: ["60"], expected: .second),
    ]

    static let dayName = Element(
        name: "day-name", texts: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], expected: .dayName)
    static let dayNameL = Element(
        name: "day-name-l",
        texts: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], expected: .dayName)
    static let day = Element(name: "day", texts: ["0+", "1#", "2#", "30", "31"], expected: .day)
    static let paddedDay = Element(name: "day", texts: [" +"] + day.texts, expected: .paddedDay)
    static let month = Element(
        name: "month",
        texts: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"], expected: .month)
    static let year = Element(name: "year", texts: ["####"], expected: .year)
    static let year2 = Element(name: "2DIGIT", texts: ["##"], expected: .twoDigitYear)
    static let hour = Element(name: "hour", texts: ["0#", "1#", "20", "21", "22", "23"], expected: .hour)
    static let minute = Element(name: "minute", texts: ["@#"], expected: .minute)
    static let second = Element(name: "second", texts: ["@#"], expected: .second)
    static let gmt = Element(name: "GMT", texts: ["GMT"], expected: .zone)
    static let sp = Element(name: "SP", texts: [" "], expected: .space)
    static let comma = Element(name: "\",\"", texts: [","], expected: .comma)
    static let hyphen = Element(name: "\"-\"", texts: ["-"], expected: .hyphen)
    static let colon = Element(name: "\":\"", texts: [":"], expected: .colon)

    static let letters = Array(UInt8(ascii: "A")...UInt8(ascii: "Z")) + Array(UInt8(ascii: "a")...UInt8(ascii: "z"))

    /// The bytes that one character of a text stands for.
    static func bytes(for character: UInt8) -> [UInt8] {
        switch character {
        case UInt8(ascii: "#"): Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
        case UInt8(ascii: "+"): Array(UInt8(ascii: "1")...UInt8(ascii: "9"))
        case UInt8(ascii: "@"): Array(UInt8(ascii: "0")...UInt8(ascii: "5"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            [character & ~0x20, character | 0x20]
        default: [character]
        }
    }
}
