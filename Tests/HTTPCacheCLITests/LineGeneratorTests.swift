import Foundation
import XCTest

@testable import HTTPCacheCLI

/// `decide --generate`, and the material for fuzzers in `Fixtures/fuzz`.
final class LineGeneratorTests: XCTestCase {
    private func lines(_ count: Int, seed: String) -> [String] {
        let run = Run(["decide", "--generate", String(count), "--seed", seed])
        XCTAssertEqual(run.status, .answered)
        return run.output.split(separator: "\n").map(String.init)
    }

    func testALineDependsOnSeedAndNumberAlone() {
        let many = lines(200, seed: "7")
        XCTAssertEqual(many.count, 200)
        XCTAssertEqual(lines(5, seed: "7"), Array(many.prefix(5)))
        XCTAssertEqual(Set(many).count, 200)
        XCTAssertTrue(Set(many).isDisjoint(with: lines(200, seed: "8")))
        XCTAssertEqual(
            Run(["decide", "--generate", "5"]).output, Run(["decide", "--generate", "5", "--seed", "0"]).output)
        XCTAssertEqual(lines(0, seed: "18446744073709551615"), [])
    }

    /// Every line is taken, and together they reach every kind of answer.
    func testLinesAreTakenAndReachEveryAnswer() {
        let made = lines(3000, seed: "1")
        let run = Run(["decide"], input: made.joined(separator: "\n"))
        XCTAssertEqual(run.status, .answered)
        XCTAssertFalse(run.output.contains("httpcache.error/1"))
        for word in [
            "store", "doNotStore", "reuseFresh", "reuseStale", "reuseWhileRevalidating", "validate", "forward",
            "gatewayTimeout",
        ] {
            XCTAssertTrue(run.output.contains(#""decision":"\#(word)""#), word)
        }
        for word in ["freshened", "stored", "notStored", "notMatched", "servedStale", "failed"] {
            XCTAssertTrue(run.output.contains(#""outcome":"\#(word)""#), word)
        }
        for word in ["uri-miss", "vary-miss", "miss", "method", "request", "partial", "bypass", "stale"] {
            XCTAssertTrue(run.output.contains(#""forward":"\#(word)""#), word)
        }
    }

    func testLinesHoldWhatCachesTripOver() {
        let text = lines(3000, seed: "1").joined()
        for word in [
            "max-age=", "s-maxage=", "stale-while-revalidate=", "stale-if-error=", "min-fresh=", "max-stale",
            "no-store",
            "no-cache", "private", "public", "must-revalidate", "proxy-revalidate", "must-understand", "immutable",
            "only-if-cached", "NO-STORE", "No-store", "max-age=\\\"", "max-age = ", "18446744073709551615",
            "2147483648",
            ",,", #"["Vary","*"]"#, "If-None-Match", "If-Modified-Since", "If-Range", "If-Match", "Content-Range",
            "QUERY",
            #""cache":"private""#, #""error":"disconnect""#, "Thursday, 01-Jan-26", "Thu Jan  1", "24:00:00",
            #"W/\"a\""#,
        ] {
            XCTAssertTrue(text.contains(word), word)
        }
    }

    func testUsage() {
        for arguments in [
            ["--generate", "x"], ["--generate", "-1"], ["--generate", "1", "--seed", "-1"],
            ["--generate", "1", "--seed", "18446744073709551616"], ["--seed", "1"], ["--generate", "1", "file.jsonl"],
            ["--generate"],
        ] {
            let run = Run(["decide"] + arguments)
            XCTAssertEqual(run.status, .notAsked, "\(arguments)")
            XCTAssertEqual(run.output, "", "\(arguments)")
            XCTAssertNotEqual(run.errors, "", "\(arguments)")
        }
    }

    // MARK: Fixtures/fuzz

    func testSeedLinesAreTaken() throws {
        let names = try FileNames.inDirectory(Project.path("Fixtures/fuzz/seeds"))
        XCTAssertGreaterThanOrEqual(names.count, 4)
        for name in names {
            let run = Run(["decide", Project.path("Fixtures/fuzz/seeds/\(name)")])
            XCTAssertEqual(run.status, .answered, name)
            XCTAssertGreaterThan(run.output.filter { $0 == "\n" }.count, 4, name)
        }
    }

    /// libFuzzer's form: a quoted string a line, with `\\`, `\"` and `\xAB`; comments begin with a number sign.
    func testTheDictionaryCanBeRead() throws {
        let lines = try Project.text("Fixtures/fuzz/http-caching.dict").split(separator: "\n")
        var entries: Set<Substring> = []
        for line in lines where !line.hasPrefix("#") {
            XCTAssertNotNil(line.wholeMatch(of: /"([^"\\]|\\["\\]|\\x[0-9a-f]{2})+"/), String(line))
            XCTAssertTrue(entries.insert(line).inserted, "twice: \(line)")
        }
        XCTAssertGreaterThan(entries.count, 100)
    }
}
