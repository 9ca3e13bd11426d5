import Foundation
import XCTest

/// The module against the oracle: the same cases, the same answers.
final class AgreementTests: XCTestCase {
    /// `AGREEMENT_COUNT` cases from `AGREEMENT_SEED`, a fifth of them with each oddness. The defaults are a slice for
    /// every run of the tests.
    func testModuleAgreesWithOracle() {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["AGREEMENT_COUNT"].flatMap { Int($0) } ?? 2000
        let seed = environment["AGREEMENT_SEED"].flatMap { UInt64($0) } ?? 1
        let oddness = environment["AGREEMENT_ODDNESS"].flatMap { Int($0) }
        let agreement = Agreement()
        var kinds: [String: Int] = [:]
        for number in 0..<count {
            let seed = seed &* 1_000_000_007 &+ UInt64(number)
            var generator = Generator(seed: seed, oddness: oddness ?? [0, 5, 15, 30, 60][number % 5])
            var made = generator.nextCase()
            made.name = String(seed)
            guard let found = agreement.disagreement(on: made) else { continue }
            let small = agreement.shrunk(found)
            kinds[small.kind, default: 0] += 1
            if kinds[small.kind] == 1, kinds.count <= 10 { XCTFail("they disagree\n\(small)") }
        }
        for (kind, count) in kinds.sorted(by: { $0.value > $1.value }) { print("agreement: \(count) × \(kind)") }
        print("agreement: \(count) cases from seed \(seed), \(kinds.values.reduce(0, +)) disagreements")
        XCTAssertTrue(kinds.isEmpty)
    }

    /// Someone who is wrong about one directive is found out, by the smallest case that shows it.
    func testAMistakeIsFoundAndShrunk() {
        let agreement = Agreement { made in
            var verdict = Oracle.run(made)
            let lines = made.response.fields.filter { $0.value.contains("immutable") }
            if !lines.isEmpty { verdict.freshness.lifetime += 1 }
            return verdict
        }
        var generator = Generator(seed: 5)
        var found = 0
        for _ in 0..<500 {
            guard let disagreement = agreement.disagreement(on: generator.nextCase()) else { continue }
            found += 1
            let small = agreement.shrunk(disagreement)
            XCTAssertEqual(small.kind, "freshness")
            XCTAssertEqual(small.made.response.fields.count, 1, "\(small)")
            XCTAssertFalse(small.made.response.fields[0].value.contains(","), "\(small)")
            XCTAssertTrue(small.made.then.isEmpty)
        }
        XCTAssertGreaterThan(found, 5)
    }

    /// A difference at any place of a verdict counts.
    func testEveryPlaceIsCompared() {
        let step = Oracle.Later(at: t0 + 7, request: get(), answer: answer(304, "ETag: \"a\""))
        let made = testCase(response(200, "ETag: \"a\"", "Cache-Control: max-age=5"), then: [step])
        let changes: [(kind: String, change: (inout Oracle.Verdict) -> Void)] = [
            ("store", { $0.refusal = "no" }), ("freshness", { $0.freshness.source = "expires" }),
            ("validate/reuseStale", { $0.then[0].decision = .reuseStale }), ("numbers", { $0.then[0].age = 1 }),
            ("sends", { $0.then[0].sends = [] }), ("serves", { $0.then[0].serves = Oracle.Served(status: 206) }),
            ("freshened/stored", { $0.then[0].after?.outcome = .stored }),
            ("stored", { $0.then[0].after?.stored = false }), ("numbers after", { $0.then[0].after?.lifetime = 4 }),
            ("serves after", { $0.then[0].after?.serves?.status = 304 }),
            ("invalidates", { $0.then[0].after?.invalidates = ["https://a.example/r"] }),
        ]
        for (kind, change) in changes {
            let agreement = Agreement { made in
                var verdict = Oracle.run(made)
                change(&verdict)
                return verdict
            }
            XCTAssertEqual(agreement.disagreement(on: made)?.kind, kind)
        }
        XCTAssertNil(Agreement().disagreement(on: made))
    }
}
