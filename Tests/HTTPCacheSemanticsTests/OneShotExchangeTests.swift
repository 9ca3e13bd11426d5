import HTTPDate
import XCTest

@testable import HTTPCacheSemantics

/// Deciding from lines of text gives the same verdicts as making heads first, asking at once the same as asking one by
/// one.
final class OneShotExchangeTests: XCTestCase {
    func testEveryWayGivesTheSameVerdicts() {
        #if DEBUG
            let exchanges = 4_000
        #else
            let exchanges = 400_000
        #endif
        var generated = GeneratedLines(seed: 9111)
        var seen = Set<Rule>()
        for number in 0..<exchanges {
            let policy = generated.policy()
            let exchange = generated.exchange()
            let now = generated.instant()
            let heads = Heads(exchange)
            let expected = Assessment(
                storability: policy.storability(of: heads.stored.response, to: heads.stored.request),
                lifetime: policy.freshnessLifetime(of: heads.stored),
                age: policy.currentAge(of: heads.stored, at: now),
                reuse: policy.reuse(of: [heads.stored], for: heads.next, at: now))
            let found = policy.decide(exchange, at: now)
            guard found == expected else { return XCTFail("\(number): \(exchange) \(policy): \(found), \(expected)") }
            let assessed = policy.assess(heads.stored, for: heads.next, at: now)
            guard assessed == expected else { return XCTFail("\(number): \(exchange): \(assessed), \(expected)") }
            XCTAssertEqual(policy.reuse(of: heads.stored, for: heads.next, at: now), expected.reuse)
            seen.formUnion([expected.storability.deciding, expected.lifetime.deciding, expected.reuse.deciding])
        }
        // The generator reaches what it is for.
        for rule in [
            .storeAuthorization, .storeNoStore, .storeSMaxAge, .lifetimeTargeted, .lifetimeExpires, .lifetimeHeuristic,
            .lifetimeInvalid, .varyMismatch, .varyStar, .reuseFresh, .requestMaxAge, .requestOnlyIfCached,
            .staleWhileRevalidate, .selectMethod, .forwardPrecondition, .storeNothingAllows, .requestMaxStale,
        ] as [Rule] {
            XCTAssertTrue(seen.contains(rule), rule.code)
        }
    }

    private struct Heads {
        let stored: StoredResponse
        let next: RequestHead

        init(_ exchange: OneShotExchange) {
            func fields(_ lines: OneShotExchange.Lines) -> FieldSection {
                FieldSection(lines.map { ($0.name, $0.value) })
            }
            let target = TargetURI.placeholder
            stored = StoredResponse(
                request: RequestHead(
                    method: exchange.method, target: target, fields: fields(exchange.requestFields)),
                response: ResponseHead(status: exchange.status, fields: fields(exchange.responseFields)),
                requestTime: exchange.requestTime, responseTime: exchange.responseTime)
            next = RequestHead(
                method: exchange.newMethod, target: target, fields: fields(exchange.newRequestFields))
        }
    }

    // MARK: what is easily lost on the short way

    private func reuse(
        _ response: [(String, String)], old: [(String, String)] = [], new: [(String, String)] = [],
        _ policy: CachePolicy = CachePolicy()
    ) -> Rule {
        func lines(_ fields: [(String, String)]) -> OneShotExchange.Lines { fields.map { (name: $0.0, value: $0.1) } }
        let exchange = OneShotExchange(
            status: 200, requestFields: lines(old), responseFields: lines(response), newRequestFields: lines(new),
            requestTime: Sample.start, responseTime: Sample.start)
        return policy.decide(exchange, at: Sample.at(30)).reuse.deciding
    }

    func testVaryLooksAtWholeFields() {
        let fresh = [("Cache-Control", "max-age=60"), ("Vary", "Accept, X-A")]
        XCTAssertEqual(reuse(fresh, old: [("Accept", " a ")], new: [("accept", "a")]), .reuseFresh)
        XCTAssertEqual(reuse(fresh, old: [("Accept", "a, b")], new: [("Accept", "a"), ("Accept", "b")]), .reuseFresh)
        XCTAssertEqual(reuse(fresh, old: [("Accept", "a")], new: [("Accept", "a"), ("Accept", "b")]), .varyMismatch)
        XCTAssertEqual(reuse(fresh, old: [("X-A", "1")], new: [("x-a", "1")]), .reuseFresh)
        XCTAssertEqual(reuse(fresh, old: [("X-A", "1")], new: [("X-A", "2")]), .varyMismatch)
        XCTAssertEqual(reuse(fresh, old: [("X-A", "1")]), .varyMismatch)
    }

    /// The places of the first eight lines are noted while reading; the ninth and later ones are looked for.
    func testVaryFindsAFieldOnAnyLine() {
        let fresh = [("Cache-Control", "max-age=60"), ("Vary", "Accept")]
        let others = (0..<9).map { ("X-\($0)", "x") }
        for (mine, theirs) in [(0, 0), (7, 7), (8, 8), (9, 9), (0, 9), (9, 0), (7, 8), (8, 7)] {
            func lines(_ value: String, at place: Int) -> [(String, String)] {
                others.prefix(place) + [("Accept", value)] + others.dropFirst(place)
            }
            let old = lines("a", at: mine)
            XCTAssertEqual(reuse(fresh, old: old, new: lines("a", at: theirs)), .reuseFresh, "\(mine), \(theirs)")
            XCTAssertEqual(reuse(fresh, old: old, new: lines("b", at: theirs)), .varyMismatch, "\(mine), \(theirs)")
            XCTAssertEqual(reuse(fresh, old: old, new: others), .varyMismatch, "\(mine)")
        }
    }

    func testLinesOfOneFieldAreReadAsOne() {
        XCTAssertEqual(reuse([("Cache-Control", "max-age=60"), ("cache-control", "no-cache")]), .responseNoCache)
        XCTAssertEqual(
            reuse([("Cache-Control", "max-age=60, a=\"x"), ("Cache-Control", "no-cache\"")]), .reuseFresh)
    }

    /// RFC 9110 §5.6.7: a two-digit year is placed by the time of receipt, here 2026.
    func testTwoDigitYears() {
        XCTAssertEqual(reuse([("Expires", "Thursday, 01-Jan-26 00:01:00 GMT")]), .reuseFresh)
        XCTAssertEqual(reuse([("Expires", "Friday, 01-Jan-77 00:01:00 GMT")]), .lifetimeExpired)
    }

    func testTargetedFieldsTakeThePlace() {
        let policy = CachePolicy(.shared, options: .cdn)
        let response = [("Cache-Control", "max-age=60, no-cache"), ("CDN-Cache-Control", "max-age=60")]
        XCTAssertEqual(reuse(response, policy), .reuseFresh)
        XCTAssertEqual(reuse(response), .responseNoCache)
    }
}
