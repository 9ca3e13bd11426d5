/// Which field, and which directive of it, a rule's verdict rests on.
enum RuleSource {
    case response(KnownField, Directive? = nil)
    case request(KnownField, Directive? = nil)
    case storedRequest(KnownField, Directive? = nil)
    case vary
    case none
}

extension Rule {
    var source: RuleSource {
        switch self {
        case .storeMustUnderstand: .response(.cacheControl, .mustUnderstand)
        case .storeNoStoreIgnored: .response(.cacheControl, .mustUnderstand)
        case .storeNoStore: .response(.cacheControl, .noStore)
        case .storeRequestNoStore: .storedRequest(.cacheControl, .noStore)
        case .storePrivate, .storePrivateResponse, .fieldsPrivate: .response(.cacheControl, .private)
        case .storeAuthorization, .storeAuthorized: .storedRequest(.authorization)
        case .storePublic: .response(.cacheControl, .public)
        case .storeExpires, .lifetimeExpires, .lifetimeExpiresInvalid: .response(.expires)
        case .storeMaxAge, .lifetimeMaxAge: .response(.cacheControl, .maxAge)
        case .storeSMaxAge, .lifetimeSMaxAge, .staleSMaxAge: .response(.cacheControl, .sMaxAge)
        case .storeSetCookie: .response(.setCookie)
        case .storePost, .invalidateContentLocation: .response(.contentLocation)
        case .storePartial, .storeIncomplete, .combineParts, .combineRest, .combineOther: .response(.contentRange)
        case .fieldsConnection, .storeUnjudgeable: .response(.connection)
        case .fieldsNoCache, .responseNoCache, .staleNoCache: .response(.cacheControl, .noCache)
        case .lifetimeTargeted, .lifetimeInvalid, .lifetimeDuplicate: .response(.cacheControl, .maxAge)
        case .lifetimeHeuristic, .validateLastModified: .response(.lastModified)
        case .ageField, .ageInvalid: .response(.age)
        case .ageApparent: .response(.date)
        case .varyMismatch, .varyStar: .vary
        case .forwardPrecondition: .request(.ifMatch)
        case .forwardRange, .rangeSatisfied, .rangeUnsatisfiable, .selectPartial: .request(.range)
        case .rangeIfRange: .request(.ifRange)
        case .reuseImmutable: .response(.cacheControl, .immutable)
        case .requestNoCache: .request(.cacheControl, .noCache)
        case .requestPragma: .request(.pragma)
        case .requestMaxAge: .request(.cacheControl, .maxAge)
        case .requestMinFresh: .request(.cacheControl, .minFresh)
        case .requestMaxStale: .request(.cacheControl, .maxStale)
        case .requestOnlyIfCached: .request(.cacheControl, .onlyIfCached)
        case .staleMustRevalidate: .response(.cacheControl, .mustRevalidate)
        case .staleProxyRevalidate: .response(.cacheControl, .proxyRevalidate)
        case .staleWhileRevalidate: .response(.cacheControl, .staleWhileRevalidate)
        case .staleIfError: .response(.cacheControl, .staleIfError)
        case .validateETag, .validateVariants, .freshenStrong, .freshenWeak: .response(.eTag)
        case .conditionETag: .request(.ifNoneMatch)
        case .conditionModified: .request(.ifModifiedSince)
        case .invalidateLocation: .response(.location)
        case .invalidateGroup: .response(.cacheGroupInvalidation)
        case .seedETag: .response(.eTag)
        case .seedPragma: .response(.pragma)
        case .seedMaxAge, .seedMaxAgeNotPositive: .response(.cacheControl, .maxAge)
        case .seedExpires, .seedExpiresPast: .response(.expires)
        case .seedLastModified, .seedLastModifiedInvalid: .response(.lastModified)
        case .seedStatus, .seedRedirect, .seedDefault, .seedMinCacheInterval: .none
        case .storeMethod, .storeInterim, .storeStatus, .storeForThisRequest, .storeNothingAllows, .storeHeuristic,
            .fieldsProxy,
            .fieldsUpdated, .fieldsExcluded, .lifetimeNone, .ageResident, .selectMiss, .selectMethod, .forwardMethod,
            .reuseFresh, .lifetimeExpired, .staleDisconnected, .staleOnError, .staleNotAllowed, .freshenNoValidator,
            .freshenNotMatched, .freshenHead, .outdateHead, .outcomeReplaced, .outcomeServerError, .outcomeNotMine,
            .conditionFalse, .serveAge, .invalidateOtherOrigin, .invalidateTarget, .invalidateError, .invalidateSafe:
            .none
        }
    }
}
