import HTTPCacheSemantics
import HTTPDate
import XCTest

/// A stored part and a request for the whole (RFC 9111 §3.3, §3.4).
final class CompletionTests: XCTestCase {
    private func part(
        _ range: Range<Int> = 0..<4, of total: Int? = 8, tag: String = "\"a\"", age: Int64 = 0, vary: Bool = false
    ) -> StoredResponse {
        var fields = FieldSection([("ETag", tag), ("Cache-Control", "max-age=60"), ("X-Age", "\(age)")])
        if vary { fields.append(name: "Vary", value: "Accept-Language") }
        return StoredResponse(
            request: Sample.get(), response: ResponseHead(status: 200, fields: fields), requestTime: Sample.at(age),
            responseTime: Sample.at(age), content: .partial(range: range, total: total))
    }

    /// An exchange that has decided, and the Range and If-Range of what it sends.
    private func exchange(
        _ stored: [StoredResponse], _ request: RequestHead = Sample.get(), _ options: CacheOptions = .rfc9111,
        _ kind: CachePolicy.CacheKind = .private
    ) -> (CacheExchange, asks: String) {
        var exchange = CacheExchange(policy: CachePolicy(kind, options: options), request: request)
        _ = exchange.begin(at: Sample.at(100))
        guard case .send(let sent) = exchange.found(stored, at: Sample.at(100)).decision else {
            return (exchange, "no")
        }
        let asks = ["Range", "If-Range"].compactMap { sent.fields.combinedValue(of: $0) }.joined(separator: " ")
        return (exchange, asks)
    }

    func testWhoAsksForTheRest() {
        var off = CacheOptions.rfc9111
        off.completeParts = false
        let rows:
            [(name: String, stored: [StoredResponse], request: RequestHead, options: CacheOptions, asks: String)] = [
                ("a part", [part()], Sample.get(), .rfc9111, "bytes=4- \"a\""),
                ("of unknown length", [part(of: nil)], Sample.get(), .rfc9111, "bytes=4- \"a\""),
                (
                    "max-age=0 in the request", [part()], Sample.get("Cache-Control: max-age=0"), .rfc9111,
                    "bytes=4- \"a\""
                ),
                ("the newest of two", [part(0..<5, age: 9), part(0..<3)], Sample.get(), .rfc9111, "bytes=5- \"a\""),
                ("the option is off", [part()], Sample.get(), off, ""),
                ("the rules of SDURLCache", [part()], Sample.get(), .sdurlcache, ""),
                ("not the first bytes", [part(2..<4)], Sample.get(), .rfc9111, ""),
                ("no bytes", [part(0..<0)], Sample.get(), .rfc9111, ""),
                ("all bytes, by its own word", [part(0..<8)], Sample.get(), .rfc9111, ""),
                ("a weak tag", [part(tag: "W/\"a\"")], Sample.get(), .rfc9111, ""),
                ("no tag that can be read", [part(tag: "a")], Sample.get(), .rfc9111, ""),
                ("another variant", [part(vary: true)], Sample.get("Accept-Language: de"), .rfc9111, ""),
                ("no-cache", [part()], Sample.get("Cache-Control: no-cache"), .rfc9111, ""),
                ("no-store", [part()], Sample.get("Cache-Control: no-store"), .rfc9111, ""),
                ("no-cache that is ignored", [part()], Sample.get("Cache-Control: no-cache"), .cdn, "bytes=4- \"a\""),
                ("Pragma where it counts", [part()], Sample.get("Pragma: no-cache"), .browser, ""),
                ("a condition of its own", [part()], Sample.get("If-None-Match: \"b\""), .rfc9111, ""),
                ("HEAD", [part()], Sample.request("HEAD"), .rfc9111, ""),
                ("only what is stored", [part()], Sample.get("Cache-Control: only-if-cached"), .rfc9111, "no"),
            ]
        for row in rows {
            let (exchange, asks) = self.exchange(row.stored, row.request, row.options)
            XCTAssertEqual(asks, row.asks, row.name)
            XCTAssertEqual(exchange.completing != nil, row.asks.hasPrefix("bytes"), row.name)
        }
        let (_, asks) = exchange([part()], Sample.get("Range: bytes=6-7"))
        XCTAssertEqual(asks, "bytes=6-7", "the client's own range")
    }

    func testTheRestMakesTheWhole() throws {
        var (exchange, _) = self.exchange([part()])
        let reception = exchange.received(
            Sample.response(206, "Content-Range: bytes 4-7/8", "ETag: \"a\"", "Cache-Control: max-age=9", "X-New: 1"),
            at: Sample.at(101))
        XCTAssertEqual(reception.deciding, .combineRest)
        XCTAssertEqual(reception.decision.storability?.decision, .store)
        guard case .serve(let reply) = reception.decision.next else { return XCTFail("\(reception.decision.next)") }
        XCTAssertEqual(reply.status.value, 200)
        XCTAssertEqual(reply.content, .combined(index: 0))
        XCTAssertEqual(reply.fields.combinedValue(of: "Content-Length"), "8")
        XCTAssertEqual(reply.fields.combinedValue(of: "X-New"), "1")
        XCTAssertFalse(reply.fields.contains("Content-Range"))
        guard case .combine(0, let whole)? = reception.decision.changes.first else { return XCTFail("not combined") }
        XCTAssertEqual(whole.content, .complete(length: 8))
        XCTAssertEqual(whole.requestTime, Sample.at(100))
        XCTAssertEqual(whole.responseTime, Sample.at(101))
    }

    /// What breaks off makes the part longer; the first bytes of nothing new leave it.
    func testTheRestBreaksOff() {
        var (exchange, _) = self.exchange([part(of: nil)])
        let head = Sample.response(206, "Content-Range: bytes 4-7/8", "ETag: \"a\"")
        XCTAssertEqual(exchange.received(head, at: Sample.at(101)).deciding, .combineRest)
        guard case .combine(0, let longer)? = exchange.interrupted(head, after: 2) else { return XCTFail("not kept") }
        XCTAssertEqual(longer.content, .partial(range: 0..<6, total: 8))
        XCTAssertNil(exchange.interrupted(head, after: 0))
        XCTAssertNil(exchange.interrupted(head, after: .max))
    }

    func testWhatIsNotTheRest() {
        let rows: [(name: String, response: ResponseHead)] = [
            ("another tag", Sample.response(206, "Content-Range: bytes 4-7/8", "ETag: \"b\"")),
            ("a weak tag", Sample.response(206, "Content-Range: bytes 4-7/8", "ETag: W/\"a\"")),
            ("no tag", Sample.response(206, "Content-Range: bytes 4-7/8")),
            ("a gap", Sample.response(206, "Content-Range: bytes 5-7/8", "ETag: \"a\"")),
            ("an overlap", Sample.response(206, "Content-Range: bytes 3-7/8", "ETag: \"a\"")),
            ("less", Sample.response(206, "Content-Range: bytes 4-6/8", "ETag: \"a\"")),
            ("more", Sample.response(206, "Content-Range: bytes 4-8/9", "ETag: \"a\"")),
            ("no range", Sample.response(206, "ETag: \"a\"")),
            ("a range that is none", Sample.response(206, "Content-Range: bytes */8", "ETag: \"a\"")),
            ("another unit", Sample.response(206, "Content-Range: lines 4-7/8", "ETag: \"a\"")),
            (
                "another length than its range",
                Sample.response(206, "Content-Range: bytes 4-7/8", "ETag: \"a\"", "Content-Length: 3")
            ),
            ("nothing after it", Sample.response(416, "Content-Range: bytes */4")),
        ]
        for row in rows {
            var (exchange, _) = self.exchange([part()], Sample.get("Accept: text/plain"))
            let reception = exchange.received(row.response, at: Sample.at(101))
            XCTAssertEqual(reception.deciding, .combineOther, row.name)
            XCTAssertEqual(reception.decision.changes, [], row.name)
            guard case .send(let again) = reception.decision.next else {
                XCTFail("\(row.name): \(reception.decision.next)")
                continue
            }
            XCTAssertEqual(again, Sample.get("Accept: text/plain"), row.name)
            XCTAssertNil(exchange.completing, row.name)
            // The same once more is an answer like any other now.
            XCTAssertNotEqual(exchange.received(row.response, at: Sample.at(102)).deciding, .combineOther, row.name)
        }
    }

    /// The new fields may forbid what the old ones allowed.
    func testWhatMayNotBeStoredAnyMoreIsServedAndRemoved() {
        var (exchange, _) = self.exchange([part()], Sample.get(), .rfc9111, .shared)
        let reception = exchange.received(
            Sample.response(206, "Content-Range: bytes 4-7/8", "ETag: \"a\"", "Cache-Control: private"),
            at: Sample.at(101))
        XCTAssertEqual(reception.deciding, .combineRest)
        XCTAssertEqual(reception.decision.storability?.deciding, .storePrivate)
        XCTAssertEqual(reception.decision.changes, [.remove(index: 0)])
    }
}
