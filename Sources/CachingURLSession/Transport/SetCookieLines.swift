import HTTPCacheSemantics

/// The lines of Set-Cookie, which Foundation joins by commas although their values may contain some (RFC 9110 §5.3).
enum SetCookieLines {
    /// Splits a joined value before each `name=` that follows a comma.
    ///
    /// A comma in a date, as in `Expires=Wed, 21 Oct 2026 07:28:00 GMT`, is followed by no token and equals sign, and a
    /// cookie's value has no comma (RFC 6265 §4.1.1): what keeps to that comes back as it was sent. A line that is not
    /// of that form stays with the one before it.
    static func split(_ joined: String) -> [String] {
        let bytes = Array(joined.utf8)
        var lines: [String] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x2C && beginsCookie(bytes[(index + 1)...]) {
            append(bytes[start..<index], to: &lines)
            start = index + 1
        }
        append(bytes[start...], to: &lines)
        return lines
    }

    private static func append(_ line: ArraySlice<UInt8>, to lines: inout [String]) {
        lines.append(String(decoding: line.drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self))
    }

    private static func beginsCookie(_ rest: ArraySlice<UInt8>) -> Bool {
        let name = rest.drop { $0 == 0x20 || $0 == 0x09 }
        guard let end = name.firstIndex(where: { !$0.isTokenByte }) else { return false }
        return end > name.startIndex && name[end] == 0x3D
    }
}
