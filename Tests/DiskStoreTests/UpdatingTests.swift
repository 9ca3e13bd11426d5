import XCTest

@testable import DiskStore

final class UpdatingTests: StoreTestCase {
    func testANewHeadKeepsTheBody() throws {
        let store = try open()
        for (number, count) in [0, 1000, 20_000, 3 << 20].enumerated() {
            let body = pattern(count)
            try store.put(body, for: key(number))
            var head = sampleHead(203)
            head.fields.append(name: "Age", value: "0")
            XCTAssertTrue(try store.update(head, for: key(number)))
            XCTAssertEqual(store.get(key(number))?.head, head)
            XCTAssertEqual(store.body(key(number)), body)
        }
        assertBooksAreRight(store)
    }

    func testWithoutAWholeEntryThereIsNothingToUpdate() throws {
        let store = try open()
        XCTAssertFalse(try store.update(sampleHead(), for: key(1)))
        try store.put(pattern(3 << 20), for: key(1))
        let whole = try bytes(file(key(1)))
        try write(whole.replacing(whole.count - 1, with: whole[whole.count - 1] ^ 1), to: file(key(1)))
        XCTAssertFalse(try store.update(sampleHead(), for: key(1)))
        XCTAssertNil(store.get(key(1)))
        XCTAssertThrowsError(try open { $0.readOnly = true }.update(sampleHead(), for: key(1)))
    }
}
