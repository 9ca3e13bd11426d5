import Foundation
import HTTPCacheSemantics
import HTTPDate
import XCTest

@testable import CachingClient

final class DownloadManagerTests: XCTestCase {
    private let url = "http://o.test/film.mp4"
    private let clock = TestClock()
    private let directories = TestDirectories()

    override func tearDown() { directories.remove() }

    private func manager(
        _ directory: String, _ origin: any Transport, _ incomplete: DownloadManager.Incomplete = .remove,
        at once: Int = 4
    ) throws -> DownloadManager {
        var options = DownloadManager.Options()
        options.incomplete = incomplete
        options.maximumConcurrent = once
        return try DownloadManager(
            directory: directory, transport: origin, options: options, clock: clock.clock)
    }

    private func contents(_ download: CachedDownload) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: download.path)), as: UTF8.self)
    }

    /// The names of the downloads' files, the record and the lock aside.
    private func files(_ directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).filter { !$0.hasPrefix("Downloads.") }.sorted()
    }

    private func record(_ directory: String) throws -> [String: [String: Any]] {
        let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/Downloads.plist"))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        return try XCTUnwrap(list as? [String: [String: Any]])
    }

    func testADownloadIsThereUntilItExpires() async throws {
        let directory = try directories.new()
        let origin = ScriptedOrigin(answers: [.answer(200, [], "first"), .answer(200, [], "second")])
        let manager = try manager(directory, origin)
        let target = try TargetURI(url)
        XCTAssertFalse(manager.isCached(target))
        let first = try await manager.download(target, expiresIn: 20).value
        XCTAssertEqual(try contents(first), "first")
        clock.advance(19)
        XCTAssertTrue(manager.isCached(target))
        let again = try await manager.download(target, expiresIn: 1000).value
        XCTAssertEqual(again, first)
        XCTAssertEqual(origin.requests.count, 1)
        clock.advance(1)
        XCTAssertFalse(manager.isCached(target))
        let second = try await manager.download(target, expiresIn: 20).value
        XCTAssertEqual(try contents(second), "second")
        XCTAssertEqual(try files(directory), [second.localName])
        XCTAssertTrue(second.localName.hasSuffix(".mp4"))
    }

    /// Somebody has cleaned up among the files, or cut one short, while the manager has them open.
    func testWhatHasGoneIsFetchedAgain() async throws {
        let target = try TargetURI(url)
        let acts: [(String) throws -> Void] = [
            { try FileManager.default.removeItem(atPath: $0) },
            { try Data("f".utf8).write(to: URL(fileURLWithPath: $0)) },
        ]
        for act in acts {
            let directory = try directories.new()
            let origin = ScriptedOrigin(answers: [.answer(200, [], "first"), .answer(200, [], "second")])
            let manager = try manager(directory, origin)
            try act(try await manager.download(target, expiresIn: 20).value.path)
            XCTAssertFalse(manager.isCached(target))
            let second = try await manager.download(target, expiresIn: 20).value
            XCTAssertEqual(try contents(second), "second")
            XCTAssertEqual(try files(directory), [second.localName])
        }
    }

    func testTheRecordIsAPropertyListThatOutlivesTheManager() async throws {
        let directory = try directories.new()
        let start = clock.now
        let origin = ScriptedOrigin { [clock] _, _ in
            clock.advance(7)
            return .answer(200, [], "body")
        }
        let target = try TargetURI(url)
        do {
            let manager = try manager(directory, origin)
            _ = try await manager.download(target, expiresIn: 100).value
            await manager.close()
        }
        let entry = try XCTUnwrap(record(directory)[url])
        XCTAssertEqual(
            entry["DownloadStartDate"] as? Date, Date(timeIntervalSince1970: Double(start.secondsSinceEpoch)))
        XCTAssertEqual(
            entry["DownloadEndDate"] as? Date, Date(timeIntervalSince1970: Double(start.secondsSinceEpoch + 7)))
        XCTAssertEqual(
            entry["ExpiryDate"] as? Date, Date(timeIntervalSince1970: Double(start.secondsSinceEpoch + 107)))
        XCTAssertEqual(entry["ExpiresInSeconds"] as? Int, 100)
        let name = try XCTUnwrap(entry["LocalURL"] as? String)
        XCTAssertEqual(try files(directory), [name])

        // The directory may be moved: nothing in it names the place.
        let moved = try directories.new() + "/moved"
        try FileManager.default.moveItem(atPath: directory, toPath: moved)
        let manager = try manager(moved, origin)
        let download = try XCTUnwrap(manager.cached(target))
        XCTAssertEqual(try contents(download), "body")
        XCTAssertEqual(origin.requests.count, 1)
    }

    func testTheSameURLIsFetchedOnce() async throws {
        let gate = Gate()
        let origin = ScriptedOrigin { _, _ in
            try await gate.pass()
            return .answer(200, [], "body")
        }
        let manager = try manager(try directories.new(), origin)
        let target = try TargetURI(url)
        let downloads = (0..<50).map { _ in manager.download(target, expiresIn: 60) }
        gate.open()
        for download in downloads {
            let cached = try await download.value
            XCTAssertEqual(try contents(cached), "body")
        }
        XCTAssertEqual(origin.requests.count, 1)
    }

    func testAsManyRunAtOnceAsAllowed() async throws {
        let gate = Gate()
        let origin = ScriptedOrigin { request, _ in
            try await gate.pass()
            return .answer(200, [], request.head.target.path)
        }
        let manager = try manager(try directories.new(), origin, at: 3)
        let downloads = try (0..<10).map { manager.download(try TargetURI("http://o.test/\($0)"), expiresIn: 60) }
        let areRunning = await eventually { gate.arrived == 3 }
        XCTAssertTrue(areRunning)
        try await Task.sleep(nanoseconds: 10_000_000)
        XCTAssertEqual(origin.requests.count, 3)
        gate.open()
        for (number, download) in downloads.enumerated() {
            let cached = try await download.value
            XCTAssertEqual(try contents(cached), "/\(number)")
        }
        XCTAssertEqual(try Set(files(manager.directory)).count, 10)
    }

    func testProgress() async throws {
        let gate = Gate()
        let count = Counter()
        let origin = ScriptedOrigin { _, _ in
            IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection([("Content-Length", "9")])),
                content: Content {
                    let number = count.add(1)
                    if number == 2 { try await gate.pass() }
                    return number > 3 ? nil : Array("abc".utf8)[...]
                })
        }
        let manager = try manager(try directories.new(), origin)
        let download = manager.download(try TargetURI(url), expiresIn: 60)
        var seen: [DownloadProgress] = []
        for await progress in download.progress {
            seen.append(progress)
            if progress.received == 3 { gate.open() }
        }
        XCTAssertEqual(seen.last, DownloadProgress(received: 9, total: 9, resumedFrom: 0))
        XCTAssertTrue(seen.contains { $0.received == 3 })
        XCTAssertTrue(zip(seen, seen.dropFirst()).allSatisfy { $0.received <= $1.received })
    }

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

    /// What a process leaves that ended in the middle.
    func testOpeningPutsThingsInOrder() async throws {
        let name = String(repeating: "a1", count: 16)
        let rows: [(name: String, entry: [String: Any], files: [String: String], left: [String], isCached: Bool)] = [
            (
                "whole", ["DownloadEndDate": Date(timeIntervalSince1970: 1e9), "TotalBytes": 3], [name: "abc"], [name],
                true
            ),
            ("unfinished", [:], [name + ".part": "abc"], [], false),
            ("unfinished, with a tag", ["EntityTag": "\"1\""], [name + ".part": "abc"], [], false),
            ("renamed but not recorded", [:], [name: "abc"], [], false),
            (
                "truncated", ["DownloadEndDate": Date(timeIntervalSince1970: 1e9), "TotalBytes": 3], [name: "ab"], [],
                false
            ),
            ("gone", ["DownloadEndDate": Date(timeIntervalSince1970: 1e9), "TotalBytes": 3], [:], [], false),
            ("gone, of no length", ["DownloadEndDate": Date(timeIntervalSince1970: 1e9)], [:], [], false),
            ("a file that nobody recorded", ["LocalURL": "x"], [name: "abc", "keep.txt": "mine"], ["keep.txt"], false),
            (
                "a path that leads out",
                ["LocalURL": "../" + name, "DownloadEndDate": Date(timeIntervalSince1970: 1e9)],
                ["../" + name: "abc"], [], false
            ),
        ]
        for row in rows {
            let directory = try directories.new()
            var entry: [String: Any] = [
                "DownloadStartDate": Date(timeIntervalSince1970: 1e9), "ExpiresInSeconds": 60, "LocalURL": name,
            ]
            entry.merge(row.entry) { $1 }
            let list = try PropertyListSerialization.data(fromPropertyList: [url: entry], format: .xml, options: 0)
            try list.write(to: URL(fileURLWithPath: directory + "/Downloads.plist"))
            for (file, text) in row.files {
                try Data(text.utf8).write(to: URL(fileURLWithPath: directory + "/" + file))
            }
            let manager = try manager(directory, ScriptedOrigin(answers: []))
            XCTAssertEqual(manager.isCached(try TargetURI(url)), row.isCached, row.name)
            XCTAssertEqual(try files(directory), row.left, row.name)
            if row.name.contains("leads out") {
                XCTAssertTrue(FileManager.default.fileExists(atPath: directory + "/../" + name), "removed outside")
                try FileManager.default.removeItem(atPath: directory + "/../" + name)
            }
        }
    }

    func testADamagedRecordIsAnEmptyOne() async throws {
        for damage in ["", "no property list", "<plist><array/></plist>"] {
            let directory = try directories.new()
            try Data(damage.utf8).write(to: URL(fileURLWithPath: directory + "/Downloads.plist"))
            let manager = try manager(directory, ScriptedOrigin(answers: [.answer(200, [], "body")]))
            XCTAssertEqual(manager.downloads, [])
            _ = try await manager.download(try TargetURI(url), expiresIn: 60).value
            XCTAssertEqual(manager.downloads.map(\.url.description), [url])
        }
    }

    func testOneManagerADirectory() async throws {
        let directory = try directories.new()
        let first = try manager(directory, ScriptedOrigin(answers: []))
        XCTAssertThrowsError(try manager(directory, ScriptedOrigin(answers: []))) { error in
            guard case DownloadError.inUse = error else { return XCTFail("\(error)") }
        }
        await first.close()
        let second = try manager(directory, ScriptedOrigin(answers: []))
        XCTAssertEqual(second.downloads, [])
        do {
            _ = try await first.download(try TargetURI(url), expiresIn: 1).value
            XCTFail("a closed manager downloads")
        } catch DownloadError.closed {}
    }

    func testCancellation() async throws {
        let gate = Gate()
        let directory = try directories.new()
        let origin = ScriptedOrigin { _, number in
            IncomingResponse(
                head: ResponseHead(status: 200, fields: FieldSection([("Content-Length", "4")])),
                content: Content {
                    if number == 0 { try await gate.pass() }
                    throw OriginError.reset
                })
        }
        let manager = try manager(directory, origin)
        let target = try TargetURI(url)
        let first = manager.download(target, expiresIn: 60)
        let second = manager.download(target, expiresIn: 60)
        let isUnderWay = await eventually { gate.arrived == 1 }
        XCTAssertTrue(isUnderWay)
        first.cancel()
        let task = Task { try await second.value }
        try await Task.sleep(nanoseconds: 5_000_000)
        XCTAssertEqual(try files(directory).count, 1, "the other one still wants it")
        task.cancel()
        do {
            _ = try await task.value
            XCTFail("not cancelled")
        } catch DownloadError.cancelled {}
        let isTidy = await eventually { (try? self.files(directory)) == [] }
        XCTAssertTrue(isTidy)
        XCTAssertFalse(manager.isCached(target))
    }

    func testRemoving() async throws {
        let directory = try directories.new()
        let manager = try manager(
            directory, ScriptedOrigin { request, _ in .answer(200, [], request.head.target.path) })
        for (path, lifetime) in [("/a", 10), ("/b", 20), ("/c", 30)] {
            _ = try await manager.download(try TargetURI("http://o.test" + path), expiresIn: lifetime).value
        }
        clock.advance(20)
        try await manager.removeExpired()
        XCTAssertEqual(manager.downloads.map(\.url.path), ["/c"])
        XCTAssertEqual(try files(directory).count, 1)
        try await manager.remove(try TargetURI("http://o.test/c"))
        XCTAssertEqual(try files(directory), [])
        XCTAssertTrue(try record(directory).isEmpty)
    }
}
