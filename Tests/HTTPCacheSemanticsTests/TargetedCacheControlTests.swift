import HTTPCacheSemantics
import XCTest

final class TargetedCacheControlTests: XCTestCase {
    private func directives(_ lines: String...) throws -> TargetedCacheControl {
        let reading = TargetedCacheControl.read(lines: lines.map { [UInt8]($0.utf8) })
        guard case .directives(let directives) = reading else { throw Unexpected(reading: reading) }
        return directives
    }

    private struct Unexpected: Error {
        let reading: TargetedCacheControl.Reading
    }

    /// RFC 9213 §2.2 and RFC 9111 §5.2.2, RFC 5861, RFC 8246
    func testEveryDirective() throws {
        let all = try directives(
            "max-age=60, s-maxage=120, stale-while-revalidate=30, stale-if-error=86400, no-store, public",
            "must-revalidate, proxy-revalidate, must-understand, no-transform, immutable, no-cache, private")
        XCTAssertEqual(all.maxAge, 60)
        XCTAssertEqual(all.sMaxAge, 120)
        XCTAssertEqual(all.staleWhileRevalidate, 30)
        XCTAssertEqual(all.staleIfError, 86400)
        XCTAssertEqual(all.noCache, .wholeResponse)
        XCTAssertEqual(all.private, .wholeResponse)
        XCTAssertTrue(
            all.noStore && all.public && all.mustRevalidate && all.proxyRevalidate && all.mustUnderstand
                && all.noTransform && all.immutable)
        XCTAssertEqual(all.unusable, [])
        XCTAssertEqual(all.unrecognized, [])
    }

    /// Each directive sets itself and nothing else.
    func testOneDirectiveAtATime() throws {
        let flags: [(String, KeyPath<TargetedCacheControl, Bool>)] = [
            ("no-store", \.noStore), ("public", \.public), ("must-revalidate", \.mustRevalidate),
            ("proxy-revalidate", \.proxyRevalidate), ("must-understand", \.mustUnderstand),
            ("no-transform", \.noTransform), ("immutable", \.immutable),
        ]
        let numbers: [(String, KeyPath<TargetedCacheControl, Int?>)] = [
            ("max-age", \.maxAge), ("s-maxage", \.sMaxAge), ("stale-while-revalidate", \.staleWhileRevalidate),
            ("stale-if-error", \.staleIfError),
        ]
        for key in flags.map(\.0) {
            let one = try directives(key)
            for (other, path) in flags { XCTAssertEqual(one[keyPath: path], other == key, "\(key) \(other)") }
            for (other, path) in numbers { XCTAssertNil(one[keyPath: path], "\(key) \(other)") }
            XCTAssertNil(one.noCache)
            XCTAssertNil(one.private)
        }
        for key in numbers.map(\.0) {
            let one = try directives("\(key)=7")
            for (other, path) in numbers {
                XCTAssertEqual(one[keyPath: path], other == key ? 7 : nil, "\(key) \(other)")
            }
            for (other, path) in flags { XCTAssertFalse(one[keyPath: path], "\(key) \(other)") }
        }
    }

    /// RFC 9111 §1.2.2; what has a sign or a point is no delta-seconds.
    func testDeltaSeconds() throws {
        let rows: [(String, Int?)] = [
            ("0", 0), ("1", 1), ("007", 7), ("-0", 0), ("31536000", 31_536_000), ("2147483647", 2_147_483_647),
            ("2147483648", 2_147_483_648), ("2147483649", 2_147_483_648), ("4294967296", 2_147_483_648),
            ("999999999999999", 2_147_483_648), ("-1", nil), ("-999999999999999", nil), ("60.0", nil), ("0.5", nil),
            ("\"60\"", nil), ("abc", nil), ("?1", nil), ("?0", nil), ("(60)", nil), ("()", nil), (":NjA=:", nil),
            ("@60", nil), ("%\"60\"", nil),
        ]
        for key in ["max-age", "s-maxage", "stale-while-revalidate", "stale-if-error"] {
            for (value, seconds) in rows {
                let one = try directives("\(key)=\(value)")
                let read = [one.maxAge, one.sMaxAge, one.staleWhileRevalidate, one.staleIfError].compactMap(\.self)
                XCTAssertEqual(read, [seconds].compactMap(\.self), "\(key)=\(value)")
                // A negative lifetime is of the right type but invalid: the response is stale (RFC 9111 §4.2.1).
                let isInvalid = ["max-age", "s-maxage"].contains(key) && value.hasPrefix("-") && value != "-0"
                XCTAssertEqual(one.unusable, seconds == nil && !isInvalid ? [key] : [], "\(key)=\(value)")
                XCTAssertEqual(one.negative, isInvalid ? [key] : [], "\(key)=\(value)")
            }
            XCTAssertEqual(try directives(key).unusable, [key], "no value is Boolean true")
        }
    }

    /// RFC 9213 §2.1: always Boolean true.
    func testFlagsWithAnotherValue() throws {
        let keys = [
            "no-store", "public", "must-revalidate", "proxy-revalidate", "must-understand", "no-transform", "immutable",
        ]
        for key in keys {
            XCTAssertEqual(try directives("\(key)=?1"), try directives(key))
            for value in ["?0", "1", "true", "\"\"", "\"x\"", "()", "(?1)", "1.0"] {
                let one = try directives("\(key)=\(value)")
                XCTAssertEqual(one.unusable, [key], "\(key)=\(value)")
                XCTAssertFalse(
                    one.noStore || one.public || one.mustRevalidate || one.proxyRevalidate || one.mustUnderstand
                        || one.noTransform || one.immutable, "\(key)=\(value)")
            }
        }
    }

    /// RFC 9213 §2.1: Boolean true, or a String of field names.
    func testScopes() throws {
        let rows: [(String, TargetedCacheControl.Scope?)] = [
            ("", .wholeResponse), ("=?1", .wholeResponse), ("=\"Set-Cookie\"", .fields("Set-Cookie")),
            ("=\"a, b\"", .fields("a, b")), ("=\"\"", .fields("")), ("=?0", nil), ("=Set-Cookie", nil), ("=1", nil),
            ("=(\"a\" \"b\")", nil), ("=%\"a\"", nil),
        ]
        for (value, scope) in rows {
            let noCache = try directives("no-cache" + value)
            XCTAssertEqual(noCache.noCache, scope, value)
            XCTAssertNil(noCache.private, value)
            XCTAssertEqual(noCache.unusable, scope == nil ? ["no-cache"] : [], value)
            let isPrivate = try directives("private" + value)
            XCTAssertEqual(isPrivate.private, scope, value)
            XCTAssertNil(isPrivate.noCache, value)
            XCTAssertEqual(isPrivate.unusable, scope == nil ? ["private"] : [], value)
        }
    }

    /// RFC 9213 §2.1: parameters are ignored. RFC 9651 §4.2.2: the last of several members counts.
    func testParametersAndRepetition() throws {
        XCTAssertEqual(try directives("max-age=60;x=1;no-store").maxAge, 60)
        XCTAssertFalse(try directives("max-age=60;x=1;no-store").noStore)
        XCTAssertTrue(try directives("no-store;x").noStore)
        XCTAssertEqual(try directives("max-age=60, max-age=30").maxAge, 30)
        XCTAssertEqual(try directives("max-age=60", "max-age=90").maxAge, 90)
        XCTAssertNil(try directives("max-age=60, max-age=abc").maxAge)
        XCTAssertEqual(try directives("max-age=abc, max-age=60").maxAge, 60)
    }

    /// RFC 9213 §2.2, §3.1: unknown directives are ignored, and yet make the field valid and not empty.
    func testUnknownDirectives() throws {
        let none = try directives("none")
        XCTAssertEqual(none.unrecognized, ["none"])
        XCTAssertNil(none.maxAge)
        let mixed = try directives("foo=(1 2), max-age=5, bar=\"x\"")
        XCTAssertEqual(mixed.unrecognized, ["foo", "bar"])
        XCTAssertEqual(mixed.maxAge, 5)
    }

    /// RFC 9213 §2.1: such a field is as if it were not there.
    func testEmptyAndMalformedFields() {
        XCTAssertEqual(TargetedCacheControl.read(lines: []), .empty)
        XCTAssertEqual(TargetedCacheControl.read(lines: [[]]), .empty)
        XCTAssertEqual(TargetedCacheControl.read(lines: [[UInt8]("   ".utf8)]), .empty)
        let malformed: [(String, Int, StructuredFieldError.Expectation)] = [
            ("Max-Age=60", 0, .key), ("max-age=60, No-Store", 12, .key), ("max-Age=60", 4, .commaOrEnd),
            ("max-age=", 8, .bareItem), ("max-age=60,", 11, .memberAfterComma), ("max-age=60,,no-store", 11, .key),
            ("max-age = 60", 8, .commaOrEnd), ("max-age='60'", 8, .bareItem), ("max-age=60 no-store", 11, .commaOrEnd),
            ("max-age=60; no-store=", 21, .bareItem), ("max-age=1000000000000000", 23, .fifteenDigits),
            ("no-cache=\"Set-Cookie", 20, .closingQuote), ("max-age=+60", 8, .bareItem), (",max-age=60", 0, .key),
        ]
        for (value, offset, expected) in malformed {
            XCTAssertEqual(
                TargetedCacheControl.read(lines: [[UInt8](value.utf8)]),
                .malformed(StructuredFieldError(offset: offset, expected: expected)), value)
        }
    }
}
