import Foundation
import HTTPCacheLint
import XCTest

@testable import HTTPCacheCLI

/// That the examples are those of the fixtures is held by `DocumentTests`.
final class RuleExampleTests: XCTestCase {
    private let path = Project.path("Sources/HTTPCacheCLI/Rules/examples.httpcache")

    func testEveryRuleAndFindingHasOne() {
        // Two responses of one HAR, which is no fixture.
        let without = ReportCode.all.map(\.code).filter { RuleExample.all[$0] == nil }
        XCTAssertEqual(without, [FindingCode.eTagUnstable.code])
        XCTAssertEqual(RuleExample.all.count, ReportCode.all.count - 1)
        for (code, example) in RuleExample.all {
            let claims = example.text.split(separator: "\n").filter { $0.hasPrefix("= ") && $0.hasSuffix(" " + code) }
            XCTAssertFalse(claims.isEmpty, code)
            XCTAssertLessThan(example.text.utf8.count, 1500, code)
        }
    }

    /// They are a fixture themselves, and hold.
    func testEveryOneHolds() {
        let run = Run(["check", path])
        XCTAssertEqual(run.status, .answered, run.output)
        let count = RuleExample.all.count
        XCTAssertEqual(run.errors, "\(count) cases in 1 file: \(count) passed\n")
    }

    func testAnExampleIsShown() throws {
        let text = Run(["rule", "store.s-maxage"]).output
        XCTAssertTrue(text.contains("\n\n    cache   shared\n"), text)
        XCTAssertTrue(text.contains("\n    = store because store.s-maxage\n    # s-maxage-allows"), text)
        let all = Run(["rule", "--all", "--verbose"]).output
        XCTAssertTrue(all.contains(text), all)
        XCTAssertFalse(Run(["rule", "--all"]).output.contains("= store"))
        let json = Run(["rule", "--format", "json", "store.s-maxage"]).output
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let example = try XCTUnwrap(object["example"] as? [String: String])
        XCTAssertEqual(example["case"], "s-maxage-allows-a-shared-cache")
        XCTAssertEqual(example["file"], "Fixtures/conformance/rfc9111/3-storing.httpcache")
        XCTAssertEqual(example["text"], RuleExample.all["store.s-maxage"]?.text)
        XCTAssertTrue(Run(["rule", "--format", "json", "lint.etag-unstable"]).output.contains("\"example\": null"))
    }
}
