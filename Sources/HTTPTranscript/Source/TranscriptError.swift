/// Why an input could not be read, and where: always exit status 2, never a verdict.
public struct TranscriptError: Error, Sendable, Hashable {
    /// What was wrong or wanted there, in a sentence.
    public let message: String
    /// The file's name, as it was given.
    public let path: String
    /// From 1.
    public let line: Int
    /// From 1, in bytes of the line, so that the mark counts.
    public let column: Int

    /// Makes the error that stands at a byte of a file.
    public init(_ message: String, in file: SourceFile, at offset: Int) {
        let position = file.position(of: offset)
        self.message = message
        path = file.path
        line = position.line
        column = position.column
    }
}

extension TranscriptError: CustomStringConvertible {
    /// `path:line:column: error: message`, as compilers print it.
    public var description: String {
        "\(path):\(line):\(column): error: \(message)"
    }
}

/// An error within the reader, before the file's name and lines are put to it.
struct Fault: Error {
    let message: String
    let offset: Int

    init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }
}

extension SourceFile {
    /// Runs a part of the reader and gives its fault a line and a column.
    func locating<Result>(_ body: () throws(Fault) -> Result) throws(TranscriptError) -> Result {
        do { return try body() } catch { throw TranscriptError(error.message, in: self, at: error.offset) }
    }

    /// At most 40 bytes of a range between backquotes, other bytes than printable ASCII as `\xHH`.
    func quoted(_ range: SourceRange) -> String {
        var text = "`"
        for byte in bytes(in: range).prefix(40) {
            if 0x20...0x7E ~= byte {
                text.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return text + (range.count > 40 ? "…`" : "`")
    }
}
