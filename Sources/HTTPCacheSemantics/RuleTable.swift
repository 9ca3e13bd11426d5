/// The rows, in the order of the cases.
extension Rule {
    var entry: RuleEntry {
        switch self {
        case .storeMethod:
            .init(
                "store.method", 9111, "3", .mustNot,
                "The request method is not one whose responses this cache stores.")
        case .storePost:
            .init(
                "store.post", 9110, "9.3.3", .may,
                "A POST response names its target in Content-Location and says how long it lives, so a later GET may have it."
            )
        case .storeInterim:
            .init("store.interim", 9111, "3", .mustNot, "A 1xx response is not final, so it is not stored.")
        case .storeStatus:
            .init(
                "store.status-not-understood", 9111, "3", .mustNot,
                "A 206 or 304 that this cache cannot use is not stored.")
        case .storeForThisRequest:
            .init(
                "store.for-this-request", 9111, "3", .may,
                "A 412, 416 or 417 that the request's conditions, Range or Expect led to is not kept for other requests."
            )
        case .storeMustUnderstand:
            .init(
                "store.must-understand", 9111, "5.2.2.3", .mustNot,
                "must-understand is present and the status code is not understood.")
        case .storeNoStoreIgnored:
            .init(
                "store.no-store-ignored", 9111, "5.2.2.3", .should,
                "must-understand with an understood status code: no-store is set aside.")
        case .storeNoStore: .init("store.no-store", 9111, "5.2.2.5", .mustNot, "The response carries no-store.")
        case .storeRequestNoStore:
            .init("store.request-no-store", 9111, "5.2.1.5", .mustNot, "The request carries no-store.")
        case .storePrivate:
            .init("store.private", 9111, "5.2.2.7", .mustNot, "The response is private and this cache is shared.")
        case .storeAuthorization:
            .init(
                "store.authorization", 9111, "3.5", .mustNot,
                "The request was authorized and nothing in the response lets a shared cache keep the answer.")
        case .storeAuthorized:
            .init(
                "store.authorization-allowed", 9111, "3.5", .may,
                "The request was authorized and public, must-revalidate or s-maxage lets a shared cache keep the answer."
            )
        case .storeNothingAllows:
            .init(
                "store.nothing-allows", 9111, "3", .mustNot,
                "No directive, no Expires and no heuristically cacheable status code allows storing.")
        case .storePublic: .init("store.public", 9111, "5.2.2.9", .may, "public allows storing.")
        case .storePrivateResponse:
            .init("store.private-response", 9111, "5.2.2.7", .may, "private allows a private cache to store.")
        case .storeExpires: .init("store.expires", 9111, "3", .may, "An Expires field allows storing.")
        case .storeMaxAge: .init("store.max-age", 9111, "3", .may, "max-age allows storing.")
        case .storeSMaxAge: .init("store.s-maxage", 9111, "3", .may, "s-maxage allows a shared cache to store.")
        case .storeHeuristic: .init("store.heuristic", 9111, "3", .may, "The status code is heuristically cacheable.")
        case .storeSetCookie:
            .init(
                "store.set-cookie", 9111, "7.3", .may,
                "By option, a response that sets a cookie is not kept by a shared cache.")
        case .storeIncomplete:
            .init(
                "store.incomplete", 9111, "3.3", .mustNot,
                "An incomplete response is kept only if it is a 200 to GET or a single 206 part that can be completed.")
        case .storeUnjudgeable:
            .init(
                "store.unjudgeable", 9111, "3.1", .may,
                "A response that excludes a field which its reuse is judged by, such as Cache-Control or Vary, is not kept."
            )
        case .storePartial:
            .init("store.partial", 9111, "3.3", .may, "A part of a representation is kept, marked as incomplete.")
        case .fieldsConnection:
            .init(
                "fields.connection", 9110, "7.6.1", .must,
                "Connection, the fields it names and the fields of one connection are neither stored nor passed on.")
        case .fieldsPrivate:
            .init(
                "fields.private", 9111, "5.2.2.7", .mustNot,
                "Fields that a qualified private names are not stored by a shared cache.")
        case .fieldsNoCache:
            .init(
                "fields.no-cache", 9111, "5.2.2.4", .mustNot,
                "Fields that a qualified no-cache names are not replayed without validation.")
        case .fieldsProxy:
            .init(
                "fields.proxy", 9111, "3.1", .mustNot,
                "Proxy-Authenticate, Proxy-Authentication-Info and Proxy-Authorization are not stored.")
        case .fieldsUpdated:
            .init("fields.updated", 9111, "3.2", .must, "A field of the newer response replaces the stored one.")
        case .fieldsExcluded:
            .init(
                "fields.excluded", 9111, "3.2", .may,
                "Content-Length, and what describes the stored bytes, stays as it was stored.")
        case .lifetimeSMaxAge:
            .init("lifetime.s-maxage", 9111, "4.2.1", .must, "s-maxage is a shared cache's freshness lifetime.")
        case .lifetimeMaxAge: .init("lifetime.max-age", 9111, "4.2.1", .must, "max-age is the freshness lifetime.")
        case .lifetimeExpires:
            .init("lifetime.expires", 9111, "4.2.1", .must, "Expires minus Date is the freshness lifetime.")
        case .lifetimeExpiresInvalid:
            .init(
                "lifetime.expires-invalid", 9111, "5.3", .must,
                "An Expires that is no date, 0 included, lies in the past.")
        case .lifetimeTargeted:
            .init(
                "lifetime.targeted", 9213, "2.2", .must,
                "A targeted field for this cache takes the place of Cache-Control and Expires.")
        case .lifetimeHeuristic:
            .init(
                "lifetime.heuristic", 9111, "4.2.2", .may,
                "A share of the time since Last-Modified serves as freshness lifetime.")
        case .lifetimeNone:
            .init("lifetime.none", 9111, "4.2.2", .mustNot, "Nothing gives a lifetime and no heuristic may be used.")
        case .lifetimeInvalid:
            .init(
                "lifetime.invalid", 9111, "4.2.1", .should,
                "The freshness information is invalid, so the response counts as stale.")
        case .lifetimeDuplicate:
            .init(
                "lifetime.duplicate", 9111, "4.2.1", .should,
                "A directive that gives the lifetime stands twice; by option, the response counts as stale.")
        case .ageField:
            .init("age.field", 9111, "4.2.3", .must, "The Age field plus the response delay gives the initial age.")
        case .ageApparent:
            .init("age.apparent", 9111, "4.2.3", .must, "The time from Date to arrival gives the initial age.")
        case .ageResident:
            .init("age.resident", 9111, "4.2.3", .must, "Only the delay and the time in this cache make up the age.")
        case .ageInvalid:
            .init("age.invalid", 9111, "5.1", .should, "The Age field is no number of seconds and is ignored.")
        case .selectMiss: .init("select.uri-miss", 9111, "4", .mustNot, "Nothing is stored for the target URI.")
        case .selectMethod:
            .init("select.method", 9111, "4", .mustNot, "What is stored was the answer to another method.")
        case .selectPartial:
            .init("select.partial", 9111, "3.3", .mustNot, "Only a part is stored, and the request wants more.")
        case .varyMismatch:
            .init(
                "vary.mismatch", 9111, "4.1", .mustNot,
                "A request field that Vary names differs from the stored request's.")
        case .varyStar: .init("vary.star", 9111, "4.1", .mustNot, "Vary: * matches no request.")
        case .forwardMethod:
            .init("forward.method", 9111, "4", .must, "The request method is not answered from a cache.")
        case .forwardPrecondition:
            .init(
                "forward.precondition", 9111, "4.3.2", .mustNot,
                "If-Match and If-Unmodified-Since are for the origin to judge.")
        case .forwardRange:
            .init("forward.range", 9111, "3.3", .mustNot, "The requested range cannot be cut from what is stored.")
        case .reuseFresh: .init("reuse.fresh", 9111, "4.2", .may, "The response is fresh.")
        case .reuseImmutable:
            .init(
                "reuse.immutable", 8246, "2", .should,
                "A fresh immutable response is not validated for the sake of a request's max-age.")
        case .responseNoCache:
            .init("response.no-cache", 9111, "5.2.2.4", .mustNot, "no-cache wants validation before each reuse.")
        case .requestNoCache:
            .init("request.no-cache", 9111, "5.2.1.4", .may, "The request's no-cache wants validation.")
        case .requestPragma:
            .init(
                "request.pragma", 9111, "5.4", .may,
                "By option, Pragma: no-cache without Cache-Control is the request's no-cache.")
        case .requestMaxAge:
            .init("request.max-age", 9111, "5.2.1.1", .may, "The response is older than the request's max-age.")
        case .requestMinFresh:
            .init(
                "request.min-fresh", 9111, "5.2.1.3", .may,
                "The response will not stay fresh for as long as the request's min-fresh asks.")
        case .requestMaxStale:
            .init("request.max-stale", 9111, "5.2.1.2", .may, "The request's max-stale accepts a response this stale.")
        case .requestOnlyIfCached:
            .init(
                "request.only-if-cached", 9111, "5.2.1.7", .should,
                "only-if-cached, and nothing stored can be used: 504.")
        case .lifetimeExpired:
            .init("lifetime.expired", 9111, "4.2", .must, "The age has reached the freshness lifetime.")
        case .staleMustRevalidate:
            .init(
                "stale.must-revalidate", 9111, "5.2.2.2", .mustNot,
                "must-revalidate forbids the stale answer that something else would allow.")
        case .staleProxyRevalidate:
            .init(
                "stale.proxy-revalidate", 9111, "5.2.2.8", .mustNot,
                "proxy-revalidate forbids a shared cache that stale answer.")
        case .staleSMaxAge:
            .init("stale.s-maxage", 9111, "5.2.2.10", .mustNot, "s-maxage forbids a shared cache that stale answer.")
        case .staleNoCache: .init("stale.no-cache", 9111, "4.2.4", .mustNot, "no-cache forbids that stale answer.")
        case .staleWhileRevalidate:
            .init(
                "stale.while-revalidate", 5861, "3", .may,
                "stale-while-revalidate allows a stale answer while validation runs.")
        case .staleIfError:
            .init("stale.if-error", 5861, "4", .may, "stale-if-error allows a stale answer in place of an error.")
        case .staleDisconnected:
            .init(
                "stale.disconnected", 9111, "4.2.4", .may,
                "The origin cannot be reached and nothing forbids a stale answer.")
        case .staleOnError:
            .init(
                "stale.on-error", 9111, "4.3.3", .may,
                "By option, a server error while validating is answered with the stale response.")
        case .staleNotAllowed:
            .init(
                "stale.not-allowed", 9111, "4.2.4", .mustNot,
                "The origin failed and no stale answer is allowed or at hand.")
        case .validateETag:
            .init("validate.if-none-match", 9111, "4.3.1", .must, "The stored entity tag goes into If-None-Match.")
        case .validateLastModified:
            .init(
                "validate.if-modified-since", 9111, "4.3.1", .should,
                "The stored Last-Modified goes into If-Modified-Since.")
        case .validateVariants:
            .init("validate.variants", 9111, "4.3.1", .may, "The entity tags of other stored variants go along.")
        case .freshenStrong:
            .init(
                "freshen.strong", 9111, "4.3.4", .must,
                "A strong validator of the 304 selects the responses to update.")
        case .freshenWeak:
            .init(
                "freshen.weak", 9111, "4.3.4", .must,
                "A weak validator of the 304 selects the most recent matching response.")
        case .freshenNoValidator:
            .init(
                "freshen.no-validator", 9111, "4.3.4", .must,
                "A 304 without validator updates the one stored response that has none either, or by option the one asked about."
            )
        case .freshenNotMatched:
            .init(
                "freshen.not-matched", 9111, "4.3.4", .mustNot,
                "The 304 matches no stored response: nothing is updated, and the request goes out again without conditions."
            )
        case .freshenHead:
            .init(
                "freshen.head", 9111, "4.3.5", .should,
                "A HEAD response whose validator and length agree updates the stored GET response.")
        case .outdateHead:
            .init(
                "outdate.head", 9111, "4.3.5", .should,
                "A HEAD response that disagrees makes the stored GET response stale.")
        case .outcomeReplaced:
            .init(
                "outcome.full-response", 9111, "4.3.3", .must,
                "The full response is used and may replace what was stored.")
        case .outcomeServerError: .init("outcome.server-error", 9111, "4.3.3", .may, "The origin's 5xx is passed on.")
        case .outcomeNotMine:
            .init(
                "outcome.not-modified-for-client", 9110, "15.4.5", .should,
                "The 304 answers the client's own condition and is passed on.")
        case .conditionETag:
            .init(
                "condition.if-none-match", 9111, "4.3.2", .should,
                "If-None-Match matches the stored entity tag: 304.")
        case .conditionModified:
            .init(
                "condition.if-modified-since", 9111, "4.3.2", .should,
                "The stored response is no newer than If-Modified-Since: 304.")
        case .conditionFalse:
            .init(
                "condition.not-met", 9110, "13.2.2", .must,
                "The client's condition does not hold: the whole response is sent.")
        case .rangeSatisfied:
            .init("range.satisfied", 9110, "14.2", .may, "The requested range is cut from the stored response: 206.")
        case .rangeIfRange:
            .init("range.if-range", 9110, "13.1.5", .must, "If-Range does not match: the range is ignored.")
        case .rangeUnsatisfiable:
            .init("range.unsatisfiable", 9110, "14.2", .should, "No byte of the requested range exists: 416.")
        case .combineParts:
            .init("combine.parts", 9111, "3.4", .may, "Parts with the same strong validator are joined.")
        case .combineRest:
            .init(
                "combine.rest", 9111, "3.3", .may,
                "A request for the whole asks the origin only for what a stored part lacks, and is answered with both.")
        case .combineOther:
            .init(
                "combine.not-the-rest", 9111, "3.3", .mustNot,
                "What came is not the rest of the stored part: the request goes out again for the whole.")
        case .serveAge:
            .init("serve.age", 9111, "4", .must, "A response reused without validation carries its current age.")
        case .invalidateTarget:
            .init(
                "invalidate.target", 9111, "4.4", .must,
                "A non-error answer to an unsafe method invalidates the target URI.")
        case .invalidateLocation:
            .init("invalidate.location", 9111, "4.4", .may, "Location on the same origin is invalidated too.")
        case .invalidateContentLocation:
            .init(
                "invalidate.content-location", 9111, "4.4", .may,
                "Content-Location on the same origin is invalidated too.")
        case .invalidateOtherOrigin:
            .init("invalidate.other-origin", 9111, "4.4", .mustNot, "A URI of another origin is not invalidated.")
        case .invalidateError:
            .init("invalidate.error-response", 9111, "4.4", .must, "An error answer invalidates nothing.")
        case .invalidateSafe: .init("invalidate.safe-method", 9111, "4.4", .must, "A safe method invalidates nothing.")
        case .invalidateGroup:
            .init(
                "invalidate.group", 9875, "3", .may,
                "Stored responses of a named group on the same origin are invalidated.")
        case .seedETag:
            .init(
                "seed.etag", 2616, "13.3.3", .may,
                "A response with an entity tag is kept whatever its status, Pragma and expiry.")
        case .seedStatus:
            .init("seed.status", 2616, "13.4", .mustNot, "Only 200, 203, 300, 301, 302, 307 and 410 are kept.")
        case .seedPragma: .init("seed.pragma", 2616, "14.32", .should, "Pragma: no-cache in the response refuses.")
        case .seedMaxAge: .init("seed.max-age", 2616, "14.9.3", .must, "max-age counts from receipt.")
        case .seedMaxAgeNotPositive:
            .init("seed.max-age-not-positive", 2616, "14.9.3", .mustNot, "A max-age of zero or less refuses.")
        case .seedExpires: .init("seed.expires", 2616, "13.2.4", .must, "Expires minus Date counts from receipt.")
        case .seedExpiresPast:
            .init("seed.expires-past", 2616, "14.21", .mustNot, "An Expires that is past or unreadable refuses.")
        case .seedRedirect:
            .init("seed.redirect", 2616, "10.3.3", .mustNot, "A 302 or 307 without max-age or Expires is not kept.")
        case .seedLastModified:
            .init(
                "seed.last-modified", 2616, "13.2.4", .may,
                "A tenth of the time since Last-Modified counts from receipt.")
        case .seedLastModifiedInvalid:
            .init(
                "seed.last-modified-invalid", 2616, "13.2.4", .mustNot,
                "A Last-Modified that is unreadable or not before Date refuses.")
        case .seedDefault:
            .init("seed.default", 2616, "13.4", .may, "Without any information one hour counts from receipt.")
        case .seedMinCacheInterval:
            .init(
                "seed.min-cache-interval", 2616, "13.4", .may,
                "What expires within the smallest interval is not worth a file.")
        }
    }
}
