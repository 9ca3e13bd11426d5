import XCTest

/// RFC 9111 §4.3.1, §4.3.3 to §4.4, RFC 5861 §4: the exchange with the origin.
final class AnsweringTests: XCTestCase {
    private let modified = "Wed, 31 Dec 2025 00:00:00 GMT"

    /// §4.3.1.
    func testConditionsSent() {
        let rows: [([String], [String], [String])] = [
            (["ETag: \"a\""], [], ["If-None-Match: \"a\""]),
            (["ETag: W/\"a\""], [], ["If-None-Match: W/\"a\""]),
            (["Last-Modified: \(modified)"], [], ["If-Modified-Since: \(modified)"]),
            (
                ["ETag: \"a\"", "Last-Modified: \(modified)"], [],
                ["If-None-Match: \"a\"", "If-Modified-Since: \(modified)"]
            ),
            (["ETag: a"], [], []),
            (["Last-Modified: yesterday"], [], []),
            (["Last-Modified: Wednesday, 31-Dec-25 00:00:00 GMT"], [], ["If-Modified-Since: \(modified)"]),
            (["X: y"], [], []),
            (["ETag: \"a\""], ["If-None-Match: \"b\""], ["If-None-Match: \"b\", \"a\""]),
            (["ETag: \"a\""], ["If-None-Match: \"a\", W/\"c\""], ["If-None-Match: \"a\", W/\"c\""]),
            (["ETag: \"a\""], ["If-None-Match: *"], ["If-None-Match: \"a\""]),
            (["ETag: \"a\"", "Last-Modified: \(modified)"], ["Range: bytes=0-1"], ["If-None-Match: \"a\""]),
            (["Last-Modified: \(modified)"], ["Range: bytes=0-1"], []),
        ]
        for (stored, asked, sends) in rows {
            let first = Oracle.Response(
                fields: fields(["Date: \(t0Date)", "Cache-Control: max-age=0"] + stored), bodyLength: 10)
            let found = decision(first, Oracle.Request(fields: fields(asked)), after: 1)
            XCTAssertEqual(found.sends, fields(sends), "\(stored) \(asked)")
            XCTAssertEqual(found.decision, sends.isEmpty ? .forward("stale") : .validate, "\(stored) \(asked)")
        }
    }

    /// §4.3.4: the three rules, first with what they update, then with what they must not.
    func testFreshening() {
        let tag = "ETag: \"a\""
        let date = "Last-Modified: \(modified)"
        let rows: [([String], [String], Oracle.Outcome)] = [
            ([tag], [tag], .freshened),
            ([tag], ["ETag: \"b\""], .notMatched),
            ([tag], ["ETag: W/\"a\""], .freshened),
            ([tag], ["ETag: W/\"b\""], .notMatched),
            (["ETag: W/\"a\""], [tag], .notMatched),
            (["ETag: W/\"a\""], ["ETag: W/\"a\""], .freshened),
            ([date], [tag], .notMatched),
            ([tag, date], [date], .freshened),
            ([date], [date], .freshened),
            ([date], ["Last-Modified: \(t0Date)"], .notMatched),
            ([tag], [], .notMatched),
            ([date], [], .notMatched),
            ([], [], .freshened),
            ([], [tag], .notStored),
        ]
        for (stored, update, outcome) in rows {
            let first = Oracle.Response(fields: fields(["Date: \(t0Date)", "Cache-Control: max-age=5"] + stored))
            let update = Oracle.Response(status: 304, fields: fields(update))
            let after = exchange(first, after: 7, .response(update)).after
            XCTAssertEqual(after?.outcome, outcome, "\(stored) \(update)")
            if outcome == .freshened {
                XCTAssertEqual([after?.lifetime, after?.age], [5, 0], "\(stored) \(update)")
            }
        }
    }

    /// §3.2: what a 304 changes.
    func testUpdate() {
        let first = response(200, "Cache-Control: max-age=5", "ETag: \"a\"", "Age: 4", "Content-Length: 3")
        let rows: [([String], Int64, Int64, Bool)] = [
            (["Cache-Control: max-age=60"], 60, 0, true),
            (["Age: 2"], 5, 2, true),
            (["Date: Thu, 01 Jan 2026 00:00:04 GMT"], 5, 3, true),
            (["Cache-Control: no-store"], 0, 0, false),
            (["Cache-Control: private"], 0, 0, false),
            (["Content-Length: 9"], 5, 0, true),
        ]
        for (lines, lifetime, age, stored) in rows {
            let update = Oracle.Response(status: 304, fields: fields(["ETag: \"a\""] + lines))
            let after = exchange(first, after: 7, .response(update)).after
            XCTAssertEqual(after?.outcome, .freshened, "\(lines)")
            XCTAssertEqual([after?.lifetime, after?.age], [lifetime, age], "\(lines)")
            XCTAssertEqual(after?.stored, stored, "\(lines)")
        }
        let noStore = exchange(
            first, get("Cache-Control: no-store"), after: 7, answer(304, "ETag: \"a\"")
        ).after
        XCTAssertEqual(noStore?.outcome, .freshened)
        XCTAssertEqual(noStore?.stored, false)
    }

    /// §3.2: each field of a 304 in the place of the stored ones, but for those it excepts.
    func testFieldsUpdated() {
        let cut = response(200, "ETag: \"a\"", "Content-Length: 3", "X: 1", "X: 2", "Y: 1", "Age: 4")
        var cache = Oracle.Cache(kind: .shared, options: .rfc9111)
        cache.insert(cache.entry(get(), cut, requestTime: t0, responseTime: t0))
        let judgement = Oracle.judge(get(), at: t0 + 7, cache.store, .shared, .rfc9111)
        let exchange = Oracle.Exchange(request: get(), judgement: judgement, at: t0 + 7, answerAt: t0 + 7)
        let update = answer(
            304, "ETag: \"a\"", "Content-Length: 9", "Content-Range: bytes 0-1/9", "x: 3", "Z: 1", "Connection: H",
            "H: 1", "Cache-Control: no-cache=\"Z\"")
        XCTAssertEqual(cache.take(update, exchange).outcome, .freshened)
        XCTAssertEqual(
            cache.store.first?.fields,
            fields(
                "Content-Length: 3", "Y: 1", "ETag: \"a\"", "x: 3", "Cache-Control: no-cache=\"Z\"",
                "Date: Thu, 01 Jan 2026 00:00:07 GMT"))
    }

    /// §4.3.2, last paragraph: whose 304 it is.
    func testClientsOwnCondition() {
        let first = response(200, "Cache-Control: max-age=5", "ETag: \"a\"")
        let rows: [(Oracle.Request, String, Oracle.Outcome, Int?)] = [
            (get("If-None-Match: \"b\""), "ETag: \"a\"", .freshened, 200),
            (get("If-None-Match: \"a\""), "ETag: \"a\"", .freshened, 304),
            (get("If-None-Match: \"b\""), "ETag: \"b\"", .notStored, nil),
            (get("If-None-Match: \"b\""), "ETag: \"c\"", .notMatched, nil),
            (get("If-None-Match: \"b\"", url: "https://a.example/new"), "ETag: \"b\"", .notStored, nil),
        ]
        for (asked, update, outcome, status) in rows {
            let after = exchange(first, asked, after: 7, answer(304, update)).after
            XCTAssertEqual(after?.outcome, outcome, "\(asked) \(update)")
            XCTAssertEqual(after?.serves?.status, status, "\(asked) \(update)")
        }
    }

    /// §4.3.3: anything but a 304 is itself the answer.
    func testFullAnswers() {
        let first = response(200, "Cache-Control: max-age=5", "ETag: \"a\"")
        let rows: [(Oracle.Answer, Oracle.Outcome, next: Oracle.Decision)] = [
            (answer(200, "Cache-Control: max-age=60"), .stored, .reuseFresh),
            (answer(200, "Cache-Control: no-store"), .notStored, .forward("uri-miss")),
            (answer(404, "Cache-Control: max-age=60"), .stored, .reuseFresh),
            (answer(403), .notStored, .validate),
            (answer(500), .notStored, .validate),
            (answer(503, "Cache-Control: max-age=60"), .stored, .reuseFresh),
            (answer(999, "Cache-Control: max-age=60"), .notStored, .validate),
        ]
        for (answer, outcome, next) in rows {
            let whole = testCase(
                first,
                then: [
                    Oracle.Later(at: t0 + 7, request: get(), answer: answer), Oracle.Later(at: t0 + 8, request: get()),
                ])
            let verdict = Oracle.run(whole)
            XCTAssertEqual(verdict.then[0].after?.outcome, outcome, "\(answer)")
            XCTAssertEqual(verdict.then[1].decision, next, "\(answer)")
        }
    }

    /// RFC 5861 §4.1 with its own numbers, then the rest of §4.2.4.
    func testErrors() {
        let served = Oracle.Outcome.servedStale
        let error = answer(500)
        let gone = Oracle.Answer.error("disconnect")
        let sie = "max-age=600, stale-if-error=1200"
        let rows: [(String, String?, Int64, Oracle.Answer, Oracle.Outcome)] = [
            (sie, nil, 900, error, served),
            (sie, nil, 1800, error, served),
            (sie, nil, 1801, error, .notStored),
            (sie, nil, 900, answer(503), served),
            (sie, nil, 900, answer(501), .stored),
            (sie, nil, 900, answer(599), served),
            (sie, nil, 900, answer(404), .stored),
            (sie, nil, 900, gone, served),
            (sie, nil, 1801, gone, .failed),
            (sie + ", must-revalidate", nil, 900, error, .notStored),
            (sie + ", must-revalidate", nil, 900, gone, .failed),
            (sie + ", proxy-revalidate", nil, 900, gone, .failed),
            (sie + ", s-maxage=600", nil, 900, gone, .failed),
            (sie + ", no-cache", nil, 900, gone, .failed),
            (sie, "no-cache", 900, gone, .failed),
            (sie, "max-age=0", 900, gone, served),
            ("max-age=600", nil, 900, gone, served),
            ("max-age=600", nil, 900, .error("timeout"), served),
            ("max-age=600", nil, 900, error, .notStored),
            ("max-age=600", "stale-if-error=300", 900, error, served),
            ("max-age=600", "stale-if-error=299", 900, error, .notStored),
            ("max-age=600", "stale-if-error=299", 900, gone, .failed),
            ("max-age=600", "max-age=5", 900, gone, .failed),
            ("max-age=600", "max-stale=5", 900, gone, .failed),
            ("max-age=600", "max-age=5", 100, gone, .failed),
            ("max-age=600", "no-cache", 100, gone, .failed),
        ]
        for (control, asked, seconds, answer, outcome) in rows {
            let first = response(200, "ETag: \"a\"", "Cache-Control: \(control)")
            let later = asked.map { get("Cache-Control: \($0)") } ?? get()
            let after = exchange(first, later, after: seconds, answer).after
            XCTAssertEqual(after?.outcome, outcome, "\(control), \(asked ?? "-"), \(seconds) s, \(answer)")
        }
        let first = response(200, "ETag: \"a\"", "Cache-Control: max-age=600")
        XCTAssertEqual(exchange(first, after: 900, error, options: .cdn).after?.outcome, served)
        let nothing = exchange(first, get(url: "https://a.example/new"), after: 1, gone)
        XCTAssertEqual(nothing.after?.outcome, .failed)
    }

    /// §4.3.5.
    func testHead() {
        let first = response(200, "Cache-Control: max-age=5", "ETag: \"a\"", "Content-Length: 3")
        let rows: [([String], Oracle.Outcome, Oracle.Decision)] = [
            (["ETag: \"a\"", "Content-Length: 3", "Cache-Control: max-age=60"], .freshened, .reuseFresh),
            (["ETag: \"a\"", "Cache-Control: max-age=60"], .freshened, .reuseFresh),
            (["Cache-Control: max-age=60"], .freshened, .reuseFresh),
            (["ETag: \"b\"", "Cache-Control: max-age=60"], .stored, .validate),
            (["ETag: \"a\"", "Content-Length: 4", "Cache-Control: max-age=60"], .stored, .validate),
        ]
        for (lines, outcome, next) in rows {
            let head = Oracle.Response(status: 200, fields: fields(lines))
            let whole = testCase(
                first,
                then: [
                    Oracle.Later(at: t0 + 7, request: request("HEAD"), answer: .response(head)),
                    Oracle.Later(at: t0 + 8, request: get()),
                ])
            let verdict = Oracle.run(whole)
            XCTAssertEqual(verdict.then[0].after?.outcome, outcome, "\(lines)")
            XCTAssertEqual(verdict.then[1].decision, next, "\(lines)")
        }
    }

    /// §4.4.
    func testInvalidation() {
        let here = "https://a.example/r"
        let rows: [(String, Int, [String], [String])] = [
            ("POST", 200, [], [here]), ("PUT", 204, [], [here]), ("DELETE", 303, [], [here]), ("FOO", 200, [], [here]),
            ("get", 200, [], [here]), ("POST", 404, [], []), ("POST", 500, [], []), ("POST", 304, [], [here]),
            ("GET", 200, [], []), ("HEAD", 200, [], []), ("OPTIONS", 200, [], []), ("TRACE", 200, [], []),
            ("QUERY", 200, [], []),
            ("POST", 201, ["Location: /new"], [here, "https://a.example/new"]),
            (
                "POST", 201, ["Location: new", "Content-Location: /c"],
                [here, "https://a.example/new", "https://a.example/c"]
            ),
            ("POST", 201, ["Location: https://b.example/new"], [here]),
            ("POST", 201, ["Location: http://a.example/new"], [here]),
            ("POST", 201, ["Location: https://a.example:8443/new"], [here]),
            ("POST", 201, ["Location: https://A.example:443/r"], [here]),
            ("POST", 201, ["Content-Location: /r"], [here]),
            ("POST", 404, ["Location: /new"], []),
        ]
        for (method, status, lines, uris) in rows {
            let first = response(200, "Cache-Control: max-age=0")
            let answer = Oracle.Response(status: status, fields: fields(lines))
            let found = exchange(first, request(method), after: 1, .response(answer)).after
            XCTAssertEqual(found?.invalidates, uris, "\(method) \(status) \(lines)")
        }
        let fresh = response(200, "Cache-Control: max-age=99")
        for (url, expected) in [here: Oracle.Decision.forward("uri-miss"), "https://a.example/o": .reuseFresh] {
            let whole = testCase(
                fresh, to: get(url: url),
                then: [
                    Oracle.Later(at: t0 + 1, request: request("POST"), answer: answer(200)),
                    Oracle.Later(at: t0 + 2, request: get(url: url)),
                ])
            XCTAssertEqual(Oracle.run(whole).then[1].decision, expected, url)
        }
    }

    /// RFC 9875 §2.2.1 and §3.
    func testCacheGroups() {
        let rows: [(String, String, String, removed: Bool)] = [
            ("Cache-Groups: \"x\", \"y\"", "Cache-Group-Invalidation: \"y\"", "POST", true),
            ("Cache-Groups: \"x\"", "Cache-Group-Invalidation: \"X\"", "POST", false),
            ("Cache-Groups: \"x\";p", "Cache-Group-Invalidation: \"x\";q=1", "POST", true),
            ("Cache-Groups: x", "Cache-Group-Invalidation: \"x\"", "POST", false),
            ("Cache-Groups: \"x\"", "Cache-Group-Invalidation: \"x\"", "GET", false),
        ]
        for (groups, signal, method, removed) in rows {
            let whole = testCase(
                response(200, "Cache-Control: max-age=99", groups), to: get(url: "https://a.example/member"),
                then: [
                    Oracle.Later(at: t0 + 1, request: request(method), answer: answer(200, signal)),
                    Oracle.Later(at: t0 + 2, request: get(url: "https://a.example/member")),
                ])
            let expected: Oracle.Decision = removed ? .forward("uri-miss") : .reuseFresh
            XCTAssertEqual(Oracle.run(whole).then[1].decision, expected, "\(groups) \(signal) \(method)")
        }
    }

    /// §4.1: two variants side by side, and the newer in the place of the older.
    func testVariants() {
        let vary = "Vary: Accept-Language"
        let english = get("Accept-Language: en")
        let german = get("Accept-Language: de")
        let long = "Cache-Control: max-age=99"
        let whole = testCase(
            response(200, long, vary), to: english,
            then: [
                Oracle.Later(at: t0 + 1, request: german, answer: answer(200, "Cache-Control: max-age=50", vary)),
                Oracle.Later(at: t0 + 2, request: english), Oracle.Later(at: t0 + 2, request: german),
                Oracle.Later(
                    at: t0 + 3, request: get("Accept-Language: de", "Cache-Control: no-cache"),
                    answer: answer(200, "Cache-Control: max-age=7", vary)),
                Oracle.Later(at: t0 + 4, request: german),
            ])
        let verdict = Oracle.run(whole)
        XCTAssertEqual(verdict.then[0].decision, .forward("vary-miss"))
        XCTAssertEqual(verdict.then.map(\.lifetime), [nil, 99, 50, 50, 7])
    }
}
