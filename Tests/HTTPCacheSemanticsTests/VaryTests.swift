import HTTPCacheSemantics
import XCTest

/// Each row is a Vary value, what the stored request carried, and what the new one carries.
final class VaryTests: XCTestCase {
    private func reuse(_ vary: [String], _ old: [String], _ new: [String]) -> Verdict<ReuseDecision> {
        let stored = StoredResponse(
            request: RequestHead(target: Sample.target(), fields: Sample.fields(old)),
            response: ResponseHead(
                status: 200,
                fields: Sample.fields(["Cache-Control: max-age=60"] + vary.map { "Vary: \($0)" })),
            requestTime: Sample.start, responseTime: Sample.start)
        let request = RequestHead(target: Sample.target(), fields: Sample.fields(new))
        return CachePolicy().reuse(of: [stored], for: request, at: Sample.start)
    }

    /// RFC 9111 §4.1: equal, or made equal by whitespace, combined lines, and what a field's own definition allows.
    func testRequestsThatMatch() {
        let rows: [(vary: [String], old: [String], new: [String])] = [
            (["Accept"], ["Accept: a/b"], ["Accept: a/b"]),
            (["accept"], ["ACCEPT: a/b"], ["Accept: a/b"]),
            (["Accept"], [], []),
            (["Accept"], ["Accept: a/b,c/d"], ["Accept: a/b, c/d"]),
            (["Accept"], ["Accept: a/b, c/d"], ["Accept: a/b", "Accept: c/d"]),
            (["Accept"], ["Accept: a/b, c/d"], ["Accept: ,a/b ,, c/d,"]),
            (["Accept-Language"], ["Accept-Language: de"], ["Accept-Language: DE"]),
            (["Accept-Encoding"], ["Accept-Encoding: gzip, br"], ["accept-encoding: GZIP,br"]),
            (["X-A"], ["X-A: 1"], ["X-A: 1"]),
            (["X-A"], ["X-A: 1"], ["x-a:   1  "]),
            (["X-A"], ["X-A: 1", "X-A: 2"], ["X-A: 1, 2"]),
            (["X-A"], ["X-A: 1", "X-B: 2"], ["X-B: 3", "X-A: 1"]),
            (["X-A"], ["X-A:"], ["X-A:"]),
            ([""], ["X-A: 1"], ["X-A: 2"]),
            ([","], ["Accept: a/b"], ["Accept: c/d"]),
            (["X-A, X-B"], ["X-A: 1", "X-B: 2"], ["X-A: 1", "X-B: 2"]),
            (["*a"], ["X-A: 1"], ["X-A: 2"]),
        ]
        for row in rows {
            XCTAssertEqual(reuse(row.vary, row.old, row.new).decision, .reuse(candidate: 0, .fresh), "\(row)")
        }
    }

    func testRequestsThatDoNotMatch() {
        let rows: [(vary: [String], old: [String], new: [String])] = [
            (["Accept"], ["Accept: a/b"], ["Accept: a/c"]),
            (["Accept"], ["Accept: a/b"], []),
            (["Accept"], [], ["Accept: a/b"]),
            (["Accept"], [], ["Accept:"]),
            (["Accept"], ["Accept: a/b, c/d"], ["Accept: c/d, a/b"]),
            (["Accept"], ["Accept: a/b, c/d"], ["Accept: a/b"]),
            (["Accept"], ["Accept: a/b"], ["Accept: A/B"]),
            (["Accept"], ["Accept: a/b;x=\"1,2\""], ["Accept: a/b;x=\"1, 2\""]),
            (["X-A"], ["X-A: 1"], ["X-A: 2"]),
            (["X-A"], ["X-A: a"], ["X-A: A"]),
            (["X-A"], ["X-A: 1,2"], ["X-A: 1, 2"]),
            (["X-A"], ["X-A: 1"], []),
            (["X-A"], [], ["X-A:"]),
            (["X-A"], ["X-A: 1", "X-A: 2"], ["X-A: 2", "X-A: 1"]),
            (["X-A, X-B"], ["X-A: 1", "X-B: 2"], ["X-A: 1", "X-B: 3"]),
            (["X-A", "X-B"], ["X-A: 1", "X-B: 2"], ["X-A: 1", "X-B: 3"]),
            (["User-Agent"], ["User-Agent: a"], ["User-Agent: b"]),
            (["Cookie"], ["Cookie: a=1"], ["Cookie: a=1; b=2"]),
        ]
        for row in rows {
            let verdict = reuse(row.vary, row.old, row.new)
            XCTAssertEqual(verdict.decision, .forward(.varyMiss), "\(row)")
            XCTAssertEqual(verdict.deciding, .varyMismatch, "\(row)")
        }
    }

    /// RFC 9110 §12.5.5: an asterisk anywhere in the list, and what is no list of names.
    func testValuesThatNothingMatches() {
        for vary in [
            ["*"], ["Accept, *"], ["*, Accept"], ["Accept", "*"], [" * "], ["*,*"], ["Accept Language"], ["X-A;q=1"],
            ["\"X-A\""], ["X-A, (b)"], ["é"],
        ] {
            let verdict = reuse(vary, [], [])
            XCTAssertEqual(verdict.decision, .forward(.varyMiss), "\(vary)")
            XCTAssertEqual(verdict.deciding, .varyStar, "\(vary)")
        }
    }

    func testNominatedFields() {
        let response = Sample.response(200, "Vary: Accept, X-A", "vary: ACCEPT,, cookie")
        XCTAssertEqual(response.nominatedFields, ["accept", "x-a", "cookie"])
        XCTAssertEqual(Sample.response(200).nominatedFields, [])
    }
}
