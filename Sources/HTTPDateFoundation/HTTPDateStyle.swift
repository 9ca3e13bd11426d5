import HTTPDate

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads and writes `Date` as an HTTP-date: `try Date(text, strategy: .httpDate)`, `date.formatted(.httpDate)`.
///
/// All three forms are read, IMF-fixdate is written. RFC 9110 §5.6.7.
public struct HTTPDateStyle: Sendable, Hashable, Codable {
    /// What a two-digit year is relative to; nil for the time when it is read.
    public var now: Date?
    /// Whether the exact case and the name of the right day are asked for; false as a cache reads, RFC 9111 §4.2.
    public var isStrict: Bool

    /// Makes a style; by default two-digit years are read by the clock, and dates as a cache reads them.
    public init(relativeTo now: Date? = nil, isStrict: Bool = false) {
        self.now = now
        self.isStrict = isStrict
    }

    /// The same style with another `now`.
    public func relative(to now: Date) -> Self {
        Self(relativeTo: now, isStrict: isStrict)
    }

    /// The same style, strict or not.
    public func strict(_ isStrict: Bool = true) -> Self {
        Self(relativeTo: now, isStrict: isStrict)
    }
}

extension HTTPDateStyle: ParseStrategy {
    /// The date that the whole text is; throws `HTTPDate.ParseError` if it is none. 23:59:60 gives the second before.
    public func parse(_ value: String) throws -> Date {
        let parsed = try HTTPDate.parse(
            value, relativeTo: HTTPDate(now ?? Date()), strictness: isStrict ? .strict : .lenient)
        return Date(httpDate: parsed.date)
    }
}

extension HTTPDateStyle: FormatStyle {
    /// The date as IMF-fixdate, rounded as `HTTPDate.init(_:)` does.
    public func format(_ value: Date) -> String {
        HTTPDate(value).formatted()
    }
}

extension HTTPDateStyle: ParseableFormatStyle {
    public var parseStrategy: Self { self }
}

extension FormatStyle where Self == HTTPDateStyle {
    /// IMF-fixdate. RFC 9110 §5.6.7.
    public static var httpDate: Self { HTTPDateStyle() }
}

extension ParseStrategy where Self == HTTPDateStyle {
    /// The three forms of RFC 9110 §5.6.7, with two-digit years relative to the time of reading.
    public static var httpDate: Self { HTTPDateStyle() }
}

extension ParseableFormatStyle where Self == HTTPDateStyle {
    /// Reads the three forms and writes IMF-fixdate. RFC 9110 §5.6.7.
    public static var httpDate: Self { HTTPDateStyle() }
}
