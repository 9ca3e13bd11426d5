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

/// What is stored, found and removed.
final class DiskURLCacheEntriesTests: DiskURLCacheCase {
    // MARK: What is stored

    /// One response each: is it in memory, and is it on disk?
    func testWhatIsStored() throws {
        let rows: [(name: String, response: CachedURLResponse, request: URLRequest, kept: String)] = [
            ("fresh for an hour", try response(), try request(), "both"),
            ("fresh for five minutes", try response("body", ["Cache-Control": "max-age=300"]), try request(), "memory"),
            ("and a second", try response("body", ["Cache-Control": "max-age=301"]), try request(), "both"),
            ("no information", try response("body", [:]), try request(), "both"),
            ("a tag", try response("body", ["Cache-Control": "max-age=1", "ETag": "\"1\""]), try request(), "both"),
            ("no-store", try response("body", ["Cache-Control": "no-store, max-age=3600"]), try request(), "none"),
            (
                "no-store and a tag", try response("body", ["Cache-Control": "no-store", "ETag": "\"1\""]),
                try request(), "none"
            ),
            ("max-age=0", try response("body", ["Cache-Control": "max-age=0"]), try request(), "none"),
            ("an error", try response("body", Self.fresh, status: 500), try request(), "none"),
            ("POST", try response(), try request(method: "POST"), "none"),
            ("HEAD", try response(), try request(method: "HEAD"), "none"),
            ("not allowed", try response(storage: .notAllowed), try request(), "none"),
            ("memory only", try response(storage: .allowedInMemoryOnly), try request(), "both"),
            ("ignores the cache", try response(), try request(policy: .reloadIgnoringLocalCacheData), "none"),
            ("ignores all", try response(), try request(policy: .reloadIgnoringLocalAndRemoteCacheData), "none"),
            ("revalidates", try response(), try request(policy: .reloadRevalidatingCacheData), "both"),
            ("no http", try response(), try request("file:///a"), "none"),
        ]
        for row in rows {
            let cache = cache()
            cache.storeCachedResponse(row.response, for: row.request)
            let isInMemory = cache.currentMemoryUsage > 0
            let isOnDisk = cache.currentDiskUsage > 0
            let kept = isOnDisk ? (isInMemory ? "both" : "disk") : isInMemory ? "memory" : "none"
            XCTAssertEqual(kept, row.kept, row.name)
        }
    }

    private func request(policy: URLRequest.CachePolicy) throws -> URLRequest {
        try request("http://o.test/a", [:], policy)
    }

    func testAResponseThatIsNotHTTPIsNotStored() throws {
        let cache = cache()
        let url = try XCTUnwrap(URL(string: "http://o.test/a"))
        let response = URLResponse(url: url, mimeType: "text/plain", expectedContentLength: 4, textEncodingName: nil)
        cache.storeCachedResponse(CachedURLResponse(response: response, data: Data("body".utf8)), for: try request())
        XCTAssertNil(cache.cachedResponse(for: try request()))
    }

    func testSettings() throws {
        let cache = cache()
        XCTAssertEqual(cache.minCacheInterval, 300)
        XCTAssertTrue(cache.ignoreMemoryOnlyStoragePolicy)
        XCTAssertTrue(cache.shouldRespectCacheControlHeaders)
        cache.minCacheInterval = 10
        cache.storeCachedResponse(try response("body", ["Cache-Control": "max-age=11"]), for: try request())
        XCTAssertGreaterThan(cache.currentDiskUsage, 0)
        cache.removeAllCachedResponses()
        for (interval, kept) in [(-5, 0), (.nan, 0), (.infinity, 0), (1e300, 1e9)] as [(Double, Double)] {
            cache.minCacheInterval = interval
            XCTAssertEqual(cache.minCacheInterval, kept)
        }
        cache.ignoreMemoryOnlyStoragePolicy = false
        cache.storeCachedResponse(try response(storage: .allowedInMemoryOnly), for: try request())
        XCTAssertEqual(text(cache, try request()), "body")
        XCTAssertEqual(cache.currentDiskUsage, 0)
    }

    func testWithoutRespectForFieldsEverythingIsStoredAndUsed() throws {
        let cache = cache()
        cache.shouldRespectCacheControlHeaders = false
        let request = try request()
        for fields in [["Cache-Control": "no-store"], ["Cache-Control": "max-age=1"], [:]] {
            cache.storeCachedResponse(try response("\(fields)", fields, status: 404), for: request)
            clock.advance(1_000_000)
            XCTAssertEqual(text(cache, request), "\(fields)")
            XCTAssertEqual(textOnDisk(cache, request), "\(fields)")
        }
        cache.storeCachedResponse(try response("post"), for: try self.request(method: "POST"))
        XCTAssertEqual(text(cache, request), "\([String: String]())")
    }

    // MARK: What is found

    func testWhatIsStaleIsForThoseWhoWantItAtAnyAge() throws {
        let cache = cache()
        cache.storeCachedResponse(try response("body", ["Cache-Control": "max-age=1000"]), for: try request())
        let rows: [(policy: URLRequest.CachePolicy, fresh: String?, stale: String?)] = [
            (.useProtocolCachePolicy, "body", nil), (.returnCacheDataElseLoad, "body", "body"),
            (.returnCacheDataDontLoad, "body", "body"), (.reloadIgnoringLocalCacheData, nil, nil),
            (.reloadIgnoringLocalAndRemoteCacheData, nil, nil), (.reloadRevalidatingCacheData, nil, nil),
        ]
        clock.advance(999)
        for row in rows { XCTAssertEqual(text(cache, try request(policy: row.policy)), row.fresh, "\(row.policy)") }
        clock.advance(1)
        for row in rows { XCTAssertEqual(text(cache, try request(policy: row.policy)), row.stale, "\(row.policy)") }
        for row in rows {
            XCTAssertEqual(textOnDisk(cache, try request(policy: row.policy)), row.stale, "\(row.policy)")
        }
        XCTAssertTrue(cache.isCached(try XCTUnwrap(URL(string: "http://o.test/a"))))
        XCTAssertNil(text(cache, try request(method: "HEAD")))
    }

    /// RFC 9111 §5.2.1.7: only what is stored for this request answers one that wants nothing else.
    func testOnlyIfCachedIsGivenItsOwnVariantAlone() throws {
        let cache = cache()
        cache.storeCachedResponse(
            try response("de", ["Cache-Control": "max-age=1000", "Vary": "X-Lang"]),
            for: try request("http://o.test/a", ["X-Lang": "de"]))
        let rows: [(language: String, directives: String, anyAge: String?, fresh: String?)] = [
            ("de", "only-if-cached", "de", "de"), ("fr", "only-if-cached", nil, nil),
            ("de", "only-if-cached, max-stale", "de", "de"), ("fr", "only-if-cached, max-stale", nil, nil),
            ("de", "no-cache", nil, nil), ("de", "only-if-cached, no-cache", nil, nil),
        ]
        for row in rows {
            let fields = ["X-Lang": row.language, "Cache-Control": row.directives]
            for policy in [URLRequest.CachePolicy.returnCacheDataElseLoad, .returnCacheDataDontLoad] {
                let request = try request("http://o.test/a", fields, policy)
                XCTAssertEqual(text(cache, request), row.anyAge, "\(row)")
                XCTAssertEqual(textOnDisk(cache, request), row.anyAge, "\(row)")
            }
            XCTAssertEqual(text(cache, try request("http://o.test/a", fields)), row.fresh, "\(row)")
        }
        clock.advance(1000)
        let request = try request(
            "http://o.test/a", ["X-Lang": "de", "Cache-Control": "only-if-cached"], .returnCacheDataDontLoad)
        XCTAssertEqual(text(cache, request), "de")
    }

    func testOnlyIfCachedIsGivenNoPart() async throws {
        let cache = cache()
        let head = try XCTUnwrap(RequestHead(try request()))
        let now = clock.clock.now
        let part = StoredResponse(
            request: head,
            response: ResponseHead(
                status: 200, fields: FieldSection([("Cache-Control", "max-age=1000"), ("ETag", "\"1\"")])),
            requestTime: now, responseTime: now, content: .partial(range: 0..<2, total: 4))
        let writer = try await cache.responseStore.writer(
            for: part, as: VariantID(of: part), under: ResponseKey(CacheKey(for: head)),
            RetentionHint(freshSeconds: 1000, isValidatable: true))
        try await writer.append(Array("bo".utf8)[...])
        _ = try await writer.commit(as: part.content)
        for fields in [[:], ["Cache-Control": "only-if-cached"]] {
            XCTAssertNil(text(cache, try request("http://o.test/a", fields, .returnCacheDataDontLoad)), "\(fields)")
            XCTAssertNil(text(cache, try request("http://o.test/a", fields)), "\(fields)")
        }
    }

    func testIsCached() throws {
        let cache = cache()
        let url = try XCTUnwrap(URL(string: "http://o.test/a#part"))
        XCTAssertFalse(cache.isCached(url))
        cache.storeCachedResponse(try response(), for: try request())
        XCTAssertTrue(cache.isCached(url))
        cache.removeAllCachedResponsesInMemory()
        XCTAssertTrue(cache.isCached(url))
        XCTAssertFalse(cache.isCached(try XCTUnwrap(URL(string: "http://o.test/b"))))
        XCTAssertFalse(cache.isCached(try XCTUnwrap(URL(string: "data:,a"))))
    }

    /// What lies under the same URL for others, such as other partitions or notes of a client, is none of its
    /// responses.
    func testIsCachedCountsWhatAnswersAlone() async throws {
        let cache = cache()
        let head = try XCTUnwrap(RequestHead(try request()))
        let url = try XCTUnwrap(URL(string: "http://o.test/a"))
        let now = clock.clock.now
        let stored = StoredResponse(
            request: head,
            response: ResponseHead(status: 200, fields: FieldSection([("Cache-Control", "max-age=1000")])),
            requestTime: now, responseTime: now, content: .complete(length: 0))
        for (partition, isCached) in [("other", false), ("", true)] {
            let writer = try await cache.responseStore.writer(
                for: stored, as: VariantID(of: stored),
                under: ResponseKey(CacheKey(for: head, partition: partition)),
                RetentionHint(freshSeconds: 1000, isValidatable: false))
            _ = try await writer.commit(as: stored.content)
            XCTAssertEqual(cache.isCached(url), isCached, partition)
        }
    }

    func testAClientOfTheCacheHasItsClock() {
        let configuration = URLSessionConfiguration.ephemeral
        let client = configuration.useCache(cache())
        XCTAssertEqual(client.clock.now, clock.clock.now)
        clock.advance(1000)
        XCTAssertEqual(client.clock.now, clock.clock.now)
    }

    // MARK: Removing

    func testRemoving() throws {
        let cache = cache()
        let urls = ["http://o.test/a", "http://o.test/b", "http://o.test/c"]
        func kept() throws -> String {
            try urls.filter { textOnDisk(cache, try request($0)) != nil }.map { String($0.suffix(1)) }.joined()
        }
        func fill() throws {
            for url in urls {
                cache.storeCachedResponse(try response(url: url), for: try request(url))
                clock.advance(10)
            }
        }
        try fill()
        XCTAssertEqual(try kept(), "abc")
        cache.removeCachedResponse(for: try request("http://o.test/b#part"))
        XCTAssertEqual(try kept(), "ac")
        cache.removeAllCachedResponses()
        XCTAssertEqual(try kept(), "")
        XCTAssertEqual(cache.currentDiskUsage, 0)
        let start = TimeInterval(clock.clock.now.secondsSinceEpoch)
        try fill()
        cache.removeCachedResponses(since: Date(timeIntervalSince1970: start + 11))
        XCTAssertEqual(try kept(), "ab")
        cache.removeCachedResponses(since: .distantFuture)
        XCTAssertEqual(try kept(), "ab")
        cache.removeCachedResponses(since: .distantPast)
        XCTAssertEqual(try kept(), "")
    }

    func testRemovingSinceForgetsWhatIsInMemoryToo() throws {
        let cache = cache(disk: 0)
        cache.storeCachedResponse(try response(), for: try request())
        cache.removeCachedResponses(since: Date(timeIntervalSince1970: 1_000_000_001))
        XCTAssertEqual(text(cache, try request()), "body")
        cache.removeCachedResponses(since: Date(timeIntervalSince1970: 1_000_000_000))
        XCTAssertNil(text(cache, try request()))
    }
}
