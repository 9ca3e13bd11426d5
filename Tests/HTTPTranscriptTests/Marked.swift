import HTTPDate
import HTTPTranscript
import XCTest

/// Text with `¦` where something is expected to be found: the bytes without it, and its line and column.
struct Marked {
    let bytes: [UInt8]
    let line: Int
    let column: Int

    init(_ text: String) {
        let parts = text.components(separatedBy: "¦")
        let before = Array(parts[0].utf8)
        bytes = before + Array(parts.dropFirst().joined().utf8)
        line = before.filter { $0 == 10 }.count + 1
        column = before.count - (before.lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1
    }
}

func source(_ text: String) -> SourceFile { SourceFile(path: "t", bytes: Array(text.utf8)) }

/// A case with one request, and then these lines.
func afterRequest(_ lines: String) -> String { "case c\n> GET /p HTTP/1.1\n> Host: a.example\n>\n" + lines }

/// A case with a request and the head of its answer up to, but without, the end line.
func inAnswer(_ lines: String) -> String { afterRequest("< HTTP/1.1 200 OK\n" + lines) }

/// Asserts that reading the text without its mark fails at the mark with a message that begins so.
func assertRejected(
    _ text: String, _ message: String, line: UInt = #line, reading read: (SourceFile) throws -> Void
) {
    let marked = Marked(text)
    do {
        try read(SourceFile(path: "t", bytes: marked.bytes))
        XCTFail("was read: \(text)", line: line)
    } catch {
        guard let error = error as? TranscriptError else { return XCTFail("\(error)", line: line) }
        let about = "\(error) in: \(text)"
        XCTAssertEqual("\(error.line):\(error.column)", "\(marked.line):\(marked.column)", about, line: line)
        XCTAssertTrue(error.message.hasPrefix(message), about, line: line)
    }
}

extension SourceFile {
    func string(_ range: SourceRange) -> String { String(decoding: bytes(in: range), as: UTF8.self) }

    func string(_ template: MessageTemplate, at seconds: Int64 = 0) -> String {
        let clock = Instant(.init(secondsSinceEpoch: seconds))
        return String(decoding: template.expand(in: self, at: clock).bytes, as: UTF8.self)
    }

    /// `name: value` lines of a message.
    func fieldText(_ message: RawMessage) -> [String] {
        message.fields.map { string($0.name) + ": " + string($0.value) }
    }
}

/// The messages, expectations and clock lines of the only case of a text.
func steps(_ text: String) throws -> (SourceFile, [Step]) {
    let file = source(text)
    let transcript = try Transcript.read(file)
    return (file, try XCTUnwrap(transcript.cases.first).steps)
}

extension Capture {
    /// `scheme method target version status/fields… [cut|none]`, one an exchange.
    var summary: [String] {
        exchanges.map { exchange in
            var words = [exchange.scheme?.rawValue ?? "-"]
            if case .request(let method, let target, let version) = exchange.request?.startLine {
                words += [method, target, version.range].map { file.string($0) }
            } else {
                words.append("-")
            }
            words += exchange.responses.map { "\($0.status ?? 0)/\($0.fields.count)" }
            switch exchange.ending {
            case .whole: break
            case .cutShort: words.append("cut")
            case .noResponse: words.append("none")
            }
            return words.joined(separator: " ")
        }
    }
}
