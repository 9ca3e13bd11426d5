/// What an `=` line claims.
public struct Expectation: Sendable, Hashable {
    /// Whether `not` stands before the subject.
    public let isNegated: Bool
    public let subject: Subject
    /// The code of the rule that must be the deciding one.
    public let because: Located<String>?
    /// The whole line from `=` on, without the whitespace at its end.
    public let range: SourceRange
    /// The subject with its arguments, without `not` and without the `because` part.
    public let subjectRange: SourceRange

    /// Codes, directives and keys are kept as text: the runner knows which there are.
    public enum Subject: Sendable, Hashable {
        case store
        case validate
        /// `fail 504`.
        case gatewayTimeout
        case reuse(Reuse)
        /// Without a reason any will do.
        case forward(Forward?)
        case time(Quantity, Comparison, Located<TimeSpan>)
        /// The primary cache key as `explain` prints it.
        case key(Located<String>)
        case invalidates(Located<String>)
        /// A Cache-Control directive of the message above.
        case has(Located<String>)
        case lint(Located<String>)
        case sendsMethod(SourceRange)
        case sends(RawField)
        /// Only under `not`: the name of a field that is not sent.
        case sendsAny(name: SourceRange)
        case servesStatus(Located<Int>)
        case serves(RawField)
        /// Only under `not`: the name of a field that is not served.
        case servesAny(name: SourceRange)
        /// The content without one final LF, or, when exact, all of it.
        case servesBody(MessageTemplate, isExact: Bool)
    }

    /// Which kind of reuse is meant. RFC 9111 §4.2, §4.2.4; RFC 5861 §3.
    public enum Reuse: String, Sendable, Hashable, CaseIterable {
        case any = ""
        case fresh
        case stale
        case staleWhileRevalidate = "stale while-revalidate"
    }

    /// Why an unconditional request goes out. RFC 9211 §2.2.
    public enum Forward: String, Sendable, Hashable, CaseIterable {
        case uriMiss = "uri-miss"
        case varyMiss = "vary-miss"
        case miss, method, request, partial, bypass, stale
    }

    public enum Quantity: String, Sendable, Hashable, CaseIterable {
        case lifetime
        case age
        case freshFor = "fresh-for"
        case staleFor = "stale-for"
    }

    public enum Comparison: String, Sendable, Hashable, CaseIterable {
        case equal = "="
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
    }
}
