import XCTest

@testable import HTTPCacheCLI

/// The golden reports in `Fixtures/output/explain`: `NAME.txt` or `NAME.http` is the input, `NAME.expected.txt` the
/// report, written by hand from the drawing and its arithmetic.
final class ExplainCommandTests: XCTestCase {
    private let rows: [(input: String, expected: String, options: String)] = [
        ("app.txt", "app", "--profile cdn --sent 09:03:59 --received 09:04:00 --at +27m"),
        ("app.txt", "app-private", "--cache private --at 09:10:01"),
        ("no-store.http", "no-store", "--url https://a.example/x"),
        ("bytes.http", "bytes", "--cache shared --url https://a.example/x --at +1m"),
        ("twice.txt", "twice", "--cache shared"),
        ("vary-star.http", "vary-star", "--cache shared --url https://a.example/x"),
        ("must-revalidate.http", "must-revalidate", "--cache shared --url https://a.example/x --at +90s"),
        ("seed.http", "seed", "--profile sdurlcache --at +60s"),
        ("seed-refuses.http", "seed-refuses", "--profile sdurlcache --url https://a.example/x --at +1m"),
        ("expires.http", "expires", "--cache private --url https://a.example/x --ascii"),
    ]

    func testReportsAreThoseDrawnByHand() throws {
        for row in rows {
            let path = Project.path("Fixtures/output/explain/\(row.input)")
            let words = row.options.split(separator: " ").map(String.init)
            let run = Run(["explain", path] + words)
            XCTAssertEqual(run.status, .answered, row.expected)
            XCTAssertEqual(run.errors, "", row.expected)
            let expected = try Project.text("Fixtures/output/explain/\(row.expected).expected.txt")
            // Reports print the path as it was given.
            let output = run.output.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.split(separator: path, omittingEmptySubsequences: false).joined(separator: row.input) }
                .joined(separator: "\n")
            XCTAssertEqual(output, expected, row.expected)
        }
    }

    func testEveryGoldenReportIsInTheTable() throws {
        let known = Set(rows.map { $0.expected + ".expected.txt" })
        let names = try FileNames.inDirectory(Project.path("Fixtures/output/explain"))
        XCTAssertEqual(Set(names.filter { $0.hasSuffix(".expected.txt") }), known)
    }

    func testQuietLeavesTheAnswerAlone() {
        let run = Run(["explain", "-q", "-"], input: Messages.plain)
        XCTAssertEqual(
            run.output,
            """
            <stdin>:1: GET (target not known) → 200

            REUSE  fresh for another 1m                            shared cache, at the moment of arrival

            """)
    }

    func testVerboseNamesTheCodes() {
        let run = Run(["explain", "-v"], input: Messages.plain)
        XCTAssertTrue(run.output.contains("RFC 9111 §4.2.1  lifetime.max-age\n"), run.output)
        XCTAssertTrue(run.output.hasSuffix("weighed: lifetime.max-age, age.resident, reuse.fresh\n"), run.output)
    }

    func testColorsAreOnlyColors() {
        let colored = Run(["explain", "--color", "always"], input: Messages.plain).output
        let plain = Run(["explain"], input: Messages.plain).output
        XCTAssertTrue(colored.contains("\u{1B}[1;32mREUSE\u{1B}[0m"))
        XCTAssertEqual(Self.withoutEscapes(colored), plain)
    }

    func testColorIsForTerminals() {
        let rows: [(arguments: [String], variables: [String: String], isTerminal: Bool, isColored: Bool)] = [
            ([], [:], true, true),
            ([], [:], false, false),
            ([], ["NO_COLOR": "1"], true, false),
            ([], ["NO_COLOR": ""], true, true),
            ([], ["TERM": "dumb"], true, false),
            (["--color=never"], [:], true, false),
            (["--color=always"], ["NO_COLOR": "1"], false, true),
        ]
        for row in rows {
            let run = Run(
                ["explain"] + row.arguments, input: Messages.plain, variables: row.variables,
                isTerminal: row.isTerminal)
            XCTAssertEqual(run.output.contains("\u{1B}["), row.isColored, "\(row)")
        }
    }

    func testASCIIIsASCII() {
        let run = Run(["explain", "--ascii", "--at", "+1m"], input: Messages.plain)
        XCTAssertTrue(run.output.utf8.allSatisfy { $0 < 0x80 }, run.output)
        XCTAssertTrue(run.output.contains("RFC 9111 section 4.2.3"), run.output)
        XCTAssertTrue(run.output.contains("now 00:01:00 - arrival 00:00:00"), run.output)
    }

    func testStateIsCarriedOverUnlessOneIsAskedFor() {
        let input = Messages.plain + Messages.plain
        let both = Run(["explain", "--cache", "shared"], input: input).output
        XCTAssertEqual(both.components("on arrival REUSE (the origin is not asked)").count - 1, 1, both)
        let second = Run(["explain", "--cache", "shared", "--only", "2"], input: input).output
        XCTAssertFalse(second.contains("on arrival"), second)
        XCTAssertTrue(second.hasPrefix("<stdin>:5: "), second)
    }

    /// The first half is stored: a request for the whole asks for the rest alone, under the tag (RFC 9110 §13.1.5,
    /// §14.2).
    func testWhatIsSentToCompleteAPart() throws {
        let part = """
            GET /r HTTP/1.1\r
            Host: a.example\r
            \r
            HTTP/1.1 200 OK\r
            Date: Thu, 01 Jan 2026 00:00:00 GMT\r
            Cache-Control: max-age=60\r
            ETag: "a"\r
            Content-Length: 8\r
            \r
            abcd
            """
        func sent(_ input: String, _ arguments: String...) throws -> [[String]]? {
            let run = Run(
                ["explain", "--cache", "shared", "--at", "+10s", "--format", "json"] + arguments, input: input)
            let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            let then = try XCTUnwrap((object["then"] as? [[String: Any]])?.first)
            XCTAssertEqual(then["decision"] as? String, "forward")
            return then["sends"] as? [[String]]
        }
        XCTAssertEqual(try sent(part), [["Range", "bytes=4-"], ["If-Range", "\"a\""]])
        let text = Run(["explain", "--at", "+10s"], input: part).output
        XCTAssertTrue(text.contains("\nsends      Range: bytes=4-      "), text)
        XCTAssertTrue(text.contains("A private cache would do the same."), text)
        XCTAssertNil(try sent(part, "--option", "completeParts=false"))
        XCTAssertNil(try sent(part.replacingOccurrences(of: "ETag: ", with: "ETag: W/")))
    }

    func testReportsGoToFilesWhole() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("r.json")
        let run = Run(["explain", "--report", "json=\(path)"], input: Messages.plain)
        XCTAssertEqual(run.status, .answered)
        XCTAssertTrue(run.output.contains("REUSE"))
        let written = String(decoding: try FileAccess.read(path, limit: 1 << 20), as: UTF8.self)
        XCTAssertEqual(written, Run(["explain", "--format", "json"], input: Messages.plain).output)
        XCTAssertEqual(try FileNames.inDirectory(directory.root), ["r.json"])
    }

    func testAReportThatCannotBeWrittenIsNamed() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("none/r.json")
        let run = Run(["explain", "--report", "json=\(path)"], input: Messages.plain)
        XCTAssertEqual(run.status, .notAsked)
        XCTAssertEqual(run.errors, "httpcache explain: \(path): No such file or directory\n")
        XCTAssertEqual(try FileNames.inDirectory(directory.root), [])
    }

    private static func withoutEscapes(_ text: String) -> String {
        var result = ""
        var isInside = false
        for character in text {
            if character == "\u{1B}" { isInside = true }
            if !isInside { result.append(character) }
            if isInside, character == "m" { isInside = false }
        }
        return result
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}

enum Messages {
    /// Arrives at 2026-11-24T00:00:00Z and is fresh for a minute.
    static let plain = """
        HTTP/1.1 200 OK
        Date: Tue, 24 Nov 2026 00:00:00 GMT
        Cache-Control: max-age=60


        """
}
