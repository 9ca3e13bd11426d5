import Foundation
import HTTPCacheSemantics
import HTTPDate
import HTTPWire
import XCTest

@testable import HTTPCacheCLI

final class ProxyCommandTests: XCTestCase {
    /// A proxy that runs on a thread of its own until it is told to stop.
    private final class Running: @unchecked Sendable {
        // Unchecked: under the lock.
        private let lock = NSLock()
        private var stopping: (@Sendable () -> Void)?
        private var output: [UInt8] = []
        private var errors: [UInt8] = []
        private var status: ExitStatus?
        private let ended = DispatchSemaphore(value: 0)
        let directory: TemporaryDirectory
        let group: EventLoopGroup
        private let origin: LoopbackServer

        /// With `stalls`, nobody reads standard output, with `errorsStall` standard error.
        init(
            stalls: Bool = false, errorsStall: Bool = false, _ arguments: (TemporaryDirectory) throws -> [String]
        ) throws {
            directory = try TemporaryDirectory()
            group = try XCTUnwrap(EventLoopGroup(count: 1))
            origin = try LoopbackServer(
                on: group,
                handler: AsyncHandler { request, writer in
                    let isFresh = request.head.targetText != "/none"
                    var fields = FieldSection(isFresh ? [("Cache-Control", "max-age=600")] : [])
                    if request.head.targetText == "/cookies" {
                        fields.append(name: "Set-Cookie", value: "a=1; Path=/x; Secure")
                        fields.append(name: "Set-Cookie", value: "b=2")
                    }
                    writer.respond(
                        try WireResponseHead(status: StatusCode(200), fields: fields), content: Array("hello".utf8))
                })
            let own = ["proxy", "--upstream", "http://\(origin.address)", "--listen", "127.0.0.1:0"]
            let words = own + ["--ready-file", directory.path("ready")] + (try arguments(directory))
            Thread.detachNewThread { [self] in
                let context = ToolContext(
                    variable: { _ in nil }, isInputTerminal: true, isOutputTerminal: false,
                    readInput: { _ throws(FileError) in [] },
                    writeOutput: { bytes throws(FileError) in
                        if stalls { DispatchSemaphore(value: 0).wait() }
                        self.lock.withLock { self.output += bytes }
                    },
                    writeErrors: { bytes throws(FileError) in
                        if errorsStall { DispatchSemaphore(value: 0).wait() }
                        self.lock.withLock { self.errors += bytes }
                    },
                    now: { Run.now }, whenStopped: { stop in self.lock.withLock { self.stopping = stop } })
                let status = Tool.run(words, in: context)
                self.lock.withLock { self.status = status }
                self.ended.signal()
            }
        }

        /// The lines of the ready-file.
        func ready() throws -> [String] {
            for _ in 0..<400 {
                if let text = try? String(contentsOfFile: directory.path("ready"), encoding: .utf8) {
                    return text.split(separator: "\n").map(String.init)
                }
                usleep(10_000)
            }
            throw ToolError("it does not listen: \(String(decoding: errors, as: UTF8.self))")
        }

        @discardableResult
        func get(
            _ path: String, _ fields: [(String, String)] = [], content: RequestContent = .none
        ) async throws -> TransportResponse {
            let port = try XCTUnwrap(UInt16(try XCTUnwrap(ready().first).split(separator: ":").last ?? ""))
            let transport = SocketTransport(on: group)
            let head = try WireRequestHead(
                method: .get, target: Array(path.utf8), fields: FieldSection([("Host", "h.test")] + fields))
            let response = try await transport.send(
                head, content: content, to: Endpoint(host: "127.0.0.1", port: port))
            _ = try await response.content.collect(upTo: 1 << 20)
            return response
        }

        func stop() -> (status: ExitStatus?, output: String, errors: String) {
            // The command may not have asked to be told yet.
            for _ in 0..<400 {
                if let stopping = lock.withLock({ self.stopping }) {
                    stopping()
                    break
                }
                usleep(10_000)
            }
            // Nil for one that does not end.
            _ = ended.wait(timeout: .now() + 60)
            group.stop()
            return lock.withLock {
                (status, String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
            }
        }
    }

    func testLinesAndAnArchive() async throws {
        let running = try Running { ["--record", $0.path("visit.har")] }
        let address = try XCTUnwrap(running.ready().first)
        for path in ["/a", "/a", "/none"] { _ = try await running.get(path) }
        let (status, output, errors) = running.stop()
        XCTAssertEqual(status, .answered)
        XCTAssertTrue(errors.contains("listening on http://\(address), forwarding to http://127.0.0.1:"), errors)
        let lines = output.split(separator: "\n").map(String.init)
        XCTAssertEqual(lines.count, 3)
        XCTAssertEqual(lines[0], "GET http://h.test/a 200 forward uri-miss select.uri-miss ttl=600 stored")
        XCTAssertTrue(lines[1].hasPrefix("GET http://h.test/a 200 hit reuse.fresh age="), lines[1])
        XCTAssertTrue(lines[2].hasPrefix("GET http://h.test/none 200 forward uri-miss select.uri-miss"), lines[2])

        let path = running.directory.path("visit.har")
        XCTAssertEqual(try FileNames.inDirectory(running.directory.root), ["visit.har"])
        let archive = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        let log = try XCTUnwrap((archive as? [String: Any])?["log"] as? [String: Any])
        XCTAssertEqual(log["version"] as? String, "1.2")
        let entries = try XCTUnwrap(log["entries"] as? [[String: Any]])
        let verdicts = entries.compactMap { $0["_httpcache"] as? [String: Any] }
        XCTAssertEqual(
            verdicts.map { $0["decision"] as? String }, ["forward uri-miss", "hit", "forward uri-miss"])
        let reasons = try XCTUnwrap(verdicts[0]["reasons"] as? [[String: String]])
        XCTAssertEqual(reasons.map { $0["code"] }, ["select.uri-miss", "outcome.full-response", "store.max-age"])
        XCTAssertEqual(reasons[0]["cite"], "RFC 9111 §4")
        XCTAssertEqual(Run(["har", "--quiet", path]).status, .answered)
    }

    func testTheArchiveHasCookiesAndPhrases() async throws {
        let running = try Running { ["-q", "--record", $0.path("visit.har")] }
        try await running.get("/cookies", [("Cookie", "x=y; z=\"1 2\"")])
        try await running.get("http://elsewhere.test/")
        XCTAssertEqual(running.stop().status, .answered)
        let archive = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: running.directory.path("visit.har"))))
        let log = try XCTUnwrap((archive as? [String: Any])?["log"] as? [String: Any])
        let entries = try XCTUnwrap(log["entries"] as? [[String: Any]])
        let requests = entries.compactMap { $0["request"] as? [String: Any] }
        let responses = entries.compactMap { $0["response"] as? [String: Any] }
        XCTAssertEqual(responses.map { $0["statusText"] as? String }, ["OK", "Misdirected Request"])
        XCTAssertEqual(
            requests[0]["cookies"] as? [[String: String]],
            [["name": "x", "value": "y"], ["name": "z", "value": "\"1 2\""]])
        let set = try XCTUnwrap(responses[0]["cookies"] as? [[String: Any]])
        XCTAssertEqual(set.map { $0["name"] as? String }, ["a", "b"])
        XCTAssertEqual(set.map { $0["path"] as? String }, ["/x", nil])
        XCTAssertEqual(set.map { $0["secure"] as? Bool }, [true, false])
    }

    func testARequestWithContentGoesPastTheStore() async throws {
        let running = try Running { _ in [] }
        for content in [RequestContent.none, .bytes([65]), .none] { try await running.get("/a", content: content) }
        let lines = running.stop().output.split(separator: "\n")
        XCTAssertEqual(lines.dropFirst().first, "GET http://h.test/a 200 forward bypass request-content")
        XCTAssertEqual(lines.last?.contains(" hit "), true)
    }

    func testWhatIsWrittenOtherwiseIsShown() async throws {
        let running = try Running { _ in [] }
        for path in ["/b", "/a/../b"] { try await running.get(path) }
        let line = "GET http://h.test/b 200 forward uri-miss select.uri-miss ttl=600 stored"
        XCTAssertEqual(running.stop().output, "\(line)\n\(line) as=http://h.test/a/../b\n")
        let json = try Running { _ in ["--format", "json"] }
        try await json.get("/%62")
        XCTAssertTrue(json.stop().output.contains(#""spelling":"http://h.test/%62""#))
    }

    func testTheReadyFileGoesWithTheProxy() async throws {
        let running = try Running { _ in ["-q"] }
        _ = try running.ready()
        XCTAssertEqual(running.stop().status, .answered)
        XCTAssertEqual(try FileNames.inDirectory(running.directory.root), [])
        // That of another is left alone.
        let replaced = try Running { _ in ["-q"] }
        _ = try replaced.ready()
        try replaced.directory.write("ready", "127.0.0.1:1\n")
        XCTAssertEqual(replaced.stop().status, .answered)
        XCTAssertEqual(try FileNames.inDirectory(replaced.directory.root), ["ready"])
    }

    func testTwoProxiesDoNotShareAnArchive() async throws {
        let first = try Running { ["-q", "--record", $0.path("visit.har")] }
        try await first.get("/a")
        let path = first.directory.path("visit.har")
        let second = try Running { _ in ["-q", "--record", path] }
        let (status, _, errors) = second.stop()
        XCTAssertEqual(status, .notAsked)
        XCTAssertTrue(errors.contains("visit.har.part is being written by another proxy"), errors)
        XCTAssertEqual(try FileNames.inDirectory(second.directory.root), [])
        try await first.get("/b")
        XCTAssertEqual(first.stop().status, .answered)
        XCTAssertEqual(try FileNames.inDirectory(first.directory.root), ["visit.har"])
        let archive = try String(contentsOfFile: path, encoding: .utf8)
        XCTAssertEqual(archive.components(separatedBy: "startedDateTime").count, 3)
        XCTAssertEqual(Run(["har", "--quiet", path]).status, .answered)
    }

    func testAStalledStandardErrorDoesNotHoldTheEndUp() async throws {
        for arguments in [["-q"], ["--rules", "rules.httpcache"]] {
            let running = try Running(errorsStall: true) {
                let path = try $0.write("rules.httpcache", "on GET /**\n= lifetime >= 1h\n")
                return arguments.count == 1 ? arguments : [arguments[0], path]
            }
            try await running.get("/a")
            let (status, _, errors) = running.stop()
            XCTAssertEqual(status, arguments.count == 1 ? .answered : .no)
            XCTAssertEqual(errors, "")
        }
    }

    func testTheArchiveIsWholeAtAnyTime() async throws {
        let running = try Running { ["-q", "--record", $0.path("visit.har")] }
        _ = try running.ready()
        let part = URL(fileURLWithPath: running.directory.path("visit.har.part"))
        func count() throws -> Int {
            let archive = try JSONSerialization.jsonObject(with: Data(contentsOf: part)) as? [String: Any]
            return ((archive?["log"] as? [String: Any])?["entries"] as? [Any])?.count ?? -1
        }
        XCTAssertEqual(try count(), 0)
        for number in 1...3 {
            _ = try await running.get("/\(number)")
            for _ in 0..<200 where ((try? count()) ?? -1) < number { usleep(10_000) }
            XCTAssertEqual(try count(), number)
        }
        XCTAssertEqual(running.stop().status, .answered)
        XCTAssertFalse(FileManager.default.fileExists(atPath: part.path))
    }

    func testJSONLinesAndQuiet() async throws {
        let json = try Running { _ in ["--format", "json"] }
        _ = try await json.get("/a")
        let line = try JSONSerialization.jsonObject(with: Data(json.stop().output.utf8)) as? [String: Any]
        XCTAssertEqual(line?["schema"] as? String, "httpcache.exchange/1")
        XCTAssertEqual(line?["decision"] as? String, "forward uri-miss")
        let quiet = try Running { _ in ["-q"] }
        _ = try await quiet.get("/a")
        XCTAssertEqual(quiet.stop().output, "")
    }

    func testRules() async throws {
        let rows: [(rules: String, paths: [String], ExitStatus, says: String)] = [
            ("on GET /a\n= lifetime 600s\n= store\n", ["/a", "/a"], .answered, "1 rule over 2 exchanges: 1 passed"),
            ("on GET /a\n= lifetime >= 1h\n", ["/a"], .no, "1 failed"),
            ("on GET /a\nkind optional\n= lifetime >= 1h\n", ["/a"], .answered, "1 warned"),
            ("on GET /other\n= store\n", ["/a"], .notAsked, "matches no exchange"),
            ("on GET /**\n= store\n", ["/a", "/none"], .answered, "2 exchanges"),
        ]
        for (rules, paths, status, says) in rows {
            let running = try Running {
                let reports = ["--report", "junit=\($0.path("r.xml"))", "-q"]
                return ["--rules", try $0.write("rules.httpcache", rules)] + reports
            }
            for path in paths { _ = try await running.get(path) }
            let (found, output, errors) = running.stop()
            XCTAssertEqual(found, status, rules + errors)
            let report = try String(contentsOfFile: running.directory.path("r.xml"), encoding: .utf8)
            XCTAssertTrue(report.hasPrefix("<?xml"), report)
            if status == .no { XCTAssertTrue(output.hasPrefix("FAIL "), output) }
            // Quiet leaves the counts out.
            if status == .notAsked { XCTAssertTrue(errors.contains(says), errors) }
        }
        let loud = try Running { ["--rules", try $0.write("rules.httpcache", rows[0].rules)] }
        for path in rows[0].paths { _ = try await loud.get(path) }
        XCTAssertTrue(loud.stop().errors.contains(rows[0].says))
        let json = try Running { ["--format", "json", "--rules", try $0.write("rules.httpcache", rows[1].rules)] }
        _ = try await json.get("/a")
        let lines = json.stop().output.split(separator: "\n").map { Data($0.utf8) }
        let objects = try lines.map { try JSONSerialization.jsonObject(with: $0) as? [String: Any] }
        XCTAssertEqual(objects.map { $0?["schema"] as? String }, ["httpcache.exchange/1", "httpcache.check/1"])
        let junit = try Running { ["--format", "junit", "--rules", try $0.write("rules.httpcache", rows[0].rules)] }
        _ = try await junit.get("/a")
        XCTAssertTrue(junit.stop().output.hasPrefix("<?xml"))
    }

    func testStoreAndControl() async throws {
        let running = try Running { ["--store", $0.path("store"), "--admin", "127.0.0.1:0"] }
        XCTAssertEqual(try running.ready().count, 2)
        _ = try await running.get("/a")
        let store = running.directory.path("store")
        XCTAssertEqual(running.stop().status, .answered)
        XCTAssertEqual(Run(["store", "verify", store]).status, .answered)
        XCTAssertTrue(Run(["store", "ls", store]).output.contains("http://h.test/a"))
    }

    func testAStalledOutputDoesNotHoldTheProxyUp() async throws {
        let rows: [(arguments: [String], ExitStatus, says: String)] = [
            (["--record", "visit.har"], .answered, "3 exchanges are missing from standard output"),
            (["--rules", "rules.httpcache"], .notAsked, "the report is left out"),
        ]
        for (arguments, status, says) in rows {
            let running = try Running(stalls: true) {
                try $0.write("rules.httpcache", "on GET /**\n= lifetime >= 1h\n")
                return ["--drain", "1", arguments[0], $0.path(arguments[1])]
            }
            for path in ["/a", "/a", "/a"] { _ = try await running.get(path) }
            let (found, output, errors) = running.stop()
            XCTAssertEqual(found, status, errors)
            XCTAssertEqual(output, "")
            XCTAssertTrue(errors.contains(says), errors)
            let path = running.directory.path("visit.har")
            if status == .answered {
                let archive = try String(contentsOfFile: path, encoding: .utf8)
                XCTAssertEqual(archive.components(separatedBy: "startedDateTime").count, 4)
                XCTAssertEqual(Run(["har", path]).status, .answered)
            }
        }
    }

    func testArgumentsThatAreRefused() throws {
        let base = ["proxy", "--upstream", "http://127.0.0.1:1"]
        let rows: [([String], String)] = [
            (["proxy", "--upstream", "https://127.0.0.1:1"], "only http"),
            (["proxy", "--upstream", "http://127.0.0.1:1/path"], "more than http://HOST:PORT"),
            (["proxy", "--upstream", "ht tp"], "no URL"), (base + ["operand"], "options only"),
            (base + ["--listen", "0.0.0.0:0"], "--listen-any"), (base + ["--listen", "127.0.0.1"], "ADDRESS:PORT"),
            (base + ["--listen", "127.0.0.1:99999"], "ADDRESS:PORT"),
            (base + ["--listen", "example.com:80"], "ADDRESS:PORT"), (base + ["--listen", "unix:/x"], "ADDRESS:PORT"),
            (base + ["--admin", "0.0.0.0:1"], "not loopback"), (base + ["--admin", "unix:"], "Unix socket"),
            (base + ["--admin", "control"], "or unix:PATH"),
            (base + ["--memory", "much"], "no size"), (base + ["--timeout", "x"], "number of seconds"),
            (base + ["--threads", "many"], "number of threads"),
            (base + ["--profile", "nginx"], "unknown policy"), (base + ["--option", "x=y"], "unknown name"),
            (base + ["--cache", "both"], "not one of"), (base + ["--rules", "/none"], "No such file"),
            (base + ["--record", "/none/x.har"], "No such file"),
            (base + ["--report", "pdf=x"], "unknown format"), (base + ["--format", "junit"], "--rules"),
            (base + ["--report", "junit=/x"], "--rules"),
        ]
        for (words, message) in rows {
            let run = Run(words)
            XCTAssertEqual(run.status, .notAsked, "\(words)")
            XCTAssertTrue(run.errors.contains(message), "\(words): \(run.errors)")
        }
        XCTAssertTrue(Run(["proxy"]).errors.hasPrefix("usage: httpcache proxy --upstream URL"))
        XCTAssertTrue(Run(["proxy", "--help"]).output.contains("POST /purge?url=URL"))
    }

    func testPolicy() throws {
        func policy(_ words: String...) throws -> CachePolicy {
            try ProxySettings(ArgumentParser.parse(["--upstream", "http://h"] + words, for: .proxy)).policy
        }
        let own = try policy()
        XCTAssertEqual(own.cache, .shared)
        XCTAssertEqual(own.options.targetedFields, ["CDN-Cache-Control"])
        XCTAssertTrue(own.options.staleOnServerError && own.options.conditionsOnVaryMiss)
        XCTAssertEqual(own.options.notModifiedWithoutValidator, .update)
        XCTAssertEqual(own.options.duplicateDirective, .staleExpires)
        XCTAssertEqual(try policy("--profile", "rfc9111"), own)
        XCTAssertEqual(try policy("--profile", "cdn").options, .cdn)
        XCTAssertEqual(try policy("--cache", "private").cache, .private)
        XCTAssertEqual(try policy("--option", "targetedFields=none").options.targetedFields, [])
        XCTAssertEqual(try policy("--heuristic", "20").options.heuristicPercent, 20)
    }

    func testTimesOfTheArchive() {
        for (seconds, text) in [(0, "1970-01-01T00:00:00.000Z"), (1_798_761_599, "2026-12-31T23:59:59.000Z")] {
            XCTAssertEqual(ArchiveRecorder.isoTime(HTTPDate(secondsSinceEpoch: Int64(seconds))), text)
        }
    }
}
