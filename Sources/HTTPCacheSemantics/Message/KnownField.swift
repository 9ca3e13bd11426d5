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

    /// The set that holds this name alone.
    @inline(__always)
    var bit: UInt64 { 1 << UInt64(rawValue) }
}

extension KnownField {
    /// The known field of this name in any case, or nil.
    init?(_ name: Span<UInt8>) {
        guard !name.isEmpty, name.count <= Self.longestName else { return nil }
        let slot = Self.slot(name)
        let number = Self.slots.withUnsafeBufferPointer { $0[slot] }
        guard let field = KnownField(rawValue: number), name.equalsIgnoringCase(field.name) else { return nil }
        self = field
    }

    init?(_ name: String) { self.init(Array(name.utf8).span) }

    private static let longestName = 25

    /// A hash of length, first, middle, late and last byte that is free of collisions over the names; the multipliers were
    /// found by trial, and a test holds every name to its own slot.
    private static func slot(_ name: Span<UInt8>) -> Int {
        let first = Int(name[0] | 0x20)
        let middle = Int(name[name.count / 2] | 0x20)
        let late = Int(name[name.count * 3 / 4] | 0x20)
        let last = Int(name[name.count - 1] | 0x20)
        return (name.count * 224 + first * 141 + last * 183 + middle * 187 + late * 39) >> 1 & 255
    }

    private static let slots: [UInt8] = [
        255, 255, 255, 255, 255, 255, 2, 255, 51, 255, 255, 255, 44, 16, 255, 7,
        255, 38, 255, 255, 255, 255, 30, 255, 255, 255, 57, 255, 22, 255, 255, 255,
        39, 255, 255, 255, 36, 255, 43, 255, 55, 255, 255, 255, 27, 37, 255, 255,
        54, 255, 13, 255, 46, 255, 53, 47, 33, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 25, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 48, 255, 255, 255, 255, 255, 19, 255, 6, 255, 49, 255, 255, 23, 255,
        11, 15, 255, 255, 255, 255, 255, 255, 255, 255, 42, 255, 255, 255, 255, 255,
        1, 255, 255, 3, 45, 255, 255, 255, 255, 255, 255, 4, 255, 56, 255, 255,
        28, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 255, 18, 255,
        17, 255, 32, 255, 255, 14, 255, 255, 34, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 31, 255, 255, 52, 5, 255, 255, 255, 255, 255, 255, 255, 255,
        40, 255, 255, 255, 21, 255, 255, 255, 255, 255, 255, 35, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 41, 20, 255, 29, 24, 10, 255,
        50, 255, 255, 255, 255, 255, 9, 255, 26, 255, 255, 255, 12, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 8, 255, 255, 255, 255, 255, 255, 255, 255,
        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    ]
}
