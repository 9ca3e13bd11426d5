import XCTest

@testable import HTTPCacheSemantics

final class EvidenceTests: XCTestCase {
    private typealias Field = GeneratedExchange.Field

    private enum Question: CaseIterable {
        case storability
        case lifetime
        case age
        case reuse

        func deciding(_ verdicts: GeneratedExchange.Verdicts) -> Rule {
            switch self {
            case .storability: verdicts.storability.deciding
            case .lifetime: verdicts.lifetime.deciding
            case .age: verdicts.age.deciding
            case .reuse: verdicts.reuse.deciding
            }
        }
    }

    /// The bytes that a verdict rests on lie within their line, and when they are gone another rule decides: a
    /// directive is written over, a line that counts as a whole is removed. What stands several times is taken away as
    /// often.
    func testAVerdictFallsWithItsEvidence() {
        var directives = RuleSet()
        var lines = RuleSet()
        for seed: UInt64 in 0..<1500 {
            var generator = ExchangeGenerator(seed: seed)
            let exchange = generator.exchange()
            let verdicts = exchange.verdicts
            for question in Question.allCases {
                let rule = question.deciding(verdicts)
                var left = exchange
                var steps = 0
                while question.deciding(left.verdicts) == rule {
                    let evidence = left.evidence(for: rule)
                    if steps == 0, evidence.isEmpty { break }
                    guard !evidence.isEmpty, steps < 12 else {
                        XCTFail("seed \(seed): \(rule.code) decides without its evidence: \(left)")
                        break
                    }
                    if rule.restsOnADirective { directives.insert(rule) } else { lines.insert(rule) }
                    guard left.remove(evidence, wholeLines: !rule.restsOnADirective) else {
                        XCTFail("seed \(seed): evidence of \(rule.code) outside its line: \(evidence) \(left)")
                        break
                    }
                    steps += 1
                }
            }
        }
        XCTAssertGreaterThan(directives.members.count, 20, "\(directives.members)")
        XCTAssertGreaterThan(lines.members.count, 10, "\(lines.members)")
    }

    func testWhatIsShown() {
        let rows: [(rule: Rule, response: [String], request: [String], shown: [String])] = [
            (.lifetimeMaxAge, ["Cache-Control: public, MAX-AGE = 5"], [], ["MAX-AGE = 5"]),
            (.lifetimeMaxAge, ["Cache-Control: public, MAX-AGE=\"5\" , x"], [], ["MAX-AGE=\"5\""]),
            (.lifetimeMaxAge, ["Cache-Control: x=\"max-age=1\"", "Cache-Control: max-age=2"], [], ["max-age=2"]),
            (.lifetimeMaxAge, ["Cache-Control: max-age=1, max-age=2"], [], ["max-age=1"]),
            (.storeNoStore, ["Cache-Control: a, no-store, b"], [], ["no-store"]),
            (.lifetimeExpires, ["Expires:  \(Sample.startText) "], [], [Sample.startText]),
            (.requestMinFresh, [], ["Cache-Control: min-fresh=5,no-cache"], ["min-fresh=5"]),
            (.forwardPrecondition, [], ["If-Match: *"], ["*"]),
            (.forwardPrecondition, [], ["If-Unmodified-Since: x"], ["x"]),
            (.forwardPrecondition, [], ["If-Unmodified-Since: x", "If-Match: *"], ["*", "x"]),
            (.invalidateOtherOrigin, ["Location: /a", "Content-Location: //b/"], [], ["//b/"]),
            // Of several lines or members those that count.
            (.ageField, ["Age: ,", "Age: 5"], [], ["5"]), (.ageInvalid, ["Age: x", "Age: 5"], [], ["x"]),
            (.storePrivate, ["Cache-Control: private=\"x\", PRIVATE"], [], ["PRIVATE"]),
            (.responseNoCache, ["Cache-Control: no-cache=x", "Cache-Control: no-cache=\"\""], [], ["no-cache=\"\""]),
            (.fieldsPrivate, ["Cache-Control: private=a, private, private=b"], [], ["private=a", "private=b"]),
            (.fieldsPrivate, ["Cache-Control: private=\"a", "Cache-Control: b\""], [], ["private=\"a"]),
            (.storePublic, ["Cache-Control: public=1, Public"], [], ["Public"]),
            (.storeUnjudgeable, ["Connection: a", "Connection: b, VARY", "Vary: x"], [], ["b, VARY"]),
            (
                .storeUnjudgeable, ["Connection: a", "Vary: x", "Cache-Control: private=\"vary\""], [],
                ["private=\"vary\""]
            ),
            (.staleIfError, [], ["Cache-Control: max-age=0, stale-if-error=5"], ["stale-if-error=5"]),
            (
                .staleIfError, ["Cache-Control: stale-if-error=1"], ["Cache-Control: stale-if-error=5"],
                ["stale-if-error=1", "stale-if-error=5"]
            ),
            (
                .conditionETag, ["ETag: \"b\""], ["If-None-Match: \"a\"", "If-None-Match: \"c\",W/\"b\""],
                ["\"c\",W/\"b\""]
            ),
            (.conditionETag, ["ETag: \"b\""], ["If-None-Match: *"], ["*"]),
            (.varyStar, ["Vary: Accept", "Vary: x, *"], [], ["x, *"]),
            (.requestPragma, [], ["Pragma: no-cache=1", "Pragma: a, No-Cache"], ["a, No-Cache"]),
            (.reuseFresh, ["Cache-Control: max-age=5"], [], []), (.storeNoStore, ["X: no-store"], [], []),
            (.requestNoCache, ["Cache-Control: no-cache"], [], []), (.storeHeuristic, ["Date: x"], [], []),
        ]
        for row in rows {
            let response = ResponseHead(status: 200, fields: Sample.fields(row.response))
            let request = RequestHead(target: Sample.target(), fields: Sample.fields(row.request))
            let evidence = CachePolicy().evidence(for: row.rule, response: response, request: request)
            let shown = evidence.map { place in
                let section = place.message == .response ? response.fields : request.fields
                XCTAssertLessThanOrEqual(place.range.upperBound, section[place.line].value.count, "\(row)")
                return FieldLine.text(Array(section[place.line].value[place.range]))
            }
            XCTAssertEqual(shown, row.shown, "\(row)")
        }
    }

    func testATargetedFieldTakesThePlaceOfCacheControl() {
        let response = Sample.response(200, "Cache-Control: max-age=1", "CDN-Cache-Control: max-age=2, max-age=3")
        let rows: [(CacheOptions, line: Int, Range<Int>)] = [(.rfc9111, 0, 0..<9), (.cdn, 1, 11..<20)]
        for (options, line, range) in rows {
            let evidence = CachePolicy(options: options).evidence(for: .lifetimeMaxAge, response: response)
            XCTAssertEqual(evidence.map(\.line), [line])
            XCTAssertEqual(evidence.map(\.range), [range], "of a dictionary's repeated keys the last counts")
        }
    }

    /// Commas stand in strings too, parameters belong to no directive, and a String may go on in the next line.
    func testOfATargetedFieldTheMembersOfTheDictionaryAreShown() {
        let rows: [(Rule, lines: [String], line: Int, Range<Int>)] = [
            (.lifetimeTargeted, ["max-age=2;by=\"a, max-age=3\""], 0, 0..<9),
            (.lifetimeTargeted, ["x=(\"a, max-age=3\" b), max-age=2"], 0, 22..<31),
            (.lifetimeTargeted, ["no-cache", "public,\tmax-age=2;x"], 1, 8..<17),
            (.responseNoCache, ["max-age=3", "no-cache=?1;x"], 1, 0..<11),
            (.fieldsNoCache, ["no-cache=\"a", "b\", max-age=2"], 0, 0..<11),
            (.staleIfError, ["stale-if-error=1, stale-if-error=2, max-age=1"], 0, 18..<34),
        ]
        for (rule, lines, line, range) in rows {
            let response = ResponseHead(
                status: 200, fields: Sample.fields(lines.map { "CDN-Cache-Control: \($0)" }))
            let evidence = CachePolicy(options: .cdn).evidence(for: rule, response: response)
            XCTAssertEqual(evidence.map(\.line), [line], "\(lines)")
            XCTAssertEqual(evidence.map(\.range), [range], "\(lines)")
        }
    }

    /// Of several Vary lines only those that name what differs.
    func testVaryInSeveralLines() {
        let response = Sample.response(200, "Vary: X-A", "Vary: x-c, x-b")
        let evidence = CachePolicy().evidence(
            for: .varyMismatch, response: response, storedRequest: Sample.get("X-A: 1", "X-B: 1"),
            request: Sample.get("X-A: 1", "X-B: 22"))
        XCTAssertEqual(evidence.map(\.message), [.response, .request])
        XCTAssertEqual(evidence.map(\.line), [1, 1])
        let all = CachePolicy().evidence(
            for: .varyMismatch, response: response, storedRequest: Sample.get("X-A: 1"), request: Sample.get("X-A: 1"))
        XCTAssertEqual(all.map(\.line), [0, 1])
    }

    func testVary() {
        let response = Sample.response(200, "Vary: X-A, X-B")
        let evidence = CachePolicy().evidence(
            for: .varyMismatch, response: response, storedRequest: Sample.get("X-A: 1", "X-B: 1"),
            request: Sample.get("X-A: 1", "X-B: 22"))
        XCTAssertEqual(evidence.map(\.message), [.response, .request])
        XCTAssertEqual(evidence.map(\.line), [0, 1])
        XCTAssertEqual(evidence.map(\.range), [0..<8, 0..<2])
    }

    /// In the order in which Vary names the fields, and of each field every line.
    func testVaryShowsEveryLineThatDiffers() {
        let evidence = CachePolicy().evidence(
            for: .varyMismatch, response: Sample.response(200, "Vary: Accept, X-A, Cookie"),
            storedRequest: Sample.get("Accept: a", "X-A: 1", "Cookie: c"),
            request: Sample.get("Cookie: c", "X-A: 2", "accept: b", "X-A: 3"))
        XCTAssertEqual(evidence.map(\.message), [.response, .request, .request, .request])
        XCTAssertEqual(evidence.map(\.line), [0, 2, 1, 3])
    }
}

extension Rule {
    fileprivate var restsOnADirective: Bool {
        switch self {
        case .lifetimeInvalid, .lifetimeTargeted, .lifetimeDuplicate: return true
        default: break
        }
        switch source {
        case .response(_, let directive), .request(_, let directive), .storedRequest(_, let directive):
            return directive != nil
        case .vary, .none: return false
        }
    }
}

extension GeneratedExchange {
    fileprivate func evidence(for rule: Rule) -> [Evidence] {
        policy.evidence(for: rule, response: responseHead, storedRequest: requestHead, request: newHead)
    }

    /// Takes the bytes away; false where they do not lie within their line.
    fileprivate mutating func remove(_ evidence: [Evidence], wholeLines: Bool) -> Bool {
        for place in evidence.sorted(by: { $0.line > $1.line }) {
            let path: WritableKeyPath<GeneratedExchange, [Field]> =
                switch place.message {
                case .request: \.new
                case .storedRequest: \.request
                case .response: \.response
                }
            guard self[keyPath: path].indices.contains(place.line) else { return false }
            var value = Self.section(self[keyPath: path])[place.line].value
            guard place.range.lowerBound >= 0, place.range.upperBound <= value.count else { return false }
            // An Expires that stands for max-age in a rule about either counts as a whole.
            if wholeLines || self[keyPath: path][place.line].is("Expires") {
                self[keyPath: path].remove(at: place.line)
            } else {
                value.replaceSubrange(place.range, with: Array("x".utf8))
                self[keyPath: path][place.line].members = [FieldLine.text(value)]
            }
        }
        return true
    }
}
