import HTTPCacheLint
import HTTPCacheSemantics
import HTTPDate
import XCTest

/// The linter and the policy agree on what can be read: over fields put together at random, the same ones each time.
final class LinterLawsTests: XCTestCase {
    private struct Pieces {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }

        mutating func one(of pieces: [String]) -> String { pieces[next(below: pieces.count)] }
    }

    private let names = ["max-age", "s-maxage", "Max-Age", "public", "stale-while-revalidate", "maxage", "x"]
    private let signs = ["=", "=", "=", "=", ":", " =", "= ", "", ";", " "]
    private let arguments = [
        "60", "60", "0", "-1", "+1", "1.5", "\"60\"", "\"6", "\"\\60\"", "\"\"", "", "1h", "99999999999", "a b", "'1'",
    ]
    private let separators = [",", ", ", " , ", ";", " ", ",,"]

    private func cacheControl(_ pieces: inout Pieces) -> String {
        (0...pieces.next(below: 3)).map { _ in
            pieces.one(of: names) + pieces.one(of: signs) + pieces.one(of: arguments) + pieces.one(of: separators)
        }.joined()
    }

    private func verdict(_ response: ResponseHead, _ kind: CachePolicy.CacheKind) throws -> Verdict<FreshnessLifetime> {
        let now = HTTPDate(secondsSinceEpoch: 1_767_225_600)
        let stored = StoredResponse(
            request: RequestHead(target: try TargetURI("https://a.example/")), response: response, requestTime: now,
            responseTime: now)
        return CachePolicy(kind).freshnessLifetime(of: stored)
    }

    private let unreadable: Set<FindingCode> = [
        .argumentMissing, .argumentSigned, .argumentFractional, .argumentNotSeconds, .directiveMalformed,
        .directiveSeparator,
    ]

    /// Of one lifetime the two say the same.
    func testOneLifetimeIsReadOrFound() throws {
        for sign in signs {
            for argument in arguments {
                let value = "max-age" + sign + argument
                let response = ResponseHead(status: 200, fields: FieldSection([("Cache-Control", value)]))
                let isFound = Linter().findings(in: response).contains { unreadable.contains($0.code) }
                XCTAssertEqual(isFound, try verdict(response, .private).deciding == .lifetimeInvalid, value)
            }
        }
    }

    /// A lifetime that cannot be read is an error, in whichever form and wherever it stands.
    func testALifetimeThatCannotBeReadIsFound() throws {
        var pieces = Pieces(seed: 7)
        var counts = [0, 0]
        for _ in 0..<20_000 {
            let value = cacheControl(&pieces)
            let response = ResponseHead(status: 200, fields: FieldSection([("Cache-Control", value)]))
            let found = Linter().findings(in: response)
            let isFound = found.contains { unreadable.contains($0.code) }
            let isInvalid = try CachePolicy.CacheKind.allCases.contains {
                try verdict(response, $0).deciding == .lifetimeInvalid
            }
            if isInvalid { XCTAssertTrue(isFound, value) }
            counts[isInvalid ? 1 : 0] += 1
            for finding in found { XCTAssertLessThanOrEqual(finding.place?.range?.upperBound ?? 0, value.utf8.count) }
        }
        XCTAssertGreaterThan(counts.min() ?? 0, 2_000)
    }

    func testExpiresThatCannotBeReadIsFound() throws {
        var pieces = Pieces(seed: 11)
        let texts = ["Thu, 01 Jan 2026 00:01:00 GMT", "Thursday, 01-Jan-26 00:01:00 GMT", "Thu Jan  1 00:01:00 2026"]
        var invalid = 0
        for _ in 0..<5_000 {
            var bytes = Array(pieces.one(of: texts).utf8)
            for _ in 0..<pieces.next(below: 3) {
                let place = pieces.next(below: bytes.count)
                bytes[place] = Array(" 0123459,:-aJMGT".utf8)[pieces.next(below: 16)]
            }
            var fields = FieldSection([("Date", "Thu, 01 Jan 2026 00:00:00 GMT")])
            fields.append(name: Array("Expires".utf8), value: bytes)
            let response = ResponseHead(status: 200, fields: fields)
            let isInvalid = try verdict(response, .private).deciding == .lifetimeExpiresInvalid
            let isFound = Linter().findings(in: response).contains {
                $0.code == .dateInvalid || $0.code == .expiresZero
            }
            XCTAssertEqual(isFound, isInvalid, String(decoding: bytes, as: UTF8.self))
            invalid += isInvalid ? 1 : 0
        }
        XCTAssertGreaterThan(invalid, 1_000)
    }

    func testAnEntityTagIsFoundToBeNoneOrIsOne() {
        var pieces = Pieces(seed: 13)
        let parts = ["\"", "\"", "W/", "w/", "a", "b", " ", ",", "'", "\u{7F}", "\u{E9}", ""]
        for _ in 0..<5_000 {
            let value = (0...pieces.next(below: 5)).map { _ in pieces.one(of: parts) }.joined()
            let fields = FieldSection([("ETag", value)])
            let found = Linter().findings(in: ResponseHead(status: 200, fields: fields)).map(\.code)
            let isNone = found.contains(.eTagUnquoted) || found.contains(.eTagInvalid)
            let tag = EntityTag(fields[0].value)
            XCTAssertEqual(isNone, tag == nil, value)
            XCTAssertEqual(found.contains(.eTagWeak), tag?.isWeak ?? false, value)
        }
    }
}
