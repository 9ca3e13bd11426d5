import HTTPCacheLint
import HTTPCacheSemantics
import HTTPDate
import XCTest

/// What the fixtures in Fixtures/lint cannot say: places, words, the linter's own choices, and hostile input.
final class LinterTests: XCTestCase {
    private let date = ("Date", "Thu, 01 Jan 2026 00:00:00 GMT")

    private func response(_ lines: [(String, String)], _ status: Int = 200) -> ResponseHead {
        ResponseHead(status: status, fields: FieldSection(lines))
    }

    private func codes(_ findings: [Finding]) -> [String] { findings.map(\.code.code) }

    /// A value without the signs « and » around the bytes that are to be marked, and those bytes.
    private func marked(_ text: String) -> (value: String, range: Range<Int>?) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "«" || $0 == "»" }.map(String.init)
        guard parts.count == 3 else { return (text, nil) }
        let start = parts[0].utf8.count
        return (parts.joined(), start..<(start + parts[1].utf8.count))
    }

    func testFindingsMarkTheBytesThatTheySpeakOf() throws {
        let rows: [(name: String, value: String, code: FindingCode)] = [
            ("Cache-Control", "public, «maxage»=60", .directiveMisspelt),
            ("Cache-Control", "«foo»=\"a, b\", public", .directiveUnknown),
            ("Cache-Control", "public, «max-age:60», immutable", .directiveMalformed),
            ("Cache-Control", "public, «=60»", .directiveMalformed),
            ("Cache-Control", "«max-age=60; public»", .directiveSeparator),
            ("Cache-Control", "public,  «,» max-age=60", .emptyMember),
            ("Cache-Control", "public, max-age=60«,»", .emptyMember),
            ("Cache-Control", "«max-stale»=5, public", .directiveRequestOnly),
            ("Cache-Control", "public, «max-age»", .argumentMissing),
            ("Cache-Control", "«no-store=1»", .argumentUnexpected),
            ("Cache-Control", "max-age=\"«60»\"", .argumentQuoted),
            ("Cache-Control", "no-cache=«Set-Cookie»", .argumentUnquoted),
            ("Cache-Control", "public, max-age=«-1»", .argumentSigned),
            ("Cache-Control", "max-age=«60.5», public", .argumentFractional),
            ("Cache-Control", "s-maxage=\"«1h»\"", .argumentNotSeconds),
            ("Cache-Control", "max-age=«2147483649»", .argumentTooLarge),
            ("Cache-Control", "no-cache=\"«»\"", .fieldListInvalid),
            ("Cache-Control", "max-age=60, «max-age=61»", .directiveDuplicate),
            ("Cache-Control", "no-cache, «no-cache»", .directiveRepeated),
            ("Cache-Control", "«max-age=60», no-store", .noStoreWithLifetime),
            ("Cache-Control", "no-cache, «s-maxage=60»", .noCacheWithLifetime),
            ("Cache-Control", "«public», private", .publicAndPrivate),
            ("Cache-Control", "private, «s-maxage=60»", .privateWithSMaxAge),
            ("Cache-Control", "«immutable», public", .immutableWithoutLifetime),
            ("Cache-Control", "s-maxage=60, «stale-while-revalidate=5»", .sMaxAgeWithStale),
            ("Cache-Control", "max-age=1, must-revalidate, «stale-if-error=5»", .staleForbidden),
            ("Cache-Control", "max-age=1, «must-understand»", .mustUnderstandAlone),
            ("Cache-Control", "«max-age=0»", .nothingToValidateWith),
            ("Expires", "«-1»", .expiresZero),
            ("Last-Modified", "«Sun, 06 Nov 1994 08:49:37 GMT»", .heuristicLifetime),
            ("Last-Modified", "«Sunday, 06-Nov-94 08:49:37 GMT»", .dateObsolete),
            ("Last-Modified", "«Mon», 06 Nov 1994 08:49:37 GMT", .dateWrongDay),
            ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 «g»mt", .dateCase),
            ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 «U»TC", .dateInvalid),
            ("Last-Modified", "Sun, «3»1 Nov 1994 08:49:37 GMT", .dateInvalid),
            ("Last-Modified", "Sun, 06 Nov 1994 08:49:37«»", .dateInvalid),
            ("Expires", "«1767225600»", .dateInvalid),
            ("Age", "«1m»", .ageInvalid),
            ("ETag", "«v1»", .eTagUnquoted),
            ("ETag", "«\"v1»", .eTagInvalid),
            ("ETag", "«W/\"v1\"»", .eTagWeak),
            ("Vary", "Accept, «*»", .varyStar),
            ("Vary", "Accept, «a b» , c", .varyInvalid),
            ("CDN-Cache-Control", "max-age=60;«»", .targetedNotStructured),
            ("CDN-Cache-Control", "public, «max-age=\"60\"»", .targetedWrongType),
            ("CDN-Cache-Control", "private, «s-maxage=60»", .privateWithSMaxAge),
            ("No-Vary-Search", "params=(\"a\"«»", .structuredFieldInvalid),
        ]
        for row in rows {
            let (value, range) = marked(row.value)
            let lines = [("Server", "x"), (row.name, value)] + (row.name == "Date" ? [] : [date])
            let found = Linter().findings(in: response(lines)).filter { $0.code == row.code }
            XCTAssertEqual(found.map(\.place), [.init(message: .response, line: 1, range: range)], row.value)
        }
    }

    func testFindingsMarkNamesWhereTheFieldIsWrong() {
        let rows: [([(String, String)], FindingCode)] = [
            ([("Cache-Control", "max-age=60"), ("Set-Cookie", "id=7")], .setCookieShared),
            ([("Cache-Control", "no-store"), ("Pragma", "no-cache")], .pragmaInResponse),
            ([("X", "y"), ("Pragma", "no-cache")], .pragmaAlone),
            ([("X", "y"), ("Warning", "110 - x")], .warningObsolete),
            ([("X", "y"), ("Cache-Controll", "no-store")], .fieldMisspelt),
            ([("X", "y"), ("CDN-Cache-Control", "")], .targetedEmpty),
            ([("X", "y"), ("Cache-Groups", "a")], .structuredFieldInvalid),
        ]
        for (lines, code) in rows {
            let found = Linter().findings(in: response(lines)).filter { $0.code == code }
            let places = found.map(\.place)
            XCTAssertEqual(places, [.init(message: .response, line: 1, range: nil)], code.code)
        }
    }

    func testRequestsHavePlacesOfTheirOwn() throws {
        let fields = FieldSection([("Accept", "*/*"), ("Cache-Control", "max-age=0, private")])
        let request = RequestHead(target: try TargetURI("https://a.example/"), fields: fields)
        let found = Linter().findings(in: request)
        XCTAssertEqual(codes(found), ["lint.directive-response-only"])
        XCTAssertEqual(found.first?.place, .init(message: .request, line: 1, range: 11..<18))
    }

    func testFindingsComeInTheOrderOfTheFields() {
        let found = Linter().findings(
            in: response([
                ("Vary", "a b"), ("Cache-Control", "maxage=1, max-age=x"), ("ETag", "W/\"a\""), ("Expires", "0"),
            ]))
        XCTAssertEqual(
            codes(found),
            [
                "lint.vary-invalid", "lint.directive-misspelt", "lint.argument-not-seconds", "lint.etag-weak",
                "lint.expires-zero",
            ])
    }

    // MARK: Whose caches

    func testWhatConcernsNoCacheThatMattersIsLeftOut() {
        let rows: [(lines: [(String, String)], shared: [String], own: [String])] = [
            ([("Cache-Control", "max-age=60"), ("Set-Cookie", "a=1")], ["lint.set-cookie-shared"], []),
            ([("Cache-Control", "max-age=60"), ("Vary", "Cookie")], ["lint.vary-cookie"], []),
            (
                [("Cache-Control", "s-maxage=60, stale-while-revalidate=5")],
                ["lint.s-maxage-with-stale-while-revalidate"], []
            ),
            ([("Cache-Control", "private, s-maxage=60, max-age=60")], ["lint.private-with-s-maxage"], []),
            ([("Cache-Control", "private, max-age=60"), ("Vary", "*")], [], ["lint.vary-star"]),
            ([("Cache-Control", "max-age=60, s-maxage=600"), ("Age", "90")], [], ["lint.stale-on-arrival"]),
        ]
        for row in rows {
            XCTAssertEqual(codes(Linter(caches: [.shared]).findings(in: response(row.lines))), row.shared)
            XCTAssertEqual(codes(Linter(caches: [.private]).findings(in: response(row.lines))), row.own)
        }
        let nobody = Linter(caches: [])
        XCTAssertEqual(codes(nobody.findings(in: response([("Vary", "*"), ("ETag", "a")]))), ["lint.etag-unquoted"])
    }

    func testOptionsOfThePolicyCount() {
        let lines = [("Cache-Control", "s-maxage=60, stale-while-revalidate=5"), ("Edge-Control", "maxage=60")]
        XCTAssertEqual(
            codes(Linter().findings(in: response(lines))), ["lint.s-maxage-with-stale-while-revalidate"])
        var options = CacheOptions.cdn
        options.targetedFields = ["Edge-Control"]
        XCTAssertEqual(codes(Linter(options: options).findings(in: response(lines))), ["lint.directive-misspelt"])
        options = .rfc9111
        options.heuristicPercent = 0
        let old = [date, ("Last-Modified", "Mon, 01 Dec 2025 00:00:00 GMT")]
        XCTAssertEqual(codes(Linter().findings(in: response(old))), ["lint.heuristic-lifetime"])
        XCTAssertEqual(codes(Linter(options: options).findings(in: response(old))), [])
    }

    func testTheLengthThatIsKnownCounts() {
        let plain = response([("Cache-Control", "max-age=60")])
        XCTAssertEqual(codes(Linter().findings(in: plain)), [])
        XCTAssertEqual(codes(Linter().findings(in: plain, contentLength: 65_535)), [])
        let found = Linter().findings(in: plain, contentLength: 65_536)
        XCTAssertEqual(codes(found), ["lint.validator-missing"])
        XCTAssertNil(found.first?.place)
        let coded = response([("Cache-Control", "max-age=60"), ("Content-Length", "1000000")])
        XCTAssertEqual(codes(Linter().findings(in: coded, contentLength: 10)), [])
    }

    /// `70` is 1970 in 2019 and 2070 in 2021 (RFC 9110 §5.6.7).
    func testTheArrivalPlacesTwoDigitYears() {
        let lines = [
            ("Date", "Wednesday, 01-Jan-20 00:00:00 GMT"), ("Last-Modified", "Wednesday, 01-Jan-70 00:00:00 GMT"),
        ]
        func found(_ year: Int) -> Bool {
            let arrival = HTTPDate(year: year, month: 1, day: 2)
            return codes(Linter().findings(in: response(lines), receivedAt: arrival)).contains(
                "lint.last-modified-after-date")
        }
        XCTAssertFalse(found(2019))
        XCTAssertTrue(found(2021))
    }

    // MARK: What is good

    func testOrdinaryResponsesAreFine() throws {
        let validators = [("ETag", "\"5f3a\""), ("Last-Modified", "Mon, 01 Dec 2025 00:00:00 GMT")]
        let rows: [(String, [(String, String)])] = [
            ("/app.5f3a9c2e.js", [("Cache-Control", "public, max-age=31536000, immutable")] + validators),
            ("/", [("Cache-Control", "no-cache")] + validators),
            ("/", [("Cache-Control", "max-age=0, must-revalidate")] + validators),
            ("/", [("Cache-Control", "no-store")]),
            ("/", [("Cache-Control", "private, no-store, no-cache, must-revalidate, max-age=0"), ("Expires", "0")]),
            (
                "/account",
                [("Cache-Control", "private, max-age=60"), ("Set-Cookie", "id=7"), ("Vary", "Cookie")] + validators
            ),
            (
                "/news",
                [
                    ("Cache-Control", "public, max-age=60, stale-while-revalidate=30, stale-if-error=3600"),
                    ("Vary", "Accept-Encoding, Accept-Language"), ("Content-Encoding", "br"), ("Age", "12"),
                ] + validators
            ),
            ("/news", [("Cache-Control", "max-age=60, s-maxage=600, proxy-revalidate"), ("Age", "10")] + validators),
            ("/x", [("Cache-Control", "max-age=60"), ("CDN-Cache-Control", "max-age=3600")] + validators),
            ("/x", [("Cache-Control", "no-store"), ("CDN-Cache-Control", "max-age=3600")] + validators),
            ("/x", [("Expires", "Thu, 01 Jan 2026 01:00:00 GMT")] + validators),
            ("/x", [("Cache-Control", "must-understand, no-store")]),
            ("/x", [("Cache-Control", "max-age=60, no-transform, community=\"UCI\"")] + validators),
        ]
        for (path, lines) in rows {
            let request = RequestHead(target: try TargetURI("https://a.example" + path))
            let found = Linter().findings(in: response([date] + lines), to: request).filter { $0.level > .note }
            XCTAssertEqual(codes(found), [], "\(lines)")
        }
        for value in ["no-cache", "max-age=0", "no-cache, no-store", "max-stale", "only-if-cached, min-fresh=5"] {
            let fields = FieldSection([("Cache-Control", value), ("Pragma", "no-cache"), ("If-None-Match", "\"a\"")])
            let request = RequestHead(target: try TargetURI("https://a.example/"), fields: fields)
            XCTAssertEqual(codes(Linter().findings(in: request)), [], value)
        }
    }

    /// Fields as servers and frameworks send them by themselves, each with the codes from a warning on.
    func testWhatServersSendByThemselves() {
        let old = ("Last-Modified", "Mon, 01 Dec 2025 00:00:00 GMT")
        let rows: [(lines: [(String, String)], codes: [String])] = [
            // PHP's session, and before version 5.4
            (
                [
                    ("Expires", "Thu, 19 Nov 1981 08:52:00 GMT"), ("Pragma", "no-cache"),
                    ("Cache-Control", "no-store, no-cache, must-revalidate, post-check=0, pre-check=0"),
                ], []
            ),
            // WordPress, Drupal
            (
                [
                    ("Expires", "Wed, 11 Jan 1984 05:00:00 GMT"),
                    ("Cache-Control", "no-cache, must-revalidate, max-age=0, no-store, private"),
                ], []
            ),
            (
                [
                    ("Expires", "Sun, 19 Nov 1978 05:00:00 GMT"), old,
                    ("Cache-Control", "must-revalidate, no-cache, private"), ("Vary", "Cookie"),
                ], []
            ),
            // MediaWiki
            (
                [
                    ("Cache-Control", "private, s-maxage=0, max-age=0, must-revalidate, no-transform"), old,
                    ("Vary", "Accept-Encoding,Cookie,Authorization"), ("Set-Cookie", "a=1"),
                ], []
            ),
            // Rails, Express
            ([("Cache-Control", "max-age=0, private, must-revalidate"), ("ETag", "W/\"5f3a\"")], []),
            ([("Cache-Control", "public, max-age=0"), ("ETag", "W/\"a-1\""), old], []),
            // A load balancer, a font service, static hosts
            ([("Cache-Control", "no-cache=\"set-cookie\""), ("Set-Cookie", "lb=1"), ("ETag", "\"1\"")], []),
            (
                [
                    ("Cache-Control", "private, max-age=86400, stale-while-revalidate=604800"), date,
                    ("Vary", "Sec-Fetch-Dest, User-Agent"), ("Last-Modified", date.1),
                ], []
            ),
            (
                [
                    ("Cache-Control", "public,max-age=0,must-revalidate"), ("ETag", "\"5f3a-ssl\""), ("Age", "7"),
                    ("Cache-Status", "\"Edge\"; fwd=miss"),
                ], []
            ),
            ([("Cache-Control", "max-age=600"), ("Expires", "Thu, 01 Jan 2026 00:10:00 GMT"), date, ("Age", "0")], []),
            // An object store that says nothing, and a framework that leaves out a number
            ([old, date, ("ETag", "\"5f3a\"")], ["lint.heuristic-lifetime"]),
            ([("Cache-Control", "s-maxage=31536000, stale-while-revalidate")], ["lint.argument-missing"]),
        ]
        for row in rows {
            let found = Linter().findings(in: response(row.lines)).filter { $0.level > .note }
            XCTAssertEqual(codes(found), row.codes, "\(row.lines)")
        }
    }

    /// A 304 need not repeat what the stored response says (RFC 9110 §15.4.5).
    func testOfA304OnlyWhatItSaysCounts() {
        let lines = [date, ("Last-Modified", "Mon, 01 Dec 2025 00:00:00 GMT"), ("Pragma", "no-cache")]
        XCTAssertEqual(
            codes(Linter().findings(in: response(lines))), ["lint.heuristic-lifetime", "lint.pragma-alone"])
        XCTAssertEqual(codes(Linter().findings(in: response(lines, 304))), ["lint.pragma-in-response"])
        XCTAssertEqual(
            codes(Linter().findings(in: response([("Cache-Control", "maxage=1"), ("ETag", "a")], 304))),
            ["lint.directive-misspelt", "lint.etag-unquoted"])
    }

    func testOtherStatusCodesAndMethodsAreJudgedByTheirOwnRules() throws {
        let target = try TargetURI("https://a.example/app.5f3a9c2e.js")
        let short = [("Cache-Control", "max-age=60"), ("Content-Length", "900000")]
        let rows: [(method: Method, status: Int, codes: [String])] = [
            (.get, 200, ["lint.hashed-name-short-lived", "lint.validator-missing"]), (.get, 404, []), (.get, 206, []),
            (.get, 503, []), (.post, 200, []), (.head, 200, []), (Method("PUT"), 201, []),
        ]
        for row in rows {
            let request = RequestHead(method: row.method, target: target)
            let found = Linter().findings(in: response(short, row.status), to: request)
            XCTAssertEqual(codes(found), row.codes, "\(row.method) \(row.status)")
        }
    }

    // MARK: The list

    func testCodesAreDistinctAndSayWhatTheyAre() {
        let codes = FindingCode.allCases
        XCTAssertEqual(Set(codes.map(\.code)).count, codes.count)
        for code in codes {
            XCTAssertEqual(FindingCode(code: code.code), code)
            XCTAssertTrue(code.code.hasPrefix("lint."), code.code)
            XCTAssertTrue(code.code.utf8.dropFirst(5).allSatisfy { 0x61...0x7A ~= $0 || $0 == 0x2D }, code.code)
            XCTAssertTrue(code.summary.hasSuffix("."), code.code)
            XCTAssertNil(Rule(code: code.code))
        }
        XCTAssertNil(FindingCode(code: "lint.unheard-of"))
        XCTAssertTrue(Finding.Level.note < .warning && .warning < .error)
    }
}
