import HTTPCacheSemantics
import XCTest

@testable import CachingClient

final class DownloadCourseTests: DownloadCase {
    func testWhatFailsLeavesNothing() async throws {
        let cut = IncomingResponse(
            head: ResponseHead(status: 200, fields: FieldSection([("Content-Length", "9"), ("ETag", "\"1\"")])),
            content: .pieces(Array("abc".utf8), of: 2, thenThrowing: .reset))
        let rows: [(IncomingResponse, String)] = [
            (.answer(404, [], "no"), "404"), (.answer(302), "302"), (cut, "cut 3 9"),
            (.answer(200, [("Content-Length", "9")], "abc"), "cut 3 9"),
            (.answer(200, [("Content-Length", "2")], "abc"), "long 2"),
            (.answer(206, [("Content-Range", "bytes 0-2/9")], "abc"), "206"), (.answer(304), "304"),
        ]
        for (answer, expected) in rows {
            let directory = try directories.new()
            let manager = try manager(directory, ScriptedOrigin(answers: [answer]))
            let target = try TargetURI(url)
            do throws(DownloadError) {
                _ = try await manager.download(target, expiresIn: 60).value
                XCTFail(expected)
            } catch {
                XCTAssertEqual(name(error), expected)
            }
            XCTAssertEqual(try files(directory), [], expected)
            XCTAssertTrue(try record(directory).isEmpty, expected)
        }
    }

    private func name(_ error: DownloadError) -> String {
        switch error {
        case .status(let status): "\(status)"
        case .unrequestedPartialContent: "206"
        case .origin(ClientError.contentCut(let received, let expected, _)): "cut \(received) \(expected ?? -1)"
        case .origin(ClientError.contentTooLong(let expected)): "long \(expected)"
        default: "\(error)"
        }
    }

    /// What is there of a download, and what the origin says to a request for the rest.
    func testResuming() async throws {
        let tag = [("ETag", "\"1\"")]
        func rest(_ fields: [(String, String)], _ content: String) -> IncomingResponse {
            .answer(206, fields, content)
        }
        let whole = "0123456789"
        let rows: [(name: String, answers: [IncomingResponse], gets: String, asked: Int)] = [
            ("the rest", [rest(tag + [("Content-Range", "bytes 4-9/10")], "456789")], whole, 2),
            ("another version as a whole", [.answer(200, [("ETag", "\"2\"")], "another")], "another", 2),
            (
                "the rest of another version",
                [rest([("ETag", "\"2\""), ("Content-Range", "bytes 4-9/10")], "!!!!!!"), .answer(200, tag, whole)],
                whole, 3
            ),
            (
                "another part", [rest(tag + [("Content-Range", "bytes 5-9/10")], "56789"), .answer(200, tag, whole)],
                whole, 3
            ),
            (
                "a part without its tag",
                [rest([("Content-Range", "bytes 4-9/10")], "456789"), .answer(200, tag, whole)],
                whole, 3
            ),
            (
                "less than its range",
                [
                    rest(tag + [("Content-Range", "bytes 4-9/*"), ("Content-Length", "3")], "456"),
                    .answer(200, tag, whole),
                ],
                whole, 3
            ),
            (
                "more than its range",
                [
                    rest(tag + [("Content-Range", "bytes 4-9/10"), ("Content-Length", "7")], "4567890"),
                    .answer(200, tag, whole),
                ],
                whole, 3
            ),
            (
                "parts with headings of their own",
                [
                    rest(
                        tag + [
                            ("Content-Range", "bytes 4-9/10"), ("Content-Type", "multipart/byteranges; boundary=x"),
                        ], "--x--"),
                    .answer(200, tag, whole),
                ],
                whole, 3
            ),
            (
                "of another length",
                [rest(tag + [("Content-Range", "bytes 4-10/11")], "456789x"), .answer(200, tag, whole)],
                whole, 3
            ),
            ("no such range", [.answer(416, [("Content-Range", "bytes */3")]), .answer(200, [], "abc")], "abc", 3),
        ]
        for row in rows {
            let directory = try directories.new()
            let cut = IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection(tag + [("Content-Length", "10")])),
                content: .pieces(Array("0123".utf8), of: 4, thenThrowing: .reset))
            let origin = ScriptedOrigin(answers: [cut] + row.answers)
            let target = try TargetURI(url)
            // The process ends and another one goes on.
            do {
                let manager = try manager(directory, origin, .resume)
                let result = try? await manager.download(target, expiresIn: 60).value
                XCTAssertNil(result)
                XCTAssertFalse(manager.isCached(target))
                await manager.close()
            }
            let manager = try manager(directory, origin, .resume)
            XCTAssertEqual(try files(directory).count, 1, row.name)
            let download = try await manager.download(target, expiresIn: 60).value
            XCTAssertEqual(try contents(download), row.gets, row.name)
            XCTAssertEqual(origin.requests.count, row.asked, row.name)
            XCTAssertEqual(origin.requests[1].fields.combinedValue(of: "Range"), "bytes=4-", row.name)
            XCTAssertEqual(origin.requests[1].fields.combinedValue(of: "If-Range"), "\"1\"", row.name)
            XCTAssertEqual(try files(directory), [download.localName], row.name)
        }
    }

    /// What the origin says of itself and not of the download passes, and what is there of it stays.
    func testAPartOutlivesAnOriginThatHasTrouble() async throws {
        for (status, isKept) in [(500, true), (503, true), (429, true), (408, true), (404, false), (410, false)] {
            let directory = try directories.new()
            let cut = IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection([("ETag", "\"1\""), ("Content-Length", "10")])),
                content: .pieces(Array("0123".utf8), of: 4, thenThrowing: .reset))
            let origin = ScriptedOrigin { request, number in
                if number == 0 { return cut }
                let range = request.head.fields.combinedValue(of: "Range")
                if number < 3, range != nil || number == 2 { return .answer(status) }
                return range == nil
                    ? .answer(200, [], "anew")
                    : .answer(206, [("ETag", "\"1\""), ("Content-Range", "bytes 4-9/10")], "456789")
            }
            let manager = try manager(directory, origin, .resume)
            for _ in 0..<2 {
                let result = try? await manager.download(try TargetURI(url), expiresIn: 60).value
                XCTAssertNil(result, "\(status)")
            }
            XCTAssertEqual(try files(directory).count, isKept ? 1 : 0, "\(status)")
            var download = try? await manager.download(try TargetURI(url), expiresIn: 60).value
            if download == nil { download = try await manager.download(try TargetURI(url), expiresIn: 60).value }
            XCTAssertEqual(try contents(try XCTUnwrap(download)), isKept ? "0123456789" : "anew", "\(status)")
        }
    }

    func testWithoutAStrongTagNothingIsResumed() async throws {
        let directory = try directories.new()
        let cut = IncomingResponse(
            head: ResponseHead(status: 200, fields: FieldSection([("ETag", "W/\"1\""), ("Content-Length", "10")])),
            content: .pieces(Array("0123".utf8), of: 4, thenThrowing: .reset))
        let manager = try manager(directory, ScriptedOrigin(answers: [cut]), .resume)
        let result = try? await manager.download(try TargetURI(url), expiresIn: 60).value
        XCTAssertNil(result)
        XCTAssertEqual(try files(directory), [])
    }
}
