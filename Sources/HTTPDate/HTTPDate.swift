/// An instant of whole seconds, as the HTTP date fields carry it.
///
/// Every value lies in years 0000 to 9999 of the proleptic Gregorian calendar and can therefore be written in the
/// preferred form; what would lie outside is moved to the nearer end. Arithmetic saturates and never traps.
/// RFC 9110 §5.6.7.
public struct HTTPDate: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds; negative before that instant.
    public let secondsSinceEpoch: Int64

    /// Makes the instant so many seconds after 1970-01-01T00:00:00Z, moved to the nearer end of ``range`` if outside.
    @inlinable
    public init(secondsSinceEpoch: Int64) {
        self.secondsSinceEpoch = min(max(secondsSinceEpoch, Self.firstSecond), Self.lastSecond)
    }

    /// Makes an instant that is known to lie in ``range``.
    @inlinable
    init(inRange secondsSinceEpoch: Int64) {
        self.secondsSinceEpoch = secondsSinceEpoch
    }

    @usableFromInline static var firstSecond: Int64 { -62_167_219_200 }
    @usableFromInline static var lastSecond: Int64 { 253_402_300_799 }

    /// All instants: 0000-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
    public static var range: ClosedRange<HTTPDate> {
        HTTPDate(inRange: firstSecond)...HTTPDate(inRange: lastSecond)
    }

    @inlinable
    public static func < (a: HTTPDate, b: HTTPDate) -> Bool {
        a.secondsSinceEpoch < b.secondsSinceEpoch
    }

    /// The instant so many seconds later (earlier when negative), at most the end of ``range``.
    @inlinable
    public func adding(seconds: Int64) -> HTTPDate {
        let (sum, overflow) = secondsSinceEpoch.addingReportingOverflow(seconds)
        return HTTPDate(secondsSinceEpoch: overflow ? (seconds < 0 ? .min : .max) : sum)
    }

    /// How many seconds this instant lies after another; negative when it lies before.
    @inlinable
    public func seconds(since other: HTTPDate) -> Int64 {
        secondsSinceEpoch - other.secondsSinceEpoch
    }
}
