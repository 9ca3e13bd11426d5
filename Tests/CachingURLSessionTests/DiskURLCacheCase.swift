import CachingClient
import DiskStore
import Foundation
import HTTPCacheSemantics
import HTTPDate
import StoreConformance
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What tests of the cache have in common.
class DiskURLCacheCase: XCTestCase {
    let directories = TestDirectories()
    let clock = TestClock()

    override func tearDown() { directories.remove() }

    func cache(memory: Int = 1 << 20, disk: Int = 1 << 20, at path: String? = nil) -> DiskURLCache {
        DiskURLCache(
            memoryCapacity: memory, diskCapacity: disk, diskPath: path ?? directories.new(), clock: clock.clock)
    }

    func request(
        _ url: String = "http://o.test/a", _ fields: [String: String] = [:],
        _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy, method: String = "GET"
    ) throws -> URLRequest {
        var request = URLRequest(url: try XCTUnwrap(URL(string: url)), cachePolicy: policy)
        request.httpMethod = method
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    static let fresh = ["Cache-Control": "max-age=3600"]

    func response(
        _ text: String = "body", _ fields: [String: String] = fresh, url: String = "http://o.test/a", status: Int = 200,
        userInfo: [AnyHashable: Any]? = nil, storage: URLCache.StoragePolicy = .allowed
    ) throws -> CachedURLResponse {
        let response = try XCTUnwrap(
            HTTPURLResponse(
                url: try XCTUnwrap(URL(string: url)), statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        )
        return CachedURLResponse(
            response: response, data: Data(text.utf8), userInfo: userInfo, storagePolicy: storage)
    }

    func text(_ cache: DiskURLCache, _ request: URLRequest) -> String? {
        cache.cachedResponse(for: request).map { String(decoding: $0.data, as: UTF8.self) }
    }

    /// What lies on disk alone.
    func textOnDisk(_ cache: DiskURLCache, _ request: URLRequest) -> String? {
        cache.removeAllCachedResponsesInMemory()
        defer { cache.removeAllCachedResponsesInMemory() }
        return text(cache, request)
    }
}
