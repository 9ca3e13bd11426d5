import Foundation
import HTTPCacheSemantics
import XCTest

final class CacheStatusTests: XCTestCase {
    private typealias Cache = CacheStatus.Cache

    private func parse(_ lines: String...) throws -> [Cache] {
        try CacheStatus.parse(lines: lines.map { [UInt8]($0.utf8) }).caches
    }

    /// The examples of RFC 9211 §2.8 and §3: read, and made from their parts.
    func testExamples() throws {
        let example = CacheStatus.Label.token("ExampleCache")
        let rows: [(String, Cache)] = [
            ("ExampleCache; hit; detail=MEMORY", Cache(example, .hit, detail: .token("MEMORY"))),
            ("ExampleCache; hit", Cache(example, .hit)), ("ExampleCache; hit; ttl=376", Cache(example, .hit, ttl: 376)),
            ("ExampleCache; hit; ttl=-412", Cache(example, .hit, ttl: -412)),
            ("ExampleCache; fwd=uri-miss", Cache(example, .forwarded(.init(.uriMiss)))),
            ("ExampleCache; fwd=stale; fwd-status=304", Cache(example, .forwarded(.init(.stale, status: 304)))),
            ("ExampleCache; fwd=uri-miss; collapsed", Cache(example, .forwarded(.init(.uriMiss, collapsed: true)))),
            (
                "ExampleCache; fwd=uri-miss; collapsed=?0",
                Cache(example, .forwarded(.init(.uriMiss, collapsed: false)))
            ),
        ]
        for (value, cache) in rows {
            XCTAssertEqual(try parse(value), [cache], value)
            let written = try cache.serialized()
            XCTAssertEqual(written, [UInt8](value.replacingOccurrences(of: "; ", with: ";").utf8))
        }
    }

    /// RFC 9211 §3: the chains, nearest to the origin first.
    func testChains() throws {
        let two = try parse("OriginCache; hit; ttl=1100, \"CDN Company Here\"; hit; ttl=545")
        XCTAssertEqual(two.map(\.identifier), [.token("OriginCache"), .string("CDN Company Here")])
        XCTAssertEqual(two.map(\.ttl), [1100, 545])
        XCTAssertEqual(two.map(\.hit), [true, true])
        let three = try parse(
            "ReverseProxyCache; hit", "ForwardProxyCache; fwd=uri-miss; collapsed; stored",
            "BrowserCache; fwd=uri-miss")
        XCTAssertEqual(
            three.map(\.identifier), [.token("ReverseProxyCache"), .token("ForwardProxyCache"), .token("BrowserCache")])
        XCTAssertEqual(three.map(\.hit), [true, false, false])
        XCTAssertEqual(
            three.map(\.forwarding), [nil, .init(.uriMiss, stored: true, collapsed: true), .init(.uriMiss)])
        XCTAssertEqual(try parse(), [])
        XCTAssertEqual(try parse(""), [])
    }

    /// RFC 9211 §2.2
    func testForwardReasons() throws {
        let rows: [(String, CacheStatus.ForwardReason)] = [
            ("bypass", .bypass), ("method", .method), ("uri-miss", .uriMiss), ("vary-miss", .varyMiss), ("miss", .miss),
            ("request", .request), ("stale", .stale), ("partial", .partial), ("Miss", .other("Miss")),
            ("x:y/z", .other("x:y/z")),
        ]
        for (token, reason) in rows {
            XCTAssertEqual(try parse("c;fwd=\(token)").first?.forwarding?.reason, reason)
            XCTAssertEqual(
                try Cache(.token("c"), .forwarded(.init(reason))).serialized(), [UInt8]("c;fwd=\(token)".utf8))
        }
    }

    func testEveryParameter() throws {
        let cache = Cache(
            .string("cache-3.example.com"), .forwarded(.init(.varyMiss, status: 200, stored: false, collapsed: true)),
            ttl: 0, key: "GET https://example.com/", detail: .string("a b"))
        let value =
            #""cache-3.example.com";fwd=vary-miss;fwd-status=200;stored=?0;collapsed;ttl=0;"#
            + #"key="GET https://example.com/";detail="a b""#
        XCTAssertEqual(try cache.serialized(), [UInt8](value.utf8))
        let read = try XCTUnwrap(parse(value).first)
        XCTAssertEqual(read, cache)
        XCTAssertFalse(read.hit)
        XCTAssertEqual(read.forwarding, .init(.varyMiss, status: 200, stored: false, collapsed: true))
        XCTAssertEqual(read.ttl, 0)
        XCTAssertEqual(read.key, "GET https://example.com/")
        XCTAssertEqual(read.detail, .string("a b"))
        let bare = try XCTUnwrap(parse("c").first)
        XCTAssertFalse(bare.hit)
        XCTAssertNil(bare.forwarding)
        XCTAssertNil(bare.ttl)
        XCTAssertNil(bare.key)
        XCTAssertNil(bare.detail)
    }

    func testUnknownParametersAreKept() throws {
        let cache = try XCTUnwrap(parse("c; x-pop=FRA; hit; count=3").first)
        XCTAssertTrue(cache.hit)
        XCTAssertEqual(cache.parameters["x-pop"], .token(StructuredField.Token("FRA")))
        XCTAssertEqual(try cache.serialized(), [UInt8]("c;x-pop=FRA;hit;count=3".utf8))
        XCTAssertFalse(try XCTUnwrap(parse("c; hit=?0").first).hit)
    }

    func testRefused() {
        let rows: [(String, StructuredFieldRejection)] = [
            ("1; hit", .memberType(index: 0)), ("a, (b c)", .memberType(index: 1)), ("?1", .memberType(index: 0)),
            ("a; hit, :YQ==:", .memberType(index: 1)), ("a; hit=1", .parameterType(index: 0, key: "hit")),
            ("a, b; hit=true", .parameterType(index: 1, key: "hit")), ("a; fwd", .parameterType(index: 0, key: "fwd")),
            ("a; fwd=\"miss\"", .parameterType(index: 0, key: "fwd")),
            ("a; fwd=miss; fwd-status=\"304\"", .parameterType(index: 0, key: "fwd-status")),
            ("a; ttl=1.5", .parameterType(index: 0, key: "ttl")), ("a; ttl", .parameterType(index: 0, key: "ttl")),
            ("a; stored=yes", .parameterType(index: 0, key: "stored")),
            ("a; collapsed=0", .parameterType(index: 0, key: "collapsed")),
            ("a; key=token", .parameterType(index: 0, key: "key")),
            ("a; detail", .parameterType(index: 0, key: "detail")),
            ("a; detail=1", .parameterType(index: 0, key: "detail")),
            ("a; hit, ", .syntax(StructuredFieldError(offset: 8, expected: .memberAfterComma))),
            ("a; Hit", .syntax(StructuredFieldError(offset: 3, expected: .key))),
            ("a b", .syntax(StructuredFieldError(offset: 2, expected: .commaOrEnd))),
        ]
        for (value, wanted) in rows {
            XCTAssertThrowsError(try parse(value), value) {
                XCTAssertEqual($0 as? StructuredFieldRejection, wanted, value)
            }
        }
    }

    func testWhatCannotBeWritten() {
        XCTAssertThrowsError(try Cache(.token("my cache"), .hit).serialized())
        XCTAssertThrowsError(try Cache(.string("é"), .hit).serialized())
        XCTAssertThrowsError(try Cache(.token("c"), .hit, key: "a\r\nb").serialized())
        XCTAssertThrowsError(try Cache(.token("c"), .forwarded(.init(.other("")))).serialized())
        XCTAssertThrowsError(try Cache(.token("c"), detail: .token("1")).serialized())
        XCTAssertEqual(try Cache(.token("c"), .hit, ttl: .max).serialized(), [UInt8]("c;hit;ttl=999999999999999".utf8))
        XCTAssertEqual(try Cache(.token("c"), .hit, ttl: .min).serialized(), [UInt8]("c;hit;ttl=-999999999999999".utf8))
    }
}
