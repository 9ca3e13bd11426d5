/// Finds where a JSON value ends without reading it, over as many chunks as it takes: resumable, linear, no recursion.
///
/// Only strings and brackets are looked at; what stands between them is for a ``JSONCursor`` to judge.
struct JSONExtent {
    /// Beyond the deepest nesting that a cursor passes over.
    static let maximumDepth = JSONCursor.maximumDepth

    enum Result: Equatable {
        /// One past the last byte of the value.
        case end(Int)
        /// More bytes are needed.
        case open
        case tooDeep(Int)
        /// A bracket closes what was never opened.
        case unexpected(Int)
    }

    private var depth = 0
    private var isInString = false
    private var isInScalar = false
    private var isEscaped = false
    private(set) var lines = LineCount()

    init(lines: LineCount) { self.lines = lines }

    /// Goes on at `index`, which is moved to where it stopped. `base` is the file's offset of the first of the bytes.
    mutating func scan(_ bytes: [UInt8], from index: inout Int, base: Int) -> Result {
        let span = bytes.span
        let count = span.count
        while index < count {
            if isInString {
                passString(span, &index)
                guard !isInString else { return .open }
                if depth == 0 { return .end(index) }
                continue
            }
            let byte = span[index]
            switch byte {
            case UInt8(ascii: "\""):
                if isInScalar { return .unexpected(index) }
                isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if isInScalar { return .unexpected(index) }
                depth += 1
                if depth > Self.maximumDepth { return .tooDeep(index) }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if isInScalar { return .end(index) }
                if depth == 0 { return .unexpected(index) }
                depth -= 1
                if depth == 0 {
                    index += 1
                    return .end(index)
                }
            case Byte.lf, Byte.cr, Byte.space, Byte.tab:
                if isInScalar { return .end(index) }
                if byte == Byte.lf { lines.note(lineFeedAt: base + index) }
            case UInt8(ascii: ","):
                if isInScalar { return .end(index) }
                if depth == 0 { return .unexpected(index) }
            default:
                if depth == 0 { isInScalar = true }
            }
            index += 1
        }
        return .open
    }

    /// To one past the closing quote, or to the end of the bytes.
    private mutating func passString(_ span: Span<UInt8>, _ index: inout Int) {
        let count = span.count
        var next = index
        if isEscaped, next < count {
            next += 1
            isEscaped = false
        }
        while next < count {
            let byte = span[next]
            next += 1
            if byte == UInt8(ascii: "\"") {
                isInString = false
                break
            }
            if byte == UInt8(ascii: "\\") {
                if next == count {
                    isEscaped = true
                } else {
                    next += 1
                }
            }
        }
        index = next
    }
}

/// Which line of a file is reached, and where it begins.
struct LineCount: Sendable, Hashable {
    /// From 1.
    private(set) var line = 1
    /// The file's offset of the line's first byte.
    private(set) var start = 0

    mutating func note(lineFeedAt offset: Int) {
        line += 1
        start = offset + 1
    }
}
