/// An instant of whole seconds, as the HTTP date fields carry it.
///
/// Years 0000 to 9999 of the proleptic Gregorian calendar can be written; arithmetic saturates and never traps.
/// RFC 9110 §5.6.7.
public struct HTTPDate: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds; negative before that instant.
    public let secondsSinceEpoch: Int64

    public init(secondsSinceEpoch: Int64) {
        self.secondsSinceEpoch = secondsSinceEpoch
    }

    public static func < (a: HTTPDate, b: HTTPDate) -> Bool {
        a.secondsSinceEpoch < b.secondsSinceEpoch
    }
}
