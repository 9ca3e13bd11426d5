import HTTPCacheSemantics
import HTTPDate
import HTTPTranscript
import XCTest

final class ExpectationReaderTests: XCTestCase {
    private let rejected: [(String, String)] = [
        ("=¦", "expected a subject"),
        ("=¦ ", "expected a subject"),
        ("=¦store", "expected a space after `=`"),
        ("= not¦", "expected a subject"),
        ("= ¦Store", "unknown subject `Store`"),
        ("= ¦stored", "unknown subject `stored`"),
        ("= ¦because lifetime.max-age", "unknown subject `because`"),
        ("= not ¦not store", "unknown subject `not`"),
        ("= store ¦it", "unexpected `it`"),
        ("= validate ¦now", "unexpected `now`"),
        ("= store because¦", "expected a rule code"),
        ("= store because¦ Lifetime", "expected a rule code"),
        ("= store because¦ a..b", "expected a rule code"),
        ("= store because¦ a b", "expected a rule code"),
        ("= reuse because¦ A", "expected a rule code"),
        ("= forward because¦ A", "expected a rule code"),
        ("= lifetime 5s because¦ A", "expected a rule code"),
        ("= store ¦becausex.y z", "unexpected `becausex.y`"),
        ("= fail¦", "expected 504"),
        ("= fail ¦502", "expected 504"),
        ("= fail 504 ¦now", "unexpected `now`"),
        ("= reuse ¦old", "expected fresh, stale"),
        ("= reuse fresh ¦while-revalidate", "unexpected `while-revalidate`"),
        ("= reuse stale ¦while", "unexpected `while`"),
        ("= reuse stale while-revalidate ¦x", "unexpected `x`"),
        ("= forward ¦urimiss", "unknown reason `urimiss`"),
        ("= forward miss ¦x", "unexpected `x`"),
        ("= lifetime¦", "expected a time"),
        ("= lifetime >=¦", "expected a time"),
        ("= lifetime ¦none", "expected a time such as"),
        ("= lifetime =¦> 5s", "expected a time such as"),
        ("= lifetime =¦= 5s", "expected a time such as"),
        ("= lifetime ¦-5s", "expected a time such as"),
        ("= age 5s ¦6s", "unexpected `6s`"),
        ("= age 5¦x", "expected a unit"),
        ("= fresh-for 1.¦s", "expected a digit after the point"),
        ("= stale-for ¦99999999999999999999s", "the time is larger"),
        ("= key¦", "expected the key"),
        ("= invalidates¦", "expected a URI"),
        ("= invalidates https://a/ ¦https://b/", "unexpected `https://b/`"),
        ("= has¦", "expected a Cache-Control directive"),
        ("= lint¦", "expected the code of a finding"),
        ("= lint a.b ¦c", "unexpected `c`"),
        ("= sends¦", "expected a field line"),
        ("= sends ¦If-None-Match", "a field line without a colon"),
        ("= sends method¦", "expected a method"),
        ("= sends method ¦(", "expected a method"),
        ("= sends method GET ¦HEAD", "unexpected `HEAD`"),
        ("= not sends¦", "expected a field name"),
        ("= not sends A ¦B", "unexpected `B`"),
        ("= serves¦", "expected a field line"),
        ("= serves ¦Age", "a field line without a colon"),
        ("= serves status¦", "expected a status"),
        ("= serves status ¦20", "expected a status"),
        ("= serves status ¦0200", "expected a status"),
        ("= serves status 200 ¦OK", "unexpected `OK`"),
        ("= serves body¦", "expected text after `serves body`"),
        ("= serves body\\ a¦\\q", "unknown escape"),
        ("= serves Date: ¦{date", "`{date` without its closing brace"),
        ("= serves Date: ¦{date +4000000d}", "the date lies outside"),
        ("= not serves¦", "expected a field name"),
        ("= not serves Age ¦5", "unexpected `5` after the subject"),
        ("= serves A: b¦\u{1}", "a control byte in an expectation"),
        ("= serves body a¦\u{0}", "a control byte in an expectation"),
    ]

    func testRejected() {
        for (text, message) in rejected {
            assertRejected(afterRequest(text + "\n"), message) { _ = try Transcript.read($0) }
        }
    }

    func testRead() throws {
        let rows: [(String, String)] = [
            ("store", "store"), ("not store", "not store"), ("  store  ", "store"), ("not   validate", "not validate"),
            ("fail 504", "fail"), ("reuse", "reuse()"), ("reuse fresh", "reuse(fresh)"),
            ("reuse stale", "reuse(stale)"),
            ("reuse stale while-revalidate", "reuse(stale while-revalidate)"),
            ("not reuse", "not reuse()"),
            ("forward", "forward()"), ("forward uri-miss", "forward(uri-miss)"),
            ("forward vary-miss", "forward(vary-miss)"), ("forward miss", "forward(miss)"),
            ("forward method", "forward(method)"), ("forward request", "forward(request)"),
            ("forward partial", "forward(partial)"), ("forward bypass", "forward(bypass)"),
            ("forward stale", "forward(stale)"),
            ("lifetime 60s", "lifetime = 60000000"), ("lifetime = 60", "lifetime = 60000000"),
            ("lifetime >= 365d", "lifetime >= 31536000000000"), ("lifetime >=1m", "lifetime >= 60000000"),
            ("age < 1.5s", "age < 1500000"), ("fresh-for <= 1h30m", "fresh-for <= 5400000000"),
            ("stale-for > 0", "stale-for > 0"), ("not age > 2m", "not age > 120000000"),
            ("lifetime 2147483648s", "lifetime = 2147483648000000"), ("age 0.000001", "age = 1"),
            ("key GET https://shop.example/p/7", "key(GET https://shop.example/p/7)"),
            ("invalidates https://shop.example/", "invalidates(https://shop.example/)"),
            ("has max-age", "has(max-age)"), ("has private=\"a, b\"", "has(private=\"a, b\")"),
            ("lint vary-star", "lint(vary-star)"),
            ("sends method HEAD", "sends method HEAD"), ("sends Method: x", "sends Method=x"),
            ("sends method: x", "sends method=x"), ("sends If-None-Match: \"v1\"", "sends If-None-Match=\"v1\""),
            ("not sends If-None-Match", "not sends If-None-Match"), ("not sends method GET", "not sends method GET"),
            ("serves status 304", "serves status 304"), ("serves status: x", "serves status=x"),
            ("serves Age: 5", "serves Age=5"), ("serves X-Empty:", "serves X-Empty="),
            ("not serves Set-Cookie", "not serves Set-Cookie"), ("not serves status 200", "not serves status 200"),
            ("serves body one", "body[one]"), ("serves body  one two ", "body[ one two ]"),
            ("serves body \\n", "body[\\n]"), ("serves body\\ a\\nb", "exact body[a\nb]"),
            ("serves body\\", "exact body[]"), ("serves body\\ ", "exact body[]"), ("serves body: x", "serves body=x"),
            ("serves Date: {date -1d}", "serves Date=Wed, 31 Dec 2025 00:00:00 GMT"),
            // because
            ("store because store.default", "store because store.default"),
            ("lifetime 60s  because lifetime.max-age", "lifetime = 60000000 because lifetime.max-age"),
            ("not validate because r", "not validate because r"),
            ("reuse   because rfc5861.stale-2", "reuse() because rfc5861.stale-2"),
            ("forward because a.b", "forward() because a.b"),
            ("serves X-A: b  because a.b", "serves X-A=b because a.b"),
            ("serves X-A: b because B", "serves X-A=b because B"),
            ("serves X-A: because a.b", "serves X-A= because a.b"),
            ("serves body one  because a.b  ", "body[one] because a.b"),
            ("serves body because we can", "body[because we can]"),
            ("serves body it failed because of it", "body[it failed because of it]"),
            ("serves body\\ it failed because\\x20reasons", "exact body[it failed because reasons]"),
            ("key https://a/b because a.b", "key(https://a/b) because a.b"),
            ("not serves Age because a.b", "not serves Age because a.b"),
            ("has no-store because a-b.c", "has(no-store) because a-b.c"),
        ]
        for (text, expected) in rows {
            let (file, steps) = try steps(afterRequest("= \(text)\n"))
            guard case .expectation(let expectation) = steps[1].action else { return XCTFail(text) }
            XCTAssertEqual(described(expectation, file), expected, text)
        }
    }

    private func described(_ expectation: Expectation, _ file: SourceFile) -> String {
        let because = expectation.because.map { " because \($0.value)" } ?? ""
        return (expectation.isNegated ? "not " : "") + described(expectation.subject, file) + because
    }

    private func described(_ subject: Expectation.Subject, _ file: SourceFile) -> String {
        let start = Settings.defaultClock.secondsSinceEpoch
        func field(_ field: RawField) -> String { "\(file.string(field.name))=\(file.string(field.value, at: start))" }
        return switch subject {
        case .store: "store"
        case .validate: "validate"
        case .gatewayTimeout: "fail"
        case .reuse(let reuse): "reuse(\(reuse.rawValue))"
        case .forward(let reason): "forward(\(reason?.rawValue ?? ""))"
        case .time(let quantity, let comparison, let span):
            "\(quantity.rawValue) \(comparison.rawValue) \(span.value.microseconds)"
        case .key(let text): "key(\(text.value))"
        case .invalidates(let text): "invalidates(\(text.value))"
        case .has(let text): "has(\(text.value))"
        case .lint(let text): "lint(\(text.value))"
        case .sendsMethod(let method): "sends method \(file.string(method))"
        case .sends(let line): "sends \(field(line))"
        case .sendsAny(let name): "sends \(file.string(name))"
        case .servesStatus(let status): "serves status \(status.value)"
        case .serves(let line): "serves \(field(line))"
        case .servesAny(let name): "serves \(file.string(name))"
        case .servesBody(let body, let isExact): (isExact ? "exact " : "") + "body[\(file.string(body))]"
        }
    }

    func testRanges() throws {
        let line = "= not lifetime >= 60s  because lifetime.max-age"
        let (file, steps) = try steps(afterRequest(line + " \n"))
        guard case .expectation(let expectation) = steps[1].action else { return XCTFail("no expectation") }
        XCTAssertEqual(file.string(expectation.range), line)
        XCTAssertEqual(file.string(expectation.subjectRange), "lifetime >= 60s")
        XCTAssertEqual(expectation.because.map { file.string($0.range) }, "lifetime.max-age")
        let position = file.position(of: expectation.subjectRange.start)
        XCTAssertEqual([position.line, position.column], [5, 7])
    }
}
