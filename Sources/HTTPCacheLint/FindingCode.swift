public import HTTPCacheSemantics

/// One kind of finding.
///
/// The code is stable: it appears in fixtures and reports, and codes are only ever added.
public enum FindingCode: UInt8, CaseIterable, Sendable, Hashable {
    case directiveMisspelt
    case directiveUnknown
    case directiveMalformed
    case directiveSeparator
    case emptyMember
    case directiveRequestOnly
    case directiveResponseOnly
    case argumentMissing
    case argumentUnexpected
    case argumentQuoted
    case argumentUnquoted
    case argumentSigned
    case argumentFractional
    case argumentNotSeconds
    case argumentTooLarge
    case fieldListInvalid
    case directiveDuplicate
    case directiveRepeated
    case noStoreWithLifetime
    case noCacheWithLifetime
    case publicAndPrivate
    case privateWithSMaxAge
    case immutableWithoutLifetime
    case sMaxAgeWithStale
    case staleForbidden
    case mustUnderstandAlone
    case dateInvalid
    case dateObsolete
    case dateCase
    case dateWrongDay
    case expiresZero
    case expiresWithoutDate
    case lastModifiedAfterDate
    case fieldDuplicate
    case ageInvalid
    case eTagUnquoted
    case eTagInvalid
    case eTagWeak
    case eTagUnstable
    case validatorMissing
    case nothingToValidateWith
    case varyStar
    case varyInvalid
    case varyUserAgent
    case varyCookie
    case varyMissing
    case setCookieShared
    case pragmaAlone
    case pragmaInResponse
    case warningObsolete
    case heuristicLifetime
    case staleOnArrival
    case hashedNameShortLived
    case targetedNotStructured
    case targetedWrongType
    case targetedEmpty
    case structuredFieldInvalid
    case fieldMisspelt
}

extension FindingCode {
    /// The stable name, such as `lint.directive-misspelt`: `lint.` and lower-case words joined by hyphens.
    public var code: String { entry.code.description }

    /// How bad it is.
    public var level: Finding.Level { entry.level }

    /// Where it is written what a cache does.
    public var citation: Citation { Citation(rfc: entry.rfc, section: entry.section.description) }

    /// One sentence that says what is found.
    public var summary: String { entry.summary.description }

    /// The kind of finding with this code, or nil when there is none.
    public init?(code: String) {
        guard let found = FindingCode.allCases.first(where: { $0.code == code }) else { return nil }
        self = found
    }
}
