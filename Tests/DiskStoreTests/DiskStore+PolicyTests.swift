import Foundation
import HTTPCacheSemantics
import HTTPDate
import TestSupport
import XCTest

@testable import DiskStore

final class DiskStorePolicyTests: XCTestCase {
    private let arrival = HTTPDate(secondsSinceEpoch: 1_767_225_600)
    private var root = ""

    override func setUpWithError() throws {
        root = ProcessDirectory.path + "/policy-\(UUID().uuidString)"
    }

    override func tearDown() {
        try? FileManager.default.removeItem(atPath: root)
    }

    private func request(_ url: String = "https://a.example/r", _ fields: [(String, String)] = []) throws -> RequestHead
    {
        RequestHead(target: try TargetURI(url), fields: FieldSection(fields))
    }

    private func put(
        _ store: DiskStore, _ fields: [(String, String)], to request: RequestHead, body: String = "body",
        status: Int = 200, partition: String = "", under policy: CachePolicy = CachePolicy(.shared)
    ) throws -> Verdict<Storability> {
        try store.store(
            ResponseHead(status: status, fields: FieldSection(fields)), to: request, body: Array(body.utf8).span,
            requestTime: arrival, responseTime: arrival, partition: partition, under: policy)
    }

    /// What the policy allows is offered again as it was; what it forbids leaves nothing on disk.
    func testTheVerdictDecides() throws {
        let store = try DiskStore(at: root)
        defer { store.close() }
        let rows: [(fields: [(String, String)], kind: CachePolicy.CacheKind, rule: Rule)] = [
            ([("Cache-Control", "max-age=60")], .shared, .storeMaxAge),
            ([("Cache-Control", "No-Store, max-age=60")], .shared, .storeNoStore),
            ([("Cache-Control", "private, max-age=60")], .shared, .storePrivate),
            ([("Cache-Control", "private, max-age=60")], .private, .storeMaxAge),
        ]
        for (number, row) in rows.enumerated() {
            let request = try request("https://a.example/\(number)")
            let verdict = try put(store, row.fields, to: request, under: CachePolicy(row.kind))
            XCTAssertEqual(verdict.deciding, row.rule)
            XCTAssertEqual(store.candidates(for: request).count, verdict.decision == .store ? 1 : 0, row.rule.code)
        }
        XCTAssertEqual(store.statistics.entries, 2)
    }

    func testACandidateIsWhatWasStored() throws {
        let store = try DiskStore(at: root)
        defer { store.close() }
        let request = try request("https://a.example/r", [("Accept-Language", "de"), ("Cookie", "secret=1")])
        let fields = [
            ("Cache-Control", "max-age=60"), ("Vary", "Accept-Language"), ("X-Two", "a"), ("Connection", "X-Hop"),
            ("X-Hop", "h"), ("X-Two", "b"), ("Date", "Thu, 01 Jan 2026 00:00:00 GMT"),
        ]
        try store.store(
            ResponseHead(status: 200, fields: FieldSection(fields)), to: request, body: Array("hallo".utf8).span,
            requestTime: arrival, responseTime: arrival.adding(seconds: 2),
            attachment: .init(userInfo: [0, 1, 255], storagePolicy: 7), under: CachePolicy(.shared))
        let candidate = try XCTUnwrap(store.candidates(for: request).first)
        XCTAssertEqual(try Array(candidate.body.bytes()), Array("hallo".utf8))
        XCTAssertEqual(candidate.attachment, .init(userInfo: [0, 1, 255], storagePolicy: 7))
        XCTAssertEqual(candidate.response.requestTime, arrival)
        XCTAssertEqual(candidate.response.responseTime, arrival.adding(seconds: 2))
        XCTAssertEqual(
            candidate.response.response.fields.lines.map(\.description),
            [
                "Cache-Control: max-age=60", "Vary: Accept-Language", "X-Two: a", "X-Two: b",
                "Date: Thu, 01 Jan 2026 00:00:00 GMT",
            ])
        // Only what Vary nominates: the cookie is not on disk.
        XCTAssertEqual(candidate.response.request.fields.lines.map(\.description), ["Accept-Language: de"])
    }

    /// RFC 9111 §4.1: variants stand beside each other; the same variant is replaced.
    func testVariantsAndPartitionsAreApart() throws {
        let store = try DiskStore(at: root)
        defer { store.close() }
        let fields = [("Cache-Control", "max-age=60"), ("Vary", "Accept-Language")]
        for (language, body) in [("de", "eins"), ("en", "one"), ("de", "zwei")] {
            _ = try put(
                store, fields, to: try request("https://a.example/r", [("Accept-Language", language)]), body: body)
        }
        _ = try put(store, [("Cache-Control", "max-age=60")], to: try request(), body: "other", partition: "site")
        let german = try request("https://a.example/r", [("Accept-Language", "de")])
        let candidates = store.candidates(for: german)
        XCTAssertEqual(candidates.count, 2)
        let policy = CachePolicy(.shared)
        let index = try XCTUnwrap(policy.selected(from: candidates.map(\.response), for: german, at: arrival))
        XCTAssertEqual(try Array(candidates[index].body.bytes()), Array("zwei".utf8))
        XCTAssertEqual(store.candidates(for: german, partition: "site").count, 1)
        XCTAssertEqual(store.candidates(for: german, partition: "another").count, 0)
        XCTAssertEqual(store.candidates(for: try request("https://a.example/r?x")).count, 0)
    }

    /// The seed's five minutes: what expires within them is not kept unless it has an entity tag; exactly 300 s is
    /// within.
    func testMinCacheInterval() throws {
        let store = try DiskStore(at: root)
        defer { store.close() }
        var options = CacheOptions.rfc9111
        options.minCacheIntervalSeconds = 300
        let rows: [(fields: [(String, String)], options: CacheOptions, isStored: Bool)] = [
            ([("Cache-Control", "max-age=300")], .sdurlcache, false),
            ([("Cache-Control", "max-age=301")], .sdurlcache, true),
            ([("Cache-Control", "max-age=1"), ("ETag", "\"a\"")], .sdurlcache, true),
            ([("Cache-Control", "max-age=300")], options, false),
            ([("Cache-Control", "max-age=301")], options, true),
            ([("Cache-Control", "max-age=400"), ("Age", "100")], options, false),
            ([("Cache-Control", "max-age=1"), ("ETag", "\"a\"")], options, true),
            ([("Cache-Control", "max-age=1")], .rfc9111, true),
        ]
        for (number, row) in rows.enumerated() {
            let request = try request("https://a.example/\(number)")
            let verdict = try put(store, row.fields, to: request, under: CachePolicy(.shared, options: row.options))
            XCTAssertEqual(verdict.decision == .store, row.isStored, "row \(number)")
            XCTAssertEqual(store.candidates(for: request).isEmpty, !row.isStored, "row \(number)")
            if !row.isStored { XCTAssertEqual(verdict.deciding, .seedMinCacheInterval) }
        }
    }

    /// A QUERY is found by its content and its metadata, and no GET finds it (RFC 10008).
    func testQueriesAreToldApartByContent() throws {
        let store = try DiskStore(at: root)
        defer { store.close() }
        func query(_ content: String, _ type: String) throws -> RequestHead {
            RequestHead(
                method: .query, target: try TargetURI("https://a.example/r"),
                fields: FieldSection([("Content-Type", type)]), content: Array(content.utf8))
        }
        _ = try put(store, [("Cache-Control", "max-age=60")], to: try query("q", "text/plain"))
        XCTAssertEqual(store.candidates(for: try query("q", "text/plain")).count, 1)
        XCTAssertEqual(store.candidates(for: try query("Q", "text/plain")).count, 0)
        XCTAssertEqual(store.candidates(for: try query("q", "text/html")).count, 0)
        XCTAssertEqual(store.candidates(for: try request()).count, 0)
    }
}
