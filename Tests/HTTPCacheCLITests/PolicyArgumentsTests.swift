import Foundation
import HTTPCacheSemantics
import XCTest

@testable import HTTPCacheCLI

final class PolicyArgumentsTests: XCTestCase {
    private func options(_ words: String...) throws -> CacheOptions {
        try PolicyArguments.options(ArgumentParser.parse(words, for: .explain))
    }

    func testEveryChoiceIsSetByItsName() throws {
        let rows: [(text: String, isSet: (CacheOptions) -> Bool)] = [
            ("heuristicPercent=25", { $0.heuristicPercent == 25 }),
            ("heuristicPercent=off", { $0.heuristicPercent == 0 }),
            ("heuristicCapSeconds=86400", { $0.heuristicCapSeconds == 86_400 }),
            ("heuristicNeeds=no", { !$0.heuristicNeeds }),
            ("heuristicForQueryURL=no", { !$0.heuristicForQueryURL }),
            ("staleWhileRevalidateOverSMaxage=yes", { $0.staleWhileRevalidateOverSMaxage }),
            ("duplicateDirective=stale", { $0.duplicateDirective == .stale }),
            ("duplicateDirective=stale-expires", { $0.duplicateDirective == .staleExpires }),
            ("requestDirectives=ignored", { !$0.requestDirectives }),
            ("requestPragmaNoCache=no-cache", { $0.requestPragmaNoCache }),
            ("setCookie=refuse", { !$0.setCookie }),
            (
                "targetedFields=A-Cache-Control,CDN-Cache-Control",
                {
                    $0.targetedFields == ["A-Cache-Control", "CDN-Cache-Control"]
                }
            ),
            ("staleOnDisconnect=no", { !$0.staleOnDisconnect }),
            ("staleOnServerError=yes", { $0.staleOnServerError }),
            ("immutable=no", { !$0.immutable }),
            ("minCacheIntervalSeconds=300", { $0.minCacheIntervalSeconds == 300 }),
            ("rules=sdurlcache", { $0.rules == .sdurlcache }),
            ("conditionsOnVaryMiss=yes", { $0.conditionsOnVaryMiss }),
            ("notModifiedWithoutValidator=update", { $0.notModifiedWithoutValidator == .update }),
            ("completeParts=no", { !$0.completeParts }),
            ("noVarySearch=yes", { $0.noVarySearch }),
            ("unknownVary=lines", { $0.unknownVary == .lines }),
            ("acceptSemantics=yes", { $0.acceptSemantics }),
        ]
        for row in rows {
            XCTAssertFalse(row.isSet(.rfc9111), "\(row.text) is the default")
            XCTAssertTrue(row.isSet(try options("--option", row.text)), row.text)
        }
        let named = Set(rows.map { String($0.text.prefix { $0 != "=" }) })
        XCTAssertEqual(named, Set(CacheOptions.choices.map(\.name)))
        // Every property of the options has a choice, so that none is out of the command line's reach.
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/HTTPCacheSemantics/Profiles/CacheOptions.swift")
        let properties = try String(contentsOf: source, encoding: .utf8).split(separator: "\n").compactMap { line in
            line.split(separator: "public var ").last.flatMap { $0 == line ? nil : $0.prefix { $0.isLetter } }
        }
        XCTAssertEqual(named, Set(properties.map { String($0) }))
    }

    func testWhatIsSetLastCounts() throws {
        XCTAssertEqual(try options("--heuristic", "5").heuristicPercent, 5)
        XCTAssertEqual(try options("--heuristic", "5", "--option", "heuristicPercent=6").heuristicPercent, 6)
        XCTAssertEqual(try options("--profile", "cdn", "--option", "targetedFields=none").targetedFields, [])
        XCTAssertEqual(try options("--profile", "cdn"), .cdn)
        XCTAssertNil(
            try options("--option", "heuristicCapSeconds=1", "--option", "heuristicCapSeconds=none")
                .heuristicCapSeconds)
    }

    func testRefusals() {
        let texts = [
            "heuristicPercent=101", "heuristicPercent=-1", "heuristicPercent=", "heuristicCapSeconds=1s",
            "heuristicCapSeconds=9999999999999", "heuristicNeeds=maybe", "duplicateDirective=last",
            "requestDirectives=heeded", "setCookie=keep", "targetedFields=", "targetedFields=a,,b",
            "targetedFields=a b", "SetCookie=store", "=x", "x", "",
        ]
        for text in texts { XCTAssertThrowsError(try options("--option", text), text) }
    }
}
