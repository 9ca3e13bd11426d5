/// The byte classes of RFC 9110 §5.6 that field syntax is made of.
extension UInt8 {
    /// `tchar` of RFC 9110 §5.6.2: the one table of the package.
    @inlinable package var isTokenByte: Bool {
        // One bit a byte for 0x00...0x7F: two words instead of a table in memory.
        let low: UInt64 = 0x03FF_6CFA_0000_0000
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        guard self < 128 else { return false }
        return (self < 64 ? low : high) >> UInt64(self & 63) & 1 != 0
    }

    var isDigit: Bool { self &- 0x30 < 10 }

    /// A space or a tab: the bytes of `OWS` (RFC 9110 §5.6.3).
    var isWhitespace: Bool { self == 0x20 || self == 0x09 }

    var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension Span where Element == UInt8 {
    /// All of it without the whitespace at its ends.
    @inline(__always)
    var trimmed: Range<Int> {
        // Nothing to take away is the rule.
        isEmpty || (self[0] > 0x20 && self[count &- 1] > 0x20) ? 0..<count : trimmed(0..<count)
    }

    /// `range` without the whitespace at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, self[start].isWhitespace { start += 1 }
        while end > start, self[end - 1].isWhitespace { end -= 1 }
        return start..<end
    }
}
