import Foundation
import XCTest

@testable import HTTPCacheCLI

final class JSONWriterTests: XCTestCase {
    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    func testCommasStandBetweenAndNowhereElse() {
        let text = written { writer in
            for _ in 0..<2 {
                writer.beginObject()
                writer.name("a")
                writer.beginArray()
                writer.integer(1)
                writer.boolean(true)
                writer.null()
                writer.beginArray()
                writer.endArray()
                writer.string("]")
                writer.endArray()
                writer.name("b")
                writer.beginObject()
                writer.endObject()
                writer.endObject()
                writer.endLine()
            }
        }
        let line = #"{"a":[1,true,null,[],"]"],"b":{}}"# + "\n"
        XCTAssertEqual(text, line + line)
    }

    func testIntegers() {
        for value in [0, 7, -7, 10, 1_767_225_600, .max, .min] {
            XCTAssertEqual(written { $0.integer(value) }, String(value))
        }
    }

    func testStringsAreEscaped() {
        XCTAssertEqual(
            written { $0.string("a\"\\\n\r\t\u{1}\u{1F}\u{7F}\u{E9}\u{1F600}[") },
            #""a\"\\\n\r\t\u0001\u001f\u007fé😀[""#)
        XCTAssertEqual(written { $0.string("") }, #""""#)
    }

    /// Every byte comes back as the character of its number.
    func testBytesAreKept() throws {
        let bytes = (0...255).map { UInt8($0) }
        let text = written { $0.latin1(bytes.span) }
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? String
        XCTAssertEqual(value?.unicodeScalars.map(\.value), bytes.map { UInt32($0) })
        XCTAssertEqual(written { $0.latin1(Array("plain".utf8).span) }, #""plain""#)
    }
}
