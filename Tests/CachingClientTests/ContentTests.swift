import HTTPCacheSemantics
import TestSupport
import XCTest

@testable import CachingClient

final class ContentTests: XCTestCase {
    private func content(_ pieces: [String]) -> Content {
        let number = Counter()
        return Content {
            let next = number.add(1) - 1
            return next < pieces.count ? Array(pieces[next].utf8)[...] : nil
        }
    }

    /// A source may give nothing at all for a piece; nobody who reads is given that, and nothing is lost by it.
    func testPiecesAreNeverEmpty() async throws {
        for pieces in [["", "ab", "", "", "c", ""], ["", "abc"], ["abc", "", ""]] {
            for try await piece in content(pieces) { XCTAssertFalse(piece.isEmpty, "\(pieces)") }
            for fields in [[("Cache-Control", "max-age=60")], [("Cache-Control", "no-store")]] {
                let head = ResponseHead(status: 200, fields: FieldSection(fields + [("Content-Length", "3")]))
                let dialogue = Dialogue(answers: [IncomingResponse(head: head, content: content(pieces))])
                try await dialogue.say(gets: 200, "abc", from: .origin)
            }
        }
    }
}
