import Foundation
import HTTPCacheSemantics
import HTTPDate
import XCTest

@testable import CachingURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class ResponseMemoryTests: XCTestCase {
    private func entry(_ bytes: Int, variant: UInt64 = 0) throws -> ResponseMemory.Entry {
        let time = HTTPDate(secondsSinceEpoch: 1_000_000_000)
        let stored = StoredResponse(
            request: RequestHead(target: try TargetURI("http://o.test/")), response: ResponseHead(status: 200),
            requestTime: time, responseTime: time)
        let url = try XCTUnwrap(URL(string: "http://o.test/"))
        let cached = CachedURLResponse(
            response: URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil),
            data: Data(repeating: 1, count: bytes))
        return ResponseMemory.Entry(stored: stored, variant: VariantID(number: variant), cached: cached)
    }

    /// Three entries of 1512 bytes and one of URL fit into 4539 and not into 4538.
    func testTheLeastRecentlyUsedGoesFirst() throws {
        for (capacity, kept) in [(4539, "abc"), (4538, "bc")] {
            var memory = ResponseMemory(capacity: capacity)
            for url in ["a", "b", "c"] { memory.put(try entry(1000), for: url) }
            XCTAssertEqual(["a", "b", "c"].filter(memory.contains).joined(), kept)
        }
        var memory = ResponseMemory(capacity: 4539)
        for url in ["a", "b", "c"] { memory.put(try entry(1000), for: url) }
        XCTAssertEqual(memory.use("a").count, 1)
        memory.put(try entry(1000), for: "d")
        XCTAssertEqual(["a", "b", "c", "d"].filter(memory.contains), ["a", "c", "d"])
    }

    func testUsageIsTheSumOfWhatIsThere() throws {
        var memory = ResponseMemory(capacity: 10_000)
        XCTAssertEqual(memory.usage, 0)
        memory.put(try entry(100), for: "a")
        XCTAssertEqual(memory.usage, 613)
        memory.put(try entry(200), for: "a")
        XCTAssertEqual(memory.usage, 713)
        memory.put(try entry(300, variant: 7), for: "a")
        XCTAssertEqual(memory.usage, 713 + 812)
        memory.remove("a")
        XCTAssertEqual(memory.usage, 0)
        XCTAssertTrue(memory.use("a").isEmpty)
    }

    func testWhatIsTooLargeTakesTheOldOneAway() throws {
        var memory = ResponseMemory(capacity: 1000)
        memory.put(try entry(100), for: "a")
        memory.put(try entry(489), for: "a")
        XCTAssertFalse(memory.contains("a"))
        XCTAssertEqual(memory.usage, 0)
        var none = ResponseMemory(capacity: 0)
        none.put(try entry(0), for: "a")
        XCTAssertFalse(none.contains("a"))
    }

    func testASmallerCapacityHoldsAtOnce() throws {
        var memory = ResponseMemory(capacity: 10_000)
        for url in ["a", "b", "c"] { memory.put(try entry(1000), for: url) }
        memory.capacity = 2000
        XCTAssertEqual(["a", "b", "c"].filter(memory.contains), ["c"])
        memory.capacity = 0
        XCTAssertEqual(memory.usage, 0)
    }

    /// What was read from disk before a change is not put over what came with it.
    func testWhatHasChangedSinceIsNotFilledIn() throws {
        var memory = ResponseMemory(capacity: 10_000)
        let changes: [(inout ResponseMemory, ResponseMemory.Entry) -> Void] = [
            { $0.put($1, for: "a") }, { memory, _ in memory.remove("a") }, { memory, _ in memory.removeAll() },
            { memory, _ in memory.removeAll { _ in false } },
        ]
        for change in changes {
            let before = memory.changes
            change(&memory, try entry(100))
            let kept = memory.use("a").map(\.cached.data.count)
            memory.fill(try entry(200), for: "a", ifStill: before)
            XCTAssertEqual(memory.use("a").map(\.cached.data.count), kept)
        }
        memory.fill(try entry(200), for: "a", ifStill: memory.changes)
        XCTAssertEqual(memory.use("a").map(\.cached.data.count), [200])
    }

    /// Many entries come and go: what is there is what a slow list says.
    func testAgainstAList() throws {
        var memory = ResponseMemory(capacity: 8 * 612 + 16)
        var list: [String] = []
        var seed: UInt64 = 7
        for _ in 0..<3000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let url = "u" + String(seed >> 60)
            switch seed >> 56 & 3 {
            case 0:
                memory.remove(url)
                list.removeAll { $0 == url }
            case 1:
                if !memory.use(url).isEmpty { list = list.filter { $0 != url } + [url] }
            default:
                memory.put(try entry(98), for: url)
                list = list.filter { $0 != url } + [url]
                // Each costs 610 and the length of its URL.
                while list.reduce(0, { $0 + 610 + $1.utf8.count }) > memory.capacity { list.removeFirst() }
            }
            XCTAssertEqual(Set((0..<16).map { "u\($0)" }.filter(memory.contains)), Set(list))
        }
    }
}
