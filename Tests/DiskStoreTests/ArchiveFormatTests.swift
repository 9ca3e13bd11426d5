import XCTest

@testable import DiskStore

/// The files that Fixtures/archives/make.py writes, which knows the format but not this code.
final class ArchiveFormatTests: StoreTestCase {
    func testThePlainArchiveIsRead() throws {
        let store = try open()
        let key = StoreKey(url: "https://example.com/")
        try write(try bytes(fixtures + "/2-plain.archive"), to: file(key))
        store.close()
        let reader = try open()
        reader.waitForRecovery()
        let entry = try XCTUnwrap(reader.entry(named: key.name))
        XCTAssertEqual(String(decoding: entry.url, as: UTF8.self), "https://example.com/")
        XCTAssertEqual(entry.head.status, 200)
        XCTAssertEqual(entry.head.requestTime, 1_795_511_039)
        XCTAssertEqual(entry.head.responseTime, 1_795_511_040)
        XCTAssertEqual(entry.head.completeness, .complete)
        XCTAssertEqual(Array(try entry.body.bytes()), Array("hello\n".utf8))
    }

    func testTheArchiveWithEveryValueIsRead() throws {
        let key = StoreKey(url: "https://example.com/caf%C3%A9?q=1", variant: 0x0123_4567_89ab_cdef)
        try write(try bytes(fixtures + "/2-everything.archive"), to: file(key))
        let entry = try XCTUnwrap(try open().get(key))
        let head = entry.head
        XCTAssertEqual(head.status, 206)
        XCTAssertEqual(head.reason, Array("Partial Content".utf8)[...])
        XCTAssertEqual(
            head.fields.map { "\(String(decoding: $0.name, as: UTF8.self)): \(Array($0.value))" },
            ["Set-Cookie: [97, 61, 49]", "set-cookie: [98, 61, 233]", "X-Empty: []"])
        XCTAssertEqual(head.requestMethod, Array("QUERY".utf8)[...])
        XCTAssertEqual(head.requestFields, ["Accept-Encoding": "gzip"])
        XCTAssertEqual(head.requestTime, -1)
        XCTAssertEqual(head.responseTime, 4_102_444_800)
        XCTAssertEqual(head.userInfo, [0, 1, 255])
        XCTAssertEqual(head.storagePolicy, 2)
        XCTAssertEqual(head.cacheGroups, [Array("scripts".utf8)[...], Array("styles".utf8)[...]])
        XCTAssertEqual(head.partition, Array("https://top.example".utf8)[...])
        XCTAssertEqual(head.completeness, .partial(first: 100, completeLength: 1000))
        XCTAssertEqual(Array(try entry.body.bytes()), (0..<768).map { UInt8(truncatingIfNeeded: $0) })
    }

    func testALaterVersionIsRefusedEvenUnderThisVersionsName() throws {
        let key = StoreKey(url: "https://example.com/")
        try write(try bytes(fixtures + "/3-later.archive"), to: file(key))
        let store = try open()
        XCTAssertNil(store.get(key))
        XCTAssertTrue(exists("\(path)/damaged/\(key.name.text)"))
    }

    /// The store writes exactly what the layout says: the file that make.py made, with the values in the store's order.
    func testWhatIsWrittenHasTheLayout() throws {
        let store = try open()
        let key = StoreKey(url: "https://example.com/")
        let head = ArchiveHead(status: 200, requestTime: 1_795_511_039, responseTime: 1_795_511_040)
        try store.put(head, body: Array("hello\n".utf8).span, for: key)
        let written = try bytes(file(key))
        let golden = try bytes(fixtures + "/2-plain.archive")
        XCTAssertEqual(written[..<48], golden[..<48])
        XCTAssertEqual(written[64..<72], golden[64..<72], "the body's sum")
        XCTAssertEqual(written[80..<100], golden[80..<100], "the URL")
        XCTAssertEqual(written[100..<136], golden[100..<136], "status and times")
        XCTAssertEqual(written.suffix(6), golden.suffix(6))
    }
}
