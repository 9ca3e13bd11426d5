/// A non-negative number of seconds (RFC 9111 §1.2.2).
enum DeltaSeconds {
    /// What a value too large to hold counts as, and stays at: 2^31 seconds.
    static let overflow: UInt32 = 1 << 31

    /// The digits of `range` as seconds, at most `overflow`; nil when there are none or something else stands there.
    /// Inside a quoted-string a backslash only announces the byte after it.
    static func parse(_ range: Range<Int>, of bytes: Span<UInt8>, quoted: Bool = false) -> UInt32? {
        var value: UInt64 = 0
        var sawDigit = false
        var index = range.lowerBound
        while index < range.upperBound {
            if quoted, bytes[index] == 0x5C { index += 1 }
            guard index < range.upperBound, bytes[index].isDigit else { return nil }
            value = min(value * 10 + UInt64(bytes[index] & 15), UInt64(overflow))
            sawDigit = true
            index += 1
        }
        return sawDigit ? UInt32(value) : nil
    }
}
