import HTTPDate
import XCTest

@testable import HTTPCacheCLI

/// What one run of the tool gave, without a process.
struct Run {
    let status: ExitStatus
    let output: String
    let errors: String

    /// 2026-12-01T00:00:00Z.
    static let now = HTTPDate(secondsSinceEpoch: 1_796_083_200)

    /// Runs the tool with this standard input; nil for a terminal.
    init(
        _ arguments: [String], input: String? = nil, variables: [String: String] = [:], isTerminal: Bool = false,
        errorColumns: Int? = nil
    ) {
        let sink = Sink()
        let bytes = Array((input ?? "").utf8)
        let context = ToolContext(
            variable: { variables[$0] }, isInputTerminal: input == nil, isOutputTerminal: isTerminal,
            readInput: { limit throws(FileError) in Array(bytes.prefix(limit)) },
            writeOutput: { bytes throws(FileError) in sink.output += bytes },
            writeErrors: { bytes throws(FileError) in sink.errors += bytes },
            now: { Self.now },
            readInputChunk: { () throws(FileError) in sink.nextChunk(of: bytes) }, errorColumns: errorColumns)
        status = Tool.run(arguments, in: context)
        output = String(decoding: sink.output, as: UTF8.self)
        errors = String(decoding: sink.errors, as: UTF8.self)
    }

    private final class Sink {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        private var isRead = false

        /// All of the input at once, then its end.
        func nextChunk(of bytes: [UInt8]) -> [UInt8] {
            defer { isRead = true }
            return isRead ? [] : bytes
        }
    }
}

/// Files of the project, found from this one.
enum Project {
    static func path(_ relative: String) -> String {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/\(relative)"
    }

    static func text(_ relative: String) throws -> String {
        String(decoding: try FileAccess.read(path(relative), limit: 1 << 20), as: UTF8.self)
    }
}
