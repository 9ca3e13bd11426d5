/// The byte classes that HTTP/1.1 messages are made of (RFC 9110 §5.5 and §5.6.3, RFC 9112 §3 and §4).
extension UInt8 {
    /// What field values and reason phrases may hold: tab, space, visible ASCII and the bytes above it.
    @inline(__always) var isValueByte: Bool { (self >= 0x20 && self != 0x7F) || self == 0x09 }

    /// What this reader takes in a request target: visible ASCII without `#`, and the bytes above it, which user agents
    /// send unencoded. White space and control bytes are refused (RFC 9112 §3.2).
    @inline(__always) var isTargetByte: Bool { self > 0x20 && self != 0x7F && self != 0x23 }

    @inline(__always) var isDecimalDigit: Bool { self &- 0x30 < 10 }

    /// The bytes of `OWS` (RFC 9110 §5.6.3).
    @inline(__always) var isBlank: Bool { self == 0x20 || self == 0x09 }

    @inline(__always) var inLowerCase: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    var hexDigit: UInt8? {
        if isDecimalDigit { return self & 15 }
        let letter = inLowerCase &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}

extension Span where Element == UInt8 {
    /// Equality without regard to the case of ASCII letters; `lower` is in lower case already.
    func matches(_ lower: StaticString) -> Bool {
        guard count == lower.utf8CodeUnitCount else { return false }
        return lower.withUTF8Buffer { name in
            for index in 0..<count where self[index].inLowerCase != name[index] { return false }
            return true
        }
    }

    func matches(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index].inLowerCase != other[index].inLowerCase { return false }
        return true
    }

    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { bytes in
            for index in 0..<count where self[index] != bytes[index] { return false }
            return true
        }
    }

    /// `range` without the blanks at its ends.
    func withoutBlanks(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, self[start].isBlank { start += 1 }
        while end > start, self[end - 1].isBlank { end -= 1 }
        return start..<end
    }

    /// The first place in `range` whose byte does not pass, or nil.
    @inline(__always)
    func firstIndex(in range: Range<Int>, failing passes: (UInt8) -> Bool) -> Int? {
        for index in range where !passes(self[index]) { return index }
        return nil
    }

    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        for index in range where self[index] == byte { return index }
        return nil
    }
}

/// A comma-separated list, one element a call, without the blanks around it; an empty element is an empty range.
struct ListScanner {
    private var position = 0
    private var isDone = false

    mutating func next(in value: Span<UInt8>) -> Range<Int>? {
        guard !isDone else { return nil }
        let end = value.firstIndex(of: 0x2C, in: position..<value.count) ?? value.count
        let element = value.withoutBlanks(position..<end)
        isDone = end == value.count
        position = end + 1
        return element
    }
}
