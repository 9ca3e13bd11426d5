/// The byte classes that findings speak of (RFC 9110 §5.6).
extension UInt8 {
    var lowercased: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }

    var isDigit: Bool { 0x30...0x39 ~= self }

    var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension Span where Element == UInt8 {
    /// Equality without regard to the case of ASCII letters; `other` has none in upper case.
    func isEqual(toLowerCase other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        for index in other.indices where self[index].lowercased != other[index] { return false }
        return true
    }
}

/// Bytes of a message in the words of a finding.
enum Shown {
    /// At most 40 bytes between backquotes, others than printable ASCII as `\xHH`.
    static func bytes(_ bytes: some Collection<UInt8>) -> String {
        var text = "`"
        for byte in bytes.prefix(40) {
            if 0x20...0x7E ~= byte {
                text.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text + (bytes.count > 40 ? "...`" : "`")
    }

    static func text(_ text: String) -> String { bytes(Array(text.utf8)) }

    /// `60s`, `90m`, `2h`, `30d`: the largest unit that gives a whole number.
    static func seconds(_ seconds: Int) -> String {
        for (name, size) in [("d", 86_400), ("h", 3_600), ("m", 60)] where seconds >= size && seconds % size == 0 {
            return "\(seconds / size)\(name)"
        }
        return "\(seconds)s"
    }
}

extension Shown {
    /// At most 40 bytes as they are, others than printable ASCII as `\xHH`, without backquotes.
    static func plain(_ bytes: some Collection<UInt8>) -> String { String(Self.bytes(bytes).dropFirst().dropLast()) }
}

extension Shown {
    /// About how long, in the largest unit of which there are two: `5h`, `36d`.
    static func rounded(_ seconds: Int) -> String {
        for (name, size) in [("d", 86_400), ("h", 3_600), ("m", 60)] where seconds >= 2 * size {
            return "\(seconds / size)\(name)"
        }
        return "\(seconds)s"
    }
}
