import TestSupport
import XCTest

@testable import HTTPCacheSemantics

final class FormURLEncodedTests: XCTestCase {
    func testParameters() {
        let rows: [(String, [(String, String)])] = [
            ("", []), ("&", []), ("a", [("a", "")]), ("a=", [("a", "")]), ("=a", [("", "a")]), ("=", [("", "")]),
            ("a=b", [("a", "b")]), ("a=b=c", [("a", "b=c")]), ("a=1&a=2", [("a", "1"), ("a", "2")]),
            ("&a&&b&", [("a", ""), ("b", "")]), ("a+b=c+d", [("a b", "c d")]), ("%26=%3D", [("&", "=")]),
            ("a;b=1", [("a;b", "1")]), ("?a=1", [("?a", "1")]), ("%=%2", [("%", "%2")]),
            ("%%41=%4%41", [("%A", "%4A")]),
            ("a=%2b%2B", [("a", "++")]), ("a=%00", [("a", "\0")]),
        ]
        for (query, wanted) in rows {
            let pairs = wanted.map { FormURLEncoded.Parameter(name: Array($0.0.utf8), value: Array($0.1.utf8)) }
            XCTAssertEqual(FormURLEncoded.parameters(of: Array(query.utf8)), pairs, query)
        }
    }

    /// Encoding Living Standard §8.1.1, by hand: one U+FFFD for each maximal part.
    func testIllFormedUTF8() {
        let rows: [([UInt8], String)] = [
            ([0xF6], "\u{FFFD}"), ([0x80], "\u{FFFD}"), ([0x80, 0x80], "\u{FFFD}\u{FFFD}"), ([0xC3], "\u{FFFD}"),
            ([0xC3, 0x28], "\u{FFFD}("), ([0xE6, 0xB0], "\u{FFFD}"), ([0xE6, 0xB0, 0x41], "\u{FFFD}A"),
            ([0xF0, 0x9F, 0x98], "\u{FFFD}"), ([0xF0, 0x9F, 0x98, 0xC3, 0xA9], "\u{FFFD}é"),
            ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"), ([0xE0, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xEF, 0xBB, 0xBF], "\u{FEFF}"), ([0xF4, 0x8F, 0xBF, 0xBF], "\u{10FFFF}"),
        ]
        for (octets, text) in rows {
            XCTAssertEqual(FormURLEncoded.replacingIllFormedUTF8(octets), Array(text.utf8), "\(octets)")
        }
    }

    /// Against the standard library's decoder, which is not ours.
    func testAgreesWithTheStandardLibrary() {
        var generator = SplitMix(seed: 3629)
        let interesting: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF3, 0xF4,
            0xF5, 0xFF,
        ]
        for _ in 0..<20000 {
            let octets = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
                interesting[Int.random(in: 0..<interesting.count, using: &generator)]
            }
            let reference = Array(String(decoding: octets, as: UTF8.self).utf8)
            XCTAssertEqual(FormURLEncoded.replacingIllFormedUTF8(octets), reference, "\(octets)")
        }
    }
}
