import HTTPTranscript
import XCTest

/// Forms of what `curl -v` prints that were not captured here.
final class CurlTranscriptTests: XCTestCase {
    func testVerboseForms() throws {
        let get = "> GET / HTTP/1.1\n> Host: a\n> \n"
        let ok = "< HTTP/1.1 200 OK\n< \n"
        let rows: [(String, [String])] = [
            (get + ok, ["- GET / HTTP/1.1 200/0"]),
            ("# mine\n\n" + get + ok, ["- GET / HTTP/1.1 200/0"]),
            (ok, ["- - 200/0"]),
            ("* Connected to a (::1) port 80\n" + get + ok, ["http GET / HTTP/1.1 200/0"]),
            ("* Connected to a (::1) port 443\n* ALPN: curl offers h2\n" + get + ok, ["https GET / HTTP/1.1 200/0"]),
            // Newer curls report the connection after the handshake.
            (
                "*   Trying [::1]:443...\n* SSL connection using TLSv1.3 / X\n* Established connection to a (::1 port 443) from b\n"
                    + get + ok + "*   Trying [::1]:80...\n* Established connection to a (::1 port 80) from b\n" + get
                    + ok,
                ["https GET / HTTP/1.1 200/0", "http GET / HTTP/1.1 200/0"]
            ),
            (
                "* Connected to a (::1) port 80 (#0)\n* Connected to a (::1) port 443 (#1)\n* schannel: x\n" + get + ok
                    + "* Re-using existing connection! (#0) with host a\n" + get + ok
                    + "* Re-using existing connection #1 with host a\n" + get + ok,
                ["https GET / HTTP/1.1 200/0", "http GET / HTTP/1.1 200/0", "https GET / HTTP/1.1 200/0"]
            ),
            (
                get + ok + "* Issue another request to this URL: 'https://b/'\n" + get + ok,
                ["- GET / HTTP/1.1 200/0", "https GET / HTTP/1.1 200/0"]
            ),
            // A tunnel is no exchange.
            ("> CONNECT a:443 HTTP/1.1\n> \n< HTTP/1.1 200 OK\n< \n" + get + ok, ["- GET / HTTP/1.1 200/0"]),
            // Trailers, content in the same stream, content that looks like a mark.
            (
                get + ok + "< x-sum: 7\n< \n<html>\n> quoted\n* star\n{\"a\":1}\nplain\n\n< GET\n",
                ["- GET / HTTP/1.1 200/0"]
            ),
            (get + "* Connection died, retrying\n" + get + ok, ["- GET / HTTP/1.1 none", "- GET / HTTP/1.1 200/0"]),
            (get + "* Operation timed out after 5 ms\n", ["- GET / HTTP/1.1 none"]),
            (get + ok + "* HTTP/2 stream 1 was not closed cleanly: X\n", ["- GET / HTTP/1.1 200/0 cut"]),
            (get + "< HTTP/1.1 401 No\n< \n< HTTP/1.1 200 OK\n< \n", ["- GET / HTTP/1.1 401/0", "- - 200/0"]),
            (get + "< HTTP/2 103 \n< a: b\n< \n< HTTP/2 200 \n< c: d\n< \n", ["- GET / HTTP/1.1 103/1 200/1"]),
            (get + "< HTTP/1.1 200 OK\n< A: {date}\n< B: a\\n\n< \n", ["- GET / HTTP/1.1 200/2"]),
            ("Note: x\ncurl: y\n" + get + ok + "curl: (18) z\n", ["- GET / HTTP/1.1 200/0"]),
        ]
        for (text, expected) in rows {
            XCTAssertEqual(try Capture.read(source(text), as: .verbose).summary, expected, text)
        }
    }

    func testRejectedVerbose() {
        let rows: [(String, String)] = [
            ("* only remarks\n¦", "no request and no response"),
            ("* x\n¦plain\n", "not a line that curl -v prints"),
            ("> GET / HTTP/1.1\n> A: b\n¦", "unfinished message: the request of line 1"),
            ("> GET / HTTP/1.1\n> A: b\n¦\n", "unfinished message"),
            ("> GET / HTTP/1.1\n¦plain\n", "unfinished message"),
            ("> GET / HTTP/1.1\n¦< HTTP/1.1 200 OK\n< \n", "unfinished message"),
            ("> GET / HTTP/1.1\n> \n< HTTP/1.1 200 OK\n< A: b\n¦> GET / HTTP/1.1\n> \n", "unfinished message"),
            ("> GET / HTTP/1.1\n> ¦A b\n> \n", "a field line without a colon"),
            ("> GET / HTTP/1.1\n> A: ¦\u{1}\n> \n", "a control byte in a field value"),
            ("> 200 OK¦\n> \n", "expected an HTTP version"),
            ("< ¦A: b\n< \n", "expected an HTTP version"),
            ("> CONNECT a:443 HTTP/1.1\n> \n< HTTP/1.1 200 OK\n< \n¦", "no request and no response"),
        ]
        for (text, message) in rows {
            assertRejected(text, message) { _ = try Capture.read($0, as: .verbose) }
        }
    }
}
