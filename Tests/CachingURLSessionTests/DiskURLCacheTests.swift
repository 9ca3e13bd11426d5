import CachingClient
import DiskStore
import Foundation
import HTTPCacheSemantics
import HTTPDate
import Locking
import LoopbackSockets
import StoreConformance
import TestSupport
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The cache through its own methods.
final class DiskURLCacheTests: DiskURLCacheCase {
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

    /// No key holds it (RFC 9110 §9.3.1).
    func testAGETWithContentIsNeitherAnsweredNorStored() throws {
        let cache = cache()
        var withContent = try request()
        withContent.httpBody = Data("content".utf8)
        cache.storeCachedResponse(try response("other"), for: withContent)
        XCTAssertNil(text(cache, try request()))
        cache.storeCachedResponse(try response(), for: try request())
        XCTAssertNil(text(cache, withContent))
        withContent.httpBody = Data()
        XCTAssertEqual(text(cache, withContent), "body")
        withContent.httpBodyStream = InputStream(data: Data("content".utf8))
        XCTAssertNil(text(cache, withContent))
    }

    /// What does not go to disk takes the older response's place there too: that one does not come back (RFC 9111 §4).
    func testAnOlderResponseDoesNotComeBackFromDisk() throws {
        let newer: [(String, CachedURLResponse)] = [
            ("too short-lived for a file", try response("new", ["Cache-Control": "max-age=60"])),
            ("no property list", try response("new", userInfo: ["key": NSObject()])),
            ("memory only", try response("new", storage: .allowedInMemoryOnly)),
        ]
        for (what, response) in newer {
            for respectsFields in [true, false] {
                let cache = cache()
                cache.ignoreMemoryOnlyStoragePolicy = false
                cache.shouldRespectCacheControlHeaders = respectsFields
                cache.storeCachedResponse(try self.response("old"), for: try request())
                cache.storeCachedResponse(response, for: try request())
                XCTAssertEqual(text(cache, try request()), "new", what)
                XCTAssertNotEqual(textOnDisk(cache, try request()), "old", what)
            }
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

    /// Threads that store, look and remove at once: whatever is found is whole and its URL's own.
    func testManyThreads() throws {
        let cache = cache(memory: 20_000, disk: 1 << 20)
        let requests = try (0..<8).map { try request("http://o.test/\($0)") }
        let responses = try (0..<8).map { number in
            try response(String(repeating: "\(number)", count: 3000), url: "http://o.test/\(number)")
        }
        let found = Counter()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for step in 0..<150 {
                let number = (thread + step) % 8
                switch (thread &* 31 &+ step) % 10 {
                case 0: cache.storeCachedResponse(responses[number], for: requests[number])
                case 1: cache.removeAllCachedResponsesInMemory()
                case 2: cache.removeCachedResponse(for: requests[number])
                case 3: cache.storeCachedResponse(responses[(number + 1) % 8], for: requests[(number + 1) % 8])
                default:
                    guard let cached = cache.cachedResponse(for: requests[number]) else { continue }
                    XCTAssertEqual(cached.data, responses[number].data)
                    found.add(1)
                }
            }
        }
        XCTAssertGreaterThan(found.count, 0)
        XCTAssertLessThanOrEqual(cache.currentMemoryUsage, 20_000)
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

    /// A cache that has given its store to nobody who is left lets go of the directory.
    func testACacheWhoseStoreWasAskedForClosesItsDisk() async throws {
        let path = directories.new()
        do {
            let cache = cache(at: path)
            XCTAssertEqual(cache.diskStore?.access, .readWrite)
            XCTAssertTrue(cache.responseStore is TieredStore)
        }
        // The thread that reads the directory may have the store for a moment longer.
        let isFree = await eventually { cache(at: path).diskStore?.access == .readWrite }
        XCTAssertTrue(isFree)
    }

    func testClientsHaveOneStore() throws {
        let cache = cache()
        let first = try XCTUnwrap(cache.responseStore as? TieredStore)
        XCTAssertTrue(cache.responseStore as? TieredStore === first)
    }

    func testWithoutADiskClientsHaveMemory() throws {
        XCTAssertTrue(cache(disk: 0).responseStore is MemoryStore)
    }
}
