public import HTTPCacheSemantics

/// Something in a message that does not do what its author probably wanted.
public struct Finding: Sendable, Hashable {
    /// How bad it is.
    public enum Level: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Worth knowing; nothing needs to change.
        case note
        /// Well-formed, and likely to do something else than was wanted.
        case warning
        /// Not what the grammar has: caches ignore it, or take the response for stale.
        case error

        public static func < (a: Level, b: Level) -> Bool { a.rank < b.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The bytes of a message that a finding speaks of.
    public struct Place: Sendable, Hashable {
        /// Which of the two messages.
        public enum Message: String, Sendable, Hashable {
            /// The request; its place counts the request's field lines.
            case request
            /// The response; its place counts the response's field lines.
            case response
        }

        /// The message that the line belongs to.
        public let message: Message
        /// The index of the field line in the message's `FieldSection`.
        public let line: Int
        /// The bytes within the line's value, which may be none where something is missing; nil for the field's name.
        public let range: Range<Int>?

        /// Takes indices as they are; whether there is such a line is not checked.
        public init(message: Message, line: Int, range: Range<Int>?) {
            self.message = message
            self.line = line
            self.range = range
        }
    }

    /// What kind of mistake it is.
    public let code: FindingCode
    /// One sentence or two: what a cache does with this, and what to write instead. Bytes of the message in it are
    /// printable ASCII.
    public let message: String
    /// Nil where it speaks of no field.
    public let place: Place?

    /// How bad that kind of mistake is.
    public var level: Level { code.level }
    /// Where it is written what a cache does.
    public var citation: Citation { code.citation }

    /// Makes a finding; the message goes to people as it is, so bytes of a message in it have to be printable.
    public init(_ code: FindingCode, _ message: String, at place: Place?) {
        self.code = code
        self.message = message
        self.place = place
    }
}
