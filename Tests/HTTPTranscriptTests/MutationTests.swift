import HTTPTranscript
import TestSupport
import XCTest

/// Damaged input is read or refused, and never worse.
final class MutationTests: XCTestCase {
    private func seeds() throws -> [[UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: CaptureTests.directory.path).sorted()
        let captures = try names.filter { $0.hasSuffix(".txt") || $0.hasSuffix(".http") }.map { name in
            Array(try Data(contentsOf: CaptureTests.directory.appendingPathComponent(name)).prefix(3000))
        }
        let rich =
            "option a=b\ncase x\nneeds y\nclock Tue, 24 Nov 2026 09:00:00 GMT\n@ 1h30.5m\n> GET /p HTTP/1.1\n>\\ A: \\x41\\n\n"
            + "> B: {date -1d as rfc850}\n>   folded\n>\n> c\n= not serves body\\ a\\n because a.b\n< HTTP/2 103\n<\n< !timeout\n"
            + "case y\n@ 0s\non * https://a.example/**?q status 200\n@ +1h\n= fresh-for >= 1.5s because a-b\n"
        return captures + [Array(ExampleTests.example.utf8), Array(rich.utf8)]
    }

    func testDamagedInputIsReadOrRefused() throws {
        var random = SplitMix(seed: 9111)
        let seeds = try seeds()
        let marks = Array("<>=@#*{}\\\n\r: \t0s".utf8)
        var read = 0
        var refused = 0
        for round in 0..<6000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: at)
                case 2: bytes.insert(marks[Int.random(in: 0..<marks.count, using: &random)], at: at)
                case 3: bytes.removeSubrange(at..<min(bytes.count, at + 40))
                case 4: bytes.removeLast(bytes.count - at)
                default: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 60)], at: at)
                }
            }
            let file = SourceFile(path: "seed \(round)", bytes: bytes)
            let kinds: [InputKind] = [.verbose, .response, .exchange]
            do {
                if round % 2 == 0 {
                    _ = try Transcript.read(file)
                } else {
                    _ = try Capture.read(file, as: kinds[round % 3])
                }
                read += 1
            } catch {
                XCTAssertTrue(isInside(error, bytes), "\(error)")
                refused += 1
            }
        }
        XCTAssertGreaterThan(read, 300)
        XCTAssertGreaterThan(refused, 300)
    }

    /// Whether the line exists and the column is at most one past its last byte.
    private func isInside(_ error: TranscriptError, _ bytes: [UInt8]) -> Bool {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.indices.contains(error.line - 1) else { return false }
        return 1...(lines[error.line - 1].count + 1) ~= error.column
    }

    /// All bytes that a value gives must come from where it says.
    func testVerbatimValuesStandInTheSource() throws {
        for bytes in try seeds() {
            let file = SourceFile(path: "t", bytes: bytes)
            guard let capture = try? Capture.read(file) else { continue }
            for message in capture.exchanges.flatMap({ [$0.request].compactMap(\.self) + $0.responses }) {
                for field in message.fields where !field.isFolded {
                    let text = field.value.expand(in: file, at: Instant(Settings.defaultClock))
                    XCTAssertEqual(ArraySlice(text.bytes), file.bytes(in: text.range))
                }
            }
        }
    }
}
