import HTTPDate

/// What the caching fields of a response say, read once when the head is made.
struct ResponseSummary: Sendable, Hashable {
    struct Flags: OptionSet, Sendable, Hashable {
        let rawValue: UInt16

        static let age = Flags(rawValue: 1 << 0)
        static let ageInvalid = Flags(rawValue: 1 << 1)
        static let date = Flags(rawValue: 1 << 2)
        static let expires = Flags(rawValue: 1 << 3)
        static let expiresInvalid = Flags(rawValue: 1 << 4)
        static let expiresDuplicate = Flags(rawValue: 1 << 5)
        static let lastModified = Flags(rawValue: 1 << 6)
        /// One of the dates has a two-digit year, whose century the time of receipt settles.
        static let twoDigitYear = Flags(rawValue: 1 << 7)
        static let entityTag = Flags(rawValue: 1 << 8)
        static let weakEntityTag = Flags(rawValue: 1 << 9)
        /// The Age lines so far have no member; the first that has one counts (RFC 9111 §5.1).
        static let ageEmpty = Flags(rawValue: 1 << 10)
    }

    var flags: Flags = []
    var age: UInt32 = 0
    var directives = ResponseDirectives()
    /// Seconds since 1970; meaningful where the flag is set.
    var date: Int64 = 0
    var expires: Int64 = 0
    var lastModified: Int64 = 0
    /// The known fields that are there.
    var seen: UInt64 = 0
    var vary = VaryNames()

    init() {}

    init(fields: FieldSection) {
        for record in fields.records {
            guard let known = record.known else { continue }
            add(known, fields.bytes.span.extracting(record.value), relativeTo: HTTPDate(secondsSinceEpoch: 0))
        }
        if directives.flags.contains(.unclosedQuote), fields.count(.cacheControl) > 1 {
            directives = ResponseDirectives()
            directives.read(fields.joined(.cacheControl).span)
        }
    }

    /// Takes in one line; of a field that stands once, the first counts.
    mutating func add(_ field: KnownField, _ value: Span<UInt8>, relativeTo now: HTTPDate) {
        let isFirst = seen & field.bit == 0
        seen |= field.bit
        switch field {
        case .cacheControl: directives.read(value)
        case .vary: vary.read(value)
        case .age where isFirst || flags.contains(.ageEmpty):
            flags.subtract([.ageInvalid, .ageEmpty])
            let seconds = AgeField.parse(value)
            flags.insert(seconds == nil ? .ageInvalid : .age)
            age = seconds ?? 0
            if seconds == nil, AgeField.isEmpty(value) { flags.insert(.ageEmpty) }
        case .date where isFirst: date = read(value, as: .date, relativeTo: now)
        case .lastModified where isFirst: lastModified = read(value, as: .lastModified, relativeTo: now)
        case .expires:
            if isFirst {
                expires = read(value, as: .expires, relativeTo: now)
                if !flags.contains(.expires) { flags.insert(.expiresInvalid) }
            } else {
                flags.insert(.expiresDuplicate)
            }
        case .eTag where isFirst:
            if EntityTag.end(of: value, from: 0) == value.count {
                flags.formUnion(value[0] == 0x57 ? [.entityTag, .weakEntityTag] : .entityTag)
            }
        default: break
        }
    }

    private mutating func read(_ value: Span<UInt8>, as flag: Flags, relativeTo now: HTTPDate) -> Int64 {
        guard let parsed = HTTPDate.parseIfValid(value, relativeTo: now) else { return 0 }
        flags.insert(flag)
        if parsed.form == .rfc850 { flags.insert(.twoDigitYear) }
        return parsed.date.secondsSinceEpoch
    }

    /// The dates again, two-digit years now placed by the time of receipt.
    mutating func placeTwoDigitYears(of fields: FieldSection, receivedAt received: HTTPDate) {
        guard flags.contains(.twoDigitYear) else { return }
        flags.subtract([.date, .expires, .expiresInvalid, .expiresDuplicate, .lastModified])
        seen &= ~(KnownField.date.bit | KnownField.expires.bit | KnownField.lastModified.bit)
        for record in fields.records {
            switch record.known {
            case .date?: add(.date, fields.bytes.span.extracting(record.value), relativeTo: received)
            case .expires?: add(.expires, fields.bytes.span.extracting(record.value), relativeTo: received)
            case .lastModified?: add(.lastModified, fields.bytes.span.extracting(record.value), relativeTo: received)
            default: break
            }
        }
    }

    /// Whether the response says of fields that they are not to be stored (RFC 9111 §3.1).
    var mayExcludeFields: Bool { has(.connection) || directives.flags.contains(.privateFields) }

    var hasValidator: Bool { !flags.isDisjoint(with: [.entityTag, .lastModified]) }

    @inline(__always)
    func has(_ field: KnownField) -> Bool { seen & field.bit != 0 }
}

extension KnownField {
    /// Whether a response summary looks at the value, and not only at whether the field is there.
    var isReadOfResponses: Bool {
        switch self {
        case .cacheControl, .vary, .age, .date, .lastModified, .expires, .eTag: true
        default: false
        }
    }
}
