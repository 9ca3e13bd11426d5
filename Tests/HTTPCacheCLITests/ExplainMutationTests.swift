import Foundation
import HTTPTranscript
import XCTest

@testable import HTTPCacheCLI

/// No input makes the tool trap, every report is whole, and every caret line stands under a source line.
final class ExplainMutationTests: XCTestCase {
    func testChangedBytesGiveAnAnswerOrAnErrorWithItsPlace() throws {
        let names = ["app.txt", "bytes.http", "twice.txt", "must-revalidate.http", "expires.http"]
        var answers = 0
        var refusals = 0
        for name in names {
            let bytes = try FileAccess.read(Project.path("Fixtures/output/explain/\(name)"), limit: 1 << 20)
            for offset in stride(from: 0, to: bytes.count, by: 3) {
                for byte in [0x00, 0x0A, 0x20, 0x22, 0x2C, 0x39, 0x3D, 0xFF] as [UInt8] {
                    var changed = bytes
                    changed[offset] = byte
                    let status = try check(changed)
                    if status == .answered { answers += 1 } else { refusals += 1 }
                }
            }
            for length in stride(from: 0, to: bytes.count, by: 7) { _ = try check(Array(bytes[..<length])) }
        }
        XCTAssertGreaterThan(answers, 500)
        XCTAssertGreaterThan(refusals, 500)
    }

    private func check(_ bytes: [UInt8]) throws -> ExitStatus {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var rest = bytes
        let context = ToolContext(
            variable: { _ in nil }, isInputTerminal: false, isOutputTerminal: false,
            readInput: { limit throws(FileError) in Array(bytes.prefix(limit)) },
            writeOutput: { more throws(FileError) in output += more },
            writeErrors: { more throws(FileError) in errors += more }, now: { Run.now },
            readInputChunk: { () throws(FileError) in
                defer { rest = [] }
                return rest
            })
        let status = Tool.run(["explain", "--at", "+90s", "--url", "https://a.example/x"], in: context)
        if status == .notAsked {
            let text = String(decoding: errors, as: UTF8.self)
            XCTAssertTrue(text.hasPrefix("<stdin>:") || text.hasPrefix("httpcache explain: "), text)
            XCTAssertTrue(output.isEmpty)
            return status
        }
        XCTAssertTrue(errors.isEmpty)
        let text = String(decoding: output, as: UTF8.self)
        XCTAssertTrue(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F }, text)
        var lastSource = ""
        for line in text.split(separator: "\n") {
            guard line.hasPrefix("            | ") || line.dropFirst(11).hasPrefix(" | ") else { continue }
            let body = String(line.dropFirst(14))
            if line.hasPrefix("            | "), let mark = body.first(where: { $0 != " " }), "^-".contains(mark) {
                let start = body.prefix { $0 == " " }.count
                let end = start + body.dropFirst(start).prefix { $0 == mark }.count
                XCTAssertLessThanOrEqual(end, max(lastSource.count, start + 1), text)
            } else {
                lastSource = body
            }
        }
        return status
    }
}
