import HTTPDate
import HTTPTranscript
import XCTest

/// A whole fixture, with the place of everything.
final class ExampleTests: XCTestCase {
    static let example = """
        # What the edge must do with our pages.
        cache   shared
        origin  https://shop.example
        clock   Tue, 24 Nov 2026 09:00:00 GMT

        case    product-page-is-revalidated-by-etag
        cite    RFC 9111 §4.3.1

        @ 0s
        > GET /p/7 HTTP/1.1
        > Host: shop.example
        >
        = forward uri-miss
        < HTTP/1.1 200 OK
        < Date: {date}
        < Cache-Control: max-age=60
        < ETag: "v1"
        <
        < one
        = store
        = lifetime 60s  because lifetime.max-age

        @ 61s
        > GET /p/7 HTTP/1.1
        > Host: shop.example
        >
        = validate  because lifetime.expired
        = sends If-None-Match: "v1"
        @ 61.2s
        < HTTP/1.1 304 Not Modified
        < Date: {date}
        < ETag: "v1"
        <
        = serves status 200
        = serves body one

        """

    func testExample() throws {
        let file = source(Self.example)
        let transcript = try Transcript.read(file)
        XCTAssertEqual(transcript.cases.count, 1)
        let example = transcript.cases[0]
        XCTAssertEqual(example.id.value, "product-page-is-revalidated-by-etag")
        XCTAssertEqual(example.settings.cites.map(\.value), ["RFC 9111 §4.3.1"])
        XCTAssertEqual(example.settings.cache?.value, .shared)
        XCTAssertEqual(example.settings.origin?.value.authority, "shop.example")
        XCTAssertEqual(example.clock.secondsSinceEpoch, 1_795_510_800)
        XCTAssertTrue(transcript.onBlocks.isEmpty)

        // Line of each step, what it is, tenths of a second on the clock.
        let expected: [(Int, String, Int64)] = [
            (9, "clock", 0), (10, "request", 0), (13, "forward uri-miss", 0), (14, "response", 0), (20, "store", 0),
            (21, "lifetime 60s", 0), (23, "clock", 610), (24, "request", 610), (27, "validate", 610),
            (28, "sends If-None-Match: \"v1\"", 610), (29, "clock", 612), (30, "response", 612),
            (34, "serves status 200", 612), (35, "serves body one", 612),
        ]
        XCTAssertEqual(example.steps.count, expected.count)
        for (step, (line, what, tenths)) in zip(example.steps, expected) {
            let position = file.position(of: step.range.start)
            XCTAssertEqual([position.line, position.column], [line, 1])
            XCTAssertEqual(name(step, file), what)
            let start = Instant(example.clock).microsecondsSinceEpoch
            XCTAssertEqual(step.clock.microsecondsSinceEpoch - start, tenths * 100_000, what)
        }
    }

    private func name(_ step: Step, _ file: SourceFile) -> String {
        switch step.action {
        case .clock: "clock"
        case .request: "request"
        case .answer(.response): "response"
        case .answer: "failure"
        case .expectation(let expectation): file.string(expectation.subjectRange)
        }
    }

    func testMessagesOfTheExample() throws {
        let file = source(Self.example)
        let steps = try Transcript.read(file).cases[0].steps
        guard case .request(let request) = steps[1].action, case .answer(.response(let response)) = steps[3].action,
            case .answer(.response(let notModified)) = steps[11].action
        else { return XCTFail("not the messages") }
        XCTAssertEqual(file.fieldText(request), ["Host: shop.example"])
        XCTAssertFalse(request.hasContentLines)
        let date = response.fields[0].value.expand(in: file, at: steps[3].clock)
        XCTAssertEqual(String(decoding: date.bytes, as: UTF8.self), "Tue, 24 Nov 2026 09:00:00 GMT")
        XCTAssertEqual(file.string(response.content), "one\n")
        XCTAssertTrue(response.hasContentLines)
        let later = notModified.fields[0].value.expand(in: file, at: steps[11].clock)
        XCTAssertEqual(String(decoding: later.bytes, as: UTF8.self), "Tue, 24 Nov 2026 09:01:01 GMT")
        XCTAssertFalse(notModified.hasContentLines)
        let value = file.position(of: response.fields[1].value.range.start)
        XCTAssertEqual([value.line, value.column], [16, 18])
    }
}
