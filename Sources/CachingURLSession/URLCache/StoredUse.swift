import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a `cachePolicy` wants of a cache that cannot validate.
enum StoredUse: Equatable {
    case fresh
    case anyAge
    case none

    init(_ policy: URLRequest.CachePolicy) {
        switch policy {
        case .returnCacheDataElseLoad, .returnCacheDataDontLoad: self = .anyAge
        case .reloadRevalidatingCacheData: self = .none
        default: self = Self.ignoresCache(policy) ? .none : .fresh
        }
    }

    static func ignoresCache(_ policy: URLRequest.CachePolicy) -> Bool {
        policy == .reloadIgnoringLocalCacheData || policy == .reloadIgnoringLocalAndRemoteCacheData
    }
}
