import XCTest

@testable import HTTPCacheSemantics

final class FieldSectionTests: XCTestCase {
    private let section = FieldSection([
        ("Date", "Thu, 01 Jan 2026 00:00:00 GMT"), ("X-Note", " \t one\t"), ("x-note", "two"), ("Vary", ""),
        ("Age", "0"),
    ])

    func testLinesAreKeptInOrderAsReceived() {
        XCTAssertEqual(section.count, 5)
        XCTAssertFalse(section.isEmpty)
        XCTAssertEqual(section.lines.map(\.nameText), ["Date", "X-Note", "x-note", "Vary", "Age"])
        XCTAssertEqual(section[1].description, "X-Note: one")
        XCTAssertEqual(section.lines, (0..<5).map { section[$0] })
        XCTAssertTrue(FieldSection().isEmpty)
    }

    /// RFC 9110 §5.5: whitespace at the ends is no part of a value; within it is.
    func testValuesAreTrimmed() {
        for (text, value) in [("", ""), ("  ", ""), ("\t", ""), (" a b ", "a b"), ("a", "a"), ("\r a", "\r a")] {
            XCTAssertEqual(FieldSection([("X", text)])[0].valueText, value, text.debugDescription)
        }
    }

    func testNamesMatchInAnyCase() {
        for name in ["x-note", "X-NOTE", "X-Note"] {
            XCTAssertTrue(section.contains(name))
            XCTAssertEqual(section.values(of: name).map(FieldLine.text), ["one", "two"])
            XCTAssertEqual(section.combinedValue(of: name), "one, two")
        }
        for name in ["x-not", "x-notes", "x\rnote", ""] {
            XCTAssertFalse(section.contains(name))
            XCTAssertEqual(section.values(of: name), [])
            XCTAssertNil(section.combinedValue(of: name))
        }
        XCTAssertEqual(section.combinedValue(of: "vary"), "")
    }

    func testRemoveTakesEveryLineOfTheName() {
        var changed = section
        changed.remove("X-NOTE")
        XCTAssertEqual(changed.lines.map(\.nameText), ["Date", "Vary", "Age"])
        changed.remove("absent")
        XCTAssertEqual(changed.count, 3)
    }

    func testSetPutsOneLineInThePlaceOfAll() {
        var changed = section
        changed.set("X-NOTE", to: " three ")
        XCTAssertEqual(changed.lines.map(\.description).dropFirst(), ["X-NOTE: three", "Vary: ", "Age: 0"])
        changed.set("New", to: "1")
        XCTAssertEqual(changed.lines.last?.description, "New: 1")
    }

    func testTheFirstLineOfAField() {
        XCTAssertEqual(section.first(.age)?.value.count, 1)
        XCTAssertNil(section.first(.eTag))
        XCTAssertEqual(section.count(.vary), 1)
        var twice = section
        twice.append(name: "AGE", value: "10")
        XCTAssertEqual(twice.count(.age), 2)
        XCTAssertEqual(twice.first(.age)?.value, section.first(.age)?.value)
        XCTAssertEqual(twice.firstValue(of: "aGe"), [0x30])
        XCTAssertEqual(twice.firstValue(of: "x-note"), section.values(of: "x-note").first)
        XCTAssertEqual(twice.firstValue(of: "vary"), [])
        XCTAssertNil(twice.firstValue(of: "x-other"))
        XCTAssertNil(twice.firstValue(of: "ETag"))
    }

    /// Bytes that are no UTF-8 are shown one character a byte, and stay as they are.
    func testBytesThatAreNoText() {
        var fields = FieldSection()
        fields.append(name: [0x58], value: [0x20, 0xE9, 0x00, 0x20])
        XCTAssertEqual(fields[0].value, [0xE9, 0x00])
        XCTAssertEqual(fields[0].valueText, "é\0")
        XCTAssertEqual(FieldSection([("X", "é")])[0].valueText, "é")
    }
}
