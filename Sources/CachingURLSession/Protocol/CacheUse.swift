import Foundation
import HTTPCacheSemantics

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a request's `cachePolicy` asks of the cache, by the table at ``CachingURLProtocol``.
enum CacheUse: Equatable {
    /// Through the client, with these directives added to the request's.
    case client(directives: String?)
    case bypass(directives: String?)
    case storeOnly

    init(_ request: URLRequest) {
        let isSafe = Method(request.httpMethod ?? "GET").isSafe
        switch request.cachePolicy {
        case .reloadIgnoringLocalCacheData: self = isSafe ? .bypass(directives: nil) : .client(directives: nil)
        case .reloadIgnoringLocalAndRemoteCacheData:
            self = isSafe ? .bypass(directives: "no-cache") : .client(directives: "no-cache")
        case .reloadRevalidatingCacheData: self = .client(directives: "no-cache")
        case .returnCacheDataElseLoad: self = .client(directives: "max-stale")
        case .returnCacheDataDontLoad: self = .storeOnly
        default: self = .client(directives: nil)
        }
    }

    /// What is added to the request's Cache-Control.
    var directives: String? {
        switch self {
        case .client(let directives), .bypass(let directives): directives
        case .storeOnly: "max-stale, only-if-cached"
        }
    }
}
