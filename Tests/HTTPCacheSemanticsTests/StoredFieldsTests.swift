import HTTPCacheSemantics
import XCTest

/// RFC 9111 §3.1, §5.2.2.4 and §5.2.2.7; RFC 9110 §7.6.1.
final class StoredFieldsTests: XCTestCase {
    private func names(_ fields: FieldSection) -> [String] { fields.lines.map(\.nameText) }

    func testWhatIsStored() {
        let rows: [(lines: [String], shared: [String], own: [String])] = [
            (["X-Unknown: 1", "Set-Cookie: a=b"], ["X-Unknown", "Set-Cookie"], ["X-Unknown", "Set-Cookie"]),
            (["X: 1", "X: 2"], ["X", "X"], ["X", "X"]),
            (["WWW-Authenticate: Basic", "Proxy-Authenticate: Basic"], ["WWW-Authenticate"], ["WWW-Authenticate"]),
            (["Proxy-Authentication-Info: a", "Proxy-Authorization: b"], [], []),
            (["Connection: close"], [], []),
            (["Connection: X-A, x-b", "X-A: 1", "X-B: 2", "X-C: 3"], ["X-C"], ["X-C"]),
            (["Connection: x-a", "Connection: x-b", "X-A: 1", "X-B: 2"], [], []),
            (["Keep-Alive: a", "Proxy-Connection: b", "TE: c", "Transfer-Encoding: d", "Upgrade: e"], [], []),
            // Not one of those: it tells later recipients what a discarded trailer section had (RFC 9110 §6.6.2).
            (["Trailer: a"], ["Trailer"], ["Trailer"]),
            (["Cache-Control: private=\"X-A\"", "X-A: 1"], ["Cache-Control"], ["Cache-Control", "X-A"]),
            (
                ["Cache-Control: PRIVATE=\"x-a, X-B\"", "X-A: 1", "X-B: 2"], ["Cache-Control"],
                ["Cache-Control", "X-A", "X-B"]
            ),
            (["Cache-Control: private=X-A", "X-A: 1"], ["Cache-Control"], ["Cache-Control", "X-A"]),
            // An empty or unreadable list is the unqualified form, which is about the whole response.
            (["Cache-Control: private=\"\"", "X-A: 1"], ["Cache-Control", "X-A"], ["Cache-Control", "X-A"]),
            (["Cache-Control: private=\"X-A X-B\"", "X-A: 1"], ["Cache-Control", "X-A"], ["Cache-Control", "X-A"]),
            (["Cache-Control: no-cache=\"X-A\"", "X-A: 1"], ["Cache-Control", "X-A"], ["Cache-Control", "X-A"]),
            (["Cache-Control: x=\"private=X-A\"", "X-A: 1"], ["Cache-Control", "X-A"], ["Cache-Control", "X-A"]),
        ]
        for row in rows {
            let response = ResponseHead(status: 200, fields: Sample.fields(row.lines))
            XCTAssertEqual(names(CachePolicy(.shared).storedFields(of: response)), row.shared, "\(row.lines)")
            XCTAssertEqual(names(CachePolicy(.private).storedFields(of: response)), row.own, "\(row.lines)")
        }
    }

    func testWhatIsReplayed() {
        let rows: [(control: String, replayed: [String])] = [
            ("max-age=5", ["X-A", "X-B"]), ("no-cache=\"X-A\"", ["X-B"]), ("no-cache=\"x-a, x-b\"", []),
            ("no-cache=\"X-C\"", ["X-A", "X-B"]), ("no-cache=x-a", ["X-B"]),
            ("no-cache=\"X-A\", no-cache=\"X-B\"", []), ("no-cache", ["X-A", "X-B"]),
            ("no-cache=\"X-A\", no-cache", ["X-A", "X-B"]), ("no-cache=\"X A\"", ["X-A", "X-B"]),
            ("private=\"X-A\"", ["X-A", "X-B"]),
        ]
        for kind in CachePolicy.CacheKind.allCases {
            for (control, replayed) in rows {
                let stored = Sample.stored("Cache-Control: \(control)", "X-A: 1", "X-B: 2")
                let fields = CachePolicy(kind).replayedFields(of: stored)
                XCTAssertEqual(names(fields).filter { $0.hasPrefix("X-") }, replayed, control)
            }
        }
    }

    func testTheRuleOfEachField() {
        let response = Sample.response(
            200, "Connection: X-A", "Cache-Control: private=\"X-B\", no-cache=\"X-C\"")
        let rows: [(String, shared: Rule?, own: Rule?)] = [
            ("x-a", .fieldsConnection, .fieldsConnection), ("Connection", .fieldsConnection, .fieldsConnection),
            ("UPGRADE", .fieldsConnection, .fieldsConnection), ("Trailer", nil, nil),
            ("Proxy-Authenticate", .fieldsProxy, .fieldsProxy),
            ("X-B", .fieldsPrivate, nil), ("X-C", .fieldsNoCache, .fieldsNoCache), ("X-D", nil, nil),
            ("Date", nil, nil), ("Set-Cookie", nil, nil),
        ]
        for (name, shared, own) in rows {
            XCTAssertEqual(CachePolicy(.shared).rule(excluding: name, from: response), shared, name)
            XCTAssertEqual(CachePolicy(.private).rule(excluding: name, from: response), own, name)
        }
    }
}
