import XCTest

@testable import HTTPCacheSemantics

final class AcceptWeightsTests: XCTestCase {
    private func read(_ value: String, _ field: AcceptWeights.Field) -> AcceptWeights? {
        AcceptWeights(Array(value.utf8).span, of: field)
    }

    /// RFC 9110 §12.5.3, §12.4.2.
    func testWhatIsNoAcceptEncoding() {
        for value in [
            "gzip br", "gzip;", "gzip;q", "gzip;q=", "gzip;q=1.001", "gzip;q=0.0000", "gzip;q=2", "gzip;q=.5",
            "gzip;q=-1",
            "gzip;q=0.x", "gzip;q=1;q=1", "gzip;level=1", "gzip;q =1", "gzip;q= 1", ";q=1", "\"gzip\"",
            "gzip;q=\"1\"", "g(zip", "gzip, gzip;q=0.9", "x-gzip, gzip;q=0.9", "gzip;q=10", "gzip;q=0x5", "é",
        ] {
            XCTAssertNil(read(value, .encoding), value)
        }
        for value in [
            "", " , ,", "*", "identity", "gzip;q=1.", "gzip;q=0.", "br ;\tq=0.123", "a!#$%&'*+-.^_`|~9", "a,a",
        ] {
            XCTAssertNotNil(read(value, .encoding), value)
        }
    }

    /// RFC 9110 §12.5.4, RFC 4647 §2.1.
    func testWhatIsNoAcceptLanguage() {
        for value in [
            "de_CH", "d3", "-de", "de-", "de--ch", "abcdefghi", "de-abcdefghi", "*-de", "de;q=1.1", "**", "é",
        ] {
            XCTAssertNil(read(value, .language), value)
        }
        for value in ["", "*", "de", "abcdefgh-12345678-x", "de-1996;q=0.8", "i-klingon"] {
            XCTAssertNotNil(read(value, .language), value)
        }
    }

    func testAnEmptyFieldAcceptsNothingButIdentity() {
        XCTAssertEqual(read("", .encoding), read("identity;q=0.5", .encoding))
        XCTAssertNotEqual(read("", .encoding), read("identity;q=0", .encoding))
        XCTAssertNotEqual(read("", .encoding), read("*", .encoding))
        XCTAssertNotEqual(read("", .language), read("identity", .language))
    }

    func testWorkGrowsWithTheBytes() {
        for piece in ["gzip,", "a;q=0.5,", ",", "x-", "gzip;", "*;q=0,"] {
            let growth = growthOfWork(from: 4 << 10) { bytes in
                let value = Array(String(repeating: piece, count: bytes / piece.utf8.count).utf8)
                return { _ = AcceptWeights(value.span, of: .encoding) }
            }
            XCTAssertTrue(growth.isLinear, "\(piece): \(growth)")
        }
        let distinct = growthOfWork(from: 500) { count in
            let value = Array((0..<count).map { "c\($0)" }.joined(separator: ",").utf8)
            return { _ = AcceptWeights(value.span, of: .encoding) }
        }
        XCTAssertTrue(distinct.isLinear, "\(distinct)")
    }
}
