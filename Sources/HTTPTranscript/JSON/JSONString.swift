/// The text of a JSON string: escapes (RFC 8259 §7) and what they stand for.
extension JSONCursor {
    /// Bytes that stand in a string as they are, or that one escape stands for.
    package struct Segment: Sendable, Hashable {
        /// In the decoded bytes.
        package let start: Int
        /// Where that byte stands in the text.
        package let source: Int
        package let isEscape: Bool
    }

    /// The bytes that the inside of a string stands for.
    package static func unescaped(_ bytes: [UInt8], _ raw: Range<Int>) throws(JSONFault) -> [UInt8] {
        var segments: [Segment]?
        return try unescaped(bytes, raw, &segments)
    }

    /// The same, and which byte comes from where.
    package static func traced(
        _ bytes: [UInt8], _ raw: Range<Int>
    ) throws(JSONFault) -> (bytes: [UInt8], segments: [Segment]) {
        var segments: [Segment]? = []
        let text = try unescaped(bytes, raw, &segments)
        return (text, segments ?? [])
    }

    private static func unescaped(
        _ bytes: [UInt8], _ raw: Range<Int>, _ segments: inout [Segment]?
    ) throws(JSONFault) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(raw.count)
        var offset = raw.lowerBound
        while offset < raw.upperBound {
            let start = offset
            if bytes[offset] == UInt8(ascii: "\\") {
                let scalar = try escape(bytes, &offset, raw.upperBound)
                segments?.append(Segment(start: text.count, source: start, isEscape: true))
                text.append(contentsOf: String(scalar).utf8)
            } else {
                while offset < raw.upperBound, bytes[offset] != UInt8(ascii: "\\") { offset += 1 }
                segments?.append(Segment(start: text.count, source: start, isEscape: false))
                text.append(contentsOf: bytes[start..<offset])
            }
        }
        return text
    }

    private static func escape(
        _ bytes: [UInt8], _ offset: inout Int, _ end: Int
    ) throws(JSONFault) -> Unicode.Scalar {
        let start = offset
        guard start + 1 < end else { throw JSONFault("no such escape", at: start) }
        offset += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(bytes, &offset, end, start)
        case let byte: return Unicode.Scalar(byte)
        }
    }

    /// `\uXXXX`, or a surrogate pair of two of them.
    private static func unicodeEscape(
        _ bytes: [UInt8], _ offset: inout Int, _ end: Int, _ start: Int
    ) throws(JSONFault) -> Unicode.Scalar {
        let unit = try hexUnit(bytes, &offset, end, start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, offset + 1 < end, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        else { throw JSONFault("half of a surrogate pair", at: start) }
        offset += 2
        let low = try hexUnit(bytes, &offset, end, start)
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        else { throw JSONFault("half of a surrogate pair", at: start) }
        return scalar
    }

    private static func hexUnit(
        _ bytes: [UInt8], _ offset: inout Int, _ end: Int, _ start: Int
    ) throws(JSONFault) -> UInt16 {
        guard offset + 4 <= end else { throw JSONFault("expected four hex digits", at: start) }
        var unit: UInt16 = 0
        for byte in bytes[offset..<(offset + 4)] {
            guard Byte.isHexDigit(byte) else { throw JSONFault("expected four hex digits", at: start) }
            unit = unit << 4 | UInt16(Byte.isDigit(byte) ? byte & 15 : (byte & 15) + 9)
        }
        offset += 4
        return unit
    }
}
