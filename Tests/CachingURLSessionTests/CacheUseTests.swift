import Foundation
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class CacheUseTests: XCTestCase {
    func testEachPolicy() throws {
        let url = try XCTUnwrap(URL(string: "http://o.test/"))
        let rows: [(policy: URLRequest.CachePolicy, method: String, use: CacheUse)] = [
            (.useProtocolCachePolicy, "GET", .client(directives: nil)),
            (.reloadIgnoringLocalCacheData, "GET", .bypass(directives: nil)),
            (.reloadIgnoringLocalCacheData, "HEAD", .bypass(directives: nil)),
            (.reloadIgnoringLocalCacheData, "POST", .client(directives: nil)),
            (.reloadIgnoringLocalAndRemoteCacheData, "GET", .bypass(directives: "no-cache")),
            (.reloadIgnoringLocalAndRemoteCacheData, "DELETE", .client(directives: "no-cache")),
            (.reloadRevalidatingCacheData, "GET", .client(directives: "no-cache")),
            (.returnCacheDataElseLoad, "GET", .client(directives: "max-stale")),
            (.returnCacheDataDontLoad, "GET", .storeOnly),
        ]
        for row in rows {
            var request = URLRequest(url: url, cachePolicy: row.policy)
            request.httpMethod = row.method
            XCTAssertEqual(CacheUse(request), row.use, "\(row.policy) \(row.method)")
        }
        XCTAssertEqual(CacheUse.storeOnly.directives, "max-stale, only-if-cached")
    }
}
