import Foundation
import HTTPCacheSemantics
import HTTPWire
import Synchronization
import XCTest

@testable import HTTPCacheCLI

/// `httpcache fetch` against a real server.
final class FetchCommandTests: XCTestCase {
    /// Serves files, slowly or cut where the path says so, and counts.
    private final class Origin: Sendable {
        struct Counts {
            var requests: [String] = []
            var underWay = 0
            var most = 0
        }

        let counts = Mutex(Counts())

        func answer(_ request: ServerRequest, _ writer: ResponseWriter) async throws {
            let path = String(decoding: request.head.target, as: UTF8.self)
            let range = request.head.fields.combinedValue(of: "Range")
            counts.withLock { counts in
                counts.requests.append(path + (range.map { " " + $0 } ?? ""))
                counts.underWay += 1
                counts.most = max(counts.most, counts.underWay)
            }
            var isCounted = true
            func leave() {
                if isCounted { counts.withLock { $0.underWay -= 1 } }
                isCounted = false
            }
            defer { leave() }
            switch path {
            case "/none": writer.respond(try head(404), content: [])
            case "/moved": writer.respond(try head(302, [("Location", "/a.txt")]), content: [])
            case "/secure": writer.respond(try head(302, [("Location", "https://a.example/")]), content: [])
            case _ where path.hasPrefix("/slow"):
                writer.start(try head(200, [("Content-Length", "12")]))
                for piece in 0..<4 {
                    try await Task.sleep(for: .milliseconds(120))
                    // Whoever has the last bytes may ask for something else at once.
                    if piece == 3 { leave() }
                    try await writer.write(Array("abc".utf8))
                }
                writer.finish()
            case "/cut":
                if range == "bytes=3-" {
                    let part = [("ETag", "\"1\""), ("Content-Range", "bytes 3-5/6")]
                    return writer.respond(try head(206, part), content: Array("def".utf8))
                }
                writer.start(try head(200, [("ETag", "\"1\""), ("Content-Length", "6")]))
                try await writer.write(Array("abc".utf8))
                throw CancellationError()
            default: writer.respond(try head(200), content: Array("content of \(path)".utf8))
            }
        }

        private func head(_ status: Int, _ fields: [(String, String)] = []) throws -> WireResponseHead {
            try WireResponseHead(status: StatusCode(status), fields: FieldSection(fields))
        }

        var requests: [String] { counts.withLock { $0.requests } }
    }

    private var origin = Origin()
    private var server: LoopbackServer?
    private var directory: TemporaryDirectory?
    private var downloads = ""

    override func setUpWithError() throws {
        origin = Origin()
        directory = try TemporaryDirectory()
        downloads = try XCTUnwrap(directory).path("downloads")
        let loops = try XCTUnwrap(EventLoopGroup(count: 1))
        server = try LoopbackServer(
            on: loops,
            handler: AsyncHandler { [origin] request, writer in try await origin.answer(request, writer) })
    }

    override func tearDown() {
        server = nil
        directory = nil
    }

    private func url(_ path: String) -> String { "http://127.0.0.1:\(server?.address.port ?? 0)\(path)" }

    private func fetch(
        _ paths: [String], _ options: [String] = [], variables: [String: String] = [:], errorColumns: Int? = nil
    ) -> Run {
        Run(
            ["fetch"] + paths.map(url) + ["--dir", downloads] + options, variables: variables,
            errorColumns: errorColumns)
    }

    /// The contents of the files that standard output names.
    private func contents(_ run: Run) throws -> [String] {
        try run.output.split(separator: "\n").map { try String(contentsOfFile: String($0), encoding: .utf8) }
    }

    func testWhatCannotBeAsked() {
        let rows: [(arguments: [String], says: String)] = [
            (["https://a.example/", "--dir", downloads], "CachingURLSession"),
            (["ftp://a.example/", "--dir", downloads], "the scheme ftp is not http"),
            (["a.example", "--dir", downloads], "no absolute URL"),
            (["http://", "--dir", downloads], "no absolute URL"),
            (["http://a.example/"], "--dir DIR is missing"),
            (["http://a.example/", "--dir", ""], "--dir DIR is missing"),
            (["http://a.example/", "--dir", downloads, "--expires", "soon"], "no time such as 20s"),
            (["http://a.example/", "--dir", downloads, "--expires", "-1"], "no time such as 20s"),
            (["http://a.example/", "--dir", downloads, "--expires", "5w"], "no time such as 20s"),
            (["http://a.example/", "--dir", downloads, "--jobs", "0"], "no number from 1 to 64"),
            (["http://a.example/", "--dir", downloads, "--jobs", "65"], "no number from 1 to 64"),
            (["http://a.example/", "--dir", downloads, "--jobs", "+4"], "no number from 1 to 64"),
            (["http://a.example/", "--dir", "/dev/null/x"], "/dev/null/x: Not a directory"),
            ([], "usage: httpcache fetch"),
        ]
        for row in rows {
            let run = Run(["fetch"] + row.arguments)
            XCTAssertEqual(run.status, .notAsked, row.says)
            XCTAssertTrue(run.errors.contains(row.says), "\(run.errors) for \(row.arguments)")
            XCTAssertEqual(run.output, "", row.says)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: downloads))
    }

    func testWhatIsThereIsNotFetchedAgain() throws {
        let first = fetch(["/a.txt", "/b", "/a.txt"], ["--expires", "1h"])
        XCTAssertEqual(first.status, .answered)
        XCTAssertEqual(try contents(first), ["content of /a.txt", "content of /b", "content of /a.txt"])
        let paths = first.output.split(separator: "\n")
        XCTAssertEqual(paths[0], paths[2])
        XCTAssertTrue(paths[0].hasPrefix(downloads + "/") && paths[0].hasSuffix(".txt"), first.output)
        XCTAssertEqual(origin.requests.sorted(), ["/a.txt", "/b"])
        XCTAssertTrue(first.errors.contains("\(url("/b")): fetched, expires in "), first.errors)

        let second = fetch(["/a.txt", "/c"], ["--expires", "5m"])
        XCTAssertEqual(second.status, .answered)
        XCTAssertEqual(try contents(second), ["content of /a.txt", "content of /c"])
        XCTAssertEqual(origin.requests.count, 3)
        // The time that was asked for first counts.
        let isOfTheFirst = ["1h\n", "59m"].contains {
            second.errors.contains("\(url("/a.txt")): cached, expires in \($0)")
        }
        XCTAssertTrue(isOfTheFirst, second.errors)
        XCTAssertTrue(second.errors.hasSuffix("1 fetched, 1 cached\n"), second.errors)
    }

    func testWhatHasExpiredIsFetchedAgain() throws {
        let first = fetch(["/a.txt"], ["--expires", "0s"])
        XCTAssertTrue(first.errors.contains("fetched, expired"), first.errors)
        let second = fetch(["/a.txt"], ["--expires", "7d"])
        XCTAssertEqual(origin.requests, ["/a.txt", "/a.txt"])
        XCTAssertEqual(try contents(second), ["content of /a.txt"])
        XCTAssertTrue(second.errors.contains("expires in 7d\n"), second.errors)
        XCTAssertNotEqual(first.output, second.output)
        XCTAssertFalse(FileManager.default.fileExists(atPath: first.output.trimmingCharacters(in: .newlines)))
    }

    func testWhatFails() throws {
        let run = fetch(["/none", "/a.txt", "/cut", "/secure"])
        XCTAssertEqual(run.status, .no)
        XCTAssertEqual(try contents(run), ["content of /a.txt"])
        for line in [
            "\(url("/none")): the server answered 404\n", "\(url("/cut")): the content broke off after 3 of 6 bytes",
            "\(url("/secure")): redirected to https, and this tool speaks plain http only\n", "1 fetched, 3 failed\n",
        ] {
            XCTAssertTrue(run.errors.contains(line), "\(line) in \(run.errors)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: downloads)
        XCTAssertEqual(files.filter { !$0.hasPrefix("Downloads.") }.count, 1, "\(files)")
    }

    func testAServerThatIsNotThere() throws {
        let port = server?.address.port ?? 0
        server?.close()
        server = nil
        let run = Run(["fetch", "http://127.0.0.1:\(port)/a", "--dir", downloads])
        XCTAssertEqual(run.status, .no)
        XCTAssertTrue(run.errors.contains("Connection refused"), run.errors)
    }

    func testRedirectionsAreFollowed() throws {
        let run = fetch(["/moved"])
        XCTAssertEqual(try contents(run), ["content of /a.txt"])
        XCTAssertEqual(origin.requests, ["/moved", "/a.txt"])
        XCTAssertTrue(fetch(["/moved"]).errors.contains("cached"))
    }

    func testWhatWasCutIsResumedWhereThatIsAskedFor() throws {
        XCTAssertEqual(fetch(["/cut"], ["--resume"]).status, .no)
        let rest = fetch(["/cut"], ["--resume"])
        XCTAssertEqual(rest.status, .answered)
        XCTAssertEqual(try contents(rest), ["abcdef"])
        XCTAssertEqual(origin.requests, ["/cut", "/cut bytes=3-"])

        downloads = try XCTUnwrap(directory).path("others")
        XCTAssertEqual(fetch(["/cut"]).status, .no)
        XCTAssertEqual(fetch(["/cut"], ["--resume"]).status, .no)
        XCTAssertEqual(origin.requests.suffix(2), ["/cut", "/cut"])
    }

    func testSoManyRunAtOnce() {
        let paths = (0..<6).map { "/slow\($0)" }
        XCTAssertEqual(fetch(paths, ["--jobs", "2"]).status, .answered)
        XCTAssertEqual(origin.counts.withLock { $0.most }, 2)
    }

    func testOneProcessHasTheDirectory() throws {
        XCTAssertEqual(fetch(["/a.txt"]).status, .answered)
        let lock = open(downloads + "/Downloads.lock", O_RDWR)
        defer { close(lock) }
        XCTAssertEqual(flock(lock, LOCK_EX | LOCK_NB), 0)
        let run = fetch(["/a.txt"])
        XCTAssertEqual(run.status, .notAsked)
        XCTAssertEqual(run.errors, "httpcache fetch: \(downloads): another process has it open\n")
    }

    func testQuietSaysOnlyWhatFailed() {
        let run = fetch(["/a.txt", "/none"], ["-q"], errorColumns: 80)
        XCTAssertEqual(run.errors, "\(url("/none")): the server answered 404\n")
    }

    func testATerminalHasABar() {
        let clear = "\r\u{1B}[K"
        let run = fetch(["/slow", "/a.txt"], ["--ascii"], errorColumns: 200)
        XCTAssertTrue(run.errors.contains("of 12 B, "), run.errors)
        XCTAssertTrue(run.errors.contains("of 2 done, "), run.errors)
        XCTAssertTrue(run.errors.contains("#") && run.errors.utf8.allSatisfy { $0 < 0x80 }, run.errors)
        // The bar goes before a line is written, and in the end.
        XCTAssertTrue(run.errors.contains(clear + "\(url("/slow")): fetched"), run.errors)
        XCTAssertFalse(run.errors.components(separatedBy: clear).last?.contains("#") ?? true, run.errors)

        for other in [fetch(["/slow2"]), fetch(["/slow3"], variables: ["TERM": "dumb"], errorColumns: 80)] {
            XCTAssertFalse(other.errors.contains("\r"), other.errors)
            XCTAssertTrue(other.errors.contains("fetched"), other.errors)
        }
    }
}
