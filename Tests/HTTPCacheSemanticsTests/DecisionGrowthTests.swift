import XCTest

@testable import HTTPCacheSemantics

/// The whole way from lines of text to verdicts takes time in proportion to the bytes, whatever they are.
final class DecisionGrowthTests: XCTestCase {
    private func decide(_ lines: OneShotExchange.Lines) {
        let exchange = OneShotExchange(
            status: 200, requestFields: lines, responseFields: lines, newRequestFields: lines,
            requestTime: Sample.start,
            responseTime: Sample.start)
        for policy in [CachePolicy(), CachePolicy(.shared, options: .cdn)] {
            _ = policy.decide(exchange, at: Sample.start)
        }
    }

    private func growth(_ lines: (Int) -> OneShotExchange.Lines) -> Growth {
        growthOfWork(from: 2 << 10) { bytes in
            let lines = lines(bytes)
            return { self.decide(lines) }
        }
    }

    func testOneLongValue() {
        for name in ["Cache-Control", "Vary", "Age", "Expires", "ETag", "Pragma", "CDN-Cache-Control", "Accept", "X-A"]
        {
            for piece in ["a=\"", ",", "x,", "\"\\", "max-age=1,", "\"a\",", "*", "9"] {
                let found = growth { bytes in
                    [(name, String(repeating: piece, count: bytes / piece.utf8.count)), ("Vary", "Accept, X-A")]
                }
                XCTAssertTrue(found.isLinear, "\(name): \(piece): \(found)")
            }
        }
    }

    func testManyLines() {
        for line in [
            ("Cache-Control", "a=\"x"), ("Cache-Control", "max-age=1"), ("Vary", "Accept"), ("Vary", "x"),
            ("Expires", "Thursday, 01-Jan-26 00:01:00 GMT"), ("Age", "1"), ("Accept", "a"), ("X-A", "1"), ("x", ""),
        ] {
            let found = growth { bytes in
                Array(repeating: (name: line.0, value: line.1), count: bytes / 16) + [("Vary", "Accept, X-A")]
            }
            XCTAssertTrue(found.isLinear, "\(line): \(found)")
        }
    }

    /// Many names in Vary and many lines in the request do not multiply where a response is stored or updated.
    func testManyNominatedFieldsOfManyLines() {
        let found = growthOfWork(from: 500) { count in
            let names = (0..<count).map { "x-\($0)" }
            let request = RequestHead(target: Sample.target(), fields: FieldSection(names.map { ($0, "1") }))
            let other = RequestHead(
                target: Sample.target(), fields: FieldSection((0..<count).map { ("y-\($0)", "1") }))
            let varying = Sample.response(200, "Vary: " + names.joined(separator: ","))
            func stored(_ request: RequestHead, _ response: ResponseHead) -> StoredResponse {
                StoredResponse(
                    request: request, response: response, requestTime: Sample.start, responseTime: Sample.start)
            }
            let (asked, kept) = (stored(request, varying), stored(other, varying))
            let old = stored(other, Sample.response(200))
            return {
                XCTAssertNotEqual(VariantID(of: asked).number, 0)
                XCTAssertEqual(kept.nominating(from: request, since: old).request.fields.count, 2 * count)
            }
        }
        XCTAssertTrue(found.isLinear, "\(found)")
    }
}
