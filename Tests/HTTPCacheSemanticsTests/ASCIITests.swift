import XCTest

@testable import HTTPCacheSemantics

final class ASCIITests: XCTestCase {
    /// RFC 9110 §5.6.2: fifteen signs, the digits and the letters.
    func testTokenBytes() {
        let digits = Array("0123456789".utf8)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        let all = Set(Array("!#$%&'*+-.^_`|~".utf8) + digits + letters)
        XCTAssertEqual(all.count, 77)
        for byte in UInt8.min...UInt8.max { XCTAssertEqual(byte.isTokenByte, all.contains(byte), "\(byte)") }
    }
}
