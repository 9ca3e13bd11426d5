public import HTTPDate

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// What time it is, in whole seconds.
public struct WallClock: Sendable {
    private let read: @Sendable () -> HTTPDate

    /// A clock that asks `read` whenever the time is wanted, on any thread; one that goes backwards counts as standing
    /// still (RFC 9111 §4.2.3).
    public init(_ read: @escaping @Sendable () -> HTTPDate) { self.read = read }

    /// The time now.
    public var now: HTTPDate { read() }

    /// The system's clock.
    public static let system = WallClock { HTTPDate(secondsSinceEpoch: Int64(time(nil))) }
}
