import HTTPTranscript
import XCTest

final class InputKindTests: XCTestCase {
    func testKinds() throws {
        let rows: [(String, InputKind)] = [
            ("cache shared\n", .fixture), ("# c\n\n  \ncase a\n", .fixture), ("on * /\n", .fixture),
            ("nonsense", .fixture),
            ("@ 0s\n", .fixture), ("> GET / HTTP/1.1\n", .verbose), ("< HTTP/1.1 200 OK\n", .verbose),
            ("*   Trying 127.0.0.1:80...\n", .verbose), ("{ [5 bytes data]\n", .verbose),
            ("} [5 bytes data]\n", .verbose),
            ("  % Total    % Received\n", .verbose), ("\r  0     0    0*   Trying\n", .verbose),
            ("# c\n> GET / HTTP/1.1\n", .verbose), ("HTTP/1.1 200 OK\r\n", .response), ("HTTP/2 200 \r\n", .response),
            ("GET / HTTP/1.1\r\n", .exchange), ("purge /x HTTP/1.0\n", .exchange), ("\n\nGET / HTTP/2\n", .exchange),
            ("{\"log\":{}}", .har), (" \n{\n  \"log\": {}}", .har), ("\u{FEFF}{\"log\":{}}", .har), ("{}", .har),
            ("\u{FEFF}case a\n", .fixture),
        ]
        for (text, kind) in rows { XCTAssertEqual(try InputKind.detect(source(text)), kind, text) }
        for text in ["", "\n", "# c\n", "%\n", "12\n", "Hello world\n", "[1]"] {
            XCTAssertThrowsError(try InputKind.detect(source(text)), text)
        }
    }
}
