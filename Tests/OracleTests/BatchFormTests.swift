import Foundation
import XCTest

/// The batch form, from the example that describes it.
final class BatchFormTests: XCTestCase {
    func testExample() throws {
        let made = Oracle.Case(
            name: "7", request: get("Accept: text/html"),
            response: Oracle.Response(
                fields: fields("Date: \(t0Date)", "Cache-Control: max-age=5", "ETag: \"a\""), bodyLength: 3),
            requestTime: t0, responseTime: t0,
            then: [Oracle.Later(at: t0 + 10, request: get(), answer: answer(304, "ETag: \"a\""))])
        let expectedInput = """
            {"case":"7","cache":"shared","profile":"rfc9111",
             "request":{"method":"GET","url":"https://a.example/r","fields":[["Accept","text/html"]]},
             "response":{"status":200,"fields":[["Date","Thu, 01 Jan 2026 00:00:00 GMT"],
                ["Cache-Control","max-age=5"],["ETag","\\"a\\""]],"bodyLength":3},
             "requestTime":1767225600,"responseTime":1767225600,
             "then":[{"at":1767225610,"request":{"method":"GET","url":"https://a.example/r","fields":[]},
                      "answer":{"status":304,"fields":[["ETag","\\"a\\""]]}}]}
            """
        try assertSameJSON(made.json.text, expectedInput)
        let expectedOutput = """
            {"schema":"httpcache.decision/1","case":"7","store":{"decision":"store"},
             "freshness":{"lifetime":5,"source":"max-age","age":0},
             "then":[{"decision":"validate","age":10,"lifetime":5,"staleFor":5,"sends":[["If-None-Match","\\"a\\""]],
                      "after":{"outcome":"freshened","stored":true,"lifetime":5,"age":0,
                               "serves":{"status":200,"fields":[]},"invalidates":[]}}]}
            """
        try assertSameJSON(Oracle.run(made).json(of: "7").text, expectedOutput)
    }

    func testEscapes() throws {
        let text = Oracle.JSON.string("a\"\\\t\u{1}\u{7F}\u{E9}").text
        XCTAssertEqual(text, "\"a\\\"\\\\\\u0009\\u0001\\u007f\u{E9}\"")
    }

    /// The times of a case that leaves them out.
    func testDefaults() {
        let dated = Oracle.Case(
            response: Oracle.Response(
                fields: fields("Date: Thu, 01 Jan 2026 01:00:00 GMT", "Cache-Control: max-age=9")),
            then: [Oracle.Later(at: t0 + 3605, request: get())])
        XCTAssertEqual(Oracle.run(dated).then[0].age, 5)
        var undated = dated
        undated.response.fields.removeFirst()
        undated.then[0].at = t0 + 7
        XCTAssertEqual(Oracle.run(undated).then[0].age, 7)
    }

    private func assertSameJSON(_ one: String, _ other: String, line: UInt = #line) throws {
        let objects = try [one, other].map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary }
        XCTAssertNotNil(objects[0], line: line)
        XCTAssertEqual(objects[0], objects[1], line: line)
    }
}
