/// Bytes of an input as a terminal may show them: printable ASCII as it is, everything else escaped.
enum ShownBytes {
    /// One byte: itself, `\t`, or `\xHH`.
    static func text(_ byte: UInt8) -> String {
        switch byte {
        case 0x20...0x7E: String(UnicodeScalar(byte))
        case 0x09: "\\t"
        default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }

    /// How many columns a byte takes up.
    static func width(_ byte: UInt8) -> Int {
        switch byte {
        case 0x20...0x7E: 1
        case 0x09: 2
        default: 4
        }
    }

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes { text += self.text(byte) }
        return text
    }

    /// The UTF-8 of a text, so shown.
    static func text(_ text: String) -> String { self.text(text.utf8) }

    /// At most so many bytes of a text between double quotes, `…` for the rest.
    static func quoted(_ text: String, limit: Int = 60) -> String {
        "\"" + self.text(text.utf8.prefix(limit)) + (text.utf8.count > limit ? "…" : "") + "\""
    }
}
