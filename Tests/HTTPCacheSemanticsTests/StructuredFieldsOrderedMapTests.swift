import HTTPCacheSemantics
import XCTest

final class StructuredFieldsOrderedMapTests: XCTestCase {
    /// RFC 9651 §4.2.2: overwriting keeps the place, and does so however many keys there are.
    func testOverwritingKeepsThePlace() {
        for size in [1, 2, 7, 8, 9, 10, 100] {
            var map = SF.Parameters()
            for index in 0..<size { map.set("k\(index)", to: .integer(Int64(index))) }
            for index in 0..<size { map.set("k\(index)", to: .integer(Int64(-index))) }
            XCTAssertEqual(map.count, size)
            XCTAssertEqual(map.entries.map(\.key), (0..<size).map { "k\($0)" })
            for index in 0..<size { XCTAssertEqual(map["k\(index)"], .integer(Int64(-index))) }
            XCTAssertNil(map["k\(size)"])
        }
    }

    func testOrderIsPartOfEquality() {
        XCTAssertEqual(SF.Parameters(["a": .integer(1)]), SF.Parameters(["a": .integer(2), "a": .integer(1)]))
        XCTAssertNotEqual(
            SF.Parameters(["a": .integer(1), "b": .integer(1)]), SF.Parameters(["b": .integer(1), "a": .integer(1)]))
        XCTAssertTrue(SF.Parameters().isEmpty)
        XCTAssertNil(SF.Parameters()["a"])
    }

    func testKeysAreComparedCharacterForCharacter() {
        var map = SF.Parameters()
        map.set("a", to: .integer(1))
        map.set("A", to: .integer(2))
        XCTAssertEqual(map.count, 2)
    }
}
