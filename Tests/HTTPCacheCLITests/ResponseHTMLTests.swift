import XCTest

@testable import HTTPCacheCLI

final class ResponseHTMLTests: XCTestCase {
    private let input =
        "GET /<b> HTTP/1.1\nHost: a.example\n\nHTTP/1.1 200 OK\nDate: Tue, 24 Nov 2026 09:00:00 GMT\n"
        + "Cache-Control: public, s-maxage=600, max-age=60\nX: <script>alert(1)</script>\u{E9}\n\n"

    func testThePageSaysWhatDecidedAndWhere() {
        let page = Run(["explain", "--format", "html", "-"], input: input).output
        XCTAssertTrue(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"), page)
        // Each cache's own bytes are marked, the first cache's in its own way.
        XCTAssertTrue(
            page.contains(
                "\nCache-Control: public, <mark>s-maxage=600</mark>, <mark class=\"second\">max-age=60</mark>\n"))
        XCTAssertTrue(
            page.contains("shared cache: s-maxage is a shared cache&#39;s freshness lifetime  RFC 9111 §4.2.1"))
        XCTAssertTrue(page.contains("<code>lifetime.s-maxage</code>"))
        XCTAssertEqual(page.components(separatedBy: "<svg class=\"timeline\"").count, 3)
        XCTAssertEqual(page.components(separatedBy: "<h3>").count, 3)
    }

    func testNothingOfAMessageIsMarkup() {
        let page = Run(["explain", "--format", "html", "-"], input: input).output
        XCTAssertFalse(page.contains("<b>"))
        XCTAssertEqual(page.components(separatedBy: "<script").count, 2)
        XCTAssertTrue(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;\\xC3\\xA9"))
    }

    func testWhatIsNotStoredHasNoTimeline() {
        let page = Run(
            ["explain", "--format", "html", "--cache", "shared", "--url", "https://a.example/", "-"],
            input: "HTTP/1.1 200 OK\nDate: Tue, 24 Nov 2026 09:00:00 GMT\nCache-Control: no-store\n\n"
        ).output
        XCTAssertFalse(page.contains("<svg"))
        XCTAssertTrue(page.contains("Shared cache: <strong class=\"bad\">FORWARD</strong>"))
        XCTAssertTrue(page.contains("<mark>no-store</mark>"))
    }

    func testMarkdownIsTheTextInAFence() {
        let text = Run(["explain", "-"], input: input).output
        let markdown = Run(["explain", "--format", "markdown", "-"], input: input).output
        XCTAssertEqual(markdown, "## &#60;stdin&#62;\n\n```text\n" + text + "```\n")
    }
}
