import HTTPDate
import XCTest

@testable import HTTPCacheSemantics

final class ConditionalRequestTests: XCTestCase {
    private let start = HTTPDate(secondsSinceEpoch: 1_767_225_600)

    /// RFC 9110 §8.8.3: an entity tag may hold obs-text, which is bytes of no known encoding.
    func testTagsKeepTheirBytes() throws {
        let target = try TargetURI("https://a.example/r")
        let rows: [(stored: [UInt8], clients: [UInt8]?, sent: [UInt8])] = [
            ([0x22, 0xE9, 0x22], nil, [0x22, 0xE9, 0x22]),
            ([0x22, 0xC3, 0xA9, 0x22], nil, [0x22, 0xC3, 0xA9, 0x22]),
            ([0x57, 0x2F, 0x22, 0xFF, 0x22], nil, [0x57, 0x2F, 0x22, 0xFF, 0x22]),
            ([0x22, 0x61, 0x22], [0x22, 0x80, 0x22], [0x22, 0x80, 0x22, 0x2C, 0x20, 0x22, 0x61, 0x22]),
        ]
        for row in rows {
            var fields = FieldSection()
            fields.append(name: Array("ETag".utf8), value: row.stored)
            var asked = FieldSection()
            if let clients = row.clients { asked.append(name: Array("If-None-Match".utf8), value: clients) }
            let stored = StoredResponse(
                request: RequestHead(target: target), response: ResponseHead(status: 200, fields: fields),
                requestTime: start, responseTime: start)
            let sent = CachePolicy().conditionalRequest(
                for: RequestHead(target: target, fields: asked), validating: Candidates(selected: 0), in: [stored])
            XCTAssertEqual(sent.fields.values(of: "If-None-Match"), [row.sent])
        }
    }
}
