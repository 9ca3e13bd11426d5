import XCTest

@testable import HTTPCacheSemantics

final class KnownFieldTests: XCTestCase {
    private func find(_ name: String) -> KnownField? { KnownField(Array(name.utf8).span) }

    func testEveryNameFindsItselfInAnyCase() {
        for field in KnownField.allCases {
            let name = field.name.description
            XCTAssertEqual(name, name.lowercased())
            XCTAssertEqual(find(name), field, name)
            XCTAssertEqual(find(name.uppercased()), field, name)
            XCTAssertEqual(find(name.capitalized), field, name)
            XCTAssertEqual(find(name.prefix(1).uppercased() + name.dropFirst()), field, name)
        }
    }

    /// A set of known fields is one word of 64 bits.
    func testNumbersAreThoseOfBits() {
        XCTAssertLessThanOrEqual(KnownField.allCases.count, 64)
        for (number, field) in KnownField.allCases.enumerated() {
            XCTAssertEqual(Int(field.rawValue), number)
            XCTAssertEqual(field.bit, 1 << UInt64(number))
        }
    }

    /// Each byte changed, left out, doubled or put in front of, at the end of, and in the middle of a name.
    func testNearNamesAreNotFound() {
        let names = Set(KnownField.allCases.map(\.name.description))
        func check(_ bytes: [UInt8], _ name: String) {
            let text = String(decoding: bytes, as: UTF8.self).lowercased()
            if names.contains(text) { return }
            XCTAssertNil(KnownField(bytes.span), "\(bytes) near \(name)")
        }
        for name in names {
            let bytes = Array(name.utf8)
            for index in bytes.indices {
                for byte in UInt8.min...UInt8.max where byte != bytes[index] {
                    var changed = bytes
                    changed[index] = byte
                    check(changed, name)
                }
                var changed = bytes
                changed.remove(at: index)
                check(changed, name)
                changed = bytes
                changed.insert(bytes[index], at: index)
                check(changed, name)
            }
            for byte in [0, 0x20, 0x2D, 0x3A, 0x61] as [UInt8] {
                check([byte] + bytes, name)
                check(bytes + [byte], name)
            }
            check(bytes + bytes, name)
        }
    }

    /// A byte that folding the case of letters would turn into the hyphen or a letter of a name.
    func testBytesThatAreNoLettersDoNotPassForSome() {
        for name in ["cache\rcontrol", "CACHE\rCONTROL", "\u{1}ge", "dat\u{5}", "ETA\u{7}", "@ge", "vary\0", "age\0"] {
            XCTAssertNil(find(name), name)
        }
        XCTAssertNil(KnownField(([0xC1, 0x67, 0x65] as [UInt8]).span))
    }

    func testNamesThatAreNone() {
        for name in ["", "a", "x", "x-", String(repeating: "a", count: 25), String(repeating: "a", count: 10_000)] {
            XCTAssertNil(find(name), name)
        }
    }

    /// The table holds the first and the last eight bytes of each name, little-endian, and its length.
    func testEndsAreThoseOfTheNames() {
        XCTAssertEqual(KnownField.ends.count, KnownField.allCases.count)
        for (field, ends) in zip(KnownField.allCases, KnownField.ends) {
            let bytes = Array(field.name.description.utf8)
            func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
            XCTAssertEqual(
                ends, KnownField.Ends(word(bytes.prefix(8)), word(bytes.suffix(8)), bytes.count), "\(field)")
        }
    }
}
