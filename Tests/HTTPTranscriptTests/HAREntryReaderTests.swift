import HTTPCacheSemantics
import HTTPDate
import XCTest

@testable import HTTPTranscript

final class HAREntryReaderTests: XCTestCase {
    private func read(_ text: String) throws -> HAREntry {
        let bytes = Array(text.utf8)
        var reader = HAREntryReader(bytes, 0..<bytes.count)
        return try reader.read(number: 1)
    }

    private func entry(
        _ response: String, headers: String = "", members: String = "", url: String = "https://a.example/"
    ) -> String {
        "{\(members)\"request\":{\"url\":\"\(url)\",\"headers\":[\(headers)]},\"response\":\(response)}"
    }

    /// 2026-11-24T09:31:00Z.
    private let started: Int64 = 1_795_512_660

    func testTimes() throws {
        let date = "{\"name\":\"Date\",\"value\":\"Tue, 24 Nov 2026 09:00:00 GMT\"}"
        let age = "{\"name\":\"Age\",\"value\":\"60\"}"
        let at = "\"startedDateTime\":\"2026-11-24T09:31:00.900Z\","
        let rows: [(members: String, headers: String, sent: Int64, received: Int64)] = [
            (at, "", started, started),
            (at + "\"time\":99,", "", started, started),
            (at + "\"time\":100,", "", started, started + 1),
            // What is spent before the head arrives; -1 is none, and receiving is not waited for.
            (
                at + "\"time\":9000,\"timings\":{\"blocked\":-1,\"dns\":50,\"connect\":50,\"ssl\":40,\"send\":0,"
                    + "\"wait\":2000.5,\"receive\":6000},", "", started, started + 3
            ),
            (at + "\"time\":2100,\"timings\":{\"blocked\":-1,\"send\":0,\"wait\":-1},", "", started, started + 3),
            (at + "\"time\":-1,\"timings\":null,", "", started, started),
            // Nothing is said, or the epoch, which stands for that: the response's own Date and Age.
            ("", date, started - 31 * 60, started - 31 * 60),
            ("", date + "," + age, started - 30 * 60, started - 30 * 60),
            ("\"startedDateTime\":\"\",", date, started - 31 * 60, started - 31 * 60),
            ("\"startedDateTime\":null,", date, started - 31 * 60, started - 31 * 60),
            ("\"startedDateTime\":\"1970-01-01T00:00:00.000Z\",", date, started - 31 * 60, started - 31 * 60),
            // Thu, 01 Jan 2026 00:00:00 GMT where nothing says anything.
            ("", "", 1_767_225_600, 1_767_225_600),
        ]
        for row in rows {
            let text = entry("{\"status\":200,\"headers\":[\(row.headers)]}", members: row.members)
            let exchange = try XCTUnwrap(try read(text).exchange, text)
            XCTAssertEqual(exchange.requestTime.secondsSinceEpoch, row.sent, text)
            XCTAssertEqual(exchange.responseTime.secondsSinceEpoch, row.received, text)
        }
    }

    func testSizesAndWhereItCameFrom() throws {
        let rows: [(members: String, response: String, size: Int?, isFromCache: Bool)] = [
            ("", "\"bodySize\":12,\"content\":{\"size\":30}", 12, false),
            // Unknown on the wire: Chrome says it with headers, else the content's own size.
            ("", "\"bodySize\":-1,\"_transferSize\":40,\"content\":{\"size\":30}", 40, false),
            ("", "\"bodySize\":-1,\"content\":{\"size\":30}", 30, false),
            ("", "\"bodySize\":-1,\"content\":{\"size\":-1}", nil, false),
            ("", "", nil, false),
            ("", "\"bodySize\":0,\"content\":{\"size\":0}", 0, false),
            ("", "\"bodySize\":12.9", 12, false),
            ("", "\"bodySize\":null,\"content\":null", nil, false),
            // Chrome.
            ("\"_fromCache\":\"disk\",", "\"bodySize\":0,\"_transferSize\":0,\"content\":{\"size\":30}", 30, true),
            ("\"_fromCache\":\"memory\",", "\"bodySize\":30", 30, true),
            ("\"_fromCache\":null,", "\"bodySize\":30", 30, false),
            ("\"_fromCache\":true,", "\"bodySize\":30", 30, true),
            // Safari.
            ("\"_fetchType\":\"Disk Cache\",", "\"bodySize\":30", 30, true),
            ("\"_fetchType\":\"Memory Cache\",", "\"bodySize\":30", 30, true),
            ("\"_fetchType\":\"Network Load\",", "\"bodySize\":30", 30, false),
            // Firefox says it by the sizes alone.
            ("", "\"bodySize\":0,\"content\":{\"size\":30}", 30, true),
        ]
        for row in rows {
            let comma = row.response.isEmpty ? "" : ","
            let text = entry("{\"status\":200\(comma)\(row.response)}", members: row.members)
            let entry = try read(text)
            XCTAssertEqual(entry.size, row.size, text)
            XCTAssertEqual(entry.isFromCache, row.isFromCache, text)
        }
    }

    func testFieldLines() throws {
        let rows: [(headers: String, lines: [String])] = [
            ("", []),
            ("{\"name\":\"Vary\",\"value\":\"Accept\"}", ["Vary: Accept"]),
            ("{\"value\":\"x\",\"comment\":[1],\"name\":\"a\"}", ["a: x"]),
            // HTTP/2's pseudo-header fields.
            ("{\"name\":\":status\",\"value\":\"200\"},{\"name\":\"etag\",\"value\":\"\\\"a\\\"\"}", ["etag: \"a\""]),
            // Browsers put several lines of one name into one value.
            ("{\"name\":\"Set-Cookie\",\"value\":\"a=1\\nb=2\"}", ["Set-Cookie: a=1", "Set-Cookie: b=2"]),
            ("{\"name\":\"X\",\"value\":\"  a\\r\\u0000b \\t\"}", ["X: a  b"]),
            ("{\"name\":\"X\",\"value\":null}", ["X: "]),
            ("{\"name\":\"X\"}", ["X: "]),
            ("{\"name\":\"X\",\"value\":\"\\u00e9\\ud83d\\ude00\"}", ["X: \u{E9}\u{1F600}"]),
        ]
        for row in rows {
            let entry = try read(self.entry("{\"status\":200,\"headers\":[\(row.headers)]}"))
            XCTAssertEqual(entry.exchange?.response.fields.lines.map(\.description), row.lines, row.headers)
        }
    }

    func testRequestsWithoutTheirResponse() throws {
        let responses = ["null", "{\"status\":0}", "{\"status\":-1}", "{\"status\":null}", "{}", "{\"status\":0.0}"]
        for response in responses {
            guard case .noResponse = try read(entry(response)).content else { return XCTFail(response) }
        }
        guard case .noResponse = try read("{\"request\":{\"url\":\"https://a.example/\"}}").content else {
            return XCTFail("no member")
        }
        for url in ["data:image/png;base64,AA", "blob:https://a.example/1", "about:blank", "wss://a.example/", ""] {
            guard case .notHTTP = try read(entry("{\"status\":200}", url: url)).content else { return XCTFail(url) }
        }
    }

    func testWhatDidNotComeWhole() throws {
        let cut = try read(entry("{\"status\":200,\"_error\":\"net::ERR_ABORTED\"}"))
        XCTAssertEqual(cut.exchange?.content.isComplete, false)
        for whole in ["null", "\"\""] {
            let entry = try read(entry("{\"status\":200,\"_error\":\(whole)}"))
            XCTAssertEqual(entry.exchange?.content.isComplete, true, whole)
        }
    }

    /// What a browser adds for one visit is not asked again.
    func testTheLaterRequest() throws {
        let headers = ["Cache-Control", "pragma", "If-None-Match", "Range", "Accept"].map {
            "{\"name\":\"\($0)\",\"value\":\"x\"}"
        }.joined(separator: ",")
        let exchange = try XCTUnwrap(try read(entry("{\"status\":200}", headers: headers)).exchange)
        XCTAssertEqual(exchange.request.fields.count, 5)
        XCTAssertEqual(exchange.later.fields.lines.map(\.nameText), ["Accept"])
    }

    func testRefusals() {
        let rows: [(text: String, path: String, message: String)] = [
            ("[]", "", "expected an object"), ("{}", "", "the member request is missing"),
            ("{\"request\":{}}", ".request", "the member url is missing"),
            ("{\"request\":[]}", ".request", "expected an object"),
            ("{\"request\":{\"url\":\"x\"},\"request\":{\"url\":\"x\"}}", ".request", "the name stands twice"),
            ("{\"request\":{\"url\":\"x\",\"url\":\"y\"}}", ".request.url", "the name stands twice"),
            ("{\"request\":{\"url\":1}}", ".request.url", "expected a string"),
            ("{\"request\":{\"url\":\"x\",\"method\":[]}}", ".request.method", "expected a string"),
            ("{\"request\":{\"url\":\"x\",\"headers\":{}}}", ".request.headers", "expected an array"),
            ("{\"request\":{\"url\":\"x\",\"headers\":[1]}}", ".request.headers[0]", "expected an object"),
            ("{\"request\":{\"url\":\"x\",\"headers\":[{},{}]}}", ".request.headers[0]", "the member name is missing"),
            (
                "{\"request\":{\"url\":\"x\",\"headers\":[{\"name\":\"a\"},{\"name\":\"a\",\"value\":5}]}}",
                ".request.headers[1].value", "expected a string"
            ),
            (entry("{\"status\":\"200\"}"), ".response.status", "expected a number"),
            (entry("{\"status\":99}"), ".response.status", "expected a status from 100 to 999"),
            (entry("{\"status\":1000}"), ".response.status", "expected a status from 100 to 999"),
            (entry("{\"status\":200.5}"), ".response.status", "expected a status from 100 to 999"),
            (entry("[]"), ".response", "expected an object"),
            (entry("{\"bodySize\":\"1\"}"), ".response.bodySize", "expected a number"),
            (entry("{\"content\":[]}"), ".response.content", "expected an object"),
            (entry("{\"content\":{\"size\":\"\"}}"), ".response.content.size", "expected a number"),
            (entry("{}", members: "\"time\":\"1\","), ".time", "expected a number"),
            (entry("{}", members: "\"timings\":[],"), ".timings", "expected an object"),
            (entry("{}", members: "\"timings\":{\"wait\":true},"), ".timings.wait", "expected a number"),
            (
                entry("{}", members: "\"startedDateTime\":\"now\","), ".startedDateTime",
                "expected a time such as 2026-11-24T09:31:00.000Z"
            ),
            (entry("{}", members: "\"startedDateTime\":5,"), ".startedDateTime", "expected a string"),
            (entry("{}", members: "\"cache\":{\"x\":tru},"), ".cache", "expected a value"),
        ]
        for row in rows {
            XCTAssertThrowsError(try read(row.text), row.text) { error in
                XCTAssertEqual((error as? JSONFault)?.path, row.path, row.text)
                XCTAssertEqual((error as? JSONFault)?.message, row.message, row.text)
            }
        }
    }
}
