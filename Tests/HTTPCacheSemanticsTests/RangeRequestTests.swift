import HTTPCacheSemantics
import XCTest

final class RangeRequestTests: XCTestCase {
    private func form(
        _ range: String, of content: StoredContent, method: String = "GET", _ lines: String...
    ) -> Verdict<ServedForm> {
        let stored = Sample.stored("Cache-Control: max-age=60", "ETag: \"a\"", content: content)
        let request = RequestHead(
            method: Method(method), target: Sample.target(), fields: Sample.fields(["Range: \(range)"] + lines))
        return CachePolicy().servedForm(of: stored, for: request, because: .reuseFresh, at: Sample.start)
    }

    /// RFC 9110 §14.1.2 over a whole of ten bytes.
    func testRangesOfAWhole() {
        let rows: [(String, Range<Int>)] = [
            ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=2-5", 2..<6), ("bytes=9-9", 9..<10),
            ("bytes=0-", 0..<10), ("bytes=9-", 9..<10), ("bytes=5-99", 5..<10), ("bytes=-1", 9..<10),
            ("bytes=-10", 0..<10), ("bytes=-99", 0..<10), ("BYTES=2-5", 2..<6), ("bytes= 2-5 ", 2..<6),
            ("bytes=0002-0005", 2..<6), ("bytes=2-99999999999999999999999", 2..<10),
            ("bytes=-99999999999999999999999", 0..<10),
        ]
        for (text, range) in rows {
            let verdict = form(text, of: .complete(length: 10))
            XCTAssertEqual(verdict.decision, .part(range, total: 10), text)
            XCTAssertEqual(verdict.deciding, .rangeSatisfied, text)
        }
    }

    /// RFC 9110 §14.2: no byte of them exists.
    func testRangesThatAreNotSatisfiable() {
        for text in ["bytes=10-", "bytes=10-20", "bytes=99-", "bytes=99999999999999999999-", "bytes=-0"] {
            let verdict = form(text, of: .complete(length: 10))
            XCTAssertEqual(verdict.decision, .rangeNotSatisfiable(length: 10), text)
            XCTAssertEqual(verdict.deciding, .rangeUnsatisfiable, text)
        }
        XCTAssertEqual(form("bytes=0-", of: .complete(length: 0)).decision, .rangeNotSatisfiable(length: 0))
        // A suffix is satisfiable even then, but no Content-Range can name it.
        XCTAssertEqual(form("bytes=-5", of: .complete(length: 0)).decision, .whole)
    }

    /// An invalid Range, several ranges and other units are ignored: the whole is sent.
    func testWhatIsIgnored() {
        for text in [
            "", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=1", "bytes=+1-2", "bytes=1-2-3",
            "bytes=1 -2", "bytes=0-1,4-5", "bytes=0-1,", "items=0-1", "bytes 0-1", "bytes==0-1", "bytes =0-1",
        ] {
            let verdict = form(text, of: .complete(length: 10))
            XCTAssertEqual(verdict.decision, .whole, text)
            XCTAssertEqual(verdict.deciding, .reuseFresh, text)
        }
        XCTAssertEqual(form("bytes=0-1", of: .complete(length: 10), method: "HEAD").decision, .whole)
        XCTAssertEqual(form("bytes=0-1", of: .complete(length: 10), "Range: bytes=0-1").decision, .whole)
        XCTAssertEqual(form("bytes=0-1", of: .complete(length: nil)).decision, .whole, "the length is not known")
    }

    /// RFC 9111 §3.3: a part answers what lies wholly within it.
    func testSelectionOfAPart() {
        let rows: [(String, Range<Int>, total: Int?, answers: Bool)] = [
            ("bytes=2-5", 2..<6, 10, true), ("bytes=3-4", 2..<6, 10, true), ("bytes=2-6", 2..<6, 10, false),
            ("bytes=1-5", 2..<6, 10, false), ("bytes=4-", 2..<6, 10, false), ("bytes=4-", 2..<10, 10, true),
            ("bytes=4-", 2..<6, nil, false), ("bytes=2-5", 2..<6, nil, true), ("bytes=-4", 6..<10, 10, true),
            ("bytes=-5", 6..<10, 10, false), ("bytes=-4", 6..<10, nil, false), ("bytes=-0", 6..<10, 10, false),
            ("bytes=7-99", 6..<10, 10, true), ("bytes=7-99", 6..<10, nil, false), ("bytes=0-1,4-5", 0..<6, 10, false),
            ("items=0-1", 0..<6, 10, false), ("bytes=", 0..<6, 10, false), ("bytes=6-", 2..<6, 6, false),
        ]
        for (text, part, total, answers) in rows {
            let stored = Sample.stored(
                "Cache-Control: max-age=60", "ETag: \"a\"", content: .partial(range: part, total: total))
            let request = Sample.get("Range: \(text)")
            let verdict = CachePolicy().reuse(of: [stored], for: request, at: Sample.start)
            XCTAssertEqual(
                verdict.decision, answers ? .reuse(candidate: 0, .fresh) : .forward(.partial),
                "\(text) of \(part) of \(total ?? -1)")
        }
    }

    /// RFC 9110 §13.1.5: a strong tag that is equal, or a date that is the strong Last-Modified.
    func testIfRange() {
        let modified = Sample.text(-100)
        let rows: [(stored: [String], ifRange: String, isCut: Bool)] = [
            (["ETag: \"a\""], "\"a\"", true), (["ETag: \"a\""], "\"b\"", false), (["ETag: \"a\""], "W/\"a\"", false),
            (["ETag: W/\"a\""], "W/\"a\"", false), (["ETag: W/\"a\""], "\"a\"", false), ([], "\"a\"", false),
            (["Last-Modified: \(modified)"], modified, true),
            (["Last-Modified: \(modified)"], Sample.text(-99), false),
            (["Last-Modified: \(modified)"], Sample.text(-101), false),
            (["Last-Modified: \(Sample.startText)"], Sample.startText, false),
            (["ETag: \"a\""], modified, false), (["ETag: \"a\""], "a", false), (["ETag: \"a\""], "*", false),
            (["ETag: \"a\""], "", false),
        ]
        for (lines, ifRange, isCut) in rows {
            let stored = StoredResponse(
                request: Sample.get(),
                response: ResponseHead(
                    status: 200,
                    fields: Sample.fields(["Date: \(Sample.startText)", "Cache-Control: max-age=60"] + lines)),
                requestTime: Sample.start, responseTime: Sample.start, content: .complete(length: 10))
            let request = Sample.get("Range: bytes=0-1", "If-Range: \(ifRange)")
            let verdict = CachePolicy().servedForm(of: stored, for: request, because: .reuseFresh, at: Sample.start)
            XCTAssertEqual(verdict.decision, isCut ? .part(0..<2, total: 10) : .whole, "\(lines) \(ifRange)")
            XCTAssertEqual(verdict.deciding, isCut ? .rangeSatisfied : .rangeIfRange, "\(lines) \(ifRange)")
        }
    }
}
