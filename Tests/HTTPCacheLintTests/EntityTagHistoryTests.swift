import HTTPCacheLint
import HTTPCacheSemantics
import XCTest

final class EntityTagHistoryTests: XCTestCase {
    private struct Entry {
        var url = "https://a.example/x"
        var method = Method.get
        var status = 200
        var fields: [(String, String)]
        var content: Int? = 1
    }

    /// Whether the second of two entries has another tag than the first had.
    private func changes(_ first: Entry, _ second: Entry) throws -> Bool {
        var history = EntityTagHistory()
        var found: [Finding?] = []
        for (index, entry) in [first, second].enumerated() {
            found.append(
                history.finding(
                    in: ResponseHead(status: entry.status, fields: FieldSection(entry.fields)),
                    to: RequestHead(method: entry.method, target: try TargetURI(entry.url)), number: index + 1,
                    content: entry.content))
        }
        XCTAssertNil(found[0])
        return found[1] != nil
    }

    func testATagThatChangesWithoutTheContentIsFound() throws {
        let first = Entry(fields: [("ETag", "\"a\"")])
        XCTAssertTrue(try changes(first, Entry(fields: [("ETag", "\"b\"")])))
        let fine: [(String, Entry)] = [
            ("the same tag", first),
            ("the same tag, weak", Entry(fields: [("ETag", "W/\"a\"")])),
            ("other content", Entry(fields: [("ETag", "\"b\"")], content: 2)),
            ("content not known", Entry(fields: [("ETag", "\"b\"")], content: nil)),
            ("another URL", Entry(url: "https://a.example/y", fields: [("ETag", "\"b\"")])),
            ("another coding", Entry(fields: [("ETag", "\"b\""), ("Content-Encoding", "br")])),
            ("another status", Entry(status: 206, fields: [("ETag", "\"b\"")])),
            ("another method", Entry(method: .post, fields: [("ETag", "\"b\"")])),
            ("no tag", Entry(fields: [("ETag", "b")])), ("no field", Entry(fields: [])),
        ]
        for (name, second) in fine { XCTAssertFalse(try changes(first, second), name) }
    }

    func testTheFindingNamesTheEntryAndMarksTheTag() throws {
        var history = EntityTagHistory()
        let request = RequestHead(target: try TargetURI("https://a.example/x"))
        func finding(_ tag: String, _ number: Int) -> Finding? {
            history.finding(
                in: ResponseHead(status: 200, fields: FieldSection([("X", "y"), ("ETag", tag)])), to: request,
                number: number, content: 7)
        }
        XCTAssertNil(finding("\"a\"", 3))
        let found = try XCTUnwrap(finding("W/\"b\"", 9))
        XCTAssertEqual(found.code, .eTagUnstable)
        XCTAssertEqual(found.place, .init(message: .response, line: 1, range: 0..<5))
        XCTAssertTrue(found.message.contains("entry 3"), found.message)
    }

    func testNoMoreIsKeptThanTheLimit() throws {
        var history = EntityTagHistory()
        let request = RequestHead(target: try TargetURI("https://a.example/x"))
        let (one, other) = (
            ResponseHead(status: 200, fields: FieldSection([("ETag", "\"a\"")])),
            ResponseHead(status: 200, fields: FieldSection([("ETag", "\"b\"")]))
        )
        for number in 0..<EntityTagHistory.maximumKept {
            XCTAssertNil(history.finding(in: one, to: request, number: number, content: number))
        }
        XCTAssertNotNil(history.finding(in: other, to: request, number: 0, content: 5))
        XCTAssertNil(history.finding(in: one, to: request, number: 0, content: -1))
        XCTAssertNil(history.finding(in: other, to: request, number: 0, content: -1))
    }
}
