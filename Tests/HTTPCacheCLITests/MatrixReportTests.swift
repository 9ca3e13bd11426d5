import Foundation
import HTTPCacheSemantics
import XCTest

@testable import HTTPCacheCLI

final class MatrixReportTests: XCTestCase {
    private let fixture = """
        case one
        > GET / HTTP/1.1
        > Host: a.example
        >
        = forward uri-miss because select.uri-miss
        < HTTP/1.1 200 OK
        < Cache-Control: max-age=60
        <
        = store because store.max-age
        = lifetime 60s because lifetime.max-age

        case two
        > GET / HTTP/1.1
        > Host: a.example
        >
        < HTTP/1.1 200 OK
        < Cache-Control: max-age=60
        <
        = lifetime 61s because lifetime.max-age

        """

    func testEveryRuleAndWhoNamesIt() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.httpcache", fixture)
        let run = Run(["check", "--matrix", path])
        XCTAssertEqual(run.status, .no)
        let lines = run.output.split(separator: "\n").map(String.init)
        XCTAssertEqual(lines.count { !$0.hasPrefix(" ") }, Rule.allCases.count)
        let start = try XCTUnwrap(lines.firstIndex { $0.hasPrefix("lifetime.max-age ") })
        XCTAssertTrue(lines[start].hasSuffix("  2 cases"))
        XCTAssertEqual(lines[start + 1], "    ok    \(path):1: one")
        XCTAssertEqual(lines[start + 2], "    FAIL  \(path):12: two")
        XCTAssertTrue(lines.contains { $0.hasPrefix("vary.star ") && $0.hasSuffix("no case") })
        XCTAssertEqual(Run(["check", "--matrix", "--filter", "one", path]).status, .answered)
    }

    func testJSON() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.httpcache", fixture)
        let run = Run(["check", "--matrix", "--format", "json", path])
        let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let rules = try XCTUnwrap(object["rules"] as? [[String: Any]])
        XCTAssertEqual(rules.count, Rule.allCases.count)
        let lifetime = try XCTUnwrap(rules.first { $0["code"] as? String == "lifetime.max-age" })
        let cases = try XCTUnwrap(lifetime["cases"] as? [[String: Any]])
        XCTAssertEqual(cases.map { $0["holds"] as? Bool }, [true, false])
        XCTAssertEqual(Run(["check", "--matrix", "--format", "junit", path]).status, .notAsked)
    }
}
