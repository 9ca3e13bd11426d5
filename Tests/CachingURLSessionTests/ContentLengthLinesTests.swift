import HTTPCacheSemantics
import XCTest

@testable import CachingURLSession

final class ContentLengthLinesTests: XCTestCase {
    private func checked(_ lines: [String]) throws -> [String] {
        let fields = FieldSection(lines.map { ("Content-Length", $0) } + [("X-A", "1")])
        return try ContentLengthLines.checked(ResponseHead(status: 200, fields: fields)).fields
            .values(of: "Content-Length").map { String(decoding: $0, as: UTF8.self) }
    }

    func testNumbersThatAgreeAreOne() throws {
        for (lines, kept) in [
            ([], []), (["5"], ["5"]), (["5", "5"], ["5", "5"]), (["5, 5"], ["5"]), (["0,0, 0"], ["0"]),
        ] {
            XCTAssertEqual(try checked(lines), kept, "\(lines)")
        }
    }

    func testOthersAreRefused() {
        for lines in [["5", "6"], ["5, 6"], [""], [","], ["5,"], ["-1"], ["+5"], ["0x5"], ["5 5, 55x"], ["five"]] {
            XCTAssertThrowsError(try checked(lines), "\(lines)") { error in
                guard case URLSessionTransportError.contentLengthInvalid = error else { return XCTFail("\(error)") }
            }
        }
    }
}
