/// The response directives of one message (RFC 9111 §5.2.2), read once.
struct ResponseDirectives: Sendable, Hashable {
    struct Flags: OptionSet, Sendable, Hashable {
        let rawValue: UInt32

        // The bit of a directive is that of its number, so that one which says all by being there needs no look-up.
        static let maxAge = Flags(.maxAge)
        static let sMaxAge = Flags(.sMaxAge)
        static let noStore = Flags(.noStore)
        static let noCache = Flags(.noCache)
        static let `private` = Flags(.private)
        static let `public` = Flags(.public)
        static let mustRevalidate = Flags(.mustRevalidate)
        static let proxyRevalidate = Flags(.proxyRevalidate)
        static let mustUnderstand = Flags(.mustUnderstand)
        static let immutable = Flags(.immutable)
        static let noTransform = Flags(.noTransform)
        static let staleWhileRevalidate = Flags(.staleWhileRevalidate)
        static let staleIfError = Flags(.staleIfError)

        static let noCacheFields = Flags(rawValue: 1 << 16)
        static let privateFields = Flags(rawValue: 1 << 17)
        static let maxAgeInvalid = Flags(rawValue: 1 << 18)
        static let maxAgeDuplicate = Flags(rawValue: 1 << 19)
        static let sMaxAgeInvalid = Flags(rawValue: 1 << 20)
        static let sMaxAgeDuplicate = Flags(rawValue: 1 << 21)
        /// An unreadable value came first; a later one does not count.
        static let staleWhileRevalidateInvalid = Flags(rawValue: 1 << 22)
        static let staleIfErrorInvalid = Flags(rawValue: 1 << 23)
        static let staleWhileRevalidateDuplicate = Flags(rawValue: 1 << 24)
        static let staleIfErrorDuplicate = Flags(rawValue: 1 << 25)
        /// A quoted-string may go on in the next line: the lines have to be read as one.
        static let unclosedQuote = Flags(rawValue: 1 << 26)
        // With an argument, which neither may have (RFC 9111 §5.2), it restricts all the same and permits nothing.
        static let mustRevalidateArgument = Flags(rawValue: 1 << 27)
        static let mustUnderstandArgument = Flags(rawValue: 1 << 28)

        init(rawValue: UInt32) { self.rawValue = rawValue }

        @inline(__always)
        init(_ directive: Directive) { self.init(rawValue: 1 &<< UInt32(directive.rawValue)) }

        /// Whether a shared cache may keep the answer to an authorized request (RFC 9111 §3.5). A directive that cannot
        /// be read has no requirements that a cache could conform to.
        @inline(__always)
        var allowAuthorized: Bool {
            if !isDisjoint(with: [.public, .mustRevalidate]) { return true }
            return contains(.sMaxAge) && !contains(.sMaxAgeInvalid)
        }
    }

    var flags: Flags = []
    var maxAge: UInt32 = 0
    var sMaxAge: UInt32 = 0
    var staleWhileRevalidate: UInt32 = 0
    var staleIfError: UInt32 = 0

    /// Adds the directives of one Cache-Control line.
    mutating func read(_ line: Span<UInt8>) {
        var scanner = DirectiveScanner()
        while let (directive, member) = scanner.nextDirective(in: line) {
            if directive.saysAllByBeingThere, member.argument == nil {
                flags.insert(Flags(directive))
            } else {
                add(directive, member, line)
            }
        }
        if scanner.hasUnclosedQuote { flags.insert(.unclosedQuote) }
    }

    private mutating func add(_ directive: Directive, _ member: DirectiveMember, _ line: Span<UInt8>) {
        switch directive {
        case .noStore: flags.insert(.noStore)
        case .noCache: flags.insert(Self.isQualified(member, in: line) ? .noCacheFields : .noCache)
        case .private: flags.insert(Self.isQualified(member, in: line) ? .privateFields : .private)
        case .mustRevalidate: flags.insert(.mustRevalidateArgument)
        case .proxyRevalidate: flags.insert(.proxyRevalidate)
        case .noTransform: flags.insert(.noTransform)
        case .mustUnderstand: flags.insert(.mustUnderstandArgument)
        case .immutable: flags.insert(.immutable)
        case .maxAge:
            guard flags.insert(.maxAge).inserted else {
                flags.insert(.maxAgeDuplicate)
                return
            }
            let value = member.seconds(in: line)
            if value == nil { flags.insert(.maxAgeInvalid) }
            maxAge = value ?? 0
        case .sMaxAge:
            guard flags.insert(.sMaxAge).inserted else {
                flags.insert(.sMaxAgeDuplicate)
                return
            }
            let value = member.seconds(in: line)
            if value == nil { flags.insert(.sMaxAgeInvalid) }
            sMaxAge = value ?? 0
        case .staleWhileRevalidate:
            guard flags.isDisjoint(with: [.staleWhileRevalidate, .staleWhileRevalidateInvalid]) else {
                flags.insert(.staleWhileRevalidateDuplicate)
                return
            }
            let value = member.seconds(in: line)
            flags.insert(value == nil ? .staleWhileRevalidateInvalid : .staleWhileRevalidate)
            staleWhileRevalidate = value ?? 0
        case .staleIfError:
            guard flags.isDisjoint(with: [.staleIfError, .staleIfErrorInvalid]) else {
                flags.insert(.staleIfErrorDuplicate)
                return
            }
            let value = member.seconds(in: line)
            flags.insert(value == nil ? .staleIfErrorInvalid : .staleIfError)
            staleIfError = value ?? 0
        // With an argument `public` is none, and all that it does is to permit.
        case .public, .maxStale, .minFresh, .onlyIfCached: break
        }
    }

    /// Whether a `no-cache` or `private` is of the qualified form. An empty or unreadable list counts as the
    /// unqualified one, since that restricts more.
    static func isQualified(_ member: DirectiveMember, in line: Span<UInt8>) -> Bool {
        guard member.isWellFormed, let argument = member.argument else { return false }
        let list = line.extracting(argument)
        var namesFields = false
        var isReadable = true
        VaryNames.forEachMember(of: list) { name in
            namesFields = true
            if !name.allSatisfy({ list[$0].isTokenByte }) { isReadable = false }
        }
        return namesFields && isReadable
    }

    /// The field names that a qualified `no-cache` or `private` lists, as ranges of the line; none for other members.
    static func names(of member: DirectiveMember, in line: Span<UInt8>) -> [Range<Int>] {
        guard isQualified(member, in: line), let argument = member.argument else { return [] }
        var names: [Range<Int>] = []
        VaryNames.forEachMember(of: line.extracting(argument)) { name in
            names.append((argument.lowerBound + name.lowerBound)..<(argument.lowerBound + name.upperBound))
        }
        return names
    }
}

extension DirectiveMember {
    /// The argument as delta-seconds, or nil when it is missing or not that.
    func seconds(in line: Span<UInt8>) -> UInt32? {
        if let secondsRead { return secondsRead }
        guard isWellFormed, let argument else { return nil }
        return DeltaSeconds.parse(argument, of: line, quoted: isQuoted)
    }
}
