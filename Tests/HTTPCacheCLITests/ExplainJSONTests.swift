import Foundation
import XCTest

@testable import HTTPCacheCLI

final class ExplainJSONTests: XCTestCase {
    private func json(_ arguments: [String], input: String? = nil) throws -> Any {
        let run = Run(["explain", "--format", "json"] + arguments, input: input)
        XCTAssertEqual(run.errors, "")
        return try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    }

    func testTheExampleSaysTheSameAsItsDrawing() throws {
        let path = Project.path("Fixtures/output/explain/app.txt")
        let both = try json([path, "--profile", "cdn", "--sent", "09:03:59", "--received", "09:04:00", "--at", "+27m"])
        let objects = try XCTUnwrap(both as? [[String: Any]])
        XCTAssertEqual(objects.map { $0["cache"] as? String }, ["shared", "private"])
        let shared = objects[0]
        XCTAssertEqual(shared["schema"] as? String, "httpcache.explain/1")
        XCTAssertEqual(shared["cacheStatus"] as? String, "httpcache;hit;ttl=1739")
        // 2026-11-24T09:00:00Z is 1795510800.
        XCTAssertEqual(shared["requestTime"] as? Int, 1_795_510_800 + 239)
        XCTAssertEqual(shared["responseTime"] as? Int, 1_795_510_800 + 240)
        let freshness = try XCTUnwrap(shared["freshness"] as? [String: Any])
        XCTAssertEqual(freshness["lifetime"] as? Int, 3600)
        XCTAssertEqual(freshness["source"] as? String, "s-maxage")
        XCTAssertEqual(freshness["age"] as? Int, 241)
        let then = try XCTUnwrap((shared["then"] as? [[String: Any]])?.first)
        XCTAssertEqual(then["decision"] as? String, "reuseFresh")
        XCTAssertEqual(then["age"] as? Int, 1861)
        XCTAssertEqual(then["freshFor"] as? Int, 1739)
        XCTAssertNil(then["staleFor"])
        XCTAssertEqual((then["serves"] as? [String: Any])?["status"] as? Int, 200)
        let timeline = try XCTUnwrap(shared["timeline"] as? [String: Int])
        let generated = 1_795_510_800 - 1
        XCTAssertEqual(
            timeline,
            [
                "generated": generated, "arrived": generated + 241, "now": generated + 1861,
                "freshUntil": generated + 3600, "whileRevalidateUntil": generated + 3660,
            ])
        let reasons = try XCTUnwrap(freshness["reasons"] as? [[String: Any]])
        XCTAssertEqual(reasons.first?["code"] as? String, "lifetime.s-maxage")
        let evidence = try XCTUnwrap((reasons.first?["evidence"] as? [[String: Any]])?.first)
        XCTAssertEqual(evidence["message"] as? String, "response")
        XCTAssertEqual([evidence["line"], evidence["column"], evidence["length"]] as? [Int], [9, 39, 13])

        let later = try XCTUnwrap((objects[1]["then"] as? [[String: Any]])?.first)
        XCTAssertEqual(later["decision"] as? String, "validate")
        XCTAssertEqual(later["staleFor"] as? Int, 1261)
        XCTAssertEqual(later["sends"] as? [[String]], [["If-None-Match", "W/\"5f3a\""]])
    }

    /// In every reason of every golden input: the bytes at line and column are those of the field that the rule speaks
    /// of.
    func testEvidencePointsAtBytesOfTheInput() throws {
        let rows: [(file: String, text: [String])] = [
            ("app.txt", ["s-maxage=3600", "public", "max-age=600", "age: 240"]),
            ("no-store.http", ["no-store"]),
            ("bytes.http", ["max-age=60", "Age: 5"]),
            ("vary-star.http", ["Vary: *", "max-age=60"]),
            ("must-revalidate.http", ["must-revalidate", "stale-while-revalidate=600", "max-age=60"]),
            ("expires.http", ["Expires: Wed, 25 Nov 2026 00:00:00 GMT"]),
        ]
        for row in rows {
            let path = Project.path("Fixtures/output/explain/\(row.file)")
            let bytes = try FileAccess.read(path, limit: 1 << 20)
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
            let value = try json([path, "--cache", "shared", "--at", "+90s"])
            var found: Set<String> = []
            for evidence in Self.evidence(in: value) {
                let line = try XCTUnwrap(evidence["line"] as? Int)
                let column = try XCTUnwrap(evidence["column"] as? Int)
                let length = try XCTUnwrap(evidence["length"] as? Int)
                let range = (column - 1)..<(column - 1 + length)
                XCTAssertTrue(lines.indices.contains(line - 1) && range.upperBound <= lines[line - 1].count)
                found.insert(String(decoding: lines[line - 1][range], as: UTF8.self))
            }
            for text in row.text { XCTAssertTrue(found.contains(text), "\(row.file): \(text) in \(found)") }
        }
    }

    func testAnUnknownTargetIsNull() throws {
        let value = try json(["--cache", "private"], input: Messages.plain)
        let request = (value as? [String: Any])?["request"] as? [String: Any]
        XCTAssertTrue(request?["url"] is NSNull)
    }

    func testSeveralExchangesAreAnArray() throws {
        let value = try json(["--cache", "shared"], input: Messages.plain + Messages.plain)
        let objects = try XCTUnwrap(value as? [[String: Any]])
        XCTAssertEqual(objects.map { $0["exchange"] as? Int }, [1, 2])
        XCTAssertNil(objects[0]["arrival"])
        XCTAssertEqual((objects[1]["arrival"] as? [String: Any])?["decision"] as? String, "reuseFresh")
        XCTAssertNil(objects[1]["store"])
    }

    private static func evidence(in value: Any) -> [[String: Any]] {
        if let array = value as? [Any] { return array.flatMap(evidence(in:)) }
        guard let object = value as? [String: Any] else { return [] }
        let own = object["evidence"] as? [[String: Any]] ?? []
        return own + object.filter { $0.key != "evidence" }.values.flatMap(evidence(in:))
    }
}
