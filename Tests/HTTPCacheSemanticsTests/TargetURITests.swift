import HTTPCacheSemantics
import XCTest

final class TargetURITests: XCTestCase {
    /// RFC 3986 §6.2.2 and §6.2.3, RFC 9110 §4.2.3.
    func testNormalForm() throws {
        let rows: [(String, String)] = [
            ("http://a.example/", "http://a.example/"),
            ("HTTP://A.Example/Path", "http://a.example/Path"),
            ("https://a.example", "https://a.example/"),
            ("https://a.example?q", "https://a.example/?q"),
            ("https://a.example/?", "https://a.example/?"),
            ("https://a.example#top", "https://a.example/"),
            ("https://a.example/r#a?b", "https://a.example/r"),
            ("http://a.example:80/", "http://a.example/"),
            ("https://a.example:443/", "https://a.example/"),
            ("http://a.example:/", "http://a.example/"),
            ("http://a.example:080/", "http://a.example/"),
            ("http://a.example:443/", "http://a.example:443/"),
            ("https://a.example:80/", "https://a.example:80/"),
            ("https://a.example:8443/", "https://a.example:8443/"),
            ("https://a.example:65535/", "https://a.example:65535/"),
            ("http://a.example:00443/", "http://a.example:443/"),
            ("http://a.example:0/", "http://a.example:0/"),
            ("http://a.example:8080", "http://a.example:8080/"),
            ("http://10.0.0.1:8080/x?y", "http://10.0.0.1:8080/x?y"),
            ("https://[2001:DB8::1]/", "https://[2001:db8::1]/"),
            ("https://[2001:db8::1]:443/", "https://[2001:db8::1]/"),
            ("https://[2001:db8::1]:80/", "https://[2001:db8::1]:80/"),
            ("https://%41.example/", "https://a.example/"),
            ("https://b%c3%bc.example/", "https://b%C3%BC.example/"),
            ("https://a.example/a/./b/../c", "https://a.example/a/c"),
            ("https://a.example/..", "https://a.example/"),
            ("https://a.example/../../x", "https://a.example/x"),
            ("https://a.example/a/..", "https://a.example/"),
            ("https://a.example/a/.", "https://a.example/a/"),
            ("https://a.example//a//", "https://a.example//a//"),
            ("https://a.example/%7euser/%2D%5f%2e", "https://a.example/~user/-_."),
            ("https://a.example/%c3%a9", "https://a.example/%C3%A9"),
            ("https://a.example/é", "https://a.example/%C3%A9"),
            ("https://a.example/%2f", "https://a.example/%2F"),
            ("https://a.example/a/%2e%2e/b", "https://a.example/b"),
            ("https://a.example/%", "https://a.example/%"),
            ("https://a.example/%4", "https://a.example/%4"),
            ("https://a.example/%zz", "https://a.example/%zz"),
            ("https://a.example/r?b=2&a=1", "https://a.example/r?b=2&a=1"),
            ("https://a.example/r?x=/../y", "https://a.example/r?x=/../y"),
            ("https://a.example/r?%7e?", "https://a.example/r?~?"),
            ("https://a.example/a:b@c", "https://a.example/a:b@c"),
        ]
        for (text, normal) in rows {
            XCTAssertEqual(try TargetURI(text).description, normal, text)
            XCTAssertEqual(try TargetURI(normal).description, normal, "the normal form of \(text) is stable")
            // A URI that is normal at a glance takes a shorter way to the same parts.
            XCTAssertEqual(try TargetURI(text), try TargetURI(normal), text)
            XCTAssertEqual(try TargetURI(normal), try TargetURI(normal.replacing("http", with: "HTTP")), text)
        }
    }

    func testWhatStaysDifferent() throws {
        let rows: [(String, String)] = [
            ("https://a.example/r", "http://a.example/r"),
            ("https://a.example/r", "https://b.example/r"),
            ("https://a.example/r", "https://a.example:444/r"),
            ("https://a.example/r", "https://a.example/R"),
            ("https://a.example/r", "https://a.example/r/"),
            ("https://a.example/r", "https://a.example/r?"),
            ("https://a.example/r?a", "https://a.example/r?A"),
            ("https://a.example/r?a&b", "https://a.example/r?b&a"),
            ("https://a.example/a/b", "https://a.example/a%2Fb"),
            ("https://a.example/a/b", "https://a.example/a//b"),
            ("https://a.example/+", "https://a.example/%20"),
        ]
        for (a, b) in rows { XCTAssertNotEqual(try TargetURI(a), try TargetURI(b), "\(a) and \(b)") }
    }

    func testParts() throws {
        let uri = try TargetURI("HTTPS://Shop.example:8443/p/7?x=1#f")
        XCTAssertEqual(uri.scheme, "https")
        XCTAssertEqual(uri.authority, "shop.example:8443")
        XCTAssertEqual(uri.path, "/p/7")
        XCTAssertEqual(uri.query, "x=1")
        XCTAssertEqual(uri.origin, "https://shop.example:8443")
        XCTAssertEqual(uri.originForm, "/p/7?x=1")
        XCTAssertNil(try TargetURI("https://a.example/").query)
        XCTAssertEqual(try TargetURI("https://a.example/?").query, "")
    }

    func testRefusals() {
        let rows: [(String, offset: Int)] = [
            ("", 0), ("/p", 0), ("p", 0), ("//a.example/p", 0), ("?q", 0), ("a.example/p", 0),
            ("1http://a.example/", 0),
            ("://a.example/", 0), ("ht tp://a.example/", 2), ("https:", 6), ("https:/p", 6), ("mailto:me", 7),
            ("https://", 8), ("https:///p", 8), ("https://:443/", 8), ("https://me@a.example/", 10),
            ("https://me:pw@a.example/", 13), ("https://a.example /", 17), ("https://a.example/ ", 18),
            ("https://a.example/a\tb", 19), ("https://a.example/a\u{0}b", 19), ("https://a.example/\u{7F}", 18),
            ("https://a.example\r\n/", 17), ("https://a:8x/", 11), ("https://a:x/", 10), ("https://a:-1/", 10),
            ("https://a:65536/", 10), ("https://a:123456/", 10), ("https://a:99999999999999999999/", 10),
            ("https://[::1]:8x/", 15), ("https://a:44s:/", 9), ("https://a:1:2/", 9), ("https://::1/", 8),
            ("https://[::1]a/", 8), ("https://a[::1]/", 9), ("https://[a]b]/", 10), ("https://a]/", 9),
            ("https://[/", 8),
        ]
        for (text, offset) in rows {
            XCTAssertThrowsError(try TargetURI(text), text) { error in
                XCTAssertEqual((error as? TargetURIError)?.offset, offset, "\(text.debugDescription): \(error)")
            }
        }
    }

    /// RFC 9110 §7.1: put together of its parts, a URI is what it is as one text; and what is taken for normal as it
    /// comes is what normalisation would make of it, to which capitals in the scheme lead.
    func testPartsOfARequest() {
        let hosts = [
            "a.example", "A.example", "a.example:8080", "a.example:80", "a.example:443", "a.example:0", "a.example:08",
            "a.example:", "a.example:65535", "a.example:65536", "a.example:1x", ":1", "", "[::1]:1", "10.0.0.1", "é",
            "a b", "a_b", "%61", "a:1:2",
        ]
        let targets = [
            "", "/", "/p", "/p/../q", "/.p", "/p?q", "/?", "/p?/../q", "/p#f", "/%7E", "/é", "//p", "?q", "p", "/p q",
            "/\u{7F}", "*", ":8/", ".b/", "/p.q?a.b/.c",
        ]
        for scheme in ["http", "https", "ftp", ""] {
            for host in hosts {
                for target in targets {
                    let whole = Result { () throws(TargetURIError) in try TargetURI("\(scheme)://\(host)\(target)") }
                    let parts = Result { () throws(TargetURIError) in
                        try TargetURI(scheme: scheme, host: Array(host.utf8), target: Array(target.utf8))
                    }
                    let normalized = Result { () throws(TargetURIError) in
                        try TargetURI("\(scheme.uppercased())://\(host)\(target)")
                    }
                    XCTAssertEqual(parts, normalized, "\(scheme) \(host) \(target)")
                    XCTAssertEqual(whole, normalized, "\(scheme) \(host) \(target)")
                }
            }
        }
    }

    /// What is no encoding stays as it is, so that the normal form of a normal form is itself.
    func testStrayPercentSigns() throws {
        for text in ["https://a.example/%%333", "https://a.example/%7", "https://a.example/%zz%7E?%", "https://%%333/"]
        {
            let target = try TargetURI(text)
            XCTAssertEqual(target.description, text)
            XCTAssertEqual(try TargetURI(target.description), target)
        }
        XCTAssertEqual(try TargetURI("https://a.example/%7E?%").description, "https://a.example/~?%")
        XCTAssertEqual(try TargetURI("https://a.example/%s/../%3f").description, "https://a.example/%3F")
    }

    /// RFC 3986 §5.4.1 and §5.4.2; a fragment is dropped, and an empty path is `/`.
    func testExamplesOfReferenceResolution() throws {
        let base = try TargetURI("http://a/b/c/d;p?q")
        let rows: [(String, String)] = [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g"), ("g#s/../x", "http://a/b/c/g"), ("http://g/h", "http://g/h"),
        ]
        for (reference, resolved) in rows {
            XCTAssertEqual(base.resolving(reference)?.description, resolved, reference)
        }
    }

    /// A reference that names no URI with an authority names nothing that a cache stores.
    func testReferencesThatNameNothing() throws {
        let base = try TargetURI("http://a/b/c/d;p?q")
        for reference in [
            "g:h", "http:g", "mailto:me@a.example", "http:///p", "//", "//me@a/p", "//a:x/", "a b", "\u{7F}", "/\n",
        ] {
            XCTAssertNil(base.resolving(reference), reference.debugDescription)
        }
    }
}
