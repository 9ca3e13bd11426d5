import Foundation
import XCTest

@testable import HTTPCacheCLI

final class JSONValueTests: XCTestCase {
    func testEveryCharacterSurvives() throws {
        let strings = (0...0xFF).map { String(UnicodeScalar(UInt8($0))) } + ["", "\"\\/", "\u{2028}", "\u{1F600}"]
        for text in strings {
            for json in [JSONValue.string(text).compact(), JSONValue.string(text).indented()] {
                let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
                XCTAssertEqual((parsed as? String).map { Array($0.unicodeScalars) }, Array(text.unicodeScalars))
            }
        }
    }

    func testBytesAreCharactersUpToFF() throws {
        let bytes = (0...255).map { UInt8($0) }
        let json = JSONValue(bytes: bytes).compact()
        let parsed = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        XCTAssertEqual((parsed as? String)?.unicodeScalars.map(\.value), bytes.map { UInt32($0) })
    }

    func testForms() {
        let value = JSONValue.object([
            .init("b", .array([1, nil, true])), .init("a", .object([])), .init("c", .array([])),
        ])
        XCTAssertEqual(value.compact(), #"{"b":[1,null,true],"a":{},"c":[]}"#)
        XCTAssertEqual(
            value.indented(),
            """
            {
              "b": [
                1,
                null,
                true
              ],
              "a": {},
              "c": []
            }
            """)
        XCTAssertEqual(JSONValue.integer(.min).compact(), "-9223372036854775808")
    }
}
