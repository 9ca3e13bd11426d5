import HTTPTranscript
import XCTest

final class RawExchangeReaderTests: XCTestCase {
    func testRawForms() throws {
        let rows: [(String, InputKind, [String])] = [
            ("HTTP/1.1 200 OK\n\n", .response, ["- - 200/0"]),
            ("HTTP/3 200\nage: 1\n\nHTTP/1.1 is a protocol\n", .response, ["- - 200/1"]),
            ("HTTP/1.1 200 OK\nContent-Length: 20\n\nHTTP/1.1 404 No\nx\ny\n", .response, ["- - 200/1"]),
            ("HTTP/1.1 200 OK\n\nHTTP/1.1 404 No\n\n", .response, ["- - 200/0", "- - 404/0"]),
            ("HTTP/1.0 200 Connection established\r\n\r\nHTTP/2 200 \r\n\r\nx", .response, ["- - 200/0", "- - 200/0"]),
            ("HTTP/1.1 200 OK\nContent-Length: 2\n\nabHTTP/1.1 404 No\n\n", .response, ["- - 200/1", "- - 404/0"]),
            ("HTTP/1.1 200 OK\nContent-Length: 2\n\nabcdHTTP/1.1 404 No\n\n", .response, ["- - 200/1"]),
            ("GET / HTTP/1.1\n\n", .exchange, ["- GET / HTTP/1.1 none"]),
            ("\n# mine\nGET / HTTP/1.1\nHost: a\n\nHTTP/1.1 200 OK\n\n", .exchange, ["- GET / HTTP/1.1 200/0"]),
            ("GET / HTTP/1.1\n\n\n\nHTTP/1.1 200 OK\n\nbody", .exchange, ["- GET / HTTP/1.1 200/0"]),
            ("POST / HTTP/1.1\nContent-Length: 3\n\na=b\nHTTP/1.1 200 OK\n\n", .exchange, ["- POST / HTTP/1.1 200/0"]),
            ("PUT / HTTP/1.1\n\na\nb\nHTTP/1.1 200 OK\n\n", .exchange, ["- PUT / HTTP/1.1 200/0"]),
            (
                "GET /1 HTTP/1.1\n\nHTTP/1.1 204 No\n\nGET /2 HTTP/1.1\n\nHTTP/1.1 200 OK\nContent-Length: 1\n\nxGET /3 HTTP/1.1\n\n",
                .exchange, ["- GET /1 HTTP/1.1 204/0", "- GET /2 HTTP/1.1 200/1", "- GET /3 HTTP/1.1 none"]
            ),
            (
                "GET / HTTP/1.1\n\nHTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\n\n", .exchange,
                ["- GET / HTTP/1.1 100/0 200/0"]
            ),
        ]
        for (text, kind, expected) in rows {
            let capture = try Capture.read(source(text))
            XCTAssertEqual(capture.kind, kind, text)
            XCTAssertEqual(capture.summary, expected, text)
        }
    }

    func testHeadsTooLong() {
        // Nine lines of a million bytes; the ninth passes 8 MiB.
        let line = Array("a: ".utf8) + [UInt8](repeating: 0x78, count: 999_996) + [0x0A]
        var bytes = Array("HTTP/1.1 200 OK\n".utf8)
        for _ in 0..<9 { bytes += line }
        XCTAssertThrowsError(try Capture.read(SourceFile(path: "t", bytes: bytes + [0x0A]))) { error in
            XCTAssertEqual("\(error)", "t:10:1: error: heads longer than the limit of 8388608 bytes")
        }
        XCTAssertNoThrow(try Capture.read(SourceFile(path: "t", bytes: bytes.dropLast(1_000_000) + [0x0A])))
    }

    func testContentOfRequests() throws {
        let rows: [(String, String, Bool)] = [
            ("GET / HTTP/1.1\n\n\nHTTP/1.1 200 OK\n\n", "", false),
            ("POST / HTTP/1.1\nContent-Length: 3\n\na=b\n\nHTTP/1.1 200 OK\n\n", "a=b", true),
            ("POST / HTTP/1.1\nContent-Length: 0\n\nHTTP/1.1 200 OK\n\n", "", false),
            ("PUT / HTTP/1.1\n\na\nb\nHTTP/1.1 200 OK\n\n", "a\nb\n", true),
        ]
        for (text, content, hasContent) in rows {
            let file = source(text)
            let request = try XCTUnwrap(Capture.read(file).exchanges.first?.request)
            XCTAssertEqual(file.string(request.content), content, text)
            XCTAssertEqual(request.hasContentLines, hasContent, text)
        }
    }

    func testRejectedRaw() {
        let rows: [(String, String)] = [
            ("HTTP/1.1 200 OK¦", "unfinished message: the response of line 1 has no end line"),
            ("HTTP/1.1 200 OK\nAge: 1\n¦", "unfinished message"),
            ("GET / HTTP/1.1\nHost: a\n¦", "unfinished message: the request of line 1"),
            ("HTTP/1.1 200 OK\n¦Age 1\n\n", "a field line without a colon"),
            ("HTTP/1.1 200 OK\nA: b¦\u{0}\n\n", "a control byte in a field value"),
            ("HTTP/1.1 ¦2x0 OK\n\n", "expected a status"),
            ("¦HTTP/x 200 OK\n\n", "expected an HTTP version"),
            ("HTTP/1.1 100 Go on\n\n¦what\n\n", "expected an HTTP version"),
            ("GET / HTTP/1.1\nContent-Length: 1\n\nx\n¦what\n", "expected an HTTP version"),
            ("¦case a\n@ 0s\n", "a fixture is no capture"),
            ("¦{\"log\":{}}", "a har is no capture"),
            ("¦", "the file is empty"),
        ]
        for (text, message) in rows { assertRejected(text, message) { _ = try Capture.read($0) } }
    }
}
