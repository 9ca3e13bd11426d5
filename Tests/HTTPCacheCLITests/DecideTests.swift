import Foundation
import HTTPDate
import XCTest

@testable import HTTPCacheCLI

/// `httpcache decide`: golden lines in `Fixtures/output/decide`, written by hand from the RFCs, and every error with
/// the byte that it names.
final class DecideTests: XCTestCase {
    /// `NAME.jsonl` and `NAME.expected.jsonl`. Of the reasons only the first is held against the golden line, and the
    /// order of field lines with different names does not matter (RFC 9110 §5.3).
    func testGoldenLines() throws {
        let names = try FileNames.inDirectory(Project.path("Fixtures/output/decide"))
            .filter { $0.hasSuffix(".expected.jsonl") }.map { String($0.dropLast(".expected.jsonl".count)) }
        XCTAssertTrue(names.contains("example"))
        for name in names {
            let run = Run(["decide", Project.path("Fixtures/output/decide/\(name).jsonl")])
            XCTAssertEqual(run.status, .answered, name)
            let expected = try Project.text("Fixtures/output/decide/\(name).expected.jsonl")
            let lines = zip(run.output.split(separator: "\n"), expected.split(separator: "\n"))
            XCTAssertEqual(run.output.filter { $0 == "\n" }.count, expected.filter { $0 == "\n" }.count, name)
            for (line, wanted) in lines {
                XCTAssertEqual(try comparable(String(line)), try comparable(String(wanted)), name)
            }
        }
    }

    private func comparable(_ line: String) throws -> NSDictionary {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return try XCTUnwrap(comparable(value, under: "") as? NSDictionary)
    }

    private func comparable(_ value: Any, under name: String) -> Any {
        if let object = value as? [String: Any] {
            return object.reduce(into: [String: Any]()) { $0[$1.key] = comparable($1.value, under: $1.key) }
        }
        guard let array = value as? [Any] else { return value }
        if name == "reasons" { return Array(array.prefix(1)) }
        if name == "fields", let lines = array as? [[String]] {
            return lines.enumerated().sorted {
                ($0.element[0].lowercased(), $0.offset) < ($1.element[0].lowercased(), $1.offset)
            }
            .map(\.element)
        }
        return array.map { comparable($0, under: "") }
    }

    // MARK: Errors

    /// The byte that the error names stands after the mark ¦.
    private let faults: [(line: String, message: String)] = [
        // No JSON.
        (#"¦x"#, "expected a value"),
        (#"{¦"#, "expected a name"),
        (#"{¦case":1}"#, "expected a name"),
        (#"{"case"¦ 1}"#, "expected a colon"),
        (#"{"case":¦}"#, "expected a value"),
        (#"{"case":¦tru}"#, "expected a value"),
        (#"{"case":1¦"#, "expected , or }"),
        (#"{"case":1,¦}"#, "expected a name"),
        (#"{"then":[1¦}"#, "expected , or ]"),
        (#"{"then":[1,¦]}"#, "expected a value"),
        (#"{"case":1}¦ 2"#, "expected the end of the line"),
        (#"{"case":¦"7}"#, "a string without its closing quote"),
        (#"{"case":"7¦\"#, "expected the rest of an escape"),
        (#"{"case":"a¦\x"}"#, "no such escape"),
        (#"{"case":"a¦\u12"}"#, "expected four hex digits"),
        (#"{"case":"a¦\ud800"}"#, "half of a surrogate pair"),
        (#"{"case":"a¦\ud800\u0041"}"#, "half of a surrogate pair"),
        (#"{"case":"a¦\udc00"}"#, "half of a surrogate pair"),
        ("{\"case\":\"a¦\tb\"}", "a control byte in a string"),
        (#"{"case":¦01}"#, "a number has no leading zero"),
        (#"{"case":-¦}"#, "expected a digit"),
        (#"{"case":1.¦}"#, "expected a digit"),
        (#"{"case":1e¦}"#, "expected a digit"),
        (#"{"case":1,¦"case":2}"#, "the name case stands twice"),
        (#"{"case":1,¦"c\u0061se":2}"#, "the name case stands twice"),
        (#"{"case":"# + String(repeating: "[", count: 63) + "¦[", "nested deeper than 64"),
        // JSON, but no line of the batch form.
        (#"¦[]"#, "expected an object"),
        (#"¦{}"#, "the key request is missing"),
        (#"¦{"request":{"url":"https://a.example/"}}"#, "the key response is missing"),
        (#"{"request":¦{},"response":{}}"#, "the key url is missing"),
        (#"{¦"cases":1}"#, "unknown key cases"),
        (#"{"request":{"url":"https://a.example/",¦"body":""},"response":{}}"#, "unknown key body"),
        (
            #"{"request":{"url":¦"/r"},"response":{}}"#,
            "the URL is not valid: expected a scheme and \"://\" at offset 0"
        ),
        (#"{"request":{"url":¦7},"response":{}}"#, "expected a string"),
        (#"{"request":{"url":"https://a.example/","method":¦null},"response":{}}"#, "expected a string"),
        (#"{"request":{"url":"https://a.example/","fields":¦{}},"response":{}}"#, "expected an array"),
        (#"{"request":{"url":"https://a.example/","fields":[¦[]]},"response":{}}"#, "expected [name, value]"),
        (
            #"{"request":{"url":"https://a.example/","fields":[¦["A","b","c"]]},"response":{}}"#,
            "expected [name, value]"
        ),
        (#"{"request":{"url":"https://a.example/","fields":[["A",¦1]]},"response":{}}"#, "expected a string"),
        (
            #"{"request":{"url":"https://a.example/","fields":[["A",¦"Ā"]]},"response":{}}"#,
            "a character above U+00FF stands for no byte"
        ),
        (
            #"{"request":{"url":"https://a.example/","fields":[["A",¦"\u0100"]]},"response":{}}"#,
            "a character above U+00FF stands for no byte"
        ),
        (#"{"request":{"url":"https://a.example/","content":¦1},"response":{}}"#, "expected a string"),
        // No request or response can have these.
        (#"{"request":{"url":"https://a.example/","method":¦""},"response":{}}"#, DecideTests.noMethod),
        (#"{"request":{"url":"https://a.example/","method":¦"GET /x"},"response":{}}"#, DecideTests.noMethod),
        (#"{"request":{"url":"https://a.example/","method":¦"G\u0045T\n"},"response":{}}"#, DecideTests.noMethod),
        (#"{"request":{"url":"https://a.example/","fields":[[¦"","b"]]},"response":{}}"#, DecideTests.noName),
        (
            #"{"request":{"url":"https://a.example/","fields":[[¦"A b","b"]]},"response":{}}"#,
            DecideTests.noName
        ),
        (
            #"{"request":{"url":"https://a.example/","fields":[[¦":path","b"]]},"response":{}}"#,
            DecideTests.noName
        ),
        (
            #"{"request":{"url":"https://a.example/","fields":[[¦"A\r\nB","b"]]},"response":{}}"#,
            DecideTests.noName
        ),
        (
            #"{"request":{"url":"https://a.example/","fields":[["A",¦"b\r\nC: d"]]},"response":{}}"#,
            "a field value has no NUL, CR or LF"
        ),
        (
            #"{"request":{"url":"https://a.example/","fields":[["A",¦"\n"]]},"response":{}}"#,
            "a field value has no NUL, CR or LF"
        ),
        (
            #"{"request":{"url":"https://a.example/","fields":[["A",¦"b\u0000"]]},"response":{}}"#,
            "a field value has no NUL, CR or LF"
        ),
        (#"{"request":{"url":"https://a.example/"},"response":{"fields":[[¦"A:","b"]]}}"#, DecideTests.noName),
    ]

    private static let noMethod = "a method is a token: letters, digits and !#$%&'*+-.^_`|~"
    private static let noName = "a field name is a token: letters, digits and !#$%&'*+-.^_`|~"

    /// As above, with a line that is whole but for the members that follow request and response.
    private let faultsBeside: [(members: String, message: String)] = [
        (#""case":¦[]"#, "expected a string, a whole number, true, false or null"),
        (#""case":¦1.5"#, "expected a string, a whole number, true, false or null"),
        (#""case":¦9223372036854775808"#, "expected a string, a whole number, true, false or null"),
        (#""cache":¦"both""#, "expected shared or private"),
        (#""cache":¦1"#, "expected a string"),
        (#""profile":¦"rfc2616""#, "there is no profile rfc2616"),
        (#""options":¦[]"#, "expected an object"),
        (#""options":{¦"heuristics":1}"#, "there is no option heuristics"),
        (#""options":{¦"heuristicPercent":101}"#, "101 is no value of heuristicPercent: 0..100|off"),
        (
            #""options":{"heuristicPercent":¦1.5}"#,
            "expected a text, a number, true, false, null or a list of texts"
        ),
        (#""options":{"targetedFields":[¦1]}"#, "expected a string"),
        (#""partition":¦null"#, "expected a string"),
        (#""responseTime":¦"now""#, "expected a whole number from -62167219200 to 253402300799"),
        (#""responseTime":¦253402300800"#, "expected a whole number from -62167219200 to 253402300799"),
        (#""responseTime":¦99999999999999999999"#, "expected a whole number from -62167219200 to 253402300799"),
        (#""responseTime":5,"requestTime":¦6"#, "requestTime is later than responseTime"),
        (#""then":¦{}"#, "expected an array"),
        (#""then":[¦1]"#, "expected an object"),
        (#""then":[¦{}]"#, "the key at is missing"),
        (#""then":[¦{"at":1767225600}]"#, "the key request is missing"),
        (#""then":[{"at":¦1767225599,"request":{"url":"https://a.example/"}}]"#, "the clock runs backwards"),
        (
            #""then":[{"at":1767225609,"request":{"url":"https://a.example/"}},"#
                + #"{"at":¦1767225608,"request":{"url":"https://a.example/"}}]"#,
            "the clock runs backwards"
        ),
        (
            #""then":[{"at":1767225609,"answerAt":¦1767225608,"request":{"url":"https://a.example/"}}]"#,
            "the answer comes before the request"
        ),
        (
            #""then":[{"at":1767225600,"request":{"url":"https://a.example/"},"answer":{"error":¦"refused"}}]"#,
            "expected disconnect or timeout"
        ),
        (
            #""then":[{"at":1767225600,"request":{"url":"https://a.example/"},"answer":{"error":"timeout",¦"status":200}}]"#,
            "unknown key status"
        ),
        (
            #""then":[{"at":1767225600,"request":{"url":"https://a.example/"},"answer":{"status":¦1000}}]"#,
            "expected a whole number from 0 to 999"
        ),
    ]

    func testEveryErrorNamesItsByte() throws {
        let whole = faultsBeside.map { row in
            (#"{"request":{"url":"https://a.example/"},"response":{},\#(row.members)}"#, row.message)
        }
        for (marked, message) in faults + whole {
            let parts = marked.components(separatedBy: "¦")
            XCTAssertEqual(parts.count, 2, marked)
            let run = Run(["decide"], input: parts.joined() + "\n")
            XCTAssertEqual(run.status, .notAsked, marked)
            let error = try errorLine(run.output)
            XCTAssertEqual(error.message, message, marked)
            // White space before a value is skipped before it is found to be missing or wrong.
            let offset = parts[0].utf8.count + parts[1].prefix { $0 == " " }.count
            XCTAssertEqual(error.offset, offset, marked)
        }
    }

    func testBytesThatAreNoUTF8AreRefused() throws {
        let line = Array(#"{"case":""#.utf8) + [0xC3, 0x28] + Array("\"}".utf8)
        let (status, output) = decide(line, chunk: 64)
        XCTAssertEqual(status, .notAsked)
        let error = try errorLine(output)
        XCTAssertEqual(error.message, "not UTF-8")
        XCTAssertEqual(error.offset, 8)
    }

    private func errorLine(_ text: String) throws -> (message: String?, offset: Int?) {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        XCTAssertEqual(object?["schema"] as? String, "httpcache.error/1")
        let error = object?["error"] as? [String: Any]
        return (error?["message"] as? String, error?["offset"] as? Int)
    }

    // MARK: The batch

    private static let good = #"{"request":{"url":"https://a.example/"},"response":{}}"#

    func testAnErrorStandsInItsPlaceAndTheBatchGoesOn() {
        let run = Run(["decide"], input: Self.good + "\n{\n\n  \r\n" + Self.good + "\r\n[]\n" + Self.good)
        XCTAssertEqual(run.status, .notAsked)
        let schemas = run.output.split(separator: "\n").map { $0.prefix(33) }
        XCTAssertEqual(
            schemas,
            [
                #"{"schema":"httpcache.decision/1","#, #"{"schema":"httpcache.error/1","err"#.prefix(33),
                #"{"schema":"httpcache.decision/1","#, #"{"schema":"httpcache.error/1","err"#.prefix(33),
                #"{"schema":"httpcache.decision/1","#,
            ])
    }

    func testWhereNothingIsAskedTheStatusIsTwo() {
        for input in ["", "\n", " \r\n\t\n"] {
            let run = Run(["decide"], input: input)
            XCTAssertEqual(run.status, .notAsked)
            XCTAssertEqual(run.output, "")
            XCTAssertEqual(run.errors, "httpcache decide: no line in this input\n")
        }
    }

    func testTheCaseIsEchoedWhateverItIs() {
        let rows: [(String, String)] = [
            (#""7""#, #""7""#),
            (#""a\"\\\u0001\u00e9\ud83d\ude00\u007f""#, "\"a\\\"\\\\\\u0001\u{E9}\u{1F600}\\u007f\""),
            ("7", "7"), ("-9223372036854775808", "-9223372036854775808"), ("true", "true"), ("false", "false"),
            ("null", "null"),
        ]
        for (value, echo) in rows {
            let expected = #""case":\#(echo),"#
            let good = Run(
                ["decide"], input: #"{"case":\#(value),"request":{"url":"https://a.example/"},"response":{}}"#)
            XCTAssertTrue(good.output.hasPrefix(#"{"schema":"httpcache.decision/1",\#(expected)"store""#), value)
            let bad = Run(
                ["decide"], input: #"{"cache":"both","case":\#(value),"request":{"url":"https://a/"},"response":{}}"#)
            XCTAssertTrue(bad.output.hasPrefix(#"{"schema":"httpcache.error/1",\#(expected)"error""#), value)
        }
    }

    /// However the bytes arrive, the answers are the same, and each comes when its line is whole.
    func testLinesMayArriveInPieces() throws {
        let input = try Project.text("Fixtures/output/decide/decisions.jsonl")
        let whole = Run(["decide"], input: input).output
        for chunk in [1, 7, 1000] {
            let (status, output) = decide(Array(input.utf8), chunk: chunk)
            XCTAssertEqual(status, .answered)
            XCTAssertEqual(output, whole, "\(chunk)")
        }
    }

    private func decide(_ bytes: [UInt8], chunk: Int) -> (status: ExitStatus, output: String) {
        final class Pipe {
            var rest: ArraySlice<UInt8> = []
            var output: [UInt8] = []
        }
        let pipe = Pipe()
        pipe.rest = bytes[...]
        let context = ToolContext(
            variable: { _ in nil }, isInputTerminal: false, isOutputTerminal: false,
            readInput: { _ throws(FileError) in [] },
            writeOutput: { bytes throws(FileError) in pipe.output += bytes }, writeErrors: { _ throws(FileError) in },
            now: { Run.now },
            readInputChunk: { () throws(FileError) in
                defer { pipe.rest = pipe.rest.dropFirst(chunk) }
                return Array(pipe.rest.prefix(chunk))
            })
        let status = Tool.run(["decide"], in: context)
        return (status, String(decoding: pipe.output, as: UTF8.self))
    }

    /// 20,000 members, 20,000 field lines: the work grows with the bytes.
    func testLongObjectsAreReadOnce() throws {
        let members = (0..<20_000).map { #""k\#($0)":0"# }.joined(separator: ",")
        let error = try errorLine(Run(["decide"], input: "{\(members)}").output)
        XCTAssertEqual(error.message, "unknown key k0")
        let twice = try errorLine(Run(["decide"], input: #"{\#(members),"k19999":0}"#).output)
        XCTAssertEqual(twice.message, "the name k19999 stands twice")
        XCTAssertEqual(twice.offset, 2 + members.utf8.count)
        let lines = (0..<20_000).map { #"["X-\#($0)","v"]"# }.joined(separator: ",")
        let request = #"{"url":"https://a.example/","fields":[\#(lines)]}"#
        let long =
            #"{"request":\#(request),"response":{"fields":[["Cache-Control","max-age=9"],\#(lines)]},"#
            + #""then":[{"at":1767225610,"request":\#(request),"answer":{"status":304,"fields":[\#(lines)]}}]}"#
        XCTAssertEqual(Run(["decide"], input: long).status, .answered)
    }

    func testTheSchemaIsJSON() throws {
        let run = Run(["decide", "--schema"])
        XCTAssertEqual(run.status, .answered)
        let schema = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let parts = try XCTUnwrap(schema?["$defs"] as? [String: Any])
        for name in ["inputLine", "outputLine", "errorLine"] { XCTAssertNotNil(parts[name], name) }
    }
}
