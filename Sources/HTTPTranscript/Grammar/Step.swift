public import HTTPDate

/// What an `@` line says.
public enum TimeSpec: Sendable, Hashable {
    /// `@ T`, so long after the case's clock.
    case afterClock(TimeSpan)
    /// `@` and an HTTP date.
    case date(HTTPDate)
    /// `@ +T`, in an `on` block: the same request again, so long after the response arrived.
    case afterArrival(TimeSpan)
}

/// What the origin says when it is asked.
public enum RawAnswer: Sendable, Hashable {
    /// One head, with content unless it is a 1xx; the final response follows in a further answer then.
    case response(RawMessage)
    /// `< !disconnect`: the connection ends without a response.
    case disconnect
    /// `< !timeout`
    case timeout
}

/// One thing that happens or is claimed in a case, in the order of the file.
public struct Step: Sendable, Hashable {
    /// What happens or is claimed.
    public enum Action: Sendable, Hashable {
        /// The clock moves, or in an `on` block the request comes again.
        case clock(TimeSpec)
        /// A client asks the cache.
        case request(RawMessage)
        /// The origin answers the request that it was sent last.
        case answer(RawAnswer)
        /// Something is claimed of what happened so far.
        case expectation(Expectation)
    }

    /// What happens or is claimed.
    public let action: Action
    /// The clock in force at this step, which an `@` line sets for itself too; never earlier than that of the step
    /// before. In an `on` block, where the arrival is not known yet, it counts from 1970-01-01T00:00:00Z instead.
    public let clock: Instant
    /// From the step's first byte, its mark, to its last.
    public let range: SourceRange
}
