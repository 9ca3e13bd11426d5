/// Whether a file's name changes with its content: a build tool put a digest of it there.
///
/// The digest is a part of the last path segment between `.`, `-`, `_` or `~`, or all before its extension: eight or
/// more hexadecimal digits, or eight to forty-four letters and digits, not all of one kind and no word with a number at
/// its end. A part of only digits is a version or a date, and none.
package enum HashedName {
    /// Whether the last segment of a path has such a part; a query is not to be given. A name without an extension has
    /// none.
    package static func isHashed(path: String) -> Bool {
        let segment = path.utf8.split(separator: UInt8(ascii: "/")).last ?? Substring(path).utf8
        var parts = segment.split { [0x2E, 0x2D, 0x5F, 0x7E].contains($0) }.map(Array.init)
        // What stands after the last point is the extension.
        guard segment.contains(0x2E), parts.count > 1 else { return false }
        parts.removeLast()
        return parts.contains(where: isDigest)
    }

    private static func isDigest(_ part: [UInt8]) -> Bool {
        guard 8...64 ~= part.count else { return false }
        let digits = part.count { 0x30...0x39 ~= $0 }
        let upper = part.count { 0x41...0x5A ~= $0 }
        let lower = part.count { 0x61...0x7A ~= $0 }
        guard digits + upper + lower == part.count, digits > 0, upper + lower > 0 else { return false }
        let isHex = part.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 | 0x20 }
        if isHex { return true }
        guard part.count <= 44 else { return false }
        // `jquery360` and `component2`: letters first, then a number.
        let lettersFirst = part.prefix { !(0x30...0x39 ~= $0) }
        return lettersFirst.count + digits < part.count || (upper > 0 && lower > 0)
    }
}
