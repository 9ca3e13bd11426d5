/// What an input is, told by its first line.
public enum InputKind: String, Sendable, Hashable, CaseIterable {
    /// Cases and `on` blocks, in the fixture language.
    case fixture
    /// What `curl -v` writes to standard error.
    case verbose
    /// One or several responses, as `curl -i` prints them.
    case response
    /// A request and its response, as they go over the wire.
    case exchange
    /// An HTTP archive: JSON.
    case har

    /// Tells the kind of an input; an error where the first line that is neither blank nor a comment begins none.
    ///
    /// A UTF-8 byte order mark is passed over. Nothing beyond that line is looked at.
    public static func detect(_ file: SourceFile) throws(TranscriptError) -> InputKind {
        try file.locating { () throws(Fault) in try detected(in: file).kind }
    }

    /// The kind, and where the line begins that tells it.
    static func detected(in file: SourceFile) throws(Fault) -> (kind: InputKind, offset: Int) {
        if file.bytes.isEmpty { throw Fault("the file is empty", at: 0) }
        if file.bytes.starts(with: [0xFF, 0xFE]) || file.bytes.starts(with: [0xFE, 0xFF]) {
            throw Fault("not UTF-8: the file begins with a UTF-16 byte order mark", at: 0)
        }
        let start = lengthOfByteOrderMark(in: file)
        // JSON may stand in one line of any length.
        if isHAR(file, from: start) { return (.har, start) }
        var cursor = LineCursor(file: file, at: start)
        while let line = try cursor.next() {
            let text = file.trimmed(line.range)
            if text.isEmpty || file.bytes[line.start] == UInt8(ascii: "#") { continue }
            if let kind = kind(of: line.range, in: file) { return (kind, line.start) }
            throw Fault(
                "neither a fixture (a setting, case or on), nor what curl -v or curl -i prints, nor a HAR",
                at: line.start)
        }
        throw Fault("the file has neither a case nor an `on` block", at: file.bytes.count)
    }

    static func lengthOfByteOrderMark(in file: SourceFile) -> Int {
        file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private static func kind(of line: SourceRange, in file: SourceFile) -> InputKind? {
        let reader = StartLineReader(file: file, range: line)
        if file.hasPrefix(line, "HTTP/") { return .response }
        // `* using HTTP/2` has the form of a request line.
        if file.hasPrefix(line, "* ") { return .verbose }
        if reader.isRequestLine { return .exchange }
        switch file.bytes[line.start] {
        case let byte where Byte.isLowerCase(byte): return .fixture
        case UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "*"), Byte.openBrace, Byte.closeBrace: return .verbose
        // A fixture whose first case is missing: let its reader say so.
        case UInt8(ascii: "@"), UInt8(ascii: "="): return .fixture
        default: return VerboseLine.isProgressMeter(line, in: file) ? .verbose : nil
        }
    }

    /// `{` and then a string or the end of an object, where curl's mark has a space and a bracket.
    private static func isHAR(_ file: SourceFile, from start: Int) -> Bool {
        let isSpace = { (byte: UInt8) in Byte.isBlank(byte) || byte == Byte.lf || byte == Byte.cr }
        let rest = file.bytes[start...].drop(while: isSpace)
        guard rest.first == Byte.openBrace else { return false }
        let next = rest.dropFirst().drop(while: isSpace).first
        return next == UInt8(ascii: "\"") || next == Byte.closeBrace
    }
}
