public import CachingClient
public import HTTPDate
import HTTPWire

/// The system's clock, which can be put forward, so that a test need not wait for something to become stale.
public final class AdvancingClock: Sendable {
    private let base: WallClock
    private let offset = Locked<Int64>(0)

    public init(_ base: WallClock = .system) { self.base = base }

    public var now: HTTPDate { base.now.adding(seconds: offset.withLock { $0 }) }

    /// The same clock as a client takes it.
    public var clock: WallClock { WallClock { [self] in now } }

    /// Seconds by which it is ahead.
    public var advance: Int64 { offset.withLock { $0 } }

    /// Puts it forward; negative numbers count as zero, and it stays within a thousand years.
    public func advance(by seconds: Int64) {
        offset.withLock { $0 = min($0 + min(max(0, seconds), 31_556_952_000), 31_556_952_000) }
    }
}
