import CachingClient
import HTTPCacheSemantics
import XCTest

final class RequestCourseTests: XCTestCase {
    /// Methods for which nothing is looked up are decided about all the same.
    func testTheVerdictOnOtherMethodsIsThePolicys() async throws {
        let rows: [(method: HTTPCacheSemantics.Method, asks: Bool, rule: Rule)] = [
            (Method("OPTIONS"), false, .requestOnlyIfCached), (Method("TRACE"), false, .requestOnlyIfCached),
            (.post, true, .outcomeReplaced), (Method("PURGE"), true, .outcomeReplaced),
        ]
        for row in rows {
            let dialogue = Dialogue(answers: [.answer(200, [], "yes")])
            let answer = try await dialogue.say(
                row.method, "/a", [("Cache-Control", "only-if-cached")], gets: row.asks ? 200 : 504,
                asked: row.asks ? 1 : 0, because: row.rule)
            let status = answer.fields.combinedValue(of: "Cache-Status") ?? ""
            XCTAssertEqual(
                status,
                row.asks ? "CachingClient;fwd=method" : "CachingClient; detail=request.only-if-cached", row.method.name)
        }
    }
}
