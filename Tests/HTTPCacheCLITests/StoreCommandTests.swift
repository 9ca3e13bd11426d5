import Foundation
import XCTest

@testable import HTTPCacheCLI

final class StoreCommandTests: XCTestCase {
    private let exchange = """
        GET /r HTTP/1.1\r
        Host: a.example\r
        \r
        HTTP/1.1 200 OK\r
        Date: Thu, 01 Jan 2026 00:00:00 GMT\r
        Cache-Control: max-age=60\r
        Content-Length: 5\r
        \r
        hello
        """

    func testPutListShowVerifyPruneRemove() throws {
        let directory = try TemporaryDirectory()
        let store = directory.path("store")
        let file = try directory.write("exchange.http", exchange)
        let put = Run(["store", "put", store, file])
        XCTAssertEqual(put.errors, "")
        XCTAssertTrue(put.output.hasPrefix("2_"), put.output)
        XCTAssertTrue(put.output.hasSuffix("  https://a.example/r\n"), put.output)
        let key = String(put.output.prefix { $0 != " " })

        let list = Run(["store", "ls", store])
        XCTAssertTrue(list.output.contains("  200  "), list.output)
        XCTAssertTrue(list.output.contains("  stale "), list.output)
        XCTAssertEqual(list.errors, "1 stored\n")
        let json = try JSONSerialization.jsonObject(
            with: Data(Run(["store", "ls", store, "--format", "json"]).output.utf8))
        XCTAssertEqual((json as? [String: Any])?["url"] as? String, "https://a.example/r")
        XCTAssertEqual((json as? [String: Any])?["stored"] as? Int, 1_767_225_600)

        for wanted in [key, "https://a.example/r"] {
            let shown = Run(["store", "show", store, wanted])
            XCTAssertTrue(shown.output.hasSuffix("\r\n\r\nhello"), shown.output)
            let explained = Run(["explain", "-"], input: shown.output)
            XCTAssertEqual(explained.status, .answered, explained.errors)
        }
        XCTAssertEqual(Run(["store", "verify", store]).status, .answered)
        XCTAssertEqual(Run(["store", "rm", store, key]).output, key + "\n")
        XCTAssertEqual(Run(["store", "rm", store, key]).status, .no)
        _ = Run(["store", "put", store, file])
        XCTAssertEqual(Run(["store", "prune", store, "--to", "0"]).errors, "0 stored, 0 bytes\n")
        XCTAssertEqual(Run(["store", "ls", store]).output, "")
    }

    func testDamageIsStatusOne() throws {
        let directory = try TemporaryDirectory()
        let store = directory.path("store")
        let file = try directory.write("exchange.http", exchange)
        let key = String(Run(["store", "put", store, file]).output.prefix { $0 != " " })
        let shard = String(key.dropFirst(2).prefix(2))
        let path = "\(store)/\(shard)/\(key)"
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        bytes[bytes.count - 1] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let report = Run(["store", "verify", store])
        XCTAssertEqual(report.status, .no)
        XCTAssertEqual(report.output, "damaged: \(key)\n")
    }

    func testWhatMayNotBeStoredIsStatusOneWithTheReason() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("x.http", exchange.replacingOccurrences(of: "max-age=60", with: "no-store"))
        let run = Run(["store", "put", directory.path("store"), file])
        XCTAssertEqual(run.status, .no)
        XCTAssertEqual(run.output, "")
        XCTAssertTrue(run.errors.contains("(store.no-store, RFC 9111 §5.2.2.5)"), run.errors)
    }

    func testBodyFrom() throws {
        let directory = try TemporaryDirectory()
        let store = directory.path("store")
        let body = try directory.write("body", "from elsewhere")
        let head = exchange.replacingOccurrences(of: "hello", with: "").replacingOccurrences(
            of: "Content-Length: 5\r\n", with: "")
        let file = try directory.write("x.http", head)
        XCTAssertEqual(Run(["store", "put", store, file, "--body-from", body]).status, .answered)
        XCTAssertTrue(Run(["store", "show", store, "https://a.example/r"]).output.hasSuffix("\r\n\r\nfrom elsewhere"))
    }

    func testWhatCannotBeAskedIsStatusTwo() throws {
        let directory = try TemporaryDirectory()
        let store = directory.path("store")
        _ = Run(["store", "put", store, try directory.write("exchange.http", exchange)])
        let rows: [[String]] = [
            ["store"], ["store", "look", store], ["store", "ls"], ["store", "ls", directory.path("none")],
            ["store", "ls", store, "x"], ["store", "show", store], ["store", "show", store, "no url"],
            ["store", "prune", store], ["store", "prune", store, "--to", "many"],
            ["store", "prune", store, "--to", "-1"],
            ["store", "put", store, directory.path("none")],
        ]
        for row in rows { XCTAssertEqual(Run(row, input: nil).status, .notAsked, "\(row)") }
        XCTAssertEqual(Run(["store", "show", store, "https://a.example/other"]).status, .no)
    }

    func testSizes() {
        let rows: [(String, Int?)] = [
            ("0", 0), ("1048576", 1_048_576), ("200MB", 200_000_000), ("1KiB", 1024), ("2GiB", 2_147_483_648),
            ("7B", 7), ("", nil), ("MB", nil), ("-1", nil), ("1.5MB", nil), ("1mb", nil), ("999999999999999GB", nil),
        ]
        for (text, size) in rows { XCTAssertEqual(ByteSize.parse(text), size, text) }
    }
}
