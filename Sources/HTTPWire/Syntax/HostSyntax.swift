/// `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2.2); the whole value may be empty.
enum HostSyntax {
    static func accepts(_ value: Span<UInt8>) -> Bool {
        guard !value.isEmpty else { return true }
        let hostEnd: Int
        if value[0] == 0x5B {
            guard let bracket = value.firstIndex(of: 0x5D, in: 1..<value.count), bracket > 1 else { return false }
            guard value.firstIndex(in: 1..<bracket, failing: isAddressByte) == nil else { return false }
            hostEnd = bracket + 1
        } else {
            hostEnd = value.firstIndex(of: 0x3A, in: 0..<value.count) ?? value.count
            guard hostEnd > 0, isName(value.extracting(0..<hostEnd)) else { return false }
        }
        if hostEnd == value.count { return true }
        guard value[hostEnd] == 0x3A, value.count - hostEnd <= 6 else { return false }
        return value.firstIndex(in: hostEnd + 1..<value.count, failing: \.isDecimalDigit) == nil
    }

    /// `reg-name`: unreserved, percent-encoded and sub-delims.
    private static func isName(_ value: Span<UInt8>) -> Bool {
        var index = 0
        while index < value.count {
            if value[index] == 0x25 {
                guard index + 2 < value.count, value[index + 1].hexDigit != nil, value[index + 2].hexDigit != nil
                else { return false }
                index += 3
            } else {
                guard isNameByte(value[index]) else { return false }
                index += 1
            }
        }
        return true
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x2D, 0x2E, 0x5F, 0x7E: true
        case 0x21, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x3B, 0x3D: true
        default: false
        }
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        byte.hexDigit != nil || byte == 0x3A || byte == 0x2E || byte == 0x76 || byte == 0x25 || isNameByte(byte)
    }
}
