import Foundation
import TestSupport
import XCTest

@testable import HTTPCacheSemantics

final class StructuredFieldsBase64Tests: XCTestCase {
    private func decoded(_ text: String) -> [UInt8]? {
        var decoder = Base64Decoder()
        for character in text.utf8 {
            guard decoder.take(character) == .taken else { return nil }
        }
        return decoder.finish()
    }

    private func encoded(_ octets: [UInt8]) -> String {
        var output: [UInt8] = []
        Base64Encoder.encode(octets, into: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// RFC 4648 §10
    func testVectors() {
        let vectors = [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
        for (plain, base64) in vectors {
            XCTAssertEqual(encoded([UInt8](plain.utf8)), base64)
            XCTAssertEqual(decoded(base64), [UInt8](plain.utf8))
        }
    }

    /// RFC 4648 §4, table 1: written out, so that both directions are checked against it.
    func testAlphabet() {
        let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for (value, character) in alphabet.enumerated() {
            XCTAssertEqual(encoded([UInt8(value << 2)]).utf8.first, character)
            XCTAssertEqual(decoded(String(decoding: [character, alphabet[0]], as: UTF8.self)), [UInt8(value << 2)])
        }
        for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) && byte != UInt8(ascii: "=") {
            var decoder = Base64Decoder()
            XCTAssertEqual(decoder.take(byte), .notInAlphabet)
        }
    }

    /// Against Foundation, an implementation not ours.
    func testAgreesWithFoundation() {
        var generator = SplitMix(seed: 4648)
        for length in 0..<200 {
            let octets = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let reference = Data(octets).base64EncodedString()
            XCTAssertEqual(encoded(octets), reference)
            XCTAssertEqual(decoded(reference), octets)
        }
    }
}
