import HTTPCacheSemantics
import HTTPDate
import XCTest

@testable import CachingClient

final class ResponseKeyTests: XCTestCase {
    func testKeysAreEqualForEqualCacheKeysOnly() throws {
        func query(_ content: String, _ fields: [(String, String)] = []) throws -> RequestHead {
            RequestHead(
                method: .query, target: try TargetURI("http://o.test/a"), fields: FieldSection(fields),
                content: Array(content.utf8))
        }
        let json = ("Content-Type", "json")
        let heads = [
            try request(), try request(.get, "/b"), try request(.get, "/a?"), try request(.get, "/a?x"),
            try request(.get, "/a", origin: "https://o.test"), try query(""), try query("x"), try query("x", [json]),
            try query("", [("Content-Type", "jsonx")]), try query("x", [("Content-Encoding", "json")]),
            try query("x", [json, json]), try query("x", [("Content-Language", "json")]),
        ]
        var seen: [ResponseKey: CacheKey] = [:]
        for head in heads {
            for partition in ["", "1 ", "p", "p 0 "] {
                let cacheKey = CacheKey(for: head, partition: partition)
                let key = ResponseKey(cacheKey)
                XCTAssertNil(seen[key], "\(cacheKey) and \(String(describing: seen[key]))")
                seen[key] = cacheKey
                XCTAssertEqual(key, ResponseKey(CacheKey(for: head, partition: partition)))
                XCTAssertEqual(String(decoding: key.resource, as: UTF8.self), head.target.description)
            }
        }
        XCTAssertEqual(try ResponseKey(CacheKey(for: request(.head))), try ResponseKey(CacheKey(for: request())))
    }

    func testVariants() throws {
        func id(_ vary: String?, _ fields: [(String, String)], _ method: Method = .get) throws -> VariantID {
            VariantID(
                of: StoredResponse(
                    request: try request(method, "/a", fields),
                    response: ResponseHead(
                        status: 200, fields: FieldSection(vary.map { [("Vary", $0)] } ?? [])),
                    requestTime: HTTPDate(secondsSinceEpoch: 0), responseTime: HTTPDate(secondsSinceEpoch: 0)))
        }
        XCTAssertEqual(try id(nil, []).number, 0)
        XCTAssertEqual(try id(nil, [("Accept", "x")], .post).number, 0)
        XCTAssertNotEqual(try id(nil, [], .head).number, 0)
        XCTAssertEqual(try id("Accept", [("Accept", "x")]), try id("accept", [("accept", "x"), ("Other", "y")]))
        XCTAssertEqual(
            try id("A, B", [("A", "1"), ("B", "2")]), try id("b,a", [("B", "2"), ("A", "1")]))
        let different = [
            try id("A", [("A", "1")]), try id("A", [("A", "2")]), try id("A", []), try id("A", [("A", "")]),
            try id("A, B", [("A", "1")]), try id("B", [("B", "1")]), try id("A, B", [("B", "1")]),
        ]
        XCTAssertEqual(Set(different).count, different.count)
    }
}
