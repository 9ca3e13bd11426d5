/// JSON (RFC 8259) written straight into the bytes of the output, on one line.
///
/// Commas are added where something stands before; whoever writes sees to it that names and values alternate.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func endLine() { bytes.append(0x0A) }

    // MARK: Structure

    mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
    }

    mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

    mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
    }

    mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

    /// The name of a member, which needs no escapes.
    mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func separate() {
        switch bytes.last {
        case nil, 0x0A, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    // MARK: Values

    mutating func null() { raw("null") }

    mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }

    mutating func integer(_ value: Int) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    mutating func string(_ text: String) {
        var text = text
        separate()
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { content in
            if content.allSatisfy(Self.isPlain) {
                bytes.append(contentsOf: content)
            } else {
                for byte in content { append(byte) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Bytes as the characters U+0000 to U+00FF, so that none is lost.
    mutating func latin1(_ content: Span<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        content.withUnsafeBufferPointer { content in
            if content.allSatisfy({ $0 < 0x80 && Self.isPlain($0) }) {
                bytes.append(contentsOf: content)
                return
            }
            for byte in content {
                if byte < 0x80 {
                    append(byte)
                } else {
                    bytes.append(0xC0 | byte >> 6)
                    bytes.append(0x80 | byte & 0x3F)
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A value that is JSON already.
    mutating func raw(_ text: StaticString) {
        separate()
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// A value that is JSON already.
    mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Whether a byte of UTF-8 stands for itself in a string.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F
    }

    private mutating func append(_ byte: UInt8) {
        if Self.isPlain(byte) {
            bytes.append(byte)
        } else {
            escape(byte)
        }
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            let digit = byte & 15
            bytes.append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"), 0x30 + byte >> 4])
            bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
    }
}
