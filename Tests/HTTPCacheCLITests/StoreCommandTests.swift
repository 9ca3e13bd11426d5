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

    func testADirectoryThatIsNotThereIsNamedOnce() throws {
        let directory = try TemporaryDirectory()
        let (missing, file) = (directory.path("missing"), try directory.write("file", "text"))
        for (path, fault) in [(missing, "does not exist"), (file, "is not a directory")] {
            let run = Run(["store", "ls", path])
            XCTAssertEqual(run.status, .notAsked)
            XCTAssertEqual(run.errors, "httpcache store: \(path) \(fault)\n")
        }
    }

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
        let absent = Run(["store", "rm", store, key])
        XCTAssertEqual(absent.status, .no)
        XCTAssertEqual(absent.errors, Run(["store", "show", store, key]).errors)
        XCTAssertEqual(absent.errors, "httpcache store: nothing is stored for \(key)\n")
        _ = Run(["store", "put", store, file])
        XCTAssertEqual(Run(["store", "prune", store, "--to", "0"]).errors, "0 stored, 0 bytes\n")
        XCTAssertEqual(Run(["store", "ls", store]).output, "")
    }

    /// Stores the exchange and flips the last byte of its file; returns the store's path and the key.
    private func damagedStore(in directory: TemporaryDirectory, _ exchange: String) throws -> (String, key: String) {
        let store = directory.path("store")
        let file = try directory.write("exchange.http", exchange)
        let key = String(Run(["store", "put", store, file]).output.prefix { $0 != " " })
        try damage(key, in: store)
        return (store, key)
    }

    private func damage(_ key: String, in store: String) throws {
        let path = "\(store)/\(key.dropFirst(2).prefix(2))/\(key)"
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        bytes[bytes.count - 1] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// A small body is checked with its head, a large one when it is read.
    func testDamageIsStatusOne() throws {
        let large = exchange.replacingOccurrences(of: "Length: 5", with: "Length: 20000")
            .replacingOccurrences(of: "hello", with: String(repeating: "hello", count: 4000))
        for exchange in [exchange, large] {
            let directory = try TemporaryDirectory()
            let (store, key) = try damagedStore(in: directory, exchange)
            let report = Run(["store", "verify", store])
            XCTAssertEqual(report.status, .no)
            XCTAssertEqual(report.output, "damaged: \(key)\n")
            for wanted in [key, "https://a.example/r"] {
                let shown = Run(["store", "show", store, wanted])
                XCTAssertEqual(shown.status, .no)
                XCTAssertEqual(shown.output, "")
                XCTAssertEqual(shown.errors, "httpcache store: damaged: \(key)\n")
            }
            XCTAssertEqual(Run(["store", "rm", store, key]).output, key + "\n", "it can be got rid of")
            XCTAssertEqual(
                Run(["store", "show", store, key]).errors, "httpcache store: nothing is stored for \(key)\n")
        }
    }

    /// Whole variants are named or shown, and what is damaged beside them is not passed over.
    func testDamageAmongVariants() throws {
        let directory = try TemporaryDirectory()
        let store = directory.path("store")
        let keys = try ["1", "2", "3"].map { value in
            let variant = exchange.replacingOccurrences(of: "a.example\r\n", with: "a.example\r\nX: \(value)\r\n")
                .replacingOccurrences(of: "max-age=60", with: "max-age=60\r\nVary: X")
            let file = try directory.write("\(value).http", variant)
            return String(Run(["store", "put", store, file]).output.prefix { $0 != " " })
        }
        try damage(keys[0], in: store)
        let several = Run(["store", "show", store, "https://a.example/r"])
        XCTAssertEqual(several.status, .notAsked)
        XCTAssertEqual(
            several.errors.split(separator: "\n").map(String.init).sorted(),
            [
                "  \(keys[1])", "  \(keys[2])", "httpcache store: damaged: \(keys[0])",
                "several variants are stored; name one:",
            ].sorted())
        try damage(keys[1], in: store)
        let one = Run(["store", "show", store, "https://a.example/r"])
        XCTAssertEqual(one.status, .no)
        XCTAssertTrue(one.output.contains("X: 3\r\n"), one.output)
        XCTAssertEqual(
            one.errors.split(separator: "\n").map(String.init).sorted(),
            keys[..<2].map { "httpcache store: damaged: \($0)" }.sorted())
    }

    /// One that only looks like it, Git's objects say, is not to be swept as if it were one.
    func testADirectoryThatIsNoStoreIsRefusedAndLeftAlone() throws {
        let directory = try TemporaryDirectory()
        _ = try directory.write("lock", "")
        for shard in ["ab", "cd"] {
            try FileManager.default.createDirectory(
                atPath: directory.path(shard), withIntermediateDirectories: false)
            _ = try directory.write("\(shard)/0123456789abcdef0123456789abcdef012345", "an object")
        }
        let path = directory.path("")
        let before = try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
        let rows = [
            ["ls"], ["show", "https://a.example/r"], ["verify"], ["prune", "--to", "0"], ["rm", "https://a.example/r"],
        ]
        for row in rows {
            let run = Run(["store", row[0], path] + row.dropFirst())
            XCTAssertEqual(run.status, .notAsked, "\(row)")
            XCTAssertEqual(run.errors, "httpcache store: \(path): not a store\n")
            XCTAssertEqual(try FileManager.default.subpathsOfDirectory(atPath: path).sorted(), before, "\(row)")
        }
        XCTAssertEqual(Run(["store", "prune", directory.path("none"), "--to", "0"]).status, .notAsked)
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory.path("none")))
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
