import Foundation
import XCTest

@testable import DiskStore

final class ArchiveWriterTests: StoreTestCase {
    private func temporaries() -> Int {
        (FileManager.default.subpaths(atPath: path) ?? []).count { $0.contains("/.t") }
    }

    func testPiecesMakeTheSameFileAsOnePut() throws {
        let store = try open()
        let body = pattern(300_000)
        try store.put(body, for: key(1))
        let whole = try bytes(file(key(1)))
        for piece in [1000, 65_536, 300_000] {
            let writer = try store.writer(sampleHead(), for: key(1))
            for start in stride(from: 0, to: body.count, by: piece) {
                try writer.append(Array(body[start..<min(start + piece, body.count)]).span)
            }
            XCTAssertEqual(try bytes(file(key(1))), whole, "nothing is seen before the end")
            try writer.commit()
            XCTAssertEqual(try bytes(file(key(1))), whole)
        }
        let empty = try store.writer(sampleHead(), for: key(2))
        try empty.commit()
        XCTAssertEqual(store.body(key(2)), [])
        assertBooksAreRight(store)
    }

    func testTheEndMayTellThatTheBodyIsIncomplete() throws {
        let store = try open()
        let writer = try store.writer(sampleHead(), for: key(1))
        try writer.append(pattern(10).span)
        try writer.commit(as: .partial(first: 0, completeLength: 100))
        XCTAssertEqual(store.get(key(1))?.head.completeness, .partial(first: 0, completeLength: 100))
        XCTAssertEqual(store.body(key(1)), pattern(10))
    }

    func testCancelledAndForgottenWritersLeaveNothing() throws {
        let store = try open()
        try store.put(pattern(5), for: key(1))
        var writer: ArchiveWriter? = try store.writer(sampleHead(), for: key(1))
        try writer?.append(pattern(10).span)
        XCTAssertEqual(temporaries(), 1)
        writer = nil
        XCTAssertEqual(temporaries(), 0)
        let cancelled = try store.writer(sampleHead(), for: key(1))
        cancelled.cancel()
        cancelled.cancel()
        XCTAssertThrowsError(try cancelled.append(pattern(1).span)) { XCTAssertEqual($0 as? StoreError, .closed) }
        XCTAssertThrowsError(try cancelled.commit()) { XCTAssertEqual($0 as? StoreError, .closed) }
        XCTAssertEqual(temporaries(), 0)
        XCTAssertEqual(store.body(key(1)), pattern(5))
    }

    func testABodyThatOutgrowsTheCapacity() throws {
        let store = try open { $0.capacity = 5000 }
        try store.put(pattern(5), for: key(1))
        try store.put(pattern(5), for: key(2))
        let writer = try store.writer(sampleHead(), for: key(1))
        try writer.append(pattern(4000).span)
        XCTAssertThrowsError(try writer.append(pattern(1000).span)) { XCTAssertEqual($0 as? StoreError, .tooLarge) }
        XCTAssertThrowsError(try writer.commit()) { XCTAssertEqual($0 as? StoreError, .closed) }
        XCTAssertNil(store.get(key(1)), "the origin has replaced it")
        XCTAssertEqual(store.body(key(2)), pattern(5))
        XCTAssertEqual(temporaries(), 0)
        assertBooksAreRight(store)
    }
}
