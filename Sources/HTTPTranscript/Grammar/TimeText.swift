public import HTTPDate

/// A length of time in whole microseconds: the `T` of the grammar.
///
///     T = 1*( digits ["." digits] ( "d" | "h" | "m" | "s" ) )        a bare number is seconds
///
/// At most six digits after the point and twelve thousand years in all, so that nothing is rounded and no sum
/// overflows.
public struct TimeSpan: Sendable, Hashable, Comparable {
    /// Negative for a time before.
    public let microseconds: Int64

    /// Makes a span of any length; that of a file has at most twelve thousand years.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Whole seconds, fractions dropped.
    public var seconds: Int64 { Instant.floored(microseconds) }

    /// Reads `T`; nil for anything else.
    package init?(_ text: [UInt8]) {
        let file = SourceFile(path: "", bytes: text)
        guard let span = try? TimeText.read(SourceRange(0, text.count), in: file) else { return nil }
        self = span
    }

    public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.microseconds < b.microseconds }

    /// 400 thousand million seconds.
    static let maximum = TimeSpan(microseconds: 400_000_000_000 * 1_000_000)
}

/// A point of the simulated clock: fractions order events, and arithmetic sees ``date``.
public struct Instant: Sendable, Hashable, Comparable {
    /// Since 1970-01-01T00:00:00Z.
    public let microsecondsSinceEpoch: Int64

    /// The instant at which a second begins.
    public init(_ date: HTTPDate) {
        microsecondsSinceEpoch = date.secondsSinceEpoch.saturating(times: 1_000_000)
    }

    init(microsecondsSinceEpoch: Int64) {
        self.microsecondsSinceEpoch = microsecondsSinceEpoch
    }

    /// The second that the instant lies in, floored.
    public var date: HTTPDate {
        HTTPDate(secondsSinceEpoch: Self.floored(microsecondsSinceEpoch))
    }

    /// The instant so much later; earlier when the span is negative. Saturates.
    public func adding(_ span: TimeSpan) -> Instant {
        Instant(microsecondsSinceEpoch: microsecondsSinceEpoch.saturating(plus: span.microseconds))
    }

    public static func < (a: Instant, b: Instant) -> Bool {
        a.microsecondsSinceEpoch < b.microsecondsSinceEpoch
    }

    /// Whether an HTTP date can write it: years 0000 to 9999.
    var isWritable: Bool {
        -62_167_219_200...253_402_300_799 ~= Self.floored(microsecondsSinceEpoch)
    }

    static func floored(_ microseconds: Int64) -> Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension Int64 {
    fileprivate func saturating(times factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? (self < 0 ? .min : .max) : product
    }

    fileprivate func saturating(plus other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

/// Reads `T` from a range that holds nothing else.
struct TimeText {
    private let file: SourceFile
    private let range: SourceRange
    private var offset: Int

    static func read(_ range: SourceRange, in file: SourceFile) throws(Fault) -> TimeSpan {
        var text = TimeText(file: file, range: range, offset: range.start)
        return try text.read()
    }

    private mutating func read() throws(Fault) -> TimeSpan {
        var total: Int64 = 0
        repeat {
            let number = try number()
            let unit = try unit()
            let (whole, overflow) = number.whole.multipliedReportingOverflow(by: unit)
            // A fraction has at most six digits, and a unit is a multiple of a million: exact.
            let (sum, sumOverflow) = total.addingReportingOverflow(whole)
            total = sum &+ number.millionths * (unit / 1_000_000)
            guard !overflow, !sumOverflow, 0...TimeSpan.maximum.microseconds ~= total else {
                throw Fault("the time is larger than the limit of 400000000000s", at: range.start)
            }
        } while offset < range.end
        return TimeSpan(microseconds: total)
    }

    private mutating func number() throws(Fault) -> (whole: Int64, millionths: Int64) {
        let whole = digits()
        guard !whole.isEmpty else { throw Fault("expected a time such as 90s or 1h30m", at: offset) }
        var value: Int64 = 0
        for byte in file.bytes(in: whole) where value <= TimeSpan.maximum.microseconds {
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        guard offset < range.end, file.bytes[offset] == UInt8(ascii: ".") else { return (value, 0) }
        offset += 1
        let fraction = digits()
        guard !fraction.isEmpty else { throw Fault("expected a digit after the point", at: offset) }
        guard fraction.count <= 6 else {
            throw Fault("a time has at most six digits after the point", at: fraction.start + 6)
        }
        var millionths: Int64 = 0
        for byte in file.bytes(in: fraction) { millionths = millionths * 10 + Int64(byte - UInt8(ascii: "0")) }
        for _ in fraction.count..<6 { millionths *= 10 }
        return (value, millionths)
    }

    private mutating func digits() -> SourceRange {
        let start = offset
        while offset < range.end, Byte.isDigit(file.bytes[offset]) { offset += 1 }
        return SourceRange(start, offset)
    }

    /// Microseconds in the unit that follows; a number that is all of the text is seconds.
    private mutating func unit() throws(Fault) -> Int64 {
        if offset == range.end, file.bytes(in: range).allSatisfy({ Byte.isDigit($0) || $0 == UInt8(ascii: ".") }) {
            return 1_000_000
        }
        defer { offset += 1 }
        switch offset < range.end ? file.bytes[offset] : 0 {
        case UInt8(ascii: "s"): return 1_000_000
        case UInt8(ascii: "m"): return 60_000_000
        case UInt8(ascii: "h"): return 3_600_000_000
        case UInt8(ascii: "d"): return 86_400_000_000
        default: throw Fault("expected a unit: d, h, m or s", at: offset)
        }
    }
}
