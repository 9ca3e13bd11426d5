/// One rule that a decision can rest on.
///
/// The code is stable: it appears in fixtures and reports, and codes are only ever added. Each rule carries the
/// section that it comes from, how strongly that section asks for it, and one line of explanation.
public enum Rule: UInt8, CaseIterable, Sendable, Hashable {
    // Of the rules of storing that hold, the first decides.
    /// `store.method`, RFC 9111 §3: The request method is not one whose responses this cache stores.
    case storeMethod
    /// `store.interim`, RFC 9111 §3: A 1xx response is not final, so it is not stored.
    case storeInterim
    /// `store.status-not-understood`, RFC 9111 §3: A 206 or 304 that this cache cannot use is not stored.
    case storeStatus
    /// `store.for-this-request`, RFC 9111 §3:
    /// A 412, 416 or 417 that the request's conditions, Range or Expect led to is not kept for other requests.
    case storeForThisRequest
    /// `store.must-understand`, RFC 9111 §5.2.2.3: must-understand is present and the status code is not understood.
    case storeMustUnderstand
    /// `store.no-store`, RFC 9111 §5.2.2.5: The response carries no-store.
    case storeNoStore
    /// `store.request-no-store`, RFC 9111 §5.2.1.5: The request carries no-store.
    case storeRequestNoStore
    /// `store.private`, RFC 9111 §5.2.2.7: The response is private and this cache is shared.
    case storePrivate
    /// `store.set-cookie`, RFC 9111 §7.3: By option, a response that sets a cookie is not kept by a shared cache.
    case storeSetCookie
    /// `store.authorization`, RFC 9111 §3.5:
    /// The request was authorized and nothing in the response lets a shared cache keep the answer.
    case storeAuthorization
    /// `store.incomplete`, RFC 9111 §3.3:
    /// An incomplete response is kept only if it is a 200 to GET or a single 206 part that can be completed.
    case storeIncomplete
    /// `store.unjudgeable`, RFC 9111 §3.1:
    /// A response that excludes a field which its reuse is judged by, such as Cache-Control or Vary, is not kept.
    case storeUnjudgeable
    /// `store.nothing-allows`, RFC 9111 §3:
    /// No directive, no Expires and no heuristically cacheable status code allows storing.
    case storeNothingAllows
    /// `store.no-store-ignored`, RFC 9111 §5.2.2.3:
    /// must-understand with an understood status code: no-store is set aside.
    case storeNoStoreIgnored
    /// `store.authorization-allowed`, RFC 9111 §3.5:
    /// The request was authorized and public, must-revalidate or s-maxage lets a shared cache keep the answer.
    case storeAuthorized
    /// `store.post`, RFC 9110 §9.3.3:
    /// A POST response names its target in Content-Location and says how long it lives, so a later GET may have it.
    case storePost
    /// `store.partial`, RFC 9111 §3.3: A part of a representation is kept, marked as incomplete.
    case storePartial
    /// `store.s-maxage`, RFC 9111 §3: s-maxage allows a shared cache to store.
    case storeSMaxAge
    /// `store.max-age`, RFC 9111 §3: max-age allows storing.
    case storeMaxAge
    /// `store.expires`, RFC 9111 §3: An Expires field allows storing.
    case storeExpires
    /// `store.private-response`, RFC 9111 §5.2.2.7: private allows a private cache to store.
    case storePrivateResponse
    /// `store.public`, RFC 9111 §5.2.2.9: public allows storing.
    case storePublic
    /// `store.heuristic`, RFC 9111 §3: The status code is heuristically cacheable.
    case storeHeuristic
    /// `fields.connection`, RFC 9110 §7.6.1:
    /// Connection, the fields it names and the fields of one connection are neither stored nor passed on.
    case fieldsConnection
    /// `fields.private`, RFC 9111 §5.2.2.7: Fields that a qualified private names are not stored by a shared cache.
    case fieldsPrivate
    /// `fields.no-cache`, RFC 9111 §5.2.2.4:
    /// Fields that a qualified no-cache names are not replayed without validation.
    case fieldsNoCache
    /// `fields.proxy`, RFC 9111 §3.1:
    /// Proxy-Authenticate, Proxy-Authentication-Info and Proxy-Authorization are not stored.
    case fieldsProxy
    /// `fields.updated`, RFC 9111 §3.2: A field of the newer response replaces the stored one.
    case fieldsUpdated
    /// `fields.excluded`, RFC 9111 §3.2: Content-Length, and what describes the stored bytes, stays as it was stored.
    case fieldsExcluded
    /// `lifetime.s-maxage`, RFC 9111 §4.2.1: s-maxage is a shared cache's freshness lifetime.
    case lifetimeSMaxAge
    /// `lifetime.max-age`, RFC 9111 §4.2.1: max-age is the freshness lifetime.
    case lifetimeMaxAge
    /// `lifetime.expires`, RFC 9111 §4.2.1: Expires minus Date is the freshness lifetime.
    case lifetimeExpires
    /// `lifetime.expires-invalid`, RFC 9111 §5.3: An Expires that is no date, 0 included, lies in the past.
    case lifetimeExpiresInvalid
    /// `lifetime.targeted`, RFC 9213 §2.2:
    /// A targeted field for this cache takes the place of Cache-Control and Expires.
    case lifetimeTargeted
    /// `lifetime.heuristic`, RFC 9111 §4.2.2: A share of the time since Last-Modified serves as freshness lifetime.
    case lifetimeHeuristic
    /// `lifetime.none`, RFC 9111 §4.2.2: Nothing gives a lifetime and no heuristic may be used.
    case lifetimeNone
    /// `lifetime.invalid`, RFC 9111 §4.2.1: The freshness information is invalid, so the response counts as stale.
    case lifetimeInvalid
    /// `lifetime.duplicate`, RFC 9111 §4.2.1:
    /// A directive that gives the lifetime stands twice; by option, the response counts as stale.
    case lifetimeDuplicate
    /// `age.field`, RFC 9111 §4.2.3: The Age field plus the response delay gives the initial age.
    case ageField
    /// `age.apparent`, RFC 9111 §4.2.3: The time from Date to arrival gives the initial age.
    case ageApparent
    /// `age.resident`, RFC 9111 §4.2.3: Only the delay and the time in this cache make up the age.
    case ageResident
    /// `age.invalid`, RFC 9111 §5.1: The Age field is no number of seconds and is ignored.
    case ageInvalid
    /// `select.uri-miss`, RFC 9111 §4: Nothing is stored for the target URI.
    case selectMiss
    /// `select.method`, RFC 9111 §4: What is stored was the answer to another method.
    case selectMethod
    /// `select.partial`, RFC 9111 §3.3: Only a part is stored, and the request wants more.
    case selectPartial
    /// `vary.mismatch`, RFC 9111 §4.1: A request field that Vary names differs from the stored request's.
    case varyMismatch
    /// `vary.star`, RFC 9111 §4.1: Vary: * matches no request.
    case varyStar
    /// `forward.method`, RFC 9111 §4: The request method is not answered from a cache.
    case forwardMethod
    /// `forward.precondition`, RFC 9111 §4.3.2: If-Match and If-Unmodified-Since are for the origin to judge.
    case forwardPrecondition
    /// `forward.range`, RFC 9111 §3.3: The requested range cannot be cut from what is stored.
    case forwardRange
    /// `reuse.fresh`, RFC 9111 §4.2: The response is fresh.
    case reuseFresh
    /// `reuse.immutable`, RFC 8246 §2: A fresh immutable response is not validated for the sake of a request's max-age.
    case reuseImmutable
    /// `response.no-cache`, RFC 9111 §5.2.2.4: no-cache wants validation before each reuse.
    case responseNoCache
    /// `request.no-cache`, RFC 9111 §5.2.1.4: The request's no-cache wants validation.
    case requestNoCache
    /// `request.pragma`, RFC 9111 §5.4: By option, Pragma: no-cache without Cache-Control is the request's no-cache.
    case requestPragma
    /// `request.max-age`, RFC 9111 §5.2.1.1: The response is older than the request's max-age.
    case requestMaxAge
    /// `request.min-fresh`, RFC 9111 §5.2.1.3:
    /// The response will not stay fresh for as long as the request's min-fresh asks.
    case requestMinFresh
    /// `request.max-stale`, RFC 9111 §5.2.1.2: The request's max-stale accepts a response this stale.
    case requestMaxStale
    /// `request.only-if-cached`, RFC 9111 §5.2.1.7: only-if-cached, and nothing stored can be used: 504.
    case requestOnlyIfCached
    /// `lifetime.expired`, RFC 9111 §4.2: The age has reached the freshness lifetime.
    case lifetimeExpired
    /// `stale.must-revalidate`, RFC 9111 §5.2.2.2:
    /// must-revalidate forbids the stale answer that something else would allow.
    case staleMustRevalidate
    /// `stale.proxy-revalidate`, RFC 9111 §5.2.2.8: proxy-revalidate forbids a shared cache that stale answer.
    case staleProxyRevalidate
    /// `stale.s-maxage`, RFC 9111 §5.2.2.10: s-maxage forbids a shared cache that stale answer.
    case staleSMaxAge
    /// `stale.no-cache`, RFC 9111 §4.2.4: no-cache forbids that stale answer.
    case staleNoCache
    /// `stale.while-revalidate`, RFC 5861 §3: stale-while-revalidate allows a stale answer while validation runs.
    case staleWhileRevalidate
    /// `stale.if-error`, RFC 5861 §4: stale-if-error allows a stale answer in place of an error.
    case staleIfError
    /// `stale.disconnected`, RFC 9111 §4.2.4: The origin cannot be reached and nothing forbids a stale answer.
    case staleDisconnected
    /// `stale.on-error`, RFC 9111 §4.3.3:
    /// By option, a server error while validating is answered with the stale response.
    case staleOnError
    /// `stale.not-allowed`, RFC 9111 §4.2.4: The origin failed and no stale answer is allowed or at hand.
    case staleNotAllowed
    /// `validate.if-none-match`, RFC 9111 §4.3.1: The stored entity tag goes into If-None-Match.
    case validateETag
    /// `validate.if-modified-since`, RFC 9111 §4.3.1: The stored Last-Modified goes into If-Modified-Since.
    case validateLastModified
    /// `validate.variants`, RFC 9111 §4.3.1: The entity tags of other stored variants go along.
    case validateVariants
    /// `freshen.strong`, RFC 9111 §4.3.4: A strong validator of the 304 selects the responses to update.
    case freshenStrong
    /// `freshen.weak`, RFC 9111 §4.3.4: A weak validator of the 304 selects the most recent matching response.
    case freshenWeak
    /// `freshen.no-validator`, RFC 9111 §4.3.4:
    /// A 304 without validator updates the one stored response that has none either, or by option the one asked about.
    case freshenNoValidator
    /// `freshen.not-matched`, RFC 9111 §4.3.4:
    /// The 304 matches no stored response: nothing is updated, and the request goes out again without conditions.
    case freshenNotMatched
    /// `freshen.head`, RFC 9111 §4.3.5:
    /// A HEAD response whose validator and length agree updates the stored GET response.
    case freshenHead
    /// `outdate.head`, RFC 9111 §4.3.5: A HEAD response that disagrees makes the stored GET response stale.
    case outdateHead
    /// `outcome.full-response`, RFC 9111 §4.3.3: The full response is used and may replace what was stored.
    case outcomeReplaced
    /// `outcome.server-error`, RFC 9111 §4.3.3: The origin's 5xx is passed on.
    case outcomeServerError
    /// `outcome.not-modified-for-client`, RFC 9110 §15.4.5:
    /// The 304 answers the client's own condition and is passed on.
    case outcomeNotMine
    /// `condition.if-none-match`, RFC 9111 §4.3.2: If-None-Match matches the stored entity tag: 304.
    case conditionETag
    /// `condition.if-modified-since`, RFC 9111 §4.3.2: The stored response is no newer than If-Modified-Since: 304.
    case conditionModified
    /// `condition.not-met`, RFC 9110 §13.2.2: The client's condition does not hold: the whole response is sent.
    case conditionFalse
    /// `range.satisfied`, RFC 9110 §14.2: The requested range is cut from the stored response: 206.
    case rangeSatisfied
    /// `range.if-range`, RFC 9110 §13.1.5: If-Range does not match: the range is ignored.
    case rangeIfRange
    /// `range.unsatisfiable`, RFC 9110 §14.2: No byte of the requested range exists: 416.
    case rangeUnsatisfiable
    /// `combine.parts`, RFC 9111 §3.4: Parts with the same strong validator are joined.
    case combineParts
    /// `combine.rest`, RFC 9111 §3.3:
    /// A request for the whole asks the origin only for what a stored part lacks, and is answered with both.
    case combineRest
    /// `combine.not-the-rest`, RFC 9111 §3.3:
    /// What came is not the rest of the stored part: the request goes out again for the whole.
    case combineOther
    /// `serve.age`, RFC 9111 §4: A response reused without validation carries its current age.
    case serveAge
    /// `invalidate.target`, RFC 9111 §4.4: A non-error answer to an unsafe method invalidates the target URI.
    case invalidateTarget
    /// `invalidate.location`, RFC 9111 §4.4: Location on the same origin is invalidated too.
    case invalidateLocation
    /// `invalidate.content-location`, RFC 9111 §4.4: Content-Location on the same origin is invalidated too.
    case invalidateContentLocation
    /// `invalidate.other-origin`, RFC 9111 §4.4: A URI of another origin is not invalidated.
    case invalidateOtherOrigin
    /// `invalidate.error-response`, RFC 9111 §4.4: An error answer invalidates nothing.
    case invalidateError
    /// `invalidate.safe-method`, RFC 9111 §4.4: A safe method invalidates nothing.
    case invalidateSafe
    /// `invalidate.group`, RFC 9875 §3: Stored responses of a named group on the same origin are invalidated.
    case invalidateGroup
    /// `seed.etag`, RFC 2616 §13.3.3: A response with an entity tag is kept whatever its status, Pragma and expiry.
    case seedETag
    /// `seed.status`, RFC 2616 §13.4: Only 200, 203, 300, 301, 302, 307 and 410 are kept.
    case seedStatus
    /// `seed.pragma`, RFC 2616 §14.32: Pragma: no-cache in the response refuses.
    case seedPragma
    /// `seed.max-age`, RFC 2616 §14.9.3: max-age counts from receipt.
    case seedMaxAge
    /// `seed.max-age-not-positive`, RFC 2616 §14.9.3: A max-age of zero or less refuses.
    case seedMaxAgeNotPositive
    /// `seed.expires`, RFC 2616 §13.2.4: Expires minus Date counts from receipt.
    case seedExpires
    /// `seed.expires-past`, RFC 2616 §14.21: An Expires that is past or unreadable refuses.
    case seedExpiresPast
    /// `seed.redirect`, RFC 2616 §10.3.3: A 302 or 307 without max-age or Expires is not kept.
    case seedRedirect
    /// `seed.last-modified`, RFC 2616 §13.2.4: A tenth of the time since Last-Modified counts from receipt.
    case seedLastModified
    /// `seed.last-modified-invalid`, RFC 2616 §13.2.4: A Last-Modified that is unreadable or not before Date refuses.
    case seedLastModifiedInvalid
    /// `seed.default`, RFC 2616 §13.4: Without any information one hour counts from receipt.
    case seedDefault
    /// `seed.min-cache-interval`, RFC 2616 §13.4: What expires within the smallest interval is not worth a file.
    case seedMinCacheInterval
}

extension Rule {
    /// How strongly the cited section asks for the rule (RFC 2119 as used by RFC 9110 §2.2).
    public enum Level: String, Sendable, Hashable {
        /// Whoever does otherwise does not conform.
        case must = "MUST"
        /// Whoever does it does not conform.
        case mustNot = "MUST NOT"
        /// There may be reasons to do otherwise, and they are to be weighed.
        case should = "SHOULD"
        /// A cache is free to do it or not.
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

    /// Makes a citation; neither number is checked.
    public init(rfc: Int, section: String) {
        self.rfc = rfc
        self.section = section
    }

    public var description: String { "RFC \(rfc) §\(section)" }
}
