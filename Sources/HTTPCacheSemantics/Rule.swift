/// One rule that a decision can rest on.
///
/// The code is stable: it appears in fixtures and reports, and codes are only ever added. Each rule carries the
/// section that it comes from, how strongly that section asks for it, and one line of explanation.
public enum Rule: UInt8, CaseIterable, Sendable, Hashable {
    // Of the rules of storing that hold, the first decides.
    case storeMethod
    case storeInterim
    case storeStatus
    case storeMustUnderstand
    case storeNoStore
    case storeRequestNoStore
    case storePrivate
    case storeSetCookie
    case storeAuthorization
    case storeIncomplete
    case storeUnjudgeable
    case storeNothingAllows
    case storeNoStoreIgnored
    case storeAuthorized
    case storePost
    case storePartial
    case storeSMaxAge
    case storeMaxAge
    case storeExpires
    case storePrivateResponse
    case storePublic
    case storeHeuristic
    case fieldsConnection
    case fieldsPrivate
    case fieldsNoCache
    case fieldsProxy
    case fieldsUpdated
    case fieldsExcluded
    case lifetimeSMaxAge
    case lifetimeMaxAge
    case lifetimeExpires
    case lifetimeExpiresInvalid
    case lifetimeTargeted
    case lifetimeHeuristic
    case lifetimeNone
    case lifetimeInvalid
    case lifetimeDuplicate
    case ageField
    case ageApparent
    case ageResident
    case ageInvalid
    case selectMiss
    case selectMethod
    case selectPartial
    case varyMismatch
    case varyStar
    case forwardMethod
    case forwardPrecondition
    case forwardRange
    case reuseFresh
    case reuseImmutable
    case responseNoCache
    case requestNoCache
    case requestPragma
    case requestMaxAge
    case requestMinFresh
    case requestMaxStale
    case requestOnlyIfCached
    case lifetimeExpired
    case staleMustRevalidate
    case staleProxyRevalidate
    case staleSMaxAge
    case staleNoCache
    case staleWhileRevalidate
    case staleIfError
    case staleDisconnected
    case staleOnError
    case staleNotAllowed
    case validateETag
    case validateLastModified
    case validateVariants
    case freshenStrong
    case freshenWeak
    case freshenNoValidator
    case freshenNotMatched
    case freshenHead
    case outdateHead
    case outcomeReplaced
    case outcomeServerError
    case outcomeNotMine
    case conditionETag
    case conditionModified
    case conditionFalse
    case rangeSatisfied
    case rangeIfRange
    case rangeUnsatisfiable
    case combineParts
    case combineRest
    case combineOther
    case serveAge
    case invalidateTarget
    case invalidateLocation
    case invalidateContentLocation
    case invalidateOtherOrigin
    case invalidateError
    case invalidateSafe
    case invalidateGroup
    case seedETag
    case seedStatus
    case seedPragma
    case seedMaxAge
    case seedMaxAgeNotPositive
    case seedExpires
    case seedExpiresPast
    case seedRedirect
    case seedLastModified
    case seedLastModifiedInvalid
    case seedDefault
    case seedMinCacheInterval
}

extension Rule {
    /// How strongly the cited section asks for the rule (RFC 2119 as used by RFC 9110 §2.2).
    public enum Level: String, Sendable, Hashable {
        case must = "MUST"
        case mustNot = "MUST NOT"
        case should = "SHOULD"
        case may = "MAY"
    }

    /// The stable name, such as `lifetime.s-maxage`: lower-case words joined by dots and hyphens.
    public var code: String { entry.code.description }

    /// Where the rule is written.
    public var citation: Citation { Citation(rfc: entry.rfc, section: entry.section.description) }

    /// How strongly the cited section asks for it.
    public var level: Level { entry.level }

    /// One sentence that says what the rule does.
    public var summary: String { entry.summary.description }

    /// The rule with this code, or nil when there is none.
    public init?(code: String) {
        guard let rule = Rule.allCases.first(where: { $0.code == code }) else { return nil }
        self = rule
    }
}

/// A place in an RFC.
public struct Citation: Sendable, Hashable, CustomStringConvertible {
    /// The RFC's number.
    public let rfc: Int
    /// The section's number, such as `4.2.1`.
    public let section: String

    public init(rfc: Int, section: String) {
        self.rfc = rfc
        self.section = section
    }

    public var description: String { "RFC \(rfc) §\(section)" }
}
