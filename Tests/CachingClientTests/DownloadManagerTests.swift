import Foundation
import HTTPCacheSemantics
import HTTPDate
import TestSupport
import XCTest

@testable import CachingClient

final class DownloadManagerTests: DownloadCase {
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
