import HTTPDate
import XCTest

final class HTTPDateFormattingTests: XCTestCase {
    let date = HTTPDate(secondsSinceEpoch: 784_111_777)
    let text = Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8)

    func testFormsOfTheRFC() {
        XCTAssertEqual(date.formatted(), "Sun, 06 Nov 1994 08:49:37 GMT")
        XCTAssertEqual(date.formatted(.rfc850), "Sunday, 06-Nov-94 08:49:37 GMT")
        XCTAssertEqual(date.formatted(.asctime), "Sun Nov  6 08:49:37 1994")
        XCTAssertEqual(HTTPDate(secondsSinceEpoch: 784_975_777).formatted(.asctime), "Wed Nov 16 08:49:37 1994")
        XCTAssertEqual("\(date)", "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    func testBufferOfTheRightLength() {
        var bytes = [UInt8](repeating: 0xAA, count: 31)
        let written = bytes.withUnsafeMutableBytes {
            date.write(into: UnsafeMutableRawBufferPointer(rebasing: $0[1..<30]))
        }
        XCTAssertTrue(written)
        XCTAssertEqual(bytes, [0xAA] + text + [0xAA])
    }

    func testLongerBufferKeepsTheRest() {
        var bytes = [UInt8](repeating: 0xAA, count: 40)
        var span = bytes.mutableSpan
        XCTAssertTrue(date.write(into: &span))
        XCTAssertEqual(bytes, text + [UInt8](repeating: 0xAA, count: 11))
    }

    func testShorterBufferIsLeftAlone() {
        for count in [0, 1, 28] {
            var bytes = [UInt8](repeating: 0xAA, count: count)
            XCTAssertFalse(bytes.withUnsafeMutableBytes { date.write(into: $0) })
            XCTAssertEqual(bytes, [UInt8](repeating: 0xAA, count: count))
        }
        XCTAssertFalse(date.write(into: UnsafeMutableRawBufferPointer(start: nil, count: 0)))
    }
}
