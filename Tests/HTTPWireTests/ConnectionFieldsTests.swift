import HTTPCacheSemantics
import XCTest

@testable import HTTPWire

/// RFC 9110 §7.6.1.
final class ConnectionFieldsTests: XCTestCase {
    func testWhatPassesThrough() {
        let rows: [(fields: [(String, String)], kept: [String])] = [
            ([], []),
            ([("A", "1"), ("a", "2")], ["A: 1", "a: 2"]),
            ([("Connection", "close"), ("A", "1")], ["A: 1"]),
            ([("Connection", "X-One, x-two"), ("X-ONE", "1"), ("X-Two", "2"), ("X-Three", "3")], ["X-Three: 3"]),
            ([("Connection", "A"), ("connection", "B"), ("a", "1"), ("b", "2"), ("c", "3")], ["c: 3"]),
            ([("A", "1"), ("Connection", ", A ,,")], []),
            ([("Connection", "a b"), ("a", "1")], ["a: 1"]),
            ([("Connection", "\"a\""), ("a", "1")], ["a: 1"]),
            ([("Connection", "close"), ("Close", "1")], []),
            ([("Keep-Alive", "timeout=5"), ("A", "1")], ["A: 1"]),
            ([("Proxy-Connection", "x"), ("TE", "trailers"), ("Trailer", "X"), ("Upgrade", "h2c")], []),
            ([("Transfer-Encoding", "chunked"), ("transfer-encoding", "x"), ("TRAILER", "x")], []),
            ([("Proxy-Authenticate", "x"), ("Proxy-Authorization", "x"), ("Proxy-Authentication-Info", "x")], []),
            ([("Proxy-Status", "x"), ("Trailers", "x"), ("T", "x")], ["Proxy-Status: x", "Trailers: x", "T: x"]),
            ([("Content-Length", "3"), ("Via", "a"), ("Age", "1")], ["Content-Length: 3", "Via: a", "Age: 1"]),
        ]
        for (fields, kept) in rows {
            let passed = FieldSection(fields).withoutConnectionFields()
            XCTAssertEqual(passed.lines.map(\.description), kept, "\(fields)")
        }
    }

    /// Also where no other field says that there is something to leave out.
    func testEachOfTheKnownFieldsAlone() {
        for name in ConnectionFields.known.flatMap({ [$0, $0.uppercased(), $0.lowercased()] }) {
            let fields = FieldSection([("A", "1"), (name, "x")])
            for options in [nil, [], ["b"]] as [Set<String>?] {
                let passed = fields.withoutConnectionFields(options: options)
                XCTAssertEqual(passed.lines.map(\.description), ["A: 1"], "\(name) \(options ?? [])")
            }
        }
    }

    func testBytesSurvive() {
        var fields = FieldSection()
        fields.append(name: Array("X".utf8), value: [0x80, 0xFF, 0x09, 0x41])
        XCTAssertEqual(fields.withoutConnectionFields(), fields)
    }

    func testTrailersAreCleanedWithTheHeadersOptions() {
        let options = ConnectionFields.options(in: FieldSection([("Connection", "X-Hop")]))
        XCTAssertEqual(options, ["x-hop"])
        let trailers = FieldSection([("X-Hop", "1"), ("X-End", "2")])
        XCTAssertEqual(trailers.withoutConnectionFields(options: options).lines.map(\.description), ["X-End: 2"])
        XCTAssertEqual(trailers.withoutConnectionFields(options: []), trailers)
        // What Connection says in a trailer section is not asked for.
        let late = FieldSection([("Connection", "X-End"), ("X-End", "2")])
        XCTAssertEqual(late.withoutConnectionFields(options: options).lines.map(\.description), ["X-End: 2"])
    }

    func testTrailers() {
        let section = FieldSection([
            ("Checksum", "1"), ("Host", "h"), ("content-length", "3"), ("Transfer-Encoding", "chunked"),
            ("Connection", "X-A"), ("X-A", "1"), ("AUTHORIZATION", "a"), ("Set-Cookie", "a=b"), ("Server-Timing", "a"),
            ("Cache-Control", "max-age=60"),
        ])
        XCTAssertEqual(section.allowedAsTrailers.lines.map(\.nameText), ["Checksum", "Server-Timing"])
        XCTAssertTrue(FieldSection().allowedAsTrailers.isEmpty)
    }
}
