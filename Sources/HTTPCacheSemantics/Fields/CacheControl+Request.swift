/// The request directives of one message (RFC 9111 §5.2.1), read once; the first of several counts.
struct RequestDirectives: Sendable, Hashable {
    struct Flags: OptionSet, Sendable, Hashable {
        let rawValue: UInt16

        static let noCache = Flags(rawValue: 1 << 0)
        static let noStore = Flags(rawValue: 1 << 1)
        static let noTransform = Flags(rawValue: 1 << 2)
        static let onlyIfCached = Flags(rawValue: 1 << 3)
        static let maxAge = Flags(rawValue: 1 << 4)
        static let minFresh = Flags(rawValue: 1 << 5)
        static let maxStale = Flags(rawValue: 1 << 6)
        static let staleIfError = Flags(rawValue: 1 << 7)
        static let maxStaleInvalid = Flags(rawValue: 1 << 8)
        static let staleIfErrorInvalid = Flags(rawValue: 1 << 9)
        /// A quoted-string may go on in the next line: the lines have to be read as one.
        static let unclosedQuote = Flags(rawValue: 1 << 10)
    }

    var flags: Flags = []
    /// An unreadable value counts as 0: any answer is too old.
    var maxAge: UInt32 = 0
    /// An unreadable value counts as more than any lifetime.
    var minFresh: UInt32 = 0
    /// Without an argument any staleness is accepted.
    var maxStale: UInt32 = 0
    var staleIfError: UInt32 = 0

    /// How stale an answer may be where max-stale is there: any number of seconds without an argument.
    var acceptedStaleness: Int { maxStale == .max ? .max : Int(maxStale) }
    /// For how long an answer has to stay fresh where min-fresh is there.
    var requiredFreshness: Int { minFresh == .max ? .max : Int(minFresh) }

    /// Adds the directives of one Cache-Control line.
    mutating func read(_ line: Span<UInt8>) {
        var scanner = DirectiveScanner()
        while let (directive, member) = scanner.nextDirective(in: line) { add(directive, member, line) }
        if scanner.hasUnclosedQuote { flags.insert(.unclosedQuote) }
    }

    private mutating func add(_ directive: Directive, _ member: DirectiveMember, _ line: Span<UInt8>) {
        switch directive {
        case .noCache: flags.insert(.noCache)
        case .noStore: flags.insert(.noStore)
        case .noTransform: flags.insert(.noTransform)
        case .onlyIfCached: flags.insert(.onlyIfCached)
        case .maxAge:
            guard flags.insert(.maxAge).inserted else { return }
            maxAge = member.seconds(in: line) ?? 0
        case .minFresh:
            guard flags.insert(.minFresh).inserted else { return }
            minFresh = member.seconds(in: line) ?? .max
        case .maxStale:
            guard flags.isDisjoint(with: [.maxStale, .maxStaleInvalid]) else { return }
            let value = member.isWellFormed && member.argument == nil ? .max : member.seconds(in: line)
            flags.insert(value == nil ? .maxStaleInvalid : .maxStale)
            maxStale = value ?? 0
        case .staleIfError:
            guard flags.isDisjoint(with: [.staleIfError, .staleIfErrorInvalid]) else { return }
            let value = member.seconds(in: line)
            flags.insert(value == nil ? .staleIfErrorInvalid : .staleIfError)
            staleIfError = value ?? 0
        default: break
        }
    }
}
