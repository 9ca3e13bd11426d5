import HTTPCacheSemantics
import XCTest

@testable import HTTPTranscript

final class PathGlobTests: XCTestCase {
    func testMatches() throws {
        let rows: [(glob: String, yes: [String], no: [String])] = [
            ("/", ["/", "/?q"], ["/a", "//"]),
            ("/a", ["/a", "/a?x=1"], ["/", "/a/", "/ab", "/A"]),
            ("/*", ["/", "/a", "/a.b-c"], ["/a/", "/a/b"]),
            ("/p/*/x", ["/p/7/x", "/p//x"], ["/p/x", "/p/7/8/x", "/p/7/x/"]),
            ("/assets/**", ["/assets/", "/assets/a", "/assets/a/b/c.js"], ["/assets", "/x/assets/a"]),
            ("/**/x.js", ["/x.js", "/a/x.js", "/a/b/x.js"], ["/ax.js", "/a/x.jsx"]),
            ("/**.css", ["/.css", "/a.css", "/a/b.css"], ["/a.css/b", "/a.csx"]),
            ("/app.*.js", ["/app.5f.js", "/app.a.b.js", "/app..js"], ["/app.js", "/app.5f/x.js"]),
            ("/a***b", ["/ab", "/axb", "/a/x/b"], ["/a", "/b"]),
            // A query is matched only where one is written.
            ("/s?q=*", ["/s?q=", "/s?q=a/b&c"], ["/s", "/s?p=1", "/s?xq=1"]),
            ("/s?*", ["/s?", "/s?a"], ["/s"]),
            ("/s?a=1", ["/s?a=1"], ["/s?a=12", "/s?a=1&b"]),
            // Both sides are normalised as RFC 3986 §6.2.2 says.
            ("/%7euser/*", ["/~user/a", "/%7Euser/b"], ["/user/a"]),
            ("/caf\u{E9}", ["/caf%C3%A9", "/caf%c3%a9"], ["/cafe"]),
        ]
        for row in rows {
            let glob = try XCTUnwrap(PathGlob(row.glob), row.glob)
            for path in row.yes {
                XCTAssertTrue(glob.matches(try TargetURI("https://a.example" + path)), "\(row.glob) \(path)")
            }
            for path in row.no {
                XCTAssertFalse(glob.matches(try TargetURI("https://a.example" + path)), "\(row.glob) \(path)")
            }
        }
    }

    /// Stars that could each end anywhere cost no more than the product of both lengths.
    func testManyStarsTakeNoLongTime() throws {
        let glob = try XCTUnwrap(PathGlob("/" + String(repeating: "*a", count: 200) + "b"))
        XCTAssertFalse(glob.matches(try TargetURI("https://a.example/" + String(repeating: "a", count: 5_000))))
    }
}
