import Foundation
import HTTPCacheSemantics
import HTTPTranscript
import XCTest

/// Runs every case of `Fixtures/conformance` and holds the list of rules against them.
final class ConformanceTests: XCTestCase {
    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures")

    static func results() throws -> [TranscriptResult] {
        let root = fixtures.appendingPathComponent("conformance")
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        return try names.filter { $0.hasSuffix(".httpcache") }.sorted().compactMap { name in
            let path = root.appendingPathComponent(name).path
            let file = SourceFile(path: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
            do {
                return try TranscriptRunner().run(Transcript.read(file))
            } catch {
                XCTFail("\(error)")
                return nil
            }
        }
    }

    /// Required and optional cases all hold: where the RFC only allows something, the default profile does it. A
    /// `check` case records an answer and is only required to run.
    func testEveryCaseHolds() throws {
        var counts: [CaseKind: Int] = [:]
        for result in try Self.results() {
            for item in result.cases {
                counts[item.kind, default: 0] += 1
                guard item.kind != .check else { continue }
                switch item.status {
                case .passed: break
                case .notJudged(let needs):
                    fail("\(item.id) is not judged: it needs \(needs)", at: item.range, result.file)
                case .failed:
                    if let derailment = item.derailment {
                        fail("\(item.id): \(derailment.message)", at: derailment.range, result.file)
                    }
                    for failure in item.failures {
                        fail(
                            "\(item.id): \(failure.actual), expected \(failure.wanted)", at: failure.expectation.range,
                            result.file)
                    }
                }
            }
        }
        XCTAssertGreaterThanOrEqual(counts.values.reduce(0, +), 1200)
    }

    /// Each rule decides in a passing case, and in a near miss, which a case of the same file is by its name, it does
    /// not.
    func testEveryRuleDecidesSomewhereAndHasANearMiss() throws {
        var deciding: [String: [(file: String, id: String)]] = [:]
        // What each passing case says decides, whichever way.
        var claims: [String: [String: Set<String>]] = [:]
        for result in try Self.results() {
            for item in result.cases where item.status == .passed {
                let codes = item.expectations.filter { !$0.expectation.isNegated }.compactMap {
                    $0.expectation.because?.value
                }
                claims[result.file.path, default: [:]][item.id] = Set(codes)
                for code in Set(item.expectations.compactMap { $0.expectation.because?.value }) {
                    deciding[code, default: []].append((result.file.path, item.id))
                }
            }
        }
        for rule in Rule.allCases {
            let cases = deciding[rule.code] ?? []
            XCTAssertFalse(cases.isEmpty, "no passing case in which \(rule.code) decides")
            let hasNearMiss = cases.contains { place in
                (claims[place.file] ?? [:]).contains { id, codes in
                    id.hasPrefix(place.id + "-near-miss") && !codes.contains(rule.code)
                }
            }
            XCTAssertTrue(hasNearMiss, "no near miss of \(rule.code)")
        }
    }

    private func fail(_ message: String, at range: SourceRange, _ file: SourceFile) {
        let line = file.position(of: range.start).line
        recordFailure(withDescription: message, inFile: file.path, atLine: line, expected: true)
    }
}
