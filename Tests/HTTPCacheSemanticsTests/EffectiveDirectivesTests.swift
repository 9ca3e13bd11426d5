import HTTPCacheSemantics
import XCTest

/// RFC 9213 §2.2.
final class EffectiveDirectivesTests: XCTestCase {
    func testTheFirstTargetedFieldThatCanBeUsed() {
        let rows: [(list: [String], lines: [String], field: String?)] = [
            ([], ["CDN-Cache-Control: no-store"], nil),
            (["CDN-Cache-Control"], ["CDN-Cache-Control: no-store"], "CDN-Cache-Control"),
            (["cdn-cache-CONTROL"], ["CDN-Cache-Control: no-store"], "cdn-cache-CONTROL"),
            (["CDN-Cache-Control"], ["Example-Cache-Control: no-store"], nil),
            (["CDN-Cache-Control"], ["Date: x", "Cache-Control: no-store"], nil),
            // A name of no other use here, in a response without any field that has one.
            (["Example-Cache-Control"], ["Example-Cache-Control: no-store"], "Example-Cache-Control"),
            (["Example-Cache-Control"], ["EXAMPLE-Cache-Control: no-store", "X-A: 1"], "Example-Cache-Control"),
            (["Example-Cache-Control"], ["Date: x", "Example-Cache-Control: no-store"], "Example-Cache-Control"),
            (["Example-Cache-Control"], ["X-A: 1"], nil),
            (["Example-Cache-Control"], [], nil),
            (["CDN-Cache-Control", "Example-Cache-Control"], ["Example-Cache-Control: a"], "Example-Cache-Control"),
            (["A", "B"], ["B: max-age=1", "A: max-age=2"], "A"),
            (["A", "B"], ["B: max-age=1", "A: max-age="], "B"),
            (["A", "B"], ["B: max-age=1", "A:"], "B"),
        ]
        for row in rows {
            var options = CacheOptions()
            options.targetedFields = row.list
            let response = ResponseHead(status: 200, fields: Sample.fields(row.lines))
            XCTAssertEqual(CachePolicy(options: options).targetedField(of: response), row.field, "\(row)")
        }
    }

    func testATargetedFieldAloneForbidsStoring() {
        var options = CacheOptions()
        options.targetedFields = ["Example-Cache-Control"]
        let response = Sample.response(200, "Example-Cache-Control: no-store")
        let verdict = CachePolicy(.shared, options: options).storability(of: response, to: Sample.get())
        XCTAssertEqual(verdict.deciding, .storeNoStore)
    }
}
