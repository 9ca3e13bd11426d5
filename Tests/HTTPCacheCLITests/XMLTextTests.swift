import XCTest

@testable import HTTPCacheCLI

final class XMLTextTests: XCTestCase {
    func testEscapes() {
        let rows = [
            ("", ""), ("plain é €", "plain é €"),
            ("<a href=\"x\">&amp;'", "&lt;a href=&quot;x&quot;&gt;&amp;amp;&#39;"),
            ("a\tb\nc", "a\tb\nc"), ("\u{0}\u{1B}[2J\u{7F}\u{85}", "\\x00\\x1B[2J\\x7F\\x85"), ("a\r\nb", "a\\x0D\nb"),
            ("\u{202E}evil\u{2066}\u{FEFF}\u{FFFF}", "\\x202Eevil\\x2066\\xFEFF\\xFFFF"), ("]]>", "]]&gt;"),
        ]
        for (text, escaped) in rows { XCTAssertEqual(XMLText.escaped(text), escaped) }
    }
}
