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

    public init(_ read: @escaping @Sendable () -> HTTPDate) { self.read = read }

    public var now: HTTPDate { read() }

    /// The system's clock.
    public static let system = WallClock { HTTPDate(secondsSinceEpoch: Int64(time(nil))) }
}
