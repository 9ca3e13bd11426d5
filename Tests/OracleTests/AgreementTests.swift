import Foundation
import XCTest

/// The module against the oracle: the same cases, the same answers.
final class AgreementTests: XCTestCase {
    /// `AGREEMENT_COUNT` cases from `AGREEMENT_SEED`, a fifth of them with each oddness. The defaults are a slice for every
    /// run of the tests.
    func testModuleAgreesWithOracle() {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["AGREEMENT_COUNT"].flatMap { Int($0) } ?? 3000
        let seed = environment["AGREEMENT_SEED"].flatMap { UInt64($0) } ?? 1
        let oddness = environment["AGREEMENT_ODDNESS"].flatMap { Int($0) }
        var kinds: [String: Int] = [:]
        for number in 0..<count {
            let seed = seed &* 1_000_000_007 &+ UInt64(number)
            var generator = Generator(seed: seed, oddness: oddness ?? [0, 5, 15, 30, 60][number % 5])
            var made = generator.nextCase()
            made.name = String(seed)
            guard let found = Agreement.disagreement(on: made) else { continue }
            let small = Agreement.shrunk(found)
            kinds[small.kind, default: 0] += 1
            if kinds[small.kind] == 1, kinds.count <= 10 { XCTFail("they disagree\n\(small)") }
        }
        for (kind, count) in kinds.sorted(by: { $0.value > $1.value }) { print("agreement: \(count) × \(kind)") }
        print("agreement: \(count) cases from seed \(seed), \(kinds.values.reduce(0, +)) disagreements")
        XCTAssertTrue(kinds.isEmpty)
    }
}
