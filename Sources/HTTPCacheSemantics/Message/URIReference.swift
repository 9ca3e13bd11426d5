/// The parts of a URI reference (RFC 3986 §4.1), as bytes and without the fragment.
struct URIReference {
    var scheme: [UInt8]?
    var authority: [UInt8]?
    var path: [UInt8] = []
    var query: [UInt8]?

    init(_ text: String) throws(TargetURIError) {
        let bytes = Array(text.utf8)
        if let wrong = bytes.firstIndex(where: { $0 <= 0x20 || $0 == 0x7F }) {
            throw TargetURIError(offset: wrong, expected: "no space or control byte")
        }
        var rest = bytes[...]
        if let hash = rest.firstIndex(of: 0x23) { rest = rest[..<hash] }
        if let mark = rest.firstIndex(of: 0x3F) {
            query = Array(rest[(mark + 1)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: 0x3A), Self.isScheme(rest[..<colon]) {
            scheme = Array(rest[..<colon])
            rest = rest[(colon + 1)...]
        }
        if rest.starts(with: [0x2F, 0x2F]) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: 0x2F) ?? rest.endIndex
            authority = Array(rest[..<end])
            rest = rest[end...]
        }
        path = Array(rest)
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, first.lowercased &- 0x61 < 26 else { return false }
        return bytes.allSatisfy { $0.lowercased &- 0x61 < 26 || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    }
}

/// RFC 3986 §6.2.2.1 and §6.2.2.2.
enum PercentEncoding {
    /// Hex digits in upper case, unreserved characters decoded, bytes above 0x7F encoded. In a segment with a `%` that
    /// begins no encoding nothing is decoded, for the two could be read as one.
    static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        let segments = bytes.split(separator: 0x2F, omittingEmptySubsequences: false)
        return Array(segments.map { normalized(segment: Array($0)) }.joined(separator: [0x2F]))
    }

    private static func normalized(segment bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        let isEncoding = hasOnlyEncodings(bytes)
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x25, isEncoding, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) {
                append(high << 4 | low, to: &result)
                index += 3
                continue
            }
            if byte >= 0x80 { append(byte, to: &result) } else { result.append(byte) }
            index += 1
        }
        return result
    }

    private static func hasOnlyEncodings(_ bytes: [UInt8]) -> Bool {
        bytes.indices.allSatisfy { index in
            bytes[index] != 0x25
                || (index + 2 < bytes.count && digit(bytes[index + 1]) != nil && digit(bytes[index + 2]) != nil)
        }
    }

    /// A host likewise, and in lower case where it is not an encoding (RFC 3986 §3.2.2).
    static func normalizedHost(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var host = normalized(Array(bytes))
        var index = 0
        while index < host.count {
            if host[index] == 0x25 {
                index += 3
            } else {
                host[index] = host[index].lowercased
                index += 1
            }
        }
        return host
    }

    private static func append(_ byte: UInt8, to result: inout [UInt8]) {
        if isUnreserved(byte) {
            result.append(byte)
        } else {
            result.append(0x25)
            result.append(hex(byte >> 4))
            result.append(hex(byte & 15))
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.lowercased &- 0x61 < 26 || byte.isDigit || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
    }

    private static func hex(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

    private static func digit(_ byte: UInt8) -> UInt8? {
        if byte.isDigit { return byte & 15 }
        let letter = byte.lowercased &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}

/// RFC 3986 §5.2.4, over a path that begins with a slash.
enum DotSegments {
    static func removed(from path: [UInt8]) -> [UInt8] {
        var kept: [ArraySlice<UInt8>] = []
        let segments = path.split(separator: 0x2F, omittingEmptySubsequences: false).dropFirst()
        for (number, segment) in segments.enumerated() {
            let isLast = number == segments.count - 1
            switch Array(segment) {
            case [0x2E]:
                if isLast { kept.append([]) }
            case [0x2E, 0x2E]:
                _ = kept.popLast()
                if isLast { kept.append([]) }
            default:
                kept.append(segment)
            }
        }
        return kept.flatMap { [0x2F] + $0 }
    }
}
