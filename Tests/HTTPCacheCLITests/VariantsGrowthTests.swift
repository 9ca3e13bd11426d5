import XCTest

@testable import HTTPCacheCLI

/// Thousands of variants of one URL cost no more each than a few do.
final class VariantsGrowthTests: XCTestCase {
    private func growth(_ words: [String], _ input: (Int) -> String) -> Growth {
        growthOfWork(from: 100, samples: 1) { count in
            let input = input(count)
            return { XCTAssertEqual(Run(words, input: input).status, .answered) }
        }
    }

    func testDecide() {
        let growth = growth(["decide"]) { count in
            let later = (0..<count).map { number in
                """
                {"at":\(1_767_225_600 + number),\
                "request":{"method":"GET","url":"https://a.example/r","fields":[["X-A","\(number)"]]},\
                "answer":{"status":200,"fields":[["Cache-Control","max-age=600"],["Vary","X-A"]]}}
                """
            }
            return """
                {"request":{"method":"GET","url":"https://a.example/r","fields":[]},\
                "response":{"status":200,"fields":[["Date","Thu, 01 Jan 2026 00:00:00 GMT"],["Vary","X-A"]]},\
                "then":[\(later.joined(separator: ","))]}
                """
        }
        XCTAssertTrue(growth.isLinear, "\(growth)")
    }

    func testExplain() {
        for vary in ["X-A", ""] {
            let growth = growth(["explain", "--cache", "shared"]) { count in
                (0..<count).map { number in
                    """
                    > GET /r HTTP/1.1
                    > Host: a.example
                    > X-A: \(number)
                    >
                    < HTTP/1.1 200 OK
                    < Date: Thu, 01 Jan 2026 00:00:00 GMT
                    < Cache-Control: max-age=0
                    < Vary: \(vary)
                    < Content-Length: 0
                    <

                    """
                }.joined()
            }
            XCTAssertTrue(growth.isLinear, "\(vary): \(growth)")
        }
    }
}
