import HTTPDate
import XCTest

@testable import HTTPCacheSemantics

/// Messages as short as a table row, around one instant.
enum Sample {
    /// 2026-01-01T00:00:00Z, a Thursday.
    static let start = HTTPDate(secondsSinceEpoch: 1_767_225_600)
    static let startText = "Thu, 01 Jan 2026 00:00:00 GMT"

    static func at(_ seconds: Int64) -> HTTPDate { start.adding(seconds: seconds) }

    /// An IMF-fixdate so many seconds after the start.
    static func text(_ seconds: Int64) -> String { at(seconds).description }

    /// Fields written as in a message: `fields("Date: …", "ETag: …")`.
    static func fields(_ lines: [String]) -> FieldSection {
        FieldSection(
            lines.map { line in
                let colon = line.firstIndex(of: ":") ?? line.endIndex
                return (String(line[..<colon]), String(line[colon...].dropFirst()))
            })
    }

    /// The URI; one that cannot be read fails the test.
    static func target(_ text: String = "https://a.example/r") -> TargetURI {
        do {
            return try TargetURI(text)
        } catch {
            XCTFail("\(text): \(error)")
            return TargetURI(scheme: "invalid", authority: "invalid", path: "/", query: nil)
        }
    }

    static func get(_ lines: String..., url: String = "https://a.example/r") -> RequestHead {
        RequestHead(target: target(url), fields: fields(lines))
    }

    static func request(_ method: String, _ lines: String..., url: String = "https://a.example/r") -> RequestHead {
        RequestHead(method: Method(method), target: target(url), fields: fields(lines))
    }

    static func response(_ status: Int, _ lines: String...) -> ResponseHead {
        ResponseHead(status: status, fields: fields(lines))
    }

    /// A response to GET that went out and arrived at the start, dated so.
    static func stored(
        _ lines: String..., status: Int = 200, to request: RequestHead = get(),
        content: StoredContent = .complete(length: nil)
    ) -> StoredResponse {
        StoredResponse(
            request: request, response: ResponseHead(status: status, fields: fields(["Date: \(startText)"] + lines)),
            requestTime: start, responseTime: start, content: content)
    }
}
