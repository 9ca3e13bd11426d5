import HTTPCacheSemantics
import HTTPWire
import LoopbackSockets
import XCTest

@testable import CachingClient

final class RedirectionsTests: XCTestCase {
    private let directories = TestDirectories()

    override func tearDown() { directories.remove() }

    /// RFC 9110 §15.4: what follows from one response to a GET.
    func testOneStep() throws {
        let rows: [(from: String, status: Int, location: [String], leads: String)] = [
            ("http://a.test/x/y", 301, ["/z"], "http://a.test/z"),
            ("http://a.test/x/y", 302, ["z"], "http://a.test/x/z"),
            ("http://a.test/x", 303, ["http://b.test/?q#f"], "http://b.test/?q"),
            ("http://a.test/x", 307, ["//b.test"], "http://b.test/"),
            ("http://a.test/x", 308, ["https://a.test/x"], "https://a.test/x"),
            ("https://a.test/x", 301, ["/y"], "https://a.test/y"),
            ("https://a.test/x", 301, ["http://a.test/y"], "insecure"),
            ("http://a.test/x", 302, ["/x"], "loop"), ("http://a.test/x", 302, ["#f"], "loop"),
            ("http://a.test/x", 302, ["ftp://a.test/x"], "unusable"), ("http://a.test/x", 302, ["http://"], "unusable"),
            ("http://a.test/x", 302, ["/y", "/z"], "unusable"), ("http://a.test/x", 302, [], "no"),
            ("http://a.test/x", 300, ["/y"], "no"), ("http://a.test/x", 304, ["/y"], "no"),
            ("http://a.test/x", 305, ["/y"], "no"), ("http://a.test/x", 200, ["/y"], "no"),
            ("http://a.test/x", 201, ["/y"], "no"),
        ]
        for (number, row) in rows.enumerated() {
            var redirections = Redirections(from: RequestHead(target: try TargetURI(row.from)), limit: 10)
            let response = ResponseHead(
                status: row.status, fields: FieldSection(row.location.map { ("Location", $0) }))
            let leads: String
            do throws(RedirectionError) {
                leads = try redirections.follow(response) ? redirections.request.target.description : "no"
            } catch {
                switch error {
                case .tooMany: leads = "too many"
                case .loop: leads = "loop"
                case .insecure: leads = "insecure"
                case .unusable: leads = "unusable"
                }
            }
            XCTAssertEqual(leads, row.leads, "row \(number)")
        }
    }

    func testTheirNumberIsBounded() throws {
        for limit in [0, 1, 10] {
            var redirections = Redirections(from: RequestHead(target: try TargetURI("http://a.test/0")), limit: limit)
            for number in 0..<limit {
                let head = ResponseHead(status: 302, fields: FieldSection([("Location", "/\(number + 1)")]))
                XCTAssertTrue(try redirections.follow(head))
            }
            let last = ResponseHead(status: 302, fields: FieldSection([("Location", "/last")]))
            XCTAssertThrowsError(try redirections.follow(last)) {
                XCTAssertEqual($0 as? RedirectionError, .tooMany(limit: limit))
            }
        }
    }

    func testSecretsStayWithTheirOrigin() throws {
        let fields = FieldSection([
            ("Authorization", "a"), ("Cookie", "c"), ("Proxy-Authorization", "p"), ("Accept", "x"),
            ("Range", "bytes=1-"),
        ])
        var redirections = Redirections(
            from: RequestHead(target: try TargetURI("http://a.test/"), fields: fields), limit: 10)
        func follow(_ location: String) throws -> [String] {
            _ = try redirections.follow(ResponseHead(status: 302, fields: FieldSection([("Location", location)])))
            return redirections.request.fields.lines.map(\.nameText)
        }
        XCTAssertEqual(try follow("/b"), ["Authorization", "Cookie", "Proxy-Authorization", "Accept", "Range"])
        XCTAssertEqual(try follow("http://a.test:8080/"), ["Accept", "Range"])
        XCTAssertEqual(try follow("http://a.test/c"), ["Accept", "Range"])
    }

    /// Over real sockets: the record is that of the URL asked for.
    func testADownloadFollows() async throws {
        let loops = try XCTUnwrap(EventLoopGroup(count: 1))
        let file = try RawServer { request, _ in
            request.head.hasPrefix("GET /file ")
                ? [.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody")]
                : [.send("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n")]
        }
        let moved = file.url("/file")
        let server = try RawServer { request, _ in
            let location =
                request.head.hasPrefix("GET /a ") ? "/b" : request.head.hasPrefix("GET /loop") ? "/loop" : moved
            return [.send("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 5\r\n\r\nthere")]
        }
        addTeardownBlock {
            file.close()
            server.close()
        }
        let manager = try DownloadManager(directory: directories.new(), transport: SocketTransport(on: loops))
        let asked = try TargetURI(server.url("/a"))
        let download = try await manager.download(asked, expiresIn: 60).value
        XCTAssertEqual(try String(contentsOfFile: download.path, encoding: .utf8), "body")
        XCTAssertEqual(download.url, asked)
        XCTAssertTrue(manager.isCached(asked))
        XCTAssertFalse(manager.isCached(try TargetURI(moved)))
        XCTAssertEqual(server.requests.count, 2)
        XCTAssertEqual(file.requests.count, 1)
        do {
            _ = try await manager.download(try TargetURI(server.url("/loop")), expiresIn: 60).value
            XCTFail("a loop is followed")
        } catch DownloadError.redirection(.loop(let target)) {
            XCTAssertEqual(target.path, "/loop")
        }
        XCTAssertEqual(manager.downloads.count, 1)
        await manager.close()
    }

    /// The rest of a download that was cut is asked for where it came from.
    func testARestFollowsToo() async throws {
        let loops = try XCTUnwrap(EventLoopGroup(count: 1))
        let server = try RawServer { request, _ in
            if request.head.hasPrefix("GET /a ") {
                return [.send("HTTP/1.1 307 There\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")]
            }
            if request.head.contains("Range: bytes=4-\r\n"), request.head.contains("If-Range: \"1\"\r\n") {
                return [
                    .send(
                        "HTTP/1.1 206 Part\r\nETag: \"1\"\r\nContent-Range: bytes 4-7/8\r\nContent-Length: 4\r\n\r\nmore"
                    )
                ]
            }
            return [.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 8\r\n\r\nfour")]
        }
        addTeardownBlock { server.close() }
        var options = DownloadManager.Options()
        options.incomplete = .resume
        let manager = try DownloadManager(
            directory: directories.new(), transport: SocketTransport(on: loops), options: options)
        let target = try TargetURI(server.url("/a"))
        do {
            _ = try await manager.download(target, expiresIn: 60).value
            XCTFail("it was cut")
        } catch DownloadError.origin {}
        let download = try await manager.download(target, expiresIn: 60).value
        XCTAssertEqual(try String(contentsOfFile: download.path, encoding: .utf8), "fourmore")
        await manager.close()
    }
}
