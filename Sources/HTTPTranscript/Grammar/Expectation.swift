public import HTTPCacheSemantics

/// What an `=` line claims.
public struct Expectation: Sendable, Hashable {
    /// Whether `not` stands before the subject.
    public let isNegated: Bool
    /// What the claim is about, with its arguments.
    public let subject: Subject
    /// The code of the rule that must be the deciding one.
    public let because: Located<String>?
    /// The whole line from `=` on, without the whitespace at its end.
    public let range: SourceRange
    /// The subject with its arguments, without `not` and without the `because` part.
    public let subjectRange: SourceRange

    /// Codes, directives and keys are kept as text: the runner knows which there are.
    public enum Subject: Sendable, Hashable {
        /// The response above may be stored (RFC 9111 §3).
        case store
        /// The request goes out with conditions of the cache's (RFC 9111 §4.3.1).
        case validate
        /// `fail 504`.
        case gatewayTimeout
        /// A stored response answers the request (RFC 9111 §4).
        case reuse(Reuse)
        /// Without a reason any will do.
        case forward(ForwardReason?)
        /// A number of seconds of a stored response, held against the one that is written, whose fractions count.
        case time(Quantity, Comparison, Located<TimeSpan>)
        /// The primary cache key as `explain` prints it.
        case key(Located<String>)
        /// A URI whose stored responses the answer above invalidates (RFC 9111 §4.4).
        case invalidates(Located<String>)
        /// A Cache-Control directive of the message above.
        case has(Located<String>)
        /// The code of a finding that the linter has in the message above.
        case lint(Located<String>)
        /// The method of the request that goes to the origin, as it is written.
        case sendsMethod(SourceRange)
        /// A field line of the request that goes to the origin: one of its lines with this name has exactly this value.
        case sends(RawField)
        /// Only under `not`: the name of a field that is not sent.
        case sendsAny(name: SourceRange)
        /// The status code that the client gets.
        case servesStatus(Located<Int>)
        /// A field line of what the client gets: one of its lines with this name has exactly this value.
        case serves(RawField)
        /// Only under `not`: the name of a field that is not served.
        case servesAny(name: SourceRange)
        /// The content without one final LF, or, when exact, all of it.
        case servesBody(MessageTemplate, isExact: Bool)
    }

    /// Which kind of reuse is meant. RFC 9111 §4.2, §4.2.4; RFC 5861 §3.
    public enum Reuse: String, Sendable, Hashable, CaseIterable {
        /// `reuse` alone: any of the others.
        case any = ""
        /// Within the freshness lifetime.
        case fresh
        /// Beyond it, where nothing forbids that; a stale response that stands in for the origin too.
        case stale
        /// Beyond it, while the origin is asked in the background.
        case staleWhileRevalidate = "stale while-revalidate"
    }

    /// What can be held against a number of seconds. RFC 9111 §4.2.
    public enum Quantity: String, Sendable, Hashable, CaseIterable {
        /// The freshness lifetime of the response (RFC 9111 §4.2.1).
        case lifetime
        /// The current age of the response (RFC 9111 §4.2.3).
        case age
        /// Lifetime less age; false whatever is compared where that is 0 or less.
        case freshFor = "fresh-for"
        /// Age less lifetime; false whatever is compared where that is below 0.
        case staleFor = "stale-for"
    }

    /// How the computed number has to stand to the written one.
    public enum Comparison: String, Sendable, Hashable, CaseIterable {
        /// Exactly the same.
        case equal = "="
        /// Below it.
        case less = "<"
        /// Not above it.
        case atMost = "<="
        /// Above it.
        case greater = ">"
        /// Not below it.
        case atLeast = ">="
    }
}
