import Foundation
import HTTPCacheSemantics
import HTTPTranscript
import XCTest

@testable import HTTPCacheCLI

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The formats that machines read, over one file that has every outcome and every byte that a format could trip over.
final class CheckReportTests: XCTestCase {
    private let fixture = """
        case ok
        > GET / HTTP/1.1
        > Host: a.example
        >
        = forward
        < HTTP/1.1 200 OK
        <

        case bad,%:<&"'#
        > GET / HTTP/1.1
        > Host: a.example
        >
        < HTTP/1.1 200 OK
        < X: \u{E9}</script>
        <
        = not serves X: \u{E9}</script>

        case maybe
        kind optional
        > GET / HTTP/1.1
        > Host: a.example
        >
        = validate
        < HTTP/1.1 200 OK
        <

        case asked
        kind check
        > GET / HTTP/1.1
        > Host: a.example
        >
        = forward
        < HTTP/1.1 200 OK
        <

        case unjudged
        needs maybe
        > GET / HTTP/1.1
        > Host: a.example
        >
        = forward
        < HTTP/1.1 200 OK
        <

        """

    private func output(_ format: String) throws -> String {
        let directory = try TemporaryDirectory()
        let path = try directory.write("a b.httpcache", fixture)
        let run = Run(["check", "--format", format, path])
        XCTAssertEqual(run.status, .no)
        XCTAssertEqual(
            run.errors,
            "5 cases in 1 file: 1 passed, 1 failed (2 of 4 expectations), 1 warned, 1 recorded, 1 not judged\n")
        return run.output.replacingOccurrences(of: directory.root + "/", with: "")
    }

    func testGitHub() throws {
        let lines = try output("github").split(separator: "\n").map(String.init)
        XCTAssertEqual(lines.count, 3)
        // é is one code point: `serves X: é</script>` has twenty.
        XCTAssertTrue(
            lines[0].hasPrefix("::error file=a b.httpcache,line=16,col=7,endColumn=27,title=bad%2C%25%3A<&\"'#::"),
            lines[0])
        XCTAssertTrue(
            lines[1].hasPrefix("::warning file=a b.httpcache,line=23,col=3,endColumn=11,title=maybe::"), lines[1])
        XCTAssertTrue(
            lines[2].hasPrefix("::error file=a b.httpcache,line=36,col=6,endColumn=14,title=unjudged::"), lines[2])
    }

    func testGitHubEscapes() {
        let rows: [(text: String, data: String, property: String)] = [
            ("plain", "plain", "plain"), ("100%", "100%25", "100%25"), ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
            ("a\nb\rc", "a%0Ab%0Dc", "a%0Ab%0Dc"), ("a:b,c", "a:b,c", "a%3Ab%2Cc"), ("%0A", "%250A", "%250A"),
            ("::error::x", "::error::x", "%3A%3Aerror%3A%3Ax"),
        ]
        for row in rows {
            XCTAssertEqual(GitHubReport.data(row.text), row.data)
            XCTAssertEqual(GitHubReport.property(row.text), row.property)
        }
    }

    func testTAP() throws {
        let lines = try output("tap").split(separator: "\n").map(String.init)
        XCTAssertEqual(lines.prefix(2), ["TAP version 14", "1..5"])
        XCTAssertEqual(
            lines.filter { !$0.hasPrefix(" ") && !$0.hasPrefix("TAP") && !$0.hasPrefix("1..") },
            [
                "ok 1 - a b.httpcache: ok", "not ok 2 - a b.httpcache: bad,%:<&\"'\\#",
                "not ok 3 - a b.httpcache: maybe # TODO optional", "ok 4 - a b.httpcache: asked (answer: yes)",
                "not ok 5 - a b.httpcache: unjudged",
            ])
    }

    func testJUnit() throws {
        let document = try XMLDocument(xmlString: try output("junit"))
        let root = try XCTUnwrap(document.rootElement())
        func attribute(_ element: XMLElement?, _ name: String) -> String? {
            element?.attribute(forName: name)?.stringValue
        }
        XCTAssertEqual(["tests", "failures", "errors", "skipped"].map { attribute(root, $0) }, ["5", "1", "1", "0"])
        let suite = try XCTUnwrap(root.elements(forName: "testsuite").first)
        let cases = suite.elements(forName: "testcase")
        XCTAssertEqual(cases.map { attribute($0, "name") }, ["ok", "bad,%:<&\"'#", "maybe", "asked", "unjudged"])
        XCTAssertEqual(cases.map { attribute($0, "line") }, ["1", "9", "18", "27", "36"])
        XCTAssertEqual(cases.map { $0.elements(forName: "failure").count }, [0, 1, 0, 0, 0])
        XCTAssertEqual(cases.map { $0.elements(forName: "error").count }, [0, 0, 0, 0, 1])
        XCTAssertTrue(cases[1].elements(forName: "failure").first?.stringValue?.contains("= not serves X") ?? false)
    }

    /// The structure that the standard asks for, as far as this tool uses it.
    func testSARIF() throws {
        let object = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(try output("sarif").utf8)) as? [String: Any])
        XCTAssertEqual(object["version"] as? String, "2.1.0")
        let run = try XCTUnwrap((object["runs"] as? [[String: Any]])?.first)
        let driver = try XCTUnwrap((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        let rules = try XCTUnwrap(driver["rules"] as? [[String: Any]]).map { $0["id"] as? String }
        let results = try XCTUnwrap(run["results"] as? [[String: Any]])
        XCTAssertEqual(results.map { $0["level"] as? String }, ["error", "warning", "error"])
        for result in results {
            let index = try XCTUnwrap(result["ruleIndex"] as? Int)
            XCTAssertEqual(rules[index], result["ruleId"] as? String)
            XCTAssertNotNil((result["message"] as? [String: Any])?["text"] as? String)
            let place = try XCTUnwrap(
                (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
            let uri = try XCTUnwrap((place["artifactLocation"] as? [String: Any])?["uri"] as? String)
            XCTAssertTrue(uri.hasPrefix("file://") && uri.hasSuffix("a%20b.httpcache"), uri)
            let region = try XCTUnwrap(place["region"] as? [String: Int])
            let start = try XCTUnwrap(region["startColumn"])
            let end = try XCTUnwrap(region["endColumn"])
            XCTAssertTrue(start >= 1 && end > start)
        }
        let prints = results.map { ($0["partialFingerprints"] as? [String: String])?["httpcacheExpectation/v1"] }
        XCTAssertEqual(prints, ["bad,%:<&\"'#\nserves X: \u{E9}</script>", "maybe\nvalidate", "unjudged"])
        let invocation = try XCTUnwrap((run["invocations"] as? [[String: Any]])?.first)
        XCTAssertEqual(invocation["executionSuccessful"] as? Bool, true)
    }

    func testURIs() {
        let rows = [
            ("a.httpcache", "a.httpcache"), ("a b/%.x", "a%20b/%25.x"), ("/tmp/\u{E9}", "file:///tmp/%C3%A9"),
            ("#?", "%23%3F"),
        ]
        for (path, uri) in rows { XCTAssertEqual(SARIFReport.uri(path), uri) }
    }

    func testMarkdown() throws {
        let text = try output("markdown")
        XCTAssertTrue(text.hasPrefix("## httpcache check: failed\n\n5 cases in 1 file"), text)
        XCTAssertTrue(text.contains("| failed | bad,%&#58;&#60;&#38;&quot;&#39;&#35; | "), text)
        // Outside its code blocks nothing of the fixture is markup.
        let outside = text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
            .joined()
        XCTAssertFalse(outside.contains("</script>"))
        XCTAssertEqual(MarkdownReport.fenced("a ```` b"), "`````text\na ```` b\n`````\n")
        XCTAssertEqual(MarkdownReport.fenced("a\n"), "```text\na\n```\n")
        XCTAssertEqual(MarkdownReport.inline("a|b\n*c*\u{202E}"), "a&#124;b &#42;c&#42;\\x202E")
    }

    func testHTML() throws {
        let text = try output("html")
        XCTAssertFalse(text.contains("\u{E9}</script>"))
        XCTAssertTrue(text.contains("\\xC3\\xA9&lt;/script&gt;"), text)
        // One script, the page's own, and nothing that is fetched.
        XCTAssertEqual(text.components(separatedBy: "<script").count, 2)
        for sign in ["<link", "<img", " src=", "url(", "@import"] { XCTAssertFalse(text.contains(sign), sign) }
    }

    func testEveryFormatIsKnownToThoseWhoHaveSomethingToSay() {
        XCTAssertEqual(ReportArguments.Format.known(to: .check), ReportArguments.Format.allCases)
        for command in Command.allCases {
            XCTAssertEqual(ReportArguments.Format.known(to: command).prefix(2), [.text, .json])
        }
    }
}
