/// A half-open range of byte offsets in a source file.
public struct SourceRange: Sendable, Hashable {
    /// The offset of the first byte.
    public let start: Int
    /// The offset just past the last byte; never less than ``start``.
    public let end: Int

    /// Makes the range; an end before the start gives the empty range at the start.
    public init(_ start: Int, _ end: Int) {
        self.start = start
        self.end = max(start, end)
    }

    /// Bytes.
    public var count: Int { end - start }
    /// Whether it is a place between two bytes.
    public var isEmpty: Bool { start == end }
}

/// A place in a source file as people count: lines and columns from 1, a column being one byte.
public struct SourcePosition: Sendable, Hashable {
    /// From 1; a line ends in LF.
    public let line: Int
    /// From 1, in bytes.
    public let column: Int
}

/// The bytes of one input with its name, and where in it any byte stands.
///
/// Lines end in LF; a CR before it belongs to the line end. Nothing is decoded.
public struct SourceFile: Sendable {
    /// The largest fixture or `curl -v` capture that is read, in bytes, and the most that the heads of a raw one may
    /// have: all of that is kept with positions, which takes some sixty times as much memory at worst.
    public static let maximumTextSize = 8 << 20
    /// The largest raw response or exchange that is read, in bytes.
    public static let maximumSize = 64 << 20
    /// The longest line that is read as text, in bytes without its end; content of raw responses has no such limit.
    public static let maximumLineLength = 1 << 20

    /// The name that errors and reports print; never opened.
    public let path: String
    /// The bytes, as they were given.
    public let bytes: [UInt8]
    /// Line feeds before each block: four bytes a block, so that a file of empty lines costs no more than another. What
    /// lies beyond the largest size is never read and not counted.
    private let lineFeedsBefore: [UInt32]
    /// Empty where the bytes are those of the file that ``path`` names.
    let anchors: [SourceAnchor]

    private static let blockSize = 16 << 10

    /// Takes a file's bytes; nothing is opened and nothing decoded.
    public init(path: String, bytes: [UInt8]) {
        self.init(path: path, bytes: bytes, anchors: [])
    }

    /// Bytes that were made of those of a file; the anchors, in order, say which of them stands where.
    init(path: String, bytes: [UInt8], anchors: [SourceAnchor]) {
        self.path = path
        self.bytes = bytes
        self.anchors = anchors
        var counts: [UInt32] = []
        let end = min(bytes.count, Self.maximumSize + 1)
        var count: UInt32 = 0
        var offset = 0
        while offset < end {
            if offset % Self.blockSize == 0 { counts.append(count) }
            if bytes[offset] == Byte.lf { count += 1 }
            offset += 1
        }
        lineFeedsBefore = counts
    }

    /// Line and column of a byte; an offset outside the file gives the nearer end.
    public func position(of offset: Int) -> SourcePosition {
        let offset = min(max(offset, 0), bytes.count)
        if let anchor = anchor(of: offset) {
            return SourcePosition(line: anchor.line, column: anchor.column + anchor.distance(to: offset))
        }
        guard !bytes.isEmpty else { return SourcePosition(line: 1, column: 1) }
        let block = min(offset / Self.blockSize, lineFeedsBefore.count - 1)
        var line = Int(lineFeedsBefore[block]) + 1
        for byte in bytes[(block * Self.blockSize)..<offset] where byte == Byte.lf { line += 1 }
        return SourcePosition(line: line, column: offset - lineStart(of: offset) + 1)
    }

    /// Whether the bytes were made of those of the file, as the heads in a HAR are; positions are the file's own then.
    public var isExcerpt: Bool { !anchors.isEmpty }

    /// Where in the file a byte of ``bytes`` stands.
    public func fileOffset(of offset: Int) -> Int {
        anchor(of: offset).map { $0.source + $0.distance(to: offset) } ?? offset
    }

    /// The last anchor at or before an offset.
    private func anchor(of offset: Int) -> SourceAnchor? {
        var low = 0
        var high = anchors.count
        while low < high {
            let middle = (low + high) / 2
            if anchors[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? anchors.first : anchors[low - 1]
    }

    /// The line that a byte stands in, without its CR and LF; an offset outside the file gives the nearer line.
    public func line(of offset: Int) -> SourceRange {
        let offset = min(max(offset, 0), bytes.count)
        let start = lineStart(of: offset)
        var end = offset
        while end < bytes.count, bytes[end] != Byte.lf { end += 1 }
        if end > start, end < bytes.count, bytes[end - 1] == Byte.cr { end -= 1 }
        return SourceRange(start, end)
    }

    /// The bytes of a range; what lies outside the file is left out.
    public func bytes(in range: SourceRange) -> ArraySlice<UInt8> {
        bytes[min(max(range.start, 0), bytes.count)..<min(max(range.end, 0), bytes.count)]
    }

    private func lineStart(of offset: Int) -> Int {
        var start = offset
        while start > 0, bytes[start - 1] != Byte.lf { start -= 1 }
        return start
    }
}
