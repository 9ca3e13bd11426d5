/// The field names that caching looks at, and those that `Vary` often nominates, numbered so that a set of them is one
/// machine word.
enum KnownField: UInt8, CaseIterable, Sendable, Hashable {
    case cacheControl = 0
    case age = 1
    case expires = 2
    case date = 3
    case lastModified = 4
    case eTag = 5
    case vary = 6
    case pragma = 7
    case authorization = 8
    case setCookie = 9
    case contentRange = 10
    case contentLength = 11
    case contentLocation = 12
    case contentType = 13
    case contentEncoding = 14
    case location = 15
    case ifNoneMatch = 16
    case ifModifiedSince = 17
    case ifMatch = 18
    case ifUnmodifiedSince = 19
    case ifRange = 20
    case range = 21
    case connection = 22
    case keepAlive = 23
    case proxyAuthenticate = 24
    case proxyAuthenticationInfo = 25
    case proxyAuthorization = 26
    case proxyConnection = 27
    case te = 28
    case trailer = 29
    case transferEncoding = 30
    case upgrade = 31
    case cdnCacheControl = 32
    case accept = 33
    case acceptEncoding = 34
    case acceptLanguage = 35
    case acceptCharset = 36
    case userAgent = 37
    case cookie = 38
    case origin = 39
    case host = 40
    case referer = 41
    case noVarySearch = 42
    case cacheGroups = 43
    case cacheGroupInvalidation = 44
    case cacheStatus = 45
    case warning = 46
    case via = 47
    case acceptRanges = 48
    case secFetchMode = 49
    case secFetchSite = 50
    case secFetchDest = 51
    case xRequestedWith = 52
    case xForwardedProto = 53
    case dpr = 54
    case viewportWidth = 55
    case width = 56
    case saveData = 57

    /// The name in lower case, as HTTP/2 writes it.
    var name: StaticString {
        switch self {
        case .cacheControl: "cache-control"
        case .age: "age"
        case .expires: "expires"
        case .date: "date"
        case .lastModified: "last-modified"
        case .eTag: "etag"
        case .vary: "vary"
        case .pragma: "pragma"
        case .authorization: "authorization"
        case .setCookie: "set-cookie"
        case .contentRange: "content-range"
        case .contentLength: "content-length"
        case .contentLocation: "content-location"
        case .contentType: "content-type"
        case .contentEncoding: "content-encoding"
        case .location: "location"
        case .ifNoneMatch: "if-none-match"
        case .ifModifiedSince: "if-modified-since"
        case .ifMatch: "if-match"
        case .ifUnmodifiedSince: "if-unmodified-since"
        case .ifRange: "if-range"
        case .range: "range"
        case .connection: "connection"
        case .keepAlive: "keep-alive"
        case .proxyAuthenticate: "proxy-authenticate"
        case .proxyAuthenticationInfo: "proxy-authentication-info"
        case .proxyAuthorization: "proxy-authorization"
        case .proxyConnection: "proxy-connection"
        case .te: "te"
        case .trailer: "trailer"
        case .transferEncoding: "transfer-encoding"
        case .upgrade: "upgrade"
        case .cdnCacheControl: "cdn-cache-control"
        case .accept: "accept"
        case .acceptEncoding: "accept-encoding"
        case .acceptLanguage: "accept-language"
        case .acceptCharset: "accept-charset"
        case .userAgent: "user-agent"
        case .cookie: "cookie"
        case .origin: "origin"
        case .host: "host"
        case .referer: "referer"
        case .noVarySearch: "no-vary-search"
        case .cacheGroups: "cache-groups"
        case .cacheGroupInvalidation: "cache-group-invalidation"
        case .cacheStatus: "cache-status"
        case .warning: "warning"
        case .via: "via"
        case .acceptRanges: "accept-ranges"
        case .secFetchMode: "sec-fetch-mode"
        case .secFetchSite: "sec-fetch-site"
        case .secFetchDest: "sec-fetch-dest"
        case .xRequestedWith: "x-requested-with"
        case .xForwardedProto: "x-forwarded-proto"
        case .dpr: "dpr"
        case .viewportWidth: "viewport-width"
        case .width: "width"
        case .saveData: "save-data"
        }
    }

    /// The name of the lowest number in a set, or nil when the set is empty.
    @inline(__always)
    init?(lowestOf set: UInt64) { self.init(rawValue: UInt8(truncatingIfNeeded: set.trailingZeroBitCount)) }

    /// The set that holds this name alone.
    @inline(__always)
    var bit: UInt64 { 1 &<< UInt64(rawValue) }
}
