import HTTPDate
import HTTPTranscript
import XCTest

final class SettingsReaderTests: XCTestCase {
    private let step = "\n> GET / HTTP/1.1\n>\n"

    func testRejected() {
        let rows: [(String, String)] = [
            ("¦colour red", "unknown setting `colour`"),
            ("¦cache-control: max-age=5", "unknown setting `cache-control:`"),
            ("¦cases a", "unknown setting `cases`"),
            ("title¦", "the setting `title` needs a value"),
            ("title¦   ", "the setting `title` needs a value"),
            ("title¦\tx", "expected a space after `title`"),
            ("title a¦\u{1}", "a control byte in a setting"),
            ("title a\n¦title b", "the setting `title` stands in line 2 already"),
            ("kind ¦must", "`must` is none of required, optional, check"),
            ("kind ¦Required", "`Required` is none of required"),
            ("kind check\n¦kind check", "the setting `kind` stands in line 2 already"),
            ("cache ¦both", "`both` is none of shared, private"),
            ("cache ¦shared private", "`shared private` is none of"),
            ("clock ¦yesterday", "not an HTTP date: expected "),
            ("clock Tue, 3¦2 Nov 2026 09:00:00 GMT", "not an HTTP date"),
            ("clock Tue, 24 Nov 2026 09:00:00 ¦UTC", "not an HTTP date: expected "),
            ("clock ¦2026-11-24T09:00:00Z", "not an HTTP date"),
            ("clock ¦0s", "not an HTTP date"),
            ("heuristic ¦ten", "expected a percentage"),
            ("heuristic ¦101", "expected a percentage"),
            ("heuristic ¦-1", "expected a percentage"),
            ("heuristic ¦10%", "expected a percentage"),
            ("heuristic ¦Off", "expected a percentage"),
            ("heuristic ¦99999999999999999999", "expected a percentage"),
            ("profile a¦ b", "expected a name without spaces"),
            ("profile ¦\"cdn\"", "expected a name without spaces"),
            ("origin ¦shop.example", "expected an origin"),
            ("origin ¦ftp://shop.example", "expected an origin"),
            ("origin https://¦", "expected a host"),
            ("origin https://¦:80", "expected a host"),
            ("origin https://shop.example¦/", "a byte that no host can have"),
            ("origin https://a¦@shop.example", "a byte that no host can have"),
            ("origin https://shop.example:¦", "expected a port"),
            ("origin https://shop.example:¦https", "expected a port"),
            ("origin https://shop.example:¦65536", "expected a port"),
            ("origin https://¦[a]b", "a byte that no host can have"),
            ("needs a¦ b", "expected one case id"),
            ("option ¦heuristicPercent", "expected NAME=VALUE"),
            ("option ¦=5", "expected the name of an option"),
            ("option ¦5a=5", "expected the name of an option"),
            ("option ¦a b=5", "expected the name of an option"),
            ("option a=¦", "expected a value after `=`"),
            ("option a=1\noption ¦a=2", "the option `a` is set already"),
        ]
        for (text, message) in rows {
            assertRejected("case c\n" + text + step, message) { _ = try Transcript.read($0) }
        }
        assertRejected("¦needs a\ncase a" + step, "`needs` belongs in a case") { _ = try Transcript.read($0) }
        assertRejected("¦heuristics 5\ncase a" + step, "unknown setting") { _ = try Transcript.read($0) }
    }

    private func settings(_ text: String) throws -> Settings { try Transcript.read(source(text)).cases[0].settings }

    func testRead() throws {
        let all = try settings(
            "case c\ntitle Caf\u{E9} & co\ncite RFC 9111 \u{A7}4.3.1\ncite RFC 5861\nkind optional\ncache   private  \n"
                + "clock Tue Nov 24 09:00:00 2026\nheuristic 25\nprofile cdn\norigin HTTPS://[::1]:8443\noption a=b = c\r\n"
                + "option B-2=x" + step)
        XCTAssertEqual(all.title?.value, "Caf\u{E9} & co")
        XCTAssertEqual(all.cites.map(\.value), ["RFC 9111 \u{A7}4.3.1", "RFC 5861"])
        XCTAssertEqual(all.kind?.value, .optional)
        XCTAssertEqual(all.cache?.value, .private)
        XCTAssertEqual(all.clock?.value.secondsSinceEpoch, 1_795_510_800)  // date -u -d '2026-11-24 09:00' +%s
        XCTAssertEqual(all.heuristic?.value, .percent(25))
        XCTAssertEqual(all.profile?.value, "cdn")
        XCTAssertEqual(all.origin?.value.scheme, .https)
        XCTAssertEqual(all.origin?.value.authority, "[::1]:8443")
        XCTAssertEqual(all.options.map { "\($0.name.value)|\($0.value.value)" }, ["a|b = c", "B-2|x"])
        XCTAssertEqual(try settings("case c\nheuristic off" + step).heuristic?.value, .off)
        XCTAssertEqual(try settings("case c\norigin http://a.example" + step).origin?.value.scheme, .http)
    }

    func testDefaultsAndOwn() throws {
        let text =
            "title all\ncache private\nheuristic 5\ncite A\noption a=1\noption b=2\ncase c\nheuristic off\noption b=3\ncite B\nkind check"
        let file = source(text + step + "@ 0s\n")
        let transcript = try Transcript.read(file)
        let merged = transcript.cases[0].settings
        XCTAssertEqual(transcript.defaults.options.map(\.value.value), ["1", "2"])
        XCTAssertEqual(merged.title?.value, "all")
        XCTAssertEqual(merged.cache?.value, .private)
        XCTAssertEqual(merged.heuristic?.value, .off)
        XCTAssertEqual(merged.kind?.value, .check)
        XCTAssertEqual(merged.cites.map(\.value), ["B"])
        XCTAssertEqual(merged.options.map { "\($0.name.value)=\($0.value.value)" }, ["a=1", "b=3"])
        XCTAssertNil(transcript.cases[0].ownSettings.cache)
        XCTAssertEqual(merged.cache.map { file.position(of: $0.range.start).line }, 2)
    }

    func testTooManyOptions() {
        let options = (1...32).map { "option o\($0)=1\n" }.joined()
        XCTAssertEqual(try settings("case c\n" + options + step).options.count, 32)
        assertRejected("case c\n" + options + "option ¦o33=1" + step, "more options than the limit of 32") {
            _ = try Transcript.read($0)
        }
    }

    func testUnknownNamesAreFoundByValidation() throws {
        let rows: [(String, String)] = [
            ("profile ¦moon\ncase c" + step, "unknown profile `moon`"),
            ("case c\nprofile ¦moon" + step, "unknown profile `moon`"),
            ("option ¦a=1\ncase c" + step, "unknown option or value `a=1`"),
            ("case c" + step + "= store because ¦a.z\n", "unknown rule code `a.z`"),
            ("on GET /\n= lint ¦z because a.b\n", "unknown finding code `z`"),
        ]
        for (text, message) in rows {
            assertRejected(text, message) { file in
                try Transcript.read(file).validate(
                    isRule: { $0 == "a.b" }, isFinding: { $0 == "f" }, isProfile: { $0 == "cdn" },
                    isOption: { $1 == "2" })
            }
        }
        let known = "profile cdn\noption a=2\ncase c" + step + "= store because a.b\n= lint f\n"
        XCTAssertNoThrow(
            try Transcript.read(source(known)).validate(
                isRule: { $0 == "a.b" }, isFinding: { $0 == "f" }, isProfile: { $0 == "cdn" }, isOption: { $1 == "2" }))
    }
}
