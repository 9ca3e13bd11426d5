/// The Age field (RFC 9111 §5.1).
enum AgeField {
    /// The first member of the first line in seconds; nil when it is not a non-negative integer.
    static func parse(_ line: Span<UInt8>) -> UInt32? {
        var end = 0
        while end < line.count, line[end] != 0x2C { end += 1 }
        return DeltaSeconds.parse(line.trimmed(0..<end), of: line)
    }
}
