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

/// The cache through its own methods.
final class DiskURLCacheTests: XCTestCase {
    private let directories = TestDirectories()
    private let clock = TestClock()

    override func tearDown() { directories.remove() }

    private func cache(memory: Int = 1 << 20, disk: Int = 1 << 20, at path: String? = nil) -> DiskURLCache {
        DiskURLCache(
            memoryCapacity: memory, diskCapacity: disk, diskPath: path ?? directories.new(), clock: clock.clock)
    }

    private func request(
        _ url: String = "http://o.test/a", _ fields: [String: String] = [:],
        _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy, method: String = "GET"
    ) throws -> URLRequest {
        var request = URLRequest(url: try XCTUnwrap(URL(string: url)), cachePolicy: policy)
        request.httpMethod = method
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    private static let fresh = ["Cache-Control": "max-age=3600"]

    private func response(
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

    private func text(_ cache: DiskURLCache, _ request: URLRequest) -> String? {
        cache.cachedResponse(for: request).map { String(decoding: $0.data, as: UTF8.self) }
    }

    /// What lies on disk alone.
    private func textOnDisk(_ cache: DiskURLCache, _ request: URLRequest) -> String? {
        cache.removeAllCachedResponsesInMemory()
        defer { cache.removeAllCachedResponsesInMemory() }
        return text(cache, request)
    }

    // MARK: Round trip

    func testEverythingComesBackFromDisk() throws {
        let path = directories.new()
        let fields = [
            "Cache-Control": "max-age=3600", "ETag": "\"1\"", "Content-Type": "text/plain; charset=utf-8",
            "Set-Cookie": "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT, b=2", "X-Empty": "", "Content-Length": "4",
            "Date": "Sun, 09 Sep 2001 01:46:40 GMT",
        ]
        let info: [AnyHashable: Any] = ["key": "value", "number": 7]
        func hold(_ cache: DiskURLCache, _ what: String) throws {
            let found = try XCTUnwrap(cache.cachedResponse(for: request()), what)
            XCTAssertEqual(String(decoding: found.data, as: UTF8.self), "body", what)
            XCTAssertEqual(found.storagePolicy, .allowedInMemoryOnly, what)
            XCTAssertEqual(found.userInfo?["key"] as? String, "value", what)
            XCTAssertEqual(found.userInfo?["number"] as? Int, 7, what)
            XCTAssertEqual(found.userInfo?.count, 2, what)
            let response = try XCTUnwrap(found.response as? HTTPURLResponse, what)
            XCTAssertEqual(response.statusCode, 203, what)
            XCTAssertEqual(response.url?.absoluteString, "http://o.test/elsewhere#part", what)
            XCTAssertEqual(response.mimeType, "text/plain", what)
            XCTAssertEqual(response.textEncodingName, "utf-8", what)
            let got = response.allHeaderFields.map { "\($0.key): \($0.value)".lowercased() }
            XCTAssertEqual(Set(got), Set(fields.map { "\($0.key): \($0.value)".lowercased() }), what)
        }
        do {
            let cache = cache(at: path)
            cache.storeCachedResponse(
                try response(
                    "body", fields, url: "http://o.test/elsewhere#part", status: 203, userInfo: info,
                    storage: .allowedInMemoryOnly), for: try request())
            try hold(cache, "memory")
            cache.removeAllCachedResponsesInMemory()
            try hold(cache, "disk")
        }
        try hold(cache(at: path), "another process")
    }

    func testFieldsThatNoCacheMayStoreAreLeftOut() throws {
        let cache = cache()
        cache.storeCachedResponse(
            try response("body", ["Cache-Control": "max-age=3600", "Connection": "X-Hop", "X-Hop": "1"]),
            for: try request())
        for _ in 0..<2 {
            let found = try XCTUnwrap(cache.cachedResponse(for: request())?.response as? HTTPURLResponse)
            // The time of receipt stands in for a Date that is missing (RFC 9110 §6.6.1).
            XCTAssertEqual(
                found.allHeaderFields as? [String: String],
                ["Cache-Control": "max-age=3600", "Date": "Sun, 09 Sep 2001 01:46:40 GMT"])
            cache.removeAllCachedResponsesInMemory()
        }
    }

    func testAUserInfoThatIsNoPropertyListStaysInMemory() throws {
        let cache = cache()
        cache.storeCachedResponse(try response(userInfo: ["key": NSObject()]), for: try request())
        XCTAssertNotNil(cache.cachedResponse(for: try request())?.userInfo?["key"] as? NSObject)
        XCTAssertNil(textOnDisk(cache, try request()))
        XCTAssertEqual(cache.currentDiskUsage, 0)
    }

    func testALargeBodyAndAnEmptyOne() throws {
        let cache = cache(memory: 1 << 16, disk: 16 << 20)
        let large = String(repeating: "0123456789abcdef", count: 1 << 17)
        for text in [large, ""] {
            cache.storeCachedResponse(try response(text), for: try request())
            XCTAssertEqual(textOnDisk(cache, try request()), text)
        }
    }

    // MARK: Keys

    func testWhatTellsEntriesApart() throws {
        let cache = cache()
        let urls = [
            "http://o.test/a", "https://o.test/a", "http://o.test:81/a", "http://p.test/a", "http://o.test/a?",
            "http://o.test/a?x=1",
            "http://o.test/a?x=2", "http://o.test/A", "http://o.test/a/", "http://o.test/%2F",
        ]
        for url in urls { cache.storeCachedResponse(try response(url, url: url), for: try request(url)) }
        for url in urls {
            XCTAssertEqual(text(cache, try request(url)), url)
            XCTAssertEqual(text(cache, try request(url + "#part")), url)
        }
        for url in urls { XCTAssertEqual(textOnDisk(cache, try request(url + "#other")), url) }
        XCTAssertNil(cache.cachedResponse(for: try request("http://o.test/b")))
    }

    func testVariantsAreKeptApart() throws {
        let cache = cache()
        let vary = ["Cache-Control": "max-age=3600", "Vary": "X-Lang"]
        for language in ["de", "fr"] {
            cache.storeCachedResponse(
                try response(language, vary), for: try request("http://o.test/a", ["X-Lang": language]))
        }
        for onDisk in [false, true] {
            for language in ["de", "fr"] {
                let request = try request("http://o.test/a", ["X-Lang": language])
                XCTAssertEqual(onDisk ? textOnDisk(cache, request) : text(cache, request), language)
            }
            for fields in [[:], ["X-Lang": "es"]] {
                XCTAssertNil(text(cache, try request("http://o.test/a", fields)))
                XCTAssertNil(text(cache, try request("http://o.test/a", fields, .returnCacheDataDontLoad)))
            }
        }
        cache.storeCachedResponse(
            try response("any", ["Cache-Control": "max-age=3600", "Vary": "*"]), for: try request("http://o.test/b"))
        XCTAssertNil(text(cache, try request("http://o.test/b")))
    }

    private final class WithoutQuery: DiskURLCache, @unchecked Sendable {
        override func canonicalRequest(for request: URLRequest) -> URLRequest {
            var request = super.canonicalRequest(for: request)
            request.url = request.url.flatMap { URL(string: $0.absoluteString.prefix { $0 != "?" } + "") }
            return request
        }
    }

    func testTheCanonicalRequestIsTheKey() throws {
        let cache = WithoutQuery(
            memoryCapacity: 1 << 20, diskCapacity: 1 << 20, diskPath: directories.new(), clock: clock.clock)
        cache.storeCachedResponse(try response(), for: try request("http://o.test/a?x=1#part"))
        XCTAssertEqual(text(cache, try request("http://o.test/a?x=2")), "body")
        XCTAssertTrue(cache.isCached(try XCTUnwrap(URL(string: "http://o.test/a?y"))))
        cache.removeCachedResponse(for: try request("http://o.test/a?z"))
        XCTAssertNil(text(cache, try request("http://o.test/a?x=1")))
    }

    // MARK: Memory and disk

    func testADiskHitGoesBackIntoMemory() throws {
        let cache = cache()
        cache.storeCachedResponse(try response(), for: try request())
        cache.removeAllCachedResponsesInMemory()
        XCTAssertEqual(cache.currentMemoryUsage, 0)
        let store = try XCTUnwrap(cache.diskStore)
        let before = store.statistics.hits
        XCTAssertEqual(text(cache, try request()), "body")
        XCTAssertEqual(store.statistics.hits, before + 1)
        XCTAssertGreaterThan(cache.currentMemoryUsage, 0)
        XCTAssertEqual(text(cache, try request()), "body")
        XCTAssertEqual(store.statistics.hits, before + 1)
    }

    /// A file that the index does not know is not found, since nobody looks for it.
    func testNoFileIsTouchedForWhatTheIndexDoesNotHave() throws {
        let (path, otherPath) = (directories.new(), directories.new())
        let cache = cache(at: path)
        try XCTUnwrap(cache.diskStore).waitForRecovery()
        let other = self.cache(at: otherPath)
        other.storeCachedResponse(try response(), for: try request())
        let name = StoreKey(url: "http://o.test/a").name.text
        let shard = String(name.dropFirst(2).prefix(2))
        try FileManager.default.createDirectory(atPath: "\(path)/\(shard)", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(otherPath)/\(shard)/\(name)", toPath: "\(path)/\(shard)/\(name)")
        XCTAssertNil(cache.cachedResponse(for: try request()))
        XCTAssertFalse(cache.isCached(try XCTUnwrap(URL(string: "http://o.test/a"))))
        XCTAssertEqual(cache.diskStore?.statistics.readFailures, 0)
    }

    func testCapacitiesAndUsage() throws {
        let cache = cache(memory: 2000, disk: 0)
        XCTAssertEqual(cache.memoryCapacity, 2000)
        XCTAssertEqual(cache.diskCapacity, 0)
        XCTAssertNil(cache.diskStore)
        cache.storeCachedResponse(try response(), for: try request())
        XCTAssertEqual(text(cache, try request()), "body")
        XCTAssertEqual(cache.currentDiskUsage, 0)
        cache.memoryCapacity = 0
        XCTAssertNil(text(cache, try request()))
        cache.diskCapacity = 1 << 20
        XCTAssertEqual(cache.diskCapacity, 1 << 20)
        cache.storeCachedResponse(try response(), for: try request())
        XCTAssertEqual(text(cache, try request()), "body")
        XCTAssertEqual(cache.currentMemoryUsage, 0)
        XCTAssertGreaterThan(cache.currentDiskUsage, 4)
        cache.diskCapacity = 1 << 19
        XCTAssertEqual(text(cache, try request()), "body")
        cache.diskCapacity = 10
        XCTAssertNil(text(cache, try request()))
        XCTAssertEqual(cache.currentDiskUsage, 0)
    }

    func testADiskThatCannotBeHadLeavesTheMemory() throws {
        let path = directories.new()
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: Data()))
        let cache = cache(at: path)
        XCTAssertNil(cache.diskStore)
        XCTAssertEqual(cache.diskFailure, .notADirectory(path: path, .file))
        cache.storeCachedResponse(try response(), for: try request())
        XCTAssertEqual(text(cache, try request()), "body")
    }

    func testTheSecondCacheOfADirectoryReads() throws {
        let path = directories.new()
        let first = cache(at: path)
        first.storeCachedResponse(try response(), for: try request())
        let second = cache(at: path)
        XCTAssertEqual(second.diskStore?.access, .readOnly(.inUse))
        XCTAssertEqual(text(second, try request()), "body")
        second.storeCachedResponse(try response("mine"), for: try request("http://o.test/b"))
        XCTAssertNil(textOnDisk(second, try request("http://o.test/b")))
    }

    func testPaths() throws {
        XCTAssertTrue(DiskURLCache.defaultCachePath.hasPrefix("/"))
        XCTAssertTrue(DiskURLCache.defaultCachePath.hasSuffix("/DiskURLCache"))
    }

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

    // MARK: Tasks

    func testTasks() async throws {
        let server = try RawServer { _, number in
            number == 0 ? [.hang] : [.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")]
        }
        defer { server.close() }
        let cache = cache()
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let request = URLRequest(url: try XCTUnwrap(URL(string: server.url())))
        let running = session.dataTask(with: request)
        running.resume()
        cache.storeCachedResponse(try response(url: server.url()), for: running)
        let found: CachedURLResponse? = await withCheckedContinuation { continuation in
            cache.getCachedResponse(for: running) { continuation.resume(returning: $0) }
        }
        XCTAssertEqual(found?.data, Data("body".utf8))
        // As URLSession asks on Linux for what is still good.
        cache.removeCachedResponse(for: running)
        XCTAssertEqual(text(cache, request), "body")
        running.cancel()
        let isOver = await eventually { running.state != .running && running.state != .canceling }
        XCTAssertTrue(isOver)
        cache.removeCachedResponse(for: running)
        XCTAssertNil(text(cache, request))
    }

    #if canImport(FoundationNetworking)
        private final class Counting: DiskURLCache, @unchecked Sendable {
            let removals = Locked<[URLSessionTask.State]>([])

            override func removeCachedResponse(for dataTask: URLSessionDataTask) {
                removals.withLock { $0.append(dataTask.state) }
                super.removeCachedResponse(for: dataTask)
            }
        }

        /// A plain session asks the cache, and wants removed what it cannot judge, which stays all the same.
        func testAPlainSession() async throws {
            let server = try RawServer { _, _ in
                [.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\norigin"), .nextRequest]
            }
            defer { server.close() }
            let cache = Counting(memoryCapacity: 1 << 20, diskCapacity: 1 << 20, diskPath: directories.new())
            let configuration = URLSessionConfiguration.default
            configuration.urlCache = cache
            let session = URLSession(configuration: configuration)
            defer { session.finishTasksAndInvalidate() }
            let rows: [(path: String, fields: [String: String], gets: String)] = [
                ("/a", Self.fresh, "body"), ("/vary", ["Cache-Control": "max-age=3600", "Vary": "X-A"], "origin"),
                ("/no-cache", ["Cache-Control": "no-cache", "ETag": "\"1\""], "origin"),
            ]
            for row in rows {
                let own = try request(server.url(row.path))
                cache.storeCachedResponse(try response("body", row.fields, url: server.url(row.path)), for: own)
                cache.removals.withLock { $0 = [] }
                let said = try await session.said(to: own)
                XCTAssertEqual(said.text, row.gets, row.path)
                XCTAssertEqual(cache.removals.withLock { $0 }, row.gets == "body" ? [] : [.running], row.path)
                XCTAssertEqual(text(cache, own), "body", row.path)
                for method in ["HEAD", "POST"] {
                    _ = try await session.said(to: try request(server.url(row.path), method: method))
                }
                XCTAssertEqual(text(cache, own), "body", row.path)
            }
        }
    #endif

    // MARK: Clients

    func testTheStoreForClientsKeepsTheContract() async {
        let directories = directories
        let failures = await StoreConformance {
            DiskURLCache(memoryCapacity: 4 << 20, diskCapacity: 64 << 20, diskPath: directories.new()).responseStore
        }.failures()
        XCTAssertEqual(failures, [])
    }

    func testWithoutADiskClientsHaveMemory() throws {
        XCTAssertTrue(cache(disk: 0).responseStore is MemoryStore)
    }
}
