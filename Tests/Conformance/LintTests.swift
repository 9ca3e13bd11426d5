import Foundation
import HTTPCacheLint
import HTTPTranscript
import XCTest

/// Runs every case of `Fixtures/lint` and holds the list of findings against them.
final class LintTests: XCTestCase {
    static func results() throws -> [TranscriptResult] {
        let root = ConformanceTests.fixtures.appendingPathComponent("lint")
        var runner = TranscriptRunner()
        let linter = Linter()
        runner.findingCodes = Set(FindingCode.allCases.map(\.code))
        runner.lint = { subject in
            switch subject {
            case .request(let request): Set(linter.findings(in: request).map(\.code.code))
            case .response(let response, let request):
                Set(linter.findings(in: response, to: request).map(\.code.code))
            }
        }
        return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted().map { name in
            let path = root.appendingPathComponent(name).path
            let file = SourceFile(path: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
            return try runner.run(Transcript.read(file))
        }
    }

    func testEveryCaseHolds() throws {
        var count = 0
        for result in try Self.results() {
            for item in result.cases {
                count += 1
                XCTAssertFalse(item.expectations.isEmpty, item.id)
                if let derailment = item.derailment { fail("\(item.id): \(derailment.message)", item, result.file) }
                for failure in item.failures {
                    fail("\(item.id): \(failure.actual), expected \(failure.wanted)", item, result.file)
                }
            }
        }
        XCTAssertGreaterThanOrEqual(count, 300)
    }

    /// Each is found in a case, and in a near miss is not. What only an archive shows has its own tests.
    func testEveryFindingHasACaseAndANearMiss() throws {
        var found: Set<String> = []
        var missed: Set<String> = []
        for item in try Self.results().flatMap(\.cases) where item.status == .passed {
            for result in item.expectations {
                guard case .lint(let code) = result.expectation.subject else { continue }
                if !result.expectation.isNegated {
                    found.insert(code.value)
                } else if item.id.contains("-near-miss") {
                    missed.insert(code.value)
                }
            }
        }
        for code in FindingCode.allCases where code != .eTagUnstable {
            XCTAssertTrue(found.contains(code.code), "no case in which \(code.code) is found")
            XCTAssertTrue(missed.contains(code.code), "no near miss of \(code.code)")
        }
    }

    private func fail(_ message: String, _ item: CaseResult, _ file: SourceFile) {
        recordFailure(
            withDescription: message, inFile: file.path, atLine: file.position(of: item.range.start).line,
            expected: true)
    }
}
