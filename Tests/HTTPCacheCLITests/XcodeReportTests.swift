import XCTest

@testable import HTTPCacheCLI

final class XcodeReportTests: XCTestCase {
    private let fixture = """
        origin https://a.example
        case one
        > GET /x HTTP/1.1
        >
        < HTTP/1.1 200 OK
        < Cache-Control: max-age=60
        <
        = store
        = lifetime >= 1d

        case maybe
        kind optional
        > GET /x HTTP/1.1
        >
        < HTTP/1.1 200 OK
        < Cache-Control: no-store
        <
        = store

        """

    func testEachFindingIsALineAtItsPlace() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("ä b.httpcache", fixture)
        let run = Run(["check", "--format", "xcode", path])
        XCTAssertEqual(run.status, .no)
        XCTAssertEqual(
            run.output,
            """
            \(path):9:3: error: one: lifetime is 60s (1m), expected >= 86400s (1d) [lifetime.max-age]
            \(path):18:3: warning: maybe: not store because store.no-store, expected store [store.no-store]

            """)
    }

    func testWhatHoldsIsSilent() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(
            "x.httpcache", fixture.replacing("1d", with: "1m").replacing("no-store", with: "max-age=1"))
        let run = Run(["check", "--format", "xcode", path])
        XCTAssertEqual(run.status, .answered)
        XCTAssertEqual(run.output, "")
    }

    func testALineIsOneLine() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("a\nb\u{1B}[2J.httpcache", fixture)
        let lines = Run(["check", "--format", "xcode", path]).output.split(separator: "\n")
        XCTAssertEqual(lines.count, 2)
        XCTAssertTrue(lines[0].contains("/a\\x0Ab\\x1B[2J.httpcache:9:3: error: "), String(lines[0]))
    }

    func testWhatCannotBeAskedIsAnErrorToo() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("x.httpcache", "case x\nfrobnicate\n")
        let run = Run(["check", "--format", "xcode", path])
        XCTAssertEqual(run.status, .notAsked)
        XCTAssertTrue(run.output.hasPrefix("\(path):2:1: error: "), run.output)
    }
}
