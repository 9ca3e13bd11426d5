import XCTest

@testable import DiskStore

final class CacheKeyNameTests: XCTestCase {
    /// From: printf '%s' URL | md5sum
    static let names = [
        ("https://example.com/", "182ccedb33a9e03fbf1079b209da1a31"),
        ("http://example.com/", "a6bf1757fff057f266b697df9cf176fd"),
        ("https://cdn.example/app.css", "63d7692a224c392fb30b146d22e12308"),
        ("https://example.com/search?q=a&b=%20", "1e28ddbc7ac5068cdeb10003f72ecf44"),
        ("https://example.com/caf%C3%A9", "1a8e41fcd3ade35e3dd071a57c21d3d1"),
        ("http://localhost:8080/a/b/c?x=1", "eae115f620791929144879e684072f52"),
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ]

    func testKnownNames() {
        for (url, digits) in Self.names {
            let key = StoreKey(url: url)
            XCTAssertEqual(key.name.text, "2_" + digits, url)
            XCTAssertEqual(String(key.name.shard, radix: 16), String(Int(digits.prefix(2), radix: 16) ?? -1, radix: 16))
        }
    }

    func testVariantsHaveASuffixOf16Digits() {
        XCTAssertEqual(
            StoreKey(url: "https://example.com/", variant: 0xab).name.text,
            "2_182ccedb33a9e03fbf1079b209da1a31_00000000000000ab")
        XCTAssertEqual(
            StoreKey(url: "https://example.com/", variant: .max).name.text,
            "2_182ccedb33a9e03fbf1079b209da1a31_ffffffffffffffff")
    }

    func testTheVersionStandsInFront() {
        XCTAssertEqual(
            StoreKey(url: "https://example.com/").name.text(version: 65535), "65535_182ccedb33a9e03fbf1079b209da1a31")
    }

    func testNamesAreReadBack() {
        for variant in [0, 1, 0xdead_beef, UInt64.max] {
            let name = StoreKey(url: "https://example.com/", variant: variant).name
            XCTAssertEqual(CacheKeyName(name.text), name)
        }
    }

    func testOtherSpellingsAreRefused() {
        let digits = "182ccedb33a9e03fbf1079b209da1a31"
        let refused = [
            "", "2", "2_", "_\(digits)", "\(digits)", "2_\(digits.uppercased())", "2_\(digits.dropLast())",
            "2_\(digits)0",
            "2_\(digits)_", "2_\(digits)_0", "2_\(digits)_0000000000000000", "2_\(digits)_00000000000000AB",
            "2_\(digits)-00000000000000ab", "2_\(digits)_00000000000000ab0", "02_\(digits)", "-2_\(digits)",
            "2 _\(digits)",
            "3_\(digits)", "99999_\(digits)", "2_\(digits) ", "2_g82ccedb33a9e03fbf1079b209da1a31",
        ]
        for text in refused { XCTAssertNil(CacheKeyName(text), text) }
    }
}
