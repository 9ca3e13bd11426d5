import HTTPDate
import HTTPTranscript

/// What `--at`, `--sent` and `--received` take.
enum TimeArgument: Sendable, Hashable {
    /// An HTTP date or `2026-11-24T09:31:00Z`.
    case instant(HTTPDate)
    /// `HH:MM:SS` on the day of the Date field, UTC: seconds since midnight.
    case timeOfDay(Int)
    /// `+27m`: seconds after arrival.
    case afterArrival(Int)

    /// Reads one of the forms; nil for anything else. `now` places two-digit years.
    init?(_ text: String, now: HTTPDate) {
        let bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "+") {
            guard let seconds = Self.length(bytes.dropFirst()) else { return nil }
            self = .afterArrival(seconds)
        } else if let time = Self.time(bytes[...]) {
            self = .timeOfDay(time)
        } else if let instant = Self.isoInstant(bytes) {
            self = .instant(instant)
        } else if let parsed = HTTPDate.parseIfValid(bytes.span, relativeTo: now) {
            self = .instant(parsed.date)
        } else {
            return nil
        }
    }

    static let forms = "an HTTP date, 2026-11-24T09:31:00Z, HH:MM:SS or +27m"

    /// The `T` of fixtures, in whole seconds; the sum is floored.
    static func length(_ bytes: ArraySlice<UInt8>) -> Int? { TimeSpan(Array(bytes)).map { Int($0.seconds) } }

    /// `HH:MM:SS` as seconds since midnight.
    private static func time(_ bytes: ArraySlice<UInt8>) -> Int? {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.count == 2 }), let hour = number(parts[0]), hour < 24,
            let minute = number(parts[1]), minute < 60, let second = number(parts[2]), second < 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// `YYYY-MM-DDTHH:MM:SSZ`.
    private static func isoInstant(_ bytes: [UInt8]) -> HTTPDate? {
        guard bytes.count == 20, bytes[10] == UInt8(ascii: "T"), bytes[19] == UInt8(ascii: "Z"),
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), let time = time(bytes[11..<19]),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10])
        else { return nil }
        return HTTPDate(year: year, month: month, day: day).map { $0.adding(seconds: Int64(time)) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    /// One to twelve digits.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard 1...12 ~= bytes.count, bytes.allSatisfy(isDigit) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 & 15) }
    }
}
