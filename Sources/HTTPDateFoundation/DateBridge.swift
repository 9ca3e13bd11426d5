public import HTTPDate

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Date {
    /// The same instant; exact.
    public init(httpDate: HTTPDate) {
        self.init(timeIntervalSince1970: Double(httpDate.secondsSinceEpoch))
    }
}

extension HTTPDate {
    /// The last whole second that is not after the date.
    ///
    /// Rounded down, before 1970 too: an expiry must not become a later one (RFC 9111 §4.2). A date outside of years
    /// 0000 to 9999 is moved to the nearer end of ``HTTPDate/range``, and so is an infinite one; not-a-number gives the
    /// epoch.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        // Beyond 2^53 a Double has no seconds anyway, and the range ends long before.
        self.init(secondsSinceEpoch: seconds.isNaN ? 0 : Int64(min(max(seconds, -0x1p53), 0x1p53)))
    }
}
