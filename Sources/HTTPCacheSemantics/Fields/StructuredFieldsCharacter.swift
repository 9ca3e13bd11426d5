/// The character classes that keys, tokens and numbers are made of (RFC 9651 §4.2.3.3, §4.2.4, §4.2.6).
enum StructuredFieldCharacter {
    static func isDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte
    }

    static func beginsKey(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte || byte == UInt8(ascii: "*")
    }

    static func continuesKey(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: beginsKey(byte) || isDigit(byte)
        }
    }

    static func beginsToken(_ byte: UInt8) -> Bool {
        0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "*")
    }

    /// `tchar` (RFC 9110 §5.6.2), `:` and `/`.
    static func continuesToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"),
            UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"), UInt8(ascii: ":"),
            UInt8(ascii: "/"):
            true
        default:
            beginsToken(byte) || isDigit(byte)
        }
    }
}
