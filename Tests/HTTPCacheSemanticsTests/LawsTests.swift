import HTTPCacheSemantics
import HTTPDate
import XCTest

/// Laws that hold for every exchange, held for many; a failure names the seed of its exchange.
final class LawsTests: XCTestCase {
    private typealias Field = GeneratedExchange.Field

    private static let count: UInt64 = 1000

    /// Hands each exchange to the law, with a generator for what the law changes.
    private func forEach(
        isExtreme: Bool = false, _ law: (GeneratedExchange, inout ExchangeGenerator, _ seed: UInt64) throws -> Void
    ) rethrows {
        for seed in 0..<Self.count {
            var generator = ExchangeGenerator(seed: seed, isExtreme: isExtreme)
            let exchange = generator.exchange()
            try law(exchange, &generator, seed)
        }
    }

    private func holdEqual(
        _ a: GeneratedExchange, _ b: GeneratedExchange, _ seed: UInt64, line: UInt = #line
    ) {
        guard a.verdicts != b.verdicts else { return }
        XCTFail("seed \(seed):\n\(a)\n\(a.verdicts)\n\(b)\n\(b.verdicts)", line: line)
    }

    /// The generator makes what the laws are about, so that none holds for want of cases.
    func testTheGeneratorReachesTheDecisions() {
        var decisions: [String: Int] = [:]
        var deciding = RuleSet()
        forEach { exchange, _, _ in
            let verdicts = exchange.verdicts
            deciding.insert(verdicts.storability.deciding)
            deciding.insert(verdicts.lifetime.deciding)
            deciding.insert(verdicts.age.deciding)
            deciding.insert(verdicts.reuse.deciding)
            decisions[String(String(describing: verdicts.reuse.decision).prefix(8)), default: 0] += 1
            decisions[verdicts.storability.decision.rawValue, default: 0] += 1
        }
        for decision in ["store", "doNotStore", "reuse(ca", "reuseWhi", "validate", "forward(", "gatewayT"] {
            XCTAssertGreaterThan(decisions[decision] ?? 0, 10, decision)
        }
        XCTAssertGreaterThan(deciding.members.count, 45)
    }

    // MARK: Spelling

    func testCaseOfFieldNames() {
        forEach { exchange, generator, seed in
            var other = exchange
            other.request = exchange.request.map { Field(generator.anyCase($0.name), $0.members) }
            other.response = exchange.response.map { Field(generator.anyCase($0.name), $0.members) }
            other.new = exchange.new.map { Field(generator.anyCase($0.name), $0.members) }
            holdEqual(exchange, other, seed)
        }
    }

    func testCaseOfDirectives() {
        forEach { exchange, generator, seed in
            func respelled(_ fields: [Field]) -> [Field] {
                fields.map { field in
                    field.is("Cache-Control") ? Field(field.name, field.members.map { generator.anyCase($0) }) : field
                }
            }
            var other = exchange
            other.request = respelled(exchange.request)
            other.response = respelled(exchange.response)
            other.new = respelled(exchange.new)
            holdEqual(exchange, other, seed)
        }
    }

    func testWhitespaceAndEmptyMembers() {
        forEach { exchange, generator, seed in
            func respaced(_ fields: [Field]) -> [Field] {
                fields.map { field in
                    guard field.is("Cache-Control") || field.is("Vary") else {
                        return Field(field.name, field.members.map { generator.space() + $0 + generator.space() })
                    }
                    let members = field.members.map { generator.space() + $0 + generator.space() }
                    let commas = members.dropFirst().map { generator.pick([",", ",,", ", ,"]) + $0 }
                    return Field(field.name, ([members[0]] + commas).joined())
                }
            }
            var other = exchange
            other.request = respaced(exchange.request)
            other.response = respaced(exchange.response)
            other.new = respaced(exchange.new)
            holdEqual(exchange, other, seed)
        }
    }

    func testSplittingOfLines() {
        forEach { exchange, generator, seed in
            func resplit(_ fields: [Field], _ name: String) -> [Field] {
                let members = fields.filter { $0.is(name) }.flatMap(\.members)
                guard !members.isEmpty else { return fields }
                var lines: [Field] = []
                for member in members {
                    if lines.isEmpty || generator.chance(40) {
                        lines.append(Field(name, member))
                    } else {
                        lines[lines.count - 1].members.append(member)
                    }
                }
                return fields.filter { !$0.is(name) } + lines
            }
            var other = exchange
            other.request = resplit(exchange.request, "Cache-Control")
            other.response = resplit(resplit(exchange.response, "Cache-Control"), "Vary")
            other.new = resplit(exchange.new, "Cache-Control")
            holdEqual(exchange, other, seed)
        }
    }

    /// The order of lines of one name counts, that of others does not.
    func testOrderOfUnrelatedLines() {
        forEach { exchange, generator, seed in
            func reordered(_ fields: [Field]) -> [Field] {
                var names = fields.map { $0.name.lowercased() }
                names.shuffle(using: &generator.random)
                var left = fields
                return names.compactMap { name in
                    left.firstIndex { $0.is(name) }.map { left.remove(at: $0) }
                }
            }
            var other = exchange
            other.request = reordered(exchange.request)
            other.response = reordered(exchange.response)
            other.new = reordered(exchange.new)
            holdEqual(exchange, other, seed)
        }
    }

    // MARK: More of something

    func testNoStoreAndPrivateNeverAllowStoring() {
        forEach { exchange, generator, seed in
            guard exchange.verdicts.storability.decision == .doNotStore else { return }
            var other = exchange
            let directive = generator.pick(["no-store", "NO-STORE"])
            if let line = other.response.firstIndex(where: { $0.is("Cache-Control") }) {
                other.response[line].members.insert(
                    directive, at: generator.below(other.response[line].members.count + 1))
            } else {
                other.response.append(Field("Cache-Control", directive))
            }
            XCTAssertEqual(other.verdicts.storability.decision, .doNotStore, "seed \(seed)")
            var asked = exchange
            asked.request.append(Field("Cache-Control", "no-store"))
            XCTAssertEqual(asked.verdicts.storability.decision, .doNotStore, "seed \(seed)")
        }
    }

    func testALaterNowNeverMakesFresher() {
        forEach { exchange, generator, seed in
            var later = exchange
            later.now += Int64(generator.below(100))
            let before = exchange.verdicts
            let after = later.verdicts
            XCTAssertGreaterThanOrEqual(after.age.seconds, before.age.seconds, "seed \(seed)")
            if after.isUsed { XCTAssertTrue(before.isUsed, "seed \(seed): \(exchange) \(before) \(after)") }
            if case .reuse(_, .fresh) = after.reuse.decision {
                XCTAssertEqual(before.reuse.decision, .reuse(candidate: 0, .fresh), "seed \(seed): \(exchange)")
            }
        }
    }

    func testRaisingAgeNeverLengthensFreshness() {
        forEach { exchange, generator, seed in
            guard let line = exchange.response.firstIndex(where: { $0.is("Age") }),
                let age = Int(exchange.response[line].members[0])
            else { return }
            var older = exchange
            older.response[line].members = [String(age + generator.below(100))]
            let before = exchange.verdicts
            let after = older.verdicts
            let freshFor = (before.lifetime.decision.seconds - before.age.seconds)
            XCTAssertLessThanOrEqual(after.lifetime.decision.seconds - after.age.seconds, freshFor, "seed \(seed)")
            if after.isUsed { XCTAssertTrue(before.isUsed, "seed \(seed): \(exchange)") }
        }
    }

    func testASharedCacheNeverStoresWhatPrivateForbids() {
        forEach { exchange, generator, seed in
            var shared = exchange
            shared.policy.cache = .shared
            shared.policy.options.targetedFields = []
            let directive = generator.pick(["private", "Private", "private=\"\"", "private=\"a b\""])
            shared.response.insert(Field("Cache-Control", directive), at: 0)
            XCTAssertEqual(shared.verdicts.storability.decision, .doNotStore, "seed \(seed)")

            var named = exchange
            named.policy.cache = .shared
            named.policy.options.targetedFields = []
            named.response.removeAll { $0.is("Cache-Control") }
            named.response += [Field("Cache-Control", "private=\"x-a, Set-Cookie\""), Field("X-A", "1")]
            let kept = named.policy.storedFields(of: named.responseHead)
            XCTAssertFalse(kept.contains("X-A") || kept.contains("Set-Cookie"), "seed \(seed)")
        }
    }

    // MARK: Bounds

    func testNothingIsServedPastItsLifetimeAndAllowances() {
        forEach { exchange, _, seed in
            let verdicts = exchange.verdicts
            let lifetime = verdicts.lifetime.decision.seconds
            let age = verdicts.age.seconds
            switch verdicts.reuse.decision {
            case .reuse(_, .fresh): XCTAssertLessThan(age, lifetime, "seed \(seed): \(exchange)")
            case .reuse(_, .stale):
                XCTAssertLessThanOrEqual(age - lifetime, Self.allowance("max-stale", in: exchange.new, bare: .max))
            case .reuseWhileRevalidating:
                let fields = exchange.response
                XCTAssertLessThanOrEqual(
                    age - lifetime, Self.allowance("stale-while-revalidate", in: fields, bare: 0), "seed \(seed)")
            case .validate, .forward, .gatewayTimeout: break
            }
        }
    }

    /// The most seconds that any directive of this name gives.
    private static func allowance(_ name: String, in fields: [Field], bare: Int) -> Int {
        let arguments = fields.filter { $0.is("Cache-Control") }.flatMap(\.members).compactMap { member -> Int? in
            guard member.hasPrefix(name) else { return nil }
            let digits = member.dropFirst(name.count).filter(\.isNumber)
            return member == name ? bare : Int(digits)
        }
        return arguments.max() ?? 0
    }

    func testTheDecidingRuleIsAmongThoseWeighed() {
        forEach(isExtreme: true) { exchange, _, seed in
            let verdicts = exchange.verdicts
            XCTAssertTrue(verdicts.storability.rules.contains(verdicts.storability.deciding), "seed \(seed)")
            XCTAssertTrue(verdicts.lifetime.rules.contains(verdicts.lifetime.deciding), "seed \(seed)")
            XCTAssertTrue(verdicts.reuse.rules.contains(verdicts.reuse.deciding), "seed \(seed)")
            if verdicts.isUsed {
                XCTAssertTrue(verdicts.reuse.rules.contains(verdicts.lifetime.deciding), "seed \(seed)")
                XCTAssertTrue(verdicts.reuse.rules.contains(verdicts.age.deciding), "seed \(seed)")
            }
        }
    }

    /// Every answer of the module over the ends of numbers and of time; the law is that it comes, and that no number in
    /// it is negative or greater than two spans of time and 2^31 can make it.
    func testExtremesNeverTrap() {
        let greatest = 2 * Int(HTTPDate.range.upperBound.seconds(since: HTTPDate.range.lowerBound)) + 1 << 31
        forEach(isExtreme: true) { exchange, _, seed in
            let verdicts = exchange.verdicts
            for seconds in [
                verdicts.lifetime.decision.seconds, verdicts.age.seconds, verdicts.age.apparentAge,
                verdicts.age.responseDelay, verdicts.age.residentTime, verdicts.age.ageValue,
            ] {
                XCTAssertTrue((0...greatest).contains(seconds), "seed \(seed): \(seconds)")
            }
            var course = CacheExchange(policy: exchange.policy, request: exchange.newHead)
            let now = Sample.at(exchange.now)
            _ = course.begin(at: now)
            _ = course.found([exchange.stored], at: now)
            _ = course.servedVerdict(at: now)
            var failing = course
            _ = failing.originFailed(at: Sample.at(.max))
            let reception = course.received(exchange.responseHead, at: Sample.at(.min))
            XCTAssertTrue(reception.rules.contains(reception.deciding), "seed \(seed)")
            for rule in verdicts.reuse.rules.union(verdicts.storability.rules).union(reception.rules).members {
                _ = exchange.policy.evidence(
                    for: rule, response: exchange.responseHead, storedRequest: exchange.requestHead,
                    request: exchange.newHead)
            }
        }
    }
}

extension ExchangeGenerator {
    mutating func anyCase(_ text: String) -> String {
        String(text.map { chance(50) ? Character($0.uppercased()) : Character($0.lowercased()) })
    }

    mutating func space() -> String { pick(["", "", " ", "\t", "  "]) }
}
