/// The application/x-www-form-urlencoded parser of the URL Living Standard (§5.1), over bytes.
enum FormURLEncoded {
    /// Both decoded, as well-formed UTF-8.
    struct Parameter: Hashable {
        let name: [UInt8]
        let value: [UInt8]
    }

    /// The pairs of a query without `?`: empty ones are dropped, and a missing `=` is an empty value.
    static func parameters(of query: [UInt8]) -> [Parameter] {
        query.split(separator: UInt8(ascii: "&")).map { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return Parameter(name: decoded(pair[..<equals]), value: decoded(pair[equals...].dropFirst()))
        }
    }

    /// Percent-encodes all but letters and digits of ASCII.
    static func append(_ bytes: [UInt8], to query: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in bytes {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: query.append(byte)
            default: query.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
    }

    /// `+` as a space, percent-decoding, and then UTF-8 decoding without BOM.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "+"):
                octets.append(UInt8(ascii: " "))
            case UInt8(ascii: "%") where bytes.endIndex - index > 2:
                if let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2]) {
                    octets.append(high << 4 | low)
                    index += 2
                } else {
                    octets.append(UInt8(ascii: "%"))
                }
            case let byte:
                octets.append(byte)
            }
            index += 1
        }
        return replacingIllFormedUTF8(octets)
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// The UTF-8 decoder of the Encoding Living Standard (§8.1.1): one U+FFFD for each longest run of bytes that
    /// begins a well-formed sequence and does not end it, or for a byte that begins none. A BOM stays.
    static func replacingIllFormedUTF8(_ octets: [UInt8]) -> [UInt8] {
        guard octets.contains(where: { $0 >= 0x80 }) else { return octets }
        var output: [UInt8] = []
        output.reserveCapacity(octets.count)
        var index = 0
        while index < octets.count {
            let lead = octets[index]
            let start = index
            index += 1
            if lead < 0x80 {
                output.append(lead)
                continue
            }
            var (missing, allowed) = continuation(after: lead)
            let isLead = missing > 0
            while missing > 0, index < octets.count, allowed.contains(octets[index]) {
                allowed = 0x80...0xBF
                missing -= 1
                index += 1
            }
            if isLead, missing == 0 {
                output.append(contentsOf: octets[start..<index])
            } else {
                output.append(contentsOf: [0xEF, 0xBF, 0xBD])
            }
        }
        return output
    }

    /// How many bytes follow a lead byte, none if it is no lead byte, and which the first of them may be.
    private static func continuation(after lead: UInt8) -> (count: Int, first: ClosedRange<UInt8>) {
        switch lead {
        case 0xC2...0xDF: (1, 0x80...0xBF)
        case 0xE0: (2, 0xA0...0xBF)
        case 0xED: (2, 0x80...0x9F)
        case 0xE1...0xEF: (2, 0x80...0xBF)
        case 0xF0: (3, 0x90...0xBF)
        case 0xF4: (3, 0x80...0x8F)
        case 0xF1...0xF3: (3, 0x80...0xBF)
        default: (0, 0x80...0xBF)
        }
    }
}
