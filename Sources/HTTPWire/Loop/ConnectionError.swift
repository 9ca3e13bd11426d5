/// Why a conversation over a connection ended before its time.
public enum ConnectionError: Error, Sendable, Hashable {
    /// The peer sent what is no message, or closed the connection inside one.
    case malformed(WireError)
    /// The peer took too long: to connect, to send or to take bytes.
    case timedOut
    /// The connection was closed with nothing received that would belong to this exchange.
    case closed
    /// A system's call failed with this `errno`.
    case system(Int32)
    /// The host's name has no address, or nobody could be asked for it.
    case nameNotResolved
    /// The content given does not have the length that the head declares.
    case contentLengthMismatch
    /// Our own side gave up: the task was cancelled, or the exchange was cancelled or aborted.
    case cancelled
    /// The loop, server or transport was stopped.
    case shutDown
}
