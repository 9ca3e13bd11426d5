/// The Age field (RFC 9111 §5.1).
enum AgeField {
    /// Whether the line has no member.
    static func isEmpty(_ line: Span<UInt8>) -> Bool {
        for index in 0..<line.count where line[index] != 0x2C && !line[index].isWhitespace { return false }
        return true
    }

    /// The first member that is not empty, in seconds; nil when it is not a non-negative integer.
    static func parse(_ line: Span<UInt8>) -> UInt32? {
        if let number = EightDigits(line.word(at: 0)), number.count == line.count { return number.value }
        var start = 0
        while start < line.count, line[start] == 0x2C || line[start].isWhitespace { start += 1 }
        var end = start
        while end < line.count, line[end] != 0x2C { end += 1 }
        return DeltaSeconds.parse(line.trimmed(start..<end), of: line)
    }
}
